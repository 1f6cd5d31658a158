#include "vision/detect/rings/ring_fit.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "vision/detect/strips/words/strip_template.hpp"
#include "vision/pixels/index.hpp"
#include "vision/pixels/simd.hpp"

namespace polemarch::vision {
namespace {

constexpr double kTwoPi = 2 * std::numbers::pi;
constexpr double kRadialStep = 0.05;  // mm
constexpr double kMargin = 0.6;       // mm beside the print that is looked at
constexpr double kBeyond = 1.1;       // mm beyond the print where what lies beside is read
constexpr float kBesideDoubt = 3;     // how much noisier than print it is

float grey_at(const ImageView& picture, double x, double y) {
  const double cx = std::clamp(x, 0.0, picture.width - 1.001), cy = std::clamp(y, 0.0, picture.height - 1.001);
  const int ix = static_cast<int>(cx), iy = static_cast<int>(cy);
  const double fx = cx - ix, fy = cy - iy;
  const std::uint8_t* p = picture.row(iy) + ix;
  const std::uint8_t* q = p + picture.stride;
  return static_cast<float>((p[0] * (1 - fx) + p[1] * fx) * (1 - fy) + (q[0] * (1 - fx) + q[1] * fx) * fy);
}

constexpr std::size_t kColumns = 6;  // five unknowns and the grey level
/// The rows of the normal equations, one array an unknown, weighted, padded with zeros to whole registers.
struct Columns {
  std::array<std::vector<float>, kColumns> of;
  std::size_t padded = 0;
  void resize(std::size_t n) {
    constexpr std::size_t kWide = sizeof(V8) / sizeof(float);
    padded = (n + kWide - 1) / kWide * kWide;
    for (auto& column : of) {
      column.resize(std::max(column.size(), padded));
      std::fill(column.begin() + static_cast<std::ptrdiff_t>(n), column.begin() + static_cast<std::ptrdiff_t>(padded), 0.0F);
    }
  }
};

POLEMARCH_INLINE void products_body(const Columns& columns, std::array<std::array<double, kColumns>, kColumns>& sum) {
  V8 total[kColumns][kColumns] = {};  // NOLINT(modernize-avoid-c-arrays): std::array warns about the alignment
  for (std::size_t i = 0; i < columns.padded; i += sizeof(V8) / sizeof(float)) {
    V8 value[kColumns];  // NOLINT(modernize-avoid-c-arrays)
    for (std::size_t j = 0; j < kColumns; ++j) __builtin_memcpy(&value[j], columns.of[j].data() + i, sizeof(V8));
    for (std::size_t j = 0; j < kColumns; ++j) {
      for (std::size_t k = j; k < kColumns; ++k) total[j][k] += value[j] * value[k];
    }
  }
  for (std::size_t j = 0; j < kColumns; ++j) {
    for (std::size_t k = j; k < kColumns; ++k) {
      for (std::size_t lane = 0; lane < sizeof(V8) / sizeof(float); ++lane) sum[j][k] += static_cast<double>(total[j][k][lane]);
    }
  }
}
POLEMARCH_DISPATCH(void, products, (const Columns& columns, std::array<std::array<double, kColumns>, kColumns>& sum), (columns, sum))

/// Fills them at a pose; returns the sum of the weights.
double fill_columns(const RingPixels& pixels, const RingProfiles& profiles, const RingProfiles::Around& around, const RingPose& pose,
                    Columns& columns) {
  const int n = static_cast<int>(around.value.size());
  const auto per_radian = static_cast<float>(n / kTwoPi), middle = static_cast<float>(profiles.middle_mm()), steps = static_cast<float>(n);
  const auto ox = static_cast<float>(pose.x_mm - pixels.origin.x_mm), oy = static_cast<float>(pose.y_mm - pixels.origin.y_mm),
             up = static_cast<float>(std::remainder(pose.up_rad, kTwoPi));
  columns.resize(pixels.x.size());
  float weights = 0;
  for (std::size_t i = 0; i < pixels.x.size(); ++i) {
    const float x = pixels.x[i] - ox, y = pixels.y[i] - oy;
    const float r = std::sqrt(x * x + y * y);
    const float ex = x / r, ey = y / r;
    float turn = (up - angle_of(y, x)) * per_radian + steps;  // clockwise from up, in steps; 0 .. 2 n
    turn = turn >= steps ? turn - steps : turn;
    const int t0 = std::min(static_cast<int>(turn), n - 1), t1 = t0 + 1 == n ? 0 : t0 + 1;
    const float f = turn - static_cast<float>(t0);
    const float a = around.value[at(t0)] + f * (around.value[at(t1)] - around.value[at(t0)]);
    const float a_slope = around.slope[at(t0)] + f * (around.slope[at(t1)] - around.slope[at(t0)]);
    const RingProfiles::Radial p = profiles.radial_at(r);
    const float by_r = p.ring_slope + a * p.teeth_slope;
    const float by_arc = a_slope * p.teeth * middle / r;  // per mm of arc at r, clockwise
    const float out = 1 - p.inside;
    const float trust = pixels.trust.empty() ? 1.0F : pixels.trust[i];
    const float weight = trust / (1 + kBesideDoubt * kBesideDoubt * out * out), root = std::sqrt(weight);
    // Moving the ring by d: r falls by e.d; clockwise arc = -(e_perp.d) with e_perp counter-clockwise (-ey, ex).
    columns.of[0][i] = root * (-by_r * ex - by_arc * ey);
    columns.of[1][i] = root * (-by_r * ey + by_arc * ex);
    columns.of[2][i] = root * by_arc * r * 0.1F;
    columns.of[3][i] = root * p.inside;
    columns.of[4][i] = root * (p.ring + a * p.teeth);
    columns.of[5][i] = root * (pixels.grey[i] - out * pixels.beside[i]);
    weights += weight;
  }
  return static_cast<double>(weights);
}

}  // namespace

RingProfiles::RingProfiles(const StripLayout& layout, double blur_mm) : layout_(layout), blur_(blur_mm) {
  const auto ring = layout.row_range(-1), teeth = layout.row_range(0);
  low_ = teeth.low - 2.5;
  middle_ = (teeth.low + teeth.high) / 2;
  const double outer = layout.length_mm / 2;
  const auto steps = static_cast<int>(std::ceil((0.5 + 4 * blur_mm / layout.pitch_mm) * kToothSteps));
  for (int step = 0; step < steps; ++step) {
    const double t = step / kToothSteps;
    tooth_.push_back(static_cast<float>(blurred_box(-layout.pitch_mm / 2, layout.pitch_mm / 2, blur_mm, t * layout.pitch_mm)));
  }
  const auto rows = static_cast<int>(std::ceil((outer + 2.5 - low_) / kRadialStep));
  for (int row = 0; row < rows; ++row) {
    const double r = low_ + row * kRadialStep;
    const auto box = [&](StripLayout::Range range) { return static_cast<float>(blurred_box(range.low, range.high, blur_mm, r)); };
    const auto slope = [&](StripLayout::Range range) {
      return static_cast<float>(
          (blurred_box(range.low, range.high, blur_mm, r + 0.02) - blurred_box(range.low, range.high, blur_mm, r - 0.02)) / 0.04);
    };
    radial_.push_back({box(ring), box(teeth), box({teeth.low, outer}), slope(ring), slope(teeth)});
  }
}

RingProfiles::Radial RingProfiles::radial_at(float radius_mm) const {
  const float t = std::clamp((radius_mm - static_cast<float>(low_)) / static_cast<float>(kRadialStep), 0.0F,
                             static_cast<float>(radial_.size()) - 1.01F);
  const auto i = static_cast<std::size_t>(t);
  const float f = t - static_cast<float>(i);
  const Radial &a = radial_[i], &b = radial_[i + 1];
  return {a.ring + f * (b.ring - a.ring), a.teeth + f * (b.teeth - a.teeth), a.inside + f * (b.inside - a.inside),
          a.ring_slope + f * (b.ring_slope - a.ring_slope), a.teeth_slope + f * (b.teeth_slope - a.teeth_slope)};
}

RingProfiles::Around RingProfiles::around(StripWord word) const {
  const int n = layout_.columns * kSteps;
  Around out{std::vector<float>(at(n), 0.0F), std::vector<float>(at(n), 0.0F)};
  const int reach = static_cast<int>((0.5 + 3.5 * blur_ / layout_.pitch_mm) * kSteps) + 1;
  std::vector<float> one(at(2 * reach + 1));
  for (int k = -reach; k <= reach; ++k) one[at(k + reach)] = tooth(static_cast<double>(k) / kSteps);
  for (int c = 0; c < layout_.columns; ++c) {
    if (((word >> c) & 1) == 0) continue;
    for (int k = -reach; k <= reach; ++k) out.value[at((c * kSteps + k + n) % n)] += one[at(k + reach)];
  }
  const auto step_mm = static_cast<float>(layout_.pitch_mm / kSteps);
  for (int i = 0; i < n; ++i) out.slope[at(i)] = (out.value[at((i + 1) % n)] - out.value[at((i + n - 1) % n)]) / (2 * step_mm);
  return out;
}

void collect_ring(const ImageView& picture, const LocalMap& map, const RingPose& pose, const StripLayout& layout, RingPixels& pixels) {
  pixels.origin = pose;
  pixels.x.clear();
  pixels.y.clear();
  pixels.grey.clear();
  pixels.beside.clear();
  pixels.trust.clear();
  const PixelPoint centre = map.to_pixel(pose.x_mm, pose.y_mm);
  const double outer = layout.length_mm / 2, inner = layout.row_range(0).low;
  const int reach = static_cast<int>(std::ceil((outer + kMargin) * map.px_per_mm() * 1.3));
  const int cx = static_cast<int>(std::lround(centre.x)), cy = static_cast<int>(std::lround(centre.y));
  const double outer_px = outer * map.px_per_mm();
  if (centre.x < outer_px || centre.y < outer_px || centre.x > picture.width - 1 - outer_px || centre.y > picture.height - 1 - outer_px)
    return;
  for (int y = std::max(0, cy - reach); y <= std::min(picture.height - 1, cy + reach); ++y) {
    for (int x = std::max(0, cx - reach); x <= std::min(picture.width - 1, cx + reach); ++x) {
      double mx = 0, my = 0;
      map.to_plane(x - map.px, y - map.py, mx, my);
      mx -= pose.x_mm;
      my -= pose.y_mm;
      const double square = mx * mx + my * my;
      if (square < (inner - kMargin) * (inner - kMargin) || square > (outer + kMargin) * (outer + kMargin)) continue;
      const double r = std::sqrt(square);
      // Along the same ray, in pixels: the map is nearly linear over a few mm.
      const double target = r > (inner + outer) / 2 ? outer + kBeyond : inner - kBeyond;
      const double share = target / r;
      pixels.beside.push_back(grey_at(picture, centre.x + (x - centre.x) * share, centre.y + (y - centre.y) * share));
      pixels.x.push_back(static_cast<float>(mx));
      pixels.y.push_back(static_cast<float>(my));
      pixels.grey.push_back(picture.row(y)[x]);
    }
  }
}

float leave_out_cover(RingPixels& pixels, const RingProfiles& profiles, const RingPose& centre, float gain) {
  constexpr std::size_t kBins = 48;
  constexpr float kOff = 0.25F;  // of the gain, from the middle white: no shadow or gloss of the print's own
  std::array<float, kBins> white{}, weight{};
  const auto ox = static_cast<float>(centre.x_mm - pixels.origin.x_mm), oy = static_cast<float>(centre.y_mm - pixels.origin.y_mm);
  const auto bin_of = [&](std::size_t i) {
    const float turn = angle_of(pixels.y[i] - oy, pixels.x[i] - ox) / static_cast<float>(kTwoPi) + 1;
    return static_cast<std::size_t>(turn * static_cast<float>(kBins)) % kBins;
  };
  for (std::size_t i = 0; i < pixels.x.size(); ++i) {
    const float ring = profiles.radial_at(std::hypot(pixels.x[i] - ox, pixels.y[i] - oy)).ring;
    white[bin_of(i)] += ring * ring * pixels.grey[i];
    weight[bin_of(i)] += ring * ring;
  }
  std::vector<float> levels;
  for (std::size_t b = 0; b < kBins; ++b) {
    if (weight[b] <= 0) continue;
    white[b] /= weight[b];
    levels.push_back(white[b]);
  }
  if (levels.empty()) return 0;
  const auto middle = levels.begin() + static_cast<std::ptrdiff_t>(levels.size() / 2);
  std::nth_element(levels.begin(), middle, levels.end());
  std::array<bool, kBins> covered{};
  std::size_t left = kBins;
  for (std::size_t b = 0; b < kBins; ++b) {
    for (const std::size_t beside : {b + kBins - 1, b, b + 1}) {
      const std::size_t at = beside % kBins;
      covered[b] = covered[b] || weight[at] <= 0 || std::abs(white[at] - *middle) > kOff * gain;
    }
    left -= covered[b] ? 1 : 0;
  }
  pixels.trust.resize(pixels.x.size());
  for (std::size_t i = 0; i < pixels.x.size(); ++i) pixels.trust[i] = covered[bin_of(i)] ? 0.0F : 1.0F;
  return static_cast<float>(left) / kBins;
}

RingFit fit_ring(const RingPixels& pixels, const RingProfiles& profiles, const RingProfiles::Around& around, const RingPose& start,
                 int steps) {
  RingFit fit;
  fit.pose = start;
  if (pixels.x.size() < 60) return fit;
  for (int step = 0; step < steps; ++step) {
    // Unknowns: shift x, shift y, turn (times gain), black, gain.
    thread_local Columns columns;
    std::array<std::array<double, kColumns>, kColumns> sum{};
    const double weights = fill_columns(pixels, profiles, around, fit.pose, columns);
    products(columns, sum);
    // Cholesky of the 5x5 block.
    std::array<std::array<double, 5>, 5> l{};
    std::array<double, 5> b{};
    for (std::size_t i = 0; i < 5; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        double v = sum[j][i];
        for (std::size_t k = 0; k < j; ++k) v -= l[i][k] * l[j][k];
        if (i == j) {
          if (v <= 1e-9) return fit;
          l[i][i] = std::sqrt(v);
        } else {
          l[i][j] = v / l[j][j];
        }
      }
      b[i] = sum[i][5];
    }
    const auto solve = [&l](std::array<double, 5> v) {
      for (std::size_t i = 0; i < 5; ++i) {
        for (std::size_t k = 0; k < i; ++k) v[i] -= l[i][k] * v[k];
        v[i] /= l[i][i];
      }
      for (std::size_t i = 5; i-- > 0;) {
        for (std::size_t k = i + 1; k < 5; ++k) v[i] -= l[k][i] * v[k];
        v[i] /= l[i][i];
      }
      return v;
    };
    const auto s = solve(b);
    double rest = sum[5][5];
    for (std::size_t i = 0; i < 5; ++i) rest -= s[i] * b[i];
    if (s[4] < 4) return fit;
    fit.pose.x_mm += std::clamp(s[0] / s[4], -0.8, 0.8);
    fit.pose.y_mm += std::clamp(s[1] / s[4], -0.8, 0.8);
    fit.pose.up_rad += std::clamp(0.1 * s[2] / s[4], -0.06, 0.06);
    fit.black = static_cast<float>(s[3]);
    fit.gain = static_cast<float>(s[4]);
    fit.residual = static_cast<float>(std::sqrt(std::max(0.0, rest) / weights) / s[4]);
    fit.ok = true;
    if (step + 1 == steps) {
      const double noise = std::max(0.0, rest) / std::max(1.0, weights - 5) / (s[4] * s[4]);
      for (std::size_t c = 0; c < 3; ++c) {
        std::array<double, 5> unit{};
        unit[c] = 1;
        const auto column = solve(unit);
        for (std::size_t r = 0; r < 3; ++r) fit.covariance[3 * r + c] = column[r] * noise * (r == 2 ? 0.1 : 1.0) * (c == 2 ? 0.1 : 1.0);
      }
    }
  }
  return fit;
}

}  // namespace polemarch::vision
