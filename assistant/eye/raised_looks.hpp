#pragma once
/// Bases at rest on hills are looked at several times, with some that stand low: how large their prints look tells the focal length, which
/// a flat border leaves open (calibration/raised_prints). Table frame in mm, pixels. Keeps its own state; no clock.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "assistant/eye/border_looks.hpp"
#include "calibration/table/raised_prints.hpp"
#include "models/camera.hpp"
#include "models/footprint.hpp"
#include "models/table.hpp"
#include "models/table_state.hpp"

namespace polemarch::assistant {

/// A base's print where it is seen now, with the height at which it lies by what is declared.
struct PrintPlace {
  calibration::BorderSighting expected;  ///< corners where the tracker has them
  double size_mm = 25, z_mm = 0;
  bool raised = false;  ///< on a hill
};

/// Square prints of `family` on declared bases that stand still, well away from every terrain's edge; those on hills first. A base whose
/// height was fitted counts only where terrain is declared: the camera may be what is wrong there.
std::vector<PrintPlace> print_places(const TableState& state, const std::vector<BaseSpec>& bases, const Table& table, const Camera& camera,
                                     const std::string& family);

class RaisedLooks {
 public:
  /// `looks` are wanted of each of these prints; of many the first are taken.
  RaisedLooks(std::vector<PrintPlace> places, int looks);

  /// Reads the next `markers` of them. True once every one had its turns.
  bool read(vision::SquareDetector& reader, const ImageView& gray, int markers);

  /// Their means.
  std::vector<calibration::RaisedPrint> prints() const;

 private:
  std::vector<PrintPlace> places_;
  std::vector<calibration::BorderSighting> found_;  ///< read once, to have corners to start from
  std::size_t next_ = 0;
  int looks_;
  std::optional<BorderLooks> average_;  ///< once all were found
};

}  // namespace polemarch::assistant
