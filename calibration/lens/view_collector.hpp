#pragma once
/// Picks the views worth keeping while somebody moves a board before a running camera, and says what to show next. Values in, values
/// out; no clock.

#include <optional>
#include <string>
#include <vector>

#include "calibration/board/board.hpp"

namespace polemarch::calibration {

struct CollectorSettings {
  int most_views = 15;  ///< enough when reached, missing views or not; default 15
};

/// What one look brought.
struct CollectorStep {
  bool kept = false;
  std::string hint;  ///< what to do now, plain English; empty when nothing is missing
};

class ViewCollector {
 public:
  explicit ViewCollector(CollectorSettings settings = {}) : settings_(settings) {}
  CollectorStep look(const BoardView& view);
  const std::vector<BoardView>& kept() const { return kept_; }
  /// Enough views of all kinds, or as many as were asked for.
  bool done() const;

 private:
  bool is_new(const BoardView& view) const;
  std::vector<std::array<double, 3>> normals() const;

  CollectorSettings settings_;
  std::optional<BoardView> last_;
  std::vector<BoardView> kept_;
  std::vector<std::string> missing_{"show the board to the camera"};
};

}  // namespace polemarch::calibration
