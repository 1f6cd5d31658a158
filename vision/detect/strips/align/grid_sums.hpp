#pragma once
/// A blurred strip laid over the grid along a course: sums across, column by column, and what they make at one place along. Pure.

#include <vector>

#include "vision/detect/strips/align/strip_course.hpp"
#include "vision/detect/strips/words/strip_decode.hpp"

namespace polemarch::vision {

/// Sums across the grid along a course.
struct Followed {
  std::vector<Lanes> inner;    ///< per column: spine, row 0, row 1, inside sums
  std::vector<float> both;     ///< per column: inner, then 1, front, rear sums; energy
  std::vector<Lanes> toothed;  ///< inner filtered along with one tooth
};

class GridSums {
 public:
  GridSums(const StripProfiles& profiles, const LineGrid& grid);
  /// Columns `first` to `last` - 1.
  void follow(const Course& course, int first, int last, Followed& into) const;
  /// So many columns to each side of `centre` that a strip there and its neighbours `slide` columns away are asked for.
  void follow_near(const Course& course, int centre, int slide, Followed& into) const;
  /// A strip there lies on the grid.
  bool holds(int centre) const { return centre - window_ >= 0 && centre + window_ < grid_.columns; }
  MatchedSums sums_at(const Followed& followed, int centre, StripHidden hidden) const;
  /// Grey levels of the spine and of the edges in a column.
  struct Levels {
    float spine = 0, edges = 0;
  };
  Levels levels(const Lanes& inner) const {
    return {inner[0] * spine_across_, (inner[3] - inner[0] - inner[1] - inner[2]) * edges_across_};
  }

 private:
  void weigh_across();
  void weigh_along();

  const StripProfiles& profiles_;
  const LineGrid& grid_;
  std::vector<float> kernel_;            // across weights (spine, row 0, row 1, inside; 1, front, rear, 1 for the energy) by phase and row
  int kernel_from_ = 0, kernel_to_ = 0;  // rows beyond which it is nothing at any phase
  float spine_across_ = 1, edges_across_ = 1;  // one over the widths they are summed with
  std::vector<float> tooth_;                   // one tooth along on the grid, from -tooth_reach_
  std::vector<float> share_;                   // by column of the window: what counts of it
  std::vector<float> counts_;                  // the same for Followed::both, in mm: spine, 0, 0, beyond the ends; 1 four times
  int tooth_reach_ = 0, window_ = 0;
};

}  // namespace polemarch::vision
