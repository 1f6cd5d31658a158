#pragma once
/// A followed print that is fitted by its family's own means instead of by PrintFitter. Strips and rings need it: they are so narrow that
/// what lies beside them must be part of the fit. One a track; keeps buffers and what it learnt about the blur.

#include <optional>

#include "models/image.hpp"
#include "vision/track/fit.hpp"
#include "vision/track/local_plane.hpp"

namespace polemarch::vision {

class OwnFit {
 public:
  virtual ~OwnFit() = default;
  /// As PrintFitter::fit. `blur_mm`: standard deviation of the blur on the plane, the pixel's own area included. PrintFit::reads_own says
  /// whether no other word of the family fits these pixels as well. `ask_size`: also say PrintFit::size_change, where the print shows it;
  /// its size_sd holds what stays in every frame, too.
  virtual std::optional<PrintFit> fit(const ImageView& gray, const LocalPlane& plane, const PrintPose& start, double blur_mm,
                                      bool ask_size) = 0;
  /// As RestSettings::lasting_spread, for these prints.
  virtual double lasting_spread() const = 0;
};

}  // namespace polemarch::vision
