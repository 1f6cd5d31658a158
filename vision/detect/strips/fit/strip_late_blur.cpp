#include "vision/detect/strips/fit/strip_late_blur.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "vision/detect/strips/fit/strip_drawn.hpp"
#include "vision/detect/strips/fit/strip_frame.hpp"
#include "vision/detect/strips/words/strip_blur.hpp"
#include "vision/pixels/index.hpp"
#include "vision/pixels/simd.hpp"

namespace polemarch::vision {
namespace {

constexpr float kSome = 0.3F;       // share of late blur that is worth its cost
constexpr int kFirst = 60;          // strips that are all looked at
constexpr int kNowAndThen = 8;      // of the later ones
constexpr double kFade = 0.995;     // what a strip leaves of the earlier ones
constexpr double kPrior = 2e4;      // squared grey levels: about five strips that say there is none
constexpr float kPrint = 0.9F;      // share of print from which a pixel tells
constexpr double kWideBlur = 0.75;  // px, from which pixels two away count

/// Weights of the pixels one and two away in a row, with the blur's variance.
std::array<float, 3> taps_of(double psf_px) {
  if (psf_px < kWideBlur) {
    const auto one = static_cast<float>(psf_px * psf_px / 2);
    return {1 - 2 * one, one, 0};
  }
  const double one = std::exp(-0.5 / (psf_px * psf_px)), two = std::exp(-2 / (psf_px * psf_px)), all = 1 + 2 * one + 2 * two;
  return {static_cast<float>(1 / all), static_cast<float>(one / all), static_cast<float>(two / all)};
}

/// The share of white at places of a strip's frame as a lens blurs it. Reads and writes in eights.
POLEMARCH_INLINE void white_at_body(const LaneTable::Grid& across, const LaneTable::Grid& along, const float* u, const float* v, int count,
                                    float* out) {
  const V8 none{};
  for (int i = 0; i < count; i += 8) {
    V8 row_u, row_v;
    __builtin_memcpy(&row_u, u + i, sizeof row_u);
    __builtin_memcpy(&row_v, v + i, sizeof row_v);
    row_u = (row_u - along.low) * along.inverse_step;
    row_v = (row_v - across.low) * across.inverse_step;
    row_u = row_u < 0 ? none : row_u > along.last ? none + along.last : row_u;
    row_v = row_v < 0 ? none : row_v > across.last ? none + across.last : row_v;
    const I8 whole_u = __builtin_convertvector(row_u, I8), whole_v = __builtin_convertvector(row_v, I8);
    const V8 part_u = row_u - __builtin_convertvector(whole_u, V8), part_v = row_v - __builtin_convertvector(whole_v, V8);
    for (int p = 0; p < 8; ++p) {
      const auto read = [p](const float* rows, const I8& whole, const V8& part) __attribute__((always_inline)) {
        Lanes a, b;
        __builtin_memcpy(&a, rows + 8 * whole[p], sizeof a);
        __builtin_memcpy(&b, rows + 8 * whole[p] + 8, sizeof b);
        return a + (b - a) * part[p];
      };
      const Lanes white = read(along.rows, whole_u, part_u) * read(across.rows, whole_v, part_v);
      out[i + p] = white[0] + white[1] + white[2];
    }
  }
}
POLEMARCH_DISPATCH(void, white_at,
                   (const LaneTable::Grid& across, const LaneTable::Grid& along, const float* u, const float* v, int count, float* out),
                   (across, along, u, v, count, out))

/// Pixels of the picture round a strip, row by row, in its frame.
struct Round {
  struct Row {
    int from = 1 << 30, to = -(1 << 30);
    std::size_t first = 0;
  };
  int first_y = 0;
  std::vector<Row> rows;
  std::vector<float> u, v, sharp;
  std::vector<float> white_u, white_v, white;  // of those near something white
  std::vector<std::uint32_t> index;

