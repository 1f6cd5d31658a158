#pragma once
/// What is known of the line laid out last, place by place along it, and the places that come of it. Pure.

#include <cstdint>
#include <cstdlib>
#include <vector>

#include "vision/detect/strips/align/grid_sums.hpp"
#include "vision/pixels/index.hpp"

namespace polemarch::vision {

/// Where a strip may lie.
struct StripStart {
  double x_mm = 0, y_mm = 0;           ///< centre
  double along_rad = 0;                ///< direction of the strip's u axis on the plane
  float fraction = 0;                  ///< share of the structure there that the best word explains
  StripHidden hidden;                  ///< what was not looked at
  int step = 0;                        ///< place on the line's grid
  std::vector<StripReading> readings;  ///< the best words there, best first
};

/// The place `step` columns along the grid from its middle, on a course.
StripStart start_at(const LineGrid& grid, double step, const Course& course);

/// Best first, no more than `most`.
void keep_best(std::vector<StripStart>& starts, int most);

/// Places along the line, `reach` columns to each side of the grid's middle.
struct LineLaidOut {
  int reach = -1;  ///< < 0: nothing strip-like is there
  Course course;
  Followed followed;                 ///< along that course
  std::vector<float> contrast_sum;   ///< how much whiter the spine is than the edges, summed up to each column
  std::vector<std::uint8_t> likely;  ///< the spine is about as white over a strip's length there as anywhere, and dark beyond its ends
  std::vector<float> fraction;       ///< share of the structure that the best word explains; < 0: not looked at

  float fraction_at(int step) const { return std::abs(step) <= reach ? fraction[at(step + reach)] : -1.0F; }
};

}  // namespace polemarch::vision
