#include "vision/detect/strips/fit/strip_shadow.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "vision/detect/strips/fit/strip_frame.hpp"

namespace polemarch::vision {
namespace {

constexpr float kJudged = 0.8F;         // share of print from which a pixel tells the light
constexpr float kLeastShare = 0.06F;    // of the strip's light that the smaller level must have
constexpr float kFaintest = 0.92F;      // of the light that a shadow leaves: a fainter one needs no lifting
constexpr float kDarkest = 0.35F;       // a darker one is something black
constexpr float kTwoLevels = 0.75F;     // share of the light's scatter that two levels must explain; of one normal level they explain 0.64
constexpr float kCell = 0.5F;           // of a tooth's pitch at least: smoothed over less, a shadow would paint teeth
constexpr float kSteeper = 1.8F;        // the border, after it was smoothed
constexpr std::array kSmooth{6, 4, 1};  // sixteenths, from the middle on; done twice it spreads over 1.4 cells
constexpr int kRounds = 2;

/// Sums in cells of a pixel's or half a tooth's size over a strip.
class Cells {
 public:
  void begin(const StripLayout& layout, float cell) {
    inverse_ = 1 / cell;
    columns_ = static_cast<int>(layout.length_mm * static_cast<double>(inverse_)) + 2;
    rows_ = static_cast<int>(layout.depth_mm * static_cast<double>(inverse_)) + 2;
    half_u_ = static_cast<float>(layout.length_mm / 2);
    half_v_ = static_cast<float>(layout.depth_mm / 2);
    shown_.assign(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_), 0.0F);
    expected_ = shown_;
  }
  std::size_t at(float u, float v) const {
    const int c = std::clamp(static_cast<int>((u + half_u_) * inverse_), 0, columns_ - 1);
    const int r = std::clamp(static_cast<int>((v + half_v_) * inverse_), 0, rows_ - 1);
    return static_cast<std::size_t>(r) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(c);
  }
  void add(std::size_t cell, float shown, float expected) {
    shown_[cell] += shown;
    expected_[cell] += expected;
  }
  void smooth() {
    for (int k = 0; k < kRounds; ++k) {
      blur(shown_);
      blur(expected_);
    }
  }
  /// Share of the light that is expected.
  float light(std::size_t cell) const { return expected_[cell] > 0 ? shown_[cell] / expected_[cell] : 1.0F; }

 private:
  void blur(std::vector<float>& values) {
    spread(values, 1, columns_, columns_, rows_);
    spread(values, columns_, rows_, 1, columns_);
  }
  /// `lines` lines of `length` values `step` apart; lines begin `apart` apart. What lies beyond the ends is nothing.
  void spread(std::vector<float>& values, int step, int length, int apart, int lines) {
    line_.resize(static_cast<std::size_t>(length));
    for (int l = 0; l < lines; ++l) {
      float* const first = values.data() + static_cast<std::ptrdiff_t>(l) * apart;
      for (int i = 0; i < length; ++i) line_[static_cast<std::size_t>(i)] = first[static_cast<std::ptrdiff_t>(i) * step];
      for (int i = 0; i < length; ++i) {
        float sum = kSmooth[0] * line_[static_cast<std::size_t>(i)];
        for (int k = 1; k < 3; ++k) {
          const auto weight = static_cast<float>(kSmooth[static_cast<std::size_t>(k)]);
          if (i >= k) sum += weight * line_[static_cast<std::size_t>(i - k)];
          if (i + k < length) sum += weight * line_[static_cast<std::size_t>(i + k)];
        }
        first[static_cast<std::ptrdiff_t>(i) * step] = sum / 16;
      }
    }
  }

  float inverse_ = 1;
  int columns_ = 0, rows_ = 0;
  float half_u_ = 0, half_v_ = 0;
  std::vector<float> shown_, expected_, line_;
};

struct Levels {
  float shade = 0, lit = 0;
  bool two = false;
};

/// Weights of what light there is over the strip, by level: 1 is what the fit expects.
class LightHistogram {
 public:
  void add(float light, float weight) {
    const auto at = static_cast<std::size_t>(std::clamp(light * kStepsOfLight, 0.0F, static_cast<float>(kLevels - 1)));
    weight_[at] += weight;
  }
  /// The two levels that explain most of the scatter.
  Levels levels() const {
    const auto value = [](std::size_t i) { return (static_cast<float>(i) + 0.5F) / kStepsOfLight; };
    float all = 0, sum = 0, squares = 0;
    for (std::size_t i = 0; i < kLevels; ++i) {
      all += weight_[i];
      sum += weight_[i] * value(i);
      squares += weight_[i] * value(i) * value(i);
    }
    Levels best;
    if (all <= 0) return best;
    float low = 0, low_sum = 0, most = 0;
    for (std::size_t i = 0; i + 1 < kLevels; ++i) {
      low += weight_[i];
      low_sum += weight_[i] * value(i);
      const float high = all - low;
      if (weight_[i] <= 0 || low < kLeastShare * all || high < kLeastShare * all) continue;
      const float apart = (sum - low_sum) / high - low_sum / low, explained = low * high / all * apart * apart;
      if (explained <= most) continue;
      most = explained;
      best = {low_sum / low, (sum - low_sum) / high, false};
    }
    best.two = most > kTwoLevels * (squares - sum * sum / all) && best.shade < kFaintest * best.lit && best.shade > kDarkest * best.lit;
    return best;
  }

 private:
  static constexpr std::size_t kLevels = 128;
  static constexpr float kStepsOfLight = 64;
  std::array<float, kLevels> weight_{};
};

}  // namespace

bool lift_shadow(StripPixels& pixels, const StripProfiles& profiles, const LaneTable& along, const StripFit& fit) {
  const StripFrame frame(pixels, fit.pose);
  thread_local Cells cells;
  thread_local std::vector<std::size_t> cell;
  thread_local std::vector<float> weight;
  cells.begin(profiles.layout(), std::max(std::sqrt(pixels.area_mm2), kCell * static_cast<float>(profiles.layout().pitch_mm)));
  cell.resize(pixels.size());
  weight.resize(pixels.size());
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    const float u = frame.u(pixels.x[i], pixels.y[i]), v = frame.v(pixels.x[i], pixels.y[i]);
    const Lanes value = along.read(u).value * profiles.across().read(v).value;
    const float model = value[3] > kJudged ? fit.black + fit.gain * (value[0] + value[1] + value[2]) : 0;
    cell[i] = cells.at(u, v);
    weight[i] = model * model;
    cells.add(cell[i], (pixels.grey[i] + pixels.offset) * model, weight[i]);
  }
  cells.smooth();
  LightHistogram light;
  for (std::size_t i = 0; i < pixels.size(); ++i) light.add(cells.light(cell[i]), weight[i]);
  const Levels levels = light.levels();
  if (!levels.two) return false;
  // What is only partly print is lifted as the print beside it. What lies in the border may be either, and has no say.
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    const float lit = (cells.light(cell[i]) - levels.shade) / (levels.lit - levels.shade);
    const float steep = std::clamp(0.5F + kSteeper * (lit - 0.5F), 0.0F, 1.0F);
    const float level = levels.shade + (levels.lit - levels.shade) * steep;
    pixels.trust[i] = steep > 0 && steep < 1 ? 0.0F : 1.0F;
    pixels.grey[i] = (pixels.grey[i] + pixels.offset) * (levels.lit / level) - pixels.offset;
  }
  return true;
}

}  // namespace polemarch::vision
