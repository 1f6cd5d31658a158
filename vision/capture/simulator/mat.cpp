#include "vision/capture/simulator/mat.hpp"

#include <algorithm>
#include <cmath>

#include "vision/capture/simulator/random.hpp"

namespace polemarch::vision::sim {

Mat::Mat(const MatSpec& spec, double width_mm, double depth_mm, double texel_mm)
    : width_mm_(width_mm),
      depth_mm_(depth_mm),
      per_mm_(1.0 / texel_mm),
      columns_(static_cast<int>(std::ceil(width_mm / texel_mm)) + 2),
      rows_(static_cast<int>(std::ceil(depth_mm / texel_mm)) + 2),
      texels_(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_), 0.5F) {
  double fine = 0.22, coarse = 0.10;
  if (spec.kind == "desert") {
    dark_ = {85, 120, 145};
    light_ = {160, 195, 215};
    fine = 0.14;
    coarse = 0.16;
  } else if (spec.kind == "snow") {
    dark_ = {195, 190, 185};
    light_ = {245, 242, 240};
    fine = 0.10;
  } else if (spec.kind == "board") {
    dark_ = {30, 45, 65};
    light_ = {80, 110, 140};
    fine = 0.12;
  } else if (spec.kind == "plain") {
    dark_ = {95, 115, 100};
    light_ = {125, 145, 130};
    fine = coarse = 0.05;
  } else {  // grass
    dark_ = {20, 45, 35};
    light_ = {90, 165, 140};
  }
  fine *= spec.contrast;
  coarse *= spec.contrast;
  for (int octave = 0; octave < 3; ++octave)
    add_octave(texel_mm * (1.3 + octave), fine / (1 + 0.4 * octave), spec.seed * 977 + static_cast<std::uint64_t>(octave));
  for (const double cell : {14.0, 45.0, 160.0}) add_octave(cell, coarse, spec.seed * 977 + static_cast<std::uint64_t>(cell));
  for (float& t : texels_) t = std::clamp(t, 0.0F, 1.0F);
}

void Mat::add_octave(double cell_mm, double amplitude, std::uint64_t seed) {
  const double step = 1.0 / (cell_mm * per_mm_);  // lattice cells a texel
  const int lattice_columns = static_cast<int>(columns_ * step) + 2, lattice_rows = static_cast<int>(rows_ * step) + 2;
  Random random(seed);
  std::vector<float> lattice(static_cast<std::size_t>(lattice_columns) * static_cast<std::size_t>(lattice_rows));
  for (float& v : lattice) v = static_cast<float>((random.unit() + random.unit() - 1.0) * 2.0 * amplitude);
  std::vector<float> line(static_cast<std::size_t>(lattice_columns));
  for (int row = 0; row < rows_; ++row) {
    const double ly = row * step;
    const int iy = static_cast<int>(ly);
    const float fy = static_cast<float>(ly - iy);
    const float* upper = lattice.data() + static_cast<std::size_t>(iy) * line.size();
    const float* lower = upper + line.size();
    for (std::size_t i = 0; i < line.size(); ++i) line[i] = upper[i] + fy * (lower[i] - upper[i]);
    float* out = texels_.data() + static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_);
    double lx = 0;
    for (int col = 0; col < columns_; ++col, lx += step) {
      const std::size_t ix = static_cast<std::size_t>(lx);
      const float fx = static_cast<float>(lx - static_cast<double>(ix));
      out[col] += line[ix] + fx * (line[ix + 1] - line[ix]);
    }
  }
}

}  // namespace polemarch::vision::sim
