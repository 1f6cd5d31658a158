#pragma once
/// Picks the views worth keeping while somebody moves a board before a running camera, and says what to show next. Values in, values
/// out; no clock.

#include <optional>
#include <string>
#include <vector>

#include "calibration/board/board.hpp"

namespace polemarch::calibration {

/// What one look brought.
struct CollectorStep {
  bool kept = false;
  std::string hint;  ///< what to do now, plain English; empty when nothing is missing
};

class ViewCollector {
 public:
  /// `most_views`: enough when reached, missing views or not.
  explicit ViewCollector(int most_views = 15) : most_views_(most_views) {}
  CollectorStep look(const BoardView& view);
  const std::vector<BoardView>& kept() const { return kept_; }
  /// Enough views of all kinds, or as many as were asked for.
  bool done() const;

 private:
  bool is_new(const BoardView& view) const;
  std::vector<std::array<double, 3>> normals() const;

  int most_views_;
  std::optional<BoardView> last_;
  std::vector<BoardView> kept_;
  std::vector<std::string> missing_{"show the board to the camera"};
};

}  // namespace polemarch::calibration
