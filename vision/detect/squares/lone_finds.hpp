#pragma once
/// Finds that a family of little distance cannot vouch for alone. Letters and parts of other codes show its words a few pixels a module
/// large, but as oblongs: three by two modules of a QR code, the height and width of a letter. A square print looks so only at a slant, and
/// then the others round it do too. Pure.

#include <vector>

#include "models/detection.hpp"

namespace polemarch::vision {

/// Takes out what is small and slanted where no other find of the picture is surer, nor three numbers lie at a slant together.
/// `modules`: of the print's side, border included.
void leave_out_lone(std::vector<Detection>& found, int modules);

}  // namespace polemarch::vision