  void lay_out(const StripPixels& pixels, const LocalMap& map, const StripPose& pose, int reach) {
    first_y = pixels.rows.front().y - reach;
    rows.assign(at(pixels.rows.back().y + reach - first_y + 1), Row{});
    for (const StripPixels::Row& row : pixels.rows) {
      for (int y = row.y - reach; y <= row.y + reach; ++y) {
        Row& r = rows[at(y - first_y)];
        r.from = std::min(r.from, row.x - reach);
        r.to = std::max(r.to, row.x + row.count - 1 + reach);
      }
    }
    std::size_t all = 0;
    for (Row& row : rows) {
      row.first = all;
      all += at(std::max(0, row.to - row.from + 1));
    }
    for (auto* column : {&u, &v, &sharp}) {
      if (column->size() < all + 8) column->resize(all + all / 2 + 8);
    }
    const double c = std::cos(pose.along_rad), s = std::sin(pose.along_rad);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const Row& row = rows[k];
      // Second order along the row, as in strip_pixels.
      const double dy = first_y + static_cast<double>(k) - map.py;
      const double x0 = map.x_mm - pose.x_mm + dy * (map.xy + map.x_dydy * dy), y0 = map.y_mm - pose.y_mm + dy * (map.yy + map.y_dydy * dy);
      const double x1 = map.xx + map.x_dxdy * dy, y1 = map.yx + map.y_dxdy * dy;
      const auto u0 = static_cast<float>(c * x0 + s * y0), u1 = static_cast<float>(c * x1 + s * y1),
                 u2 = static_cast<float>(c * map.x_dxdx + s * map.y_dxdx);
      const auto v0 = static_cast<float>(c * y0 - s * x0), v1 = static_cast<float>(c * y1 - s * x1),
                 v2 = static_cast<float>(c * map.y_dxdx - s * map.x_dxdx);
      const auto dx0 = static_cast<float>(row.from - map.px);
      float *to_u = u.data() + row.first, *to_v = v.data() + row.first;
      for (int i = 0; i <= row.to - row.from; ++i) {
        const float dx = dx0 + static_cast<float>(i);
        to_u[i] = u0 + dx * (u1 + dx * u2);
        to_v[i] = v0 + dx * (v1 + dx * v2);
      }
    }
    for (std::size_t i = all; i < all + 8; ++i) u[i] = v[i] = 0;
    count = all;
  }
  std::size_t count = 0;

  /// Fills `sharp`: the strip as drawn, seen by pixels of nine points.
  void look_up(const DrawnStrip& strip, const DrawnPlaces& ninths) {
    std::fill_n(sharp.begin(), count, 0.0F);
    for (auto* column : {&white_u, &white_v, &white}) {
      if (column->size() < count + 8) column->resize(u.size());
    }
    if (index.size() < count + 8) index.resize(u.size());
    std::size_t n = 0;
    for (std::size_t i = 0; i < count; ++i) {
      white_u[n] = u[i];
      white_v[n] = v[i];
      index[n] = static_cast<std::uint32_t>(i);
      n += std::abs(u[i]) < strip.most_u && std::abs(v[i]) < strip.most_v ? 1 : 0;
    }
    for (std::size_t i = n; i < n + 8; ++i) white_u[i] = white_v[i] = 0;
    DrawnPlaces near = ninths;
    near.u = white_u.data();
    near.v = white_v.data();
    near.count = static_cast<int>(n);
    drawn_white(strip, near, white.data());
    for (std::size_t i = 0; i < n; ++i) sharp[index[i]] = white[i];
  }
};

}  // namespace

void late_change(const StripPixels& pixels, const LocalMap& map, const LateTables& tables, const StripPose& pose, LateChange& out) {
  out.late.assign(pixels.size(), 0.0F);
  out.blur.assign(pixels.size(), 0.0F);
  if (pixels.rows.empty()) return;
  const std::array<float, 3> tap = taps_of(tables.psf_px);
  const int reach = tap[2] > 0 ? 2 : 1;
  thread_local Round round;
  round.lay_out(pixels, map, pose, reach);
  DrawnPlaces ninths{nullptr, nullptr, 0, {}, {}};
  const double c = std::cos(pose.along_rad), s = std::sin(pose.along_rad);
  for (int k = 0; k < 9; ++k) {
    const int column = k % 3 - 1, line = k / 3 - 1;
    const double dx = column / 3.0, dy = line / 3.0;
    const double x = map.xx * dx + map.xy * dy, y = map.yx * dx + map.yy * dy;
    ninths.du[at(k)] = static_cast<float>(c * x + s * y);
    ninths.dv[at(k)] = static_cast<float>(c * y - s * x);
  }
  const StripBlur pixel = mm_of_pixel(map, pose.along_rad);
  round.look_up(DrawnStrip(tables.profiles.layout(), tables.word, pixel.along_mm, pixel.across_mm), ninths);
  thread_local std::vector<float> u, v, lens;
  for (auto* column : {&u, &v, &lens}) {
    if (column->size() < pixels.size() + 8) column->resize(pixels.size() + pixels.size() / 2 + 8);
  }
  for (const StripPixels::Row& row : pixels.rows) {
    const Round::Row& same = round.rows[at(row.y - round.first_y)];
    const std::size_t from = same.first + at(row.x - same.from), n = at(row.count);
    std::copy_n(round.u.data() + from, n, u.data() + row.first);
    std::copy_n(round.v.data() + from, n, v.data() + row.first);
  }
  for (std::size_t i = pixels.size(); i < pixels.size() + 8; ++i) u[i] = v[i] = 0;
  white_at(tables.profiles.across().grid(), tables.along.grid(), u.data(), v.data(), static_cast<int>(pixels.size()), lens.data());
  for (const StripPixels::Row& row : pixels.rows) {
    float* late = out.late.data() + row.first;
    for (int dy = -reach; dy <= reach; ++dy) {
      const Round::Row& from = round.rows[at(row.y + dy - round.first_y)];
      const float* sharp = round.sharp.data() + from.first + at(row.x - from.from);
      const float w = tap[at(std::abs(dy))], w0 = w * tap[0], w1 = w * tap[1], w2 = w * tap[2];
      if (reach == 1) {
        for (int i = 0; i < row.count; ++i) late[i] += w0 * sharp[i] + w1 * (sharp[i - 1] + sharp[i + 1]);
      } else {
        for (int i = 0; i < row.count; ++i)
          late[i] += w0 * sharp[i] + w1 * (sharp[i - 1] + sharp[i + 1]) + w2 * (sharp[i - 2] + sharp[i + 2]);
      }
      if (dy == 0) std::copy_n(sharp, row.count, out.blur.data() + row.first);
    }
  }
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    out.blur[i] -= out.late[i];
    out.late[i] -= lens[i];
  }
}

