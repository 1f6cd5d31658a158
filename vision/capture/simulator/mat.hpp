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

}  // namespace polemarch::vision::sim
