#pragma once
/// A rim ring as the camera blurs it, and its fit: grey = black + gain * (white ring + teeth) where the ring is, and what lies beside it
/// taken from the picture just beyond. Plane frame of strip_plane.hpp. Pure.

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "models/image.hpp"
#include "vision/detect/strips/plane/strip_plane.hpp"
#include "vision/prints/strip_book.hpp"
#include "vision/prints/strip_layout.hpp"

namespace polemarch::vision {

/// atan2 to 2e-6 rad without a call.
inline float angle_of(float y, float x) {
  const float ax = std::abs(x), ay = std::abs(y), low = std::min(ax, ay), high = std::max(ax, ay);
  const float t = high > 0 ? low / high : 0, q = t * t;
  // Least-squares odd polynomial of atan on 0 .. 1.
  float a = t * (0.99997726F + q * (-0.33262347F + q * (0.19354346F + q * (-0.11643287F + q * (0.05265332F - 0.01172120F * q)))));
  if (ay > ax) a = static_cast<float>(std::numbers::pi / 2) - a;
  if (x < 0) a = static_cast<float>(std::numbers::pi) - a;
  return y < 0 ? -a : a;
}

struct RingPose {
  double x_mm = 0, y_mm = 0;
  double up_rad = 0;  ///< direction of the marker's up (tooth 0), counter-clockwise from the plane's +x
};

/// Radial profiles of white ring, teeth and the whole print, and one blurred tooth edge.
class RingProfiles {
 public:
  RingProfiles(const StripLayout& layout, double blur_mm);
  struct Radial {
    float ring, teeth, inside;      // values
    float ring_slope, teeth_slope;  // per mm outwards
  };
  Radial radial_at(float radius_mm) const;
  /// Teeth of a word round the ring: value and slope per mm of arc, clockwise from tooth 0's middle, on kSteps steps a tooth.
  struct Around {
    std::vector<float> value, slope;
  };
  static constexpr int kSteps = 16;
  Around around(StripWord word) const;
  /// One tooth round the ring, `teeth` from its middle.
  float tooth(double teeth) const {
    const auto i = static_cast<std::size_t>((teeth < 0 ? -teeth : teeth) * kToothSteps + 0.5);
    return i < tooth_.size() ? tooth_[i] : 0.0F;
  }
  const StripLayout& layout() const { return layout_; }
  double middle_mm() const { return middle_; }  ///< radius of the teeth's middle
  double blur_mm() const { return blur_; }

 private:
  StripLayout layout_;
  double blur_, low_, middle_;
  static constexpr double kToothSteps = 64;
  std::vector<float> tooth_;  // one side of a tooth
  std::vector<Radial> radial_;
};

/// Pixels of a ring. `beside`: what the picture shows just beyond the print in the same direction.
struct RingPixels {
  RingPose origin;
  std::vector<float> x, y, grey, beside;
  std::vector<float> trust;  ///< 0 .. 1; empty: all count in full
};
void collect_ring(const ImageView& picture, const LocalMap& map, const RingPose& pose, const StripLayout& layout, RingPixels& pixels);

/// What covers a ring, told without its word: the white ring shows all round, whatever the teeth say. Sets `trust` to 0 in the directions
/// where it does not, and beside them; returns the share of the round that is left. `centre`: where the ring lies.
float leave_out_cover(RingPixels& pixels, const RingProfiles& profiles, const RingPose& centre, float gain);

struct RingFit {
  RingPose pose;
  float black = 0, gain = 0, residual = 99;
  std::array<double, 9> covariance{};
  bool ok = false;
};
RingFit fit_ring(const RingPixels& pixels, const RingProfiles& profiles, const RingProfiles::Around& around, const RingPose& start,
                 int steps);

}  // namespace polemarch::vision
