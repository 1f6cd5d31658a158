#pragma once
/// From a bright straight line to a few places where a strip may lie, without knowing its word: the picture is laid out along the line
/// on a grid in mm, the black-spine-black profile gives place across and angle, the word that fits best anywhere the place along.
/// Plane frame of strip_plane.hpp. Pure (keeps its memory between calls).

#include <vector>

#include "models/image.hpp"
#include "vision/detect/strips/align/line_laid_out.hpp"
#include "vision/detect/strips/align/strip_align_covered.hpp"
#include "vision/detect/strips/align/strip_promise.hpp"
#include "vision/detect/strips/words/strip_decode.hpp"

namespace polemarch::vision {

/// Lays lines out and tries them. Built once per decoder; `scale` is px per mm for the grid step.
class StripAligner {
 public:
  StripAligner(const StripDecoder& decoder, double scale);
  StripAligner(const StripAligner&) = delete;
  StripAligner& operator=(const StripAligner&) = delete;

  /// Whether lines are worth it; align() of a line begins where most of its promise is.
  LineScout& scout() { return scout_; }
  /// Places along `line`, best first. `map` must be expanded near the line's centre. Empty when nothing strip-like is there.
  std::vector<StripStart> align(const ImageView& picture, const LocalMap& map, const BrightLine& line, float least_contrast);
  /// The same for strips of which up to a fifth is hidden, on the line laid out last: words are compared on what is left when one
  /// stretch is not looked at.
  std::vector<StripStart> align_covered(const CodeBook& book) { return covered_.places(line_, book); }

 private:
  double lay_out(const ImageView& picture, const LocalMap& map, const BrightLine& line);
  void find_likely_places();
  std::vector<StripReading> read_places();
  std::vector<StripStart> peaks(const std::vector<StripReading>& readings) const;
  void look_again(StripStart& start);

  const StripDecoder& decoder_;
  LineScout scout_;
  LineGrid grid_;
  CourseFinder courses_;
  GridSums sums_;
  LineLaidOut line_;
  Followed of_place_;  // along the course of one place
  CoveredAligner covered_;
};

}  // namespace polemarch::vision
