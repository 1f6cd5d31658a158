#include "vision/detect/rings/ring_places.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <numbers>

#include "vision/pixels/index.hpp"
#include "vision/pixels/simd.hpp"

namespace polemarch::vision {
namespace {

constexpr float kLeastVotes = 0.14F;   // of the circle's pixels that must agree on a centre; more is faster
constexpr float kLeastPromise = 0.3F;  // white ring over black edge on all rays, over its scatter; more is faster
constexpr int kRays = 48, kFew = 4;    // all of them, and every so manieth
constexpr int kReach = 2;              // px to each side of a peak where its ring may lie
constexpr float kStrong = 0.22F;       // of the circle's pixels that agree on a strong peak
constexpr float kWhole = 0.05F;        // promise by whole pixels below which no finer look is worth it
constexpr float kEven = 0.3F;          // of a clear difference: rays that differ by less differ by nothing
constexpr double kBeyondMm = 0.35;     // outside the white ring's edge where black is looked for

struct Direction {
  float x, y;
};
const std::array<Direction, kRays>& rays() {
  static const std::array<Direction, kRays> made = [] {
    std::array<Direction, kRays> out{};
    for (int k = 0; k < kRays; ++k) {
      const double turn = 2 * std::numbers::pi * k / kRays;
      out[at(k)] = {static_cast<float>(std::cos(turn)), static_cast<float>(std::sin(turn))};
    }
    return out;
  }();
  return made;
}

/// A place between pixels, relative to a whole one: where its upper left neighbour is and what each of four counts (of 256).
struct Between {
  std::ptrdiff_t offset = 0;
  std::array<int, 4> share{};
};
Between between(float x, float y, std::ptrdiff_t stride) {
  const float fx = std::floor(x), fy = std::floor(y);
  const int ax = static_cast<int>((x - fx) * 16), ay = static_cast<int>((y - fy) * 16);
  return {static_cast<std::ptrdiff_t>(fy) * stride + static_cast<std::ptrdiff_t>(fx),
          {(16 - ax) * (16 - ay), ax * (16 - ay), (16 - ax) * ay, ax * ay}};
}
int grey(const std::uint8_t* centre, const Between& b, std::ptrdiff_t stride) {
  const std::uint8_t* p = centre + b.offset;
  return p[0] * b.share[0] + p[1] * b.share[1] + p[stride] * b.share[2] + p[stride + 1] * b.share[3];
}

/// Sobel sums of a row between its neighbours, and where they may be steep.
POLEMARCH_INLINE void slopes_body([[maybe_unused]] const std::uint8_t* a, const std::uint8_t* b, const std::uint8_t* c, int width,
                                  int least, std::int16_t* gx, std::int16_t* gy, std::uint8_t* steep) {
  for (int x = 1; x < width - 1; ++x) {
    const auto across = static_cast<std::int16_t>(b[x + 1] - b[x] + c[x + 1] - c[x]);
    const auto down = static_cast<std::int16_t>(c[x] - b[x] + c[x + 1] - b[x + 1]);
    gx[x] = across;
    gy[x] = down;
    steep[x] = std::abs(across) + std::abs(down) >= least ? 1 : 0;
  }
}
POLEMARCH_DISPATCH(void, slopes,
                   (const std::uint8_t* a, const std::uint8_t* b, const std::uint8_t* c, int width, int least, std::int16_t* gx,
                    std::int16_t* gy, std::uint8_t* steep),
                   (a, b, c, width, least, gx, gy, steep))

}  // namespace

RingPlaces::Cell RingPlaces::cell_of(const LocalMap& map, const StripLayout& layout) {
  const double det = map.xx * map.yy - map.xy * map.yx;
  const auto f = [](double value) { return static_cast<float>(value); };
  return {f(map.yy / det), f(-map.xy / det), f(-map.yx / det), f(map.xx / det), f(layout.row_range(-1).high * map.px_per_mm())};
}

void RingPlaces::vote(const ImageView& sought, float least_gradient) {
  width_ = sought.width;
  height_ = sought.height;
  votes_.assign(at(width_) * at(height_), 0);
  slopes_x_.resize(at(width_));
  slopes_y_.resize(at(width_));
  steep_.resize(at(width_));
  const auto least = static_cast<int>(2 * least_gradient);  // the sums are twice the slope
  for (int y = 1; y < height_ - 1; ++y) {
    slopes(sought.row(y - 1), sought.row(y), sought.row(y + 1), width_, least, slopes_x_.data(), slopes_y_.data(), steep_.data());
    for (int x = 1; x < width_ - 1; ++x) {
      if (steep_[at(x)] == 0) continue;
      const int gx = slopes_x_[at(x)], gy = slopes_y_[at(x)], square = gx * gx + gy * gy;
      if (square < least * least) continue;
      // White lies inside: the centre is uphill.
      const float reach = cell(x, y).radius / std::sqrt(static_cast<float>(square));
      const int vx = static_cast<int>(static_cast<float>(x) + static_cast<float>(gx) * reach + 1.0F);
      const int vy = static_cast<int>(static_cast<float>(y) + static_cast<float>(gy) * reach + 1.0F);
      if (vx < 2 || vy < 2 || vx >= width_ - 2 || vy >= height_ - 2) continue;
      ++votes_[at(vy) * at(width_) + at(vx)];
    }
  }
}

void RingPlaces::collect_peaks(float least_votes) {
  found_.clear();
  const auto w = at(width_);
  for (int y = 2; y < height_ - 2; ++y) {
    const std::uint16_t* row = votes_.data() + at(y) * w;
    for (int x = 2; x < width_ - 2; ++x) {
      if (row[x] == 0) continue;
      const float radius = cell(x, y).radius;
      const int reach = radius > 18 ? 2 : 1;
      int sum = 0;
      for (int j = -reach; j <= reach; ++j) {
        const std::uint16_t* line = row + static_cast<std::ptrdiff_t>(j) * static_cast<std::ptrdiff_t>(w) + x;
        for (int i = -reach; i <= reach; ++i) sum += line[i];
      }
      if (sum < std::max(6, static_cast<int>(least_votes * 2 * std::numbers::pi_v<float> * radius))) continue;
      found_.push_back({x, y, sum});
    }
  }
  std::sort(found_.begin(), found_.end(), [](const Peak& a, const Peak& b) { return a.votes > b.votes; });
}

RingPlace RingPlaces::promise(const ImageView& sought, const StripLayout& layout, const Peak& peak, float clear) const {
  const Cell& c = cell(peak.x, peak.y);
  const auto white_mm = static_cast<float>((layout.row_range(-1).low + layout.row_range(-1).high) / 2),
             black_mm = static_cast<float>(layout.row_range(-1).high + kBeyondMm);
  const std::ptrdiff_t stride = sought.stride;
  struct Ray {
    float white_x, white_y, black_x, black_y;  // from the centre
    Between white, black;                      // the same when the centre is a whole pixel
  };
  std::array<Ray, kRays> of;
  float reach_x = 0, reach_y = 0;
  for (int k = 0; k < kRays; ++k) {
    const Direction& e = rays()[at(k)];
    const float dx = c.xx * e.x + c.xy * e.y, dy = c.yx * e.x + c.yy * e.y;
    Ray& ray = of[at(k)];
    ray = {dx * white_mm, dy * white_mm, dx * black_mm, dy * black_mm, {}, {}};
    reach_x = std::max(reach_x, ray.black_x);
    reach_y = std::max(reach_y, ray.black_y);
    if (k % kFew != 0) continue;
    ray.white = between(ray.white_x, ray.white_y, stride);
    ray.black = between(ray.black_x, ray.black_y, stride);
  }
  const int most = static_cast<int>(clear * 256);
  const auto whole = [&](int x, int y) {
    const std::uint8_t* centre = sought.row(y) + x;
    int sum = 0;
    for (int k = 0; k < kRays; k += kFew)
      sum += std::clamp(grey(centre, of[at(k)].white, stride) - grey(centre, of[at(k)].black, stride), -most, most);
    return sum;
  };
  const auto finer = [&](int x, int y, float fx, float fy, int every) {
    const std::uint8_t* centre = sought.row(y) + x;
    int sum = 0;
    for (int k = 0; k < kRays; k += every) {
      const Ray& r = of[at(k)];
      sum += std::clamp(grey(centre, between(r.white_x + fx, r.white_y + fy, stride), stride) -
                            grey(centre, between(r.black_x + fx, r.black_y + fy, stride), stride),
                        -most, most);
    }
    return sum * every;
  };
  // The best of the whole pixels round the peak by few rays, then of the half ones round that. A ring lies wholly in the picture.
  const int room_x = static_cast<int>(reach_x) + 3, room_y = static_cast<int>(reach_y) + 3;
  const int low_x = std::max(room_x, peak.x - kReach), high_x = std::min(width_ - 1 - room_x, peak.x + kReach),
            low_y = std::max(room_y, peak.y - kReach), high_y = std::min(height_ - 1 - room_y, peak.y + kReach);
  int x = 0, y = 0, best = -most * kRays;
  for (int j = low_y; j <= high_y; ++j) {
    for (int i = low_x; i <= high_x; ++i) {
      const int here = whole(i, j);
      if (here <= best) continue;
      best = here;
      x = i;
      y = j;
    }
  }
  RingPlace place{static_cast<double>(x), static_cast<double>(y), -1};
  const bool strong = static_cast<float>(peak.votes) > kStrong * 2 * std::numbers::pi_v<float> * c.radius;
  if (low_x > high_x || low_y > high_y || (!strong && static_cast<float>(best * kFew) < kWhole * static_cast<float>(most * kRays)))
    return place;
  // A strong peak is looked at by half pixels all round: a thin black edge between two whites may show at none of the whole ones.
  if (strong) {
    x = std::clamp(peak.x, low_x, high_x);
    y = std::clamp(peak.y, low_y, high_y);
  }
  const int every = strong ? kFew : 2, halves = strong ? 2 * kReach - 1 : 1;
  float fx = 0, fy = 0;
  best = finer(x, y, 0, 0, every);
  for (int j = -halves; j <= halves; ++j) {
    for (int i = -halves; i <= halves; ++i) {
      const float half_x = 0.5F * static_cast<float>(i), half_y = 0.5F * static_cast<float>(j);
      if (static_cast<float>(x) + half_x < static_cast<float>(room_x - 1) ||
          static_cast<float>(y) + half_y < static_cast<float>(room_y - 1) ||
          static_cast<float>(x) + half_x > static_cast<float>(width_ - room_x) ||
          static_cast<float>(y) + half_y > static_cast<float>(height_ - room_y))
        continue;
      const int here = finer(x, y, half_x, half_y, every);
      if (here <= best) continue;
      best = here;
      fx = half_x;
      fy = half_y;
    }
  }
  place.px = static_cast<double>(static_cast<float>(x) + fx);
  place.py = static_cast<double>(static_cast<float>(y) + fy);
  // How far white is above black on all rays, over how much that differs from ray to ray.
  float sum = 0, square = 0;
  const std::uint8_t* centre = sought.row(y) + x;
  for (const Ray& r : of) {
    const int white = grey(centre, between(r.white_x + fx, r.white_y + fy, stride), stride),
              black = grey(centre, between(r.black_x + fx, r.black_y + fy, stride), stride);
    const float over = static_cast<float>(std::clamp(white - black, -2 * most, 2 * most)) / static_cast<float>(most);
    sum += over / kRays;
    square += over * over / kRays;
  }
  place.promise = sum / std::sqrt(std::max(0.0F, square - sum * sum) + kEven * kEven);
  return place;
}

void RingPlaces::look(const ImageView& sought, const StripLayout& layout, const RingPlaceLimits& limits, std::vector<RingPlace>& places) {
  vote(sought, limits.least_gradient);
  collect_peaks(kLeastVotes);
  // The strongest of each neighbourhood of 3 px: a promise reaches that far.
  places.clear();
  peaks_ = 0;
  taken_.assign(votes_.size(), 0);
  const auto w = at(width_);
  for (const Peak& p : found_) {
    if (taken_[at(p.y) * w + at(p.x)] != 0) continue;
    ++peaks_;
    for (int y = std::max(0, p.y - kReach); y <= std::min(height_ - 1, p.y + kReach); ++y) {
      for (int x = std::max(0, p.x - kReach); x <= std::min(width_ - 1, p.x + kReach); ++x) taken_[at(y) * w + at(x)] = 1;
    }
    const RingPlace place = promise(sought, layout, p, limits.clear_difference);
    if (place.promise >= kLeastPromise) places.push_back(place);
  }
  std::stable_sort(places.begin(), places.end(), [](const RingPlace& a, const RingPlace& b) { return a.promise > b.promise; });
}

}  // namespace polemarch::vision
