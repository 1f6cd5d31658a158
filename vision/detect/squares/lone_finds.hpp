#pragma once
/// Finds that a family of little distance cannot vouch for alone. Letters and parts of other codes show its words a few pixels a module
/// large, but as oblongs: three by two modules of a QR code, the height and width of a letter. A square print looks so only at a slant, and
/// then the others round it do too. Pure.

#include <vector>

#include "models/detection.hpp"

namespace polemarch::vision {

struct LoneSettings {
  double slant = 1.45;  ///< how many times as long as wide a find looks; less is no reason for doubt (a camera 46 degrees from above)
  double module = 4.0;  ///< pixels a module; larger finds are told by their edges
};

/// Takes out what is small and slanted where no other find of the picture is surer, nor three numbers lie at a slant together.
/// `modules`: of the print's side, border included.
void leave_out_lone(std::vector<Detection>& found, int modules, const LoneSettings& settings);

}  // namespace polemarch::vision
