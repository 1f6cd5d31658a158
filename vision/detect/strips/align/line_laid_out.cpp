#include "vision/detect/strips/align/line_laid_out.hpp"

#include <algorithm>
#include <cmath>

namespace polemarch::vision {

StripStart start_at(const LineGrid& grid, double step, const Course& course) {
  StripStart start;
  const double u = step * grid.du, v = course.v0 + course.slope * u;
  start.x_mm = grid.x_mm + std::cos(grid.along_rad) * u - std::sin(grid.along_rad) * v;
  start.y_mm = grid.y_mm + std::sin(grid.along_rad) * u + std::cos(grid.along_rad) * v;
  start.along_rad = grid.along_rad + std::atan(course.slope);
  return start;
}

void keep_best(std::vector<StripStart>& starts, int most) {
  std::sort(starts.begin(), starts.end(), [](const StripStart& a, const StripStart& b) { return a.fraction > b.fraction; });
  if (static_cast<int>(starts.size()) > most) starts.resize(at(most));
}

}  // namespace polemarch::vision