float LateShare::share() const {
  const double late = late_ + kPrior, blur = blur_ + kPrior, det = late * blur - both_ * both_;
  return static_cast<float>(std::clamp((off_late_ * blur - off_blur_ * both_) / det, 0.0, 1.0));
}

bool LateShare::worth() const { return share() > kSome; }

bool LateShare::due() const { return asked_ <= kFirst || asked_ % kNowAndThen == 0; }

bool LateShare::wanted() {
  ++asked_;
  return worth() || due();
}

void LateShare::take(const StripPixels& pixels, const LateTables& tables, const StripFit& fit, const LateChange& change) {
  const StripFrame frame(pixels, fit.pose);
  // A blur that is not quite right looks a little like late blur: both are fitted.
  double late = 0, blur = 0, both = 0, off_late = 0, off_blur = 0;
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    const float u = frame.u(pixels.x[i], pixels.y[i]), v = frame.v(pixels.x[i], pixels.y[i]);
    const Lanes value = tables.along.value(u) * tables.profiles.across().value(v);
    if (value[3] < kPrint || pixels.trust[i] <= 0) continue;
    const float off = pixels.grey[i] + pixels.offset - fit.black - fit.gain * (value[0] + value[1] + value[2]);
    const float by = fit.gain * change.late[i], wider = fit.gain * change.blur[i];
    late += static_cast<double>(by * by);
    blur += static_cast<double>(wider * wider);
    both += static_cast<double>(by * wider);
    off_late += static_cast<double>(off * by);
    off_blur += static_cast<double>(off * wider);
  }
  const auto fade = [](double& sum, double of_strip) { sum = kFade * sum + of_strip; };
  fade(late_, late);
  fade(blur_, blur);
  fade(both_, both);
  fade(off_late_, off_late);
  fade(off_blur_, off_blur);
}

StripFit place_finely(StripPixels& pixels, const LocalMap& map, const LateTables* tables, const StripProfiles& profiles,
                      const LaneTable& along, const StripFit& plain, LateShare& share, bool learn, StripFitKind kind) {
  thread_local LateChange change;
  thread_local std::vector<float> grey;
  if (tables != nullptr) {
    late_change(pixels, map, *tables, plain.pose, change);
    if (learn && share.due()) share.take(pixels, *tables, plain, change);
    grey.assign(pixels.grey.begin(), pixels.grey.begin() + static_cast<std::ptrdiff_t>(pixels.size()));
    const float by = share.worth() ? plain.gain * share.share() : 0;
    for (std::size_t i = 0; i < pixels.size(); ++i) pixels.grey[i] -= by * change.late[i];
  }
  const StripFit fine = fit_strip(pixels, profiles, along, plain.pose, 1, 1e9F, 0, kind);
  if (tables != nullptr) std::copy(grey.begin(), grey.end(), pixels.grey.begin());
  StripFit out = plain;
  if (!fine.ok) {
    out.covariance = fit_strip(pixels, profiles, along, plain.pose, 1).covariance;
    return out;
  }
  out.pose = fine.pose;
  out.covariance = fine.covariance;
  return out;
}

}  // namespace polemarch::vision
