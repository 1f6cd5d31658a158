#pragma once
/// The course of a strip across the grid: the black-spine-black profile gives its place across and its angle, teeth are not asked. Pure
/// (keeps its memory between calls).

#include <vector>

#include "vision/detect/strips/align/line_grid.hpp"

namespace polemarch::vision {

struct Course {
  double v0 = 0, slope = 0;  ///< v of the strip's middle line over u, mm and mm per mm
  float contrast = 0;        ///< grey levels, spine over edges
};

class CourseFinder {
 public:
  CourseFinder(const StripLayout& layout, const LineGrid& grid);
  /// Of what lies within `half_length` of the column `centre`.
  Course find(double half_length, int centre);

 private:
  const LineGrid& grid_;
  std::vector<float> profile_;          // across weights of spine minus edges at each lateral shift: shifts x rows
  std::vector<float> contrast_, mean_;  // of find()
};

}  // namespace polemarch::vision
