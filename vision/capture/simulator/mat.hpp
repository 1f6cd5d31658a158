#pragma once
/// The playing surface as a seeded picture in table millimetres. Pure.

#include <cstdint>
#include <vector>

#include "vision/capture/simulator/scene_spec.hpp"

namespace polemarch::vision::sim {

class Mat {
 public:
  /// `texel_mm` is the finest detail worth having.
  Mat(const MatSpec& spec, double width_mm, double depth_mm, double texel_mm);

  /// Shade 0..1 between the dark and the light colour at a table point; negative off the table (the floor).
  float shade(double x_mm, double y_mm) const;
  const Colour& dark() const { return dark_; }
  const Colour& light() const { return light_; }
  const Colour& floor() const { return floor_; }

 private:
  void add_octave(double cell_mm, double amplitude, std::uint64_t seed);
  double width_mm_, depth_mm_, per_mm_;
  int columns_, rows_;
  std::vector<float> texels_;
  Colour dark_{}, light_{}, floor_{62, 60, 58};
};

inline float Mat::shade(double x_mm, double y_mm) const {
  if (!(x_mm >= 0 && y_mm >= 0 && x_mm < width_mm_ && y_mm < depth_mm_)) return -1.0F;
  const double tx = x_mm * per_mm_, ty = y_mm * per_mm_;
  const int ix = static_cast<int>(tx), iy = static_cast<int>(ty);
  const float fx = static_cast<float>(tx - ix), fy = static_cast<float>(ty - iy);
  const float* p = texels_.data() + static_cast<std::size_t>(iy) * static_cast<std::size_t>(columns_) + ix;
  const float* q = p + columns_;
  const float a = p[0] + fx * (p[1] - p[0]), b = q[0] + fx * (q[1] - q[0]);
  return a + fy * (b - a);
}

}  // namespace polemarch::vision::sim
