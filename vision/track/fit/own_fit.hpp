#pragma once
/// A followed print that is fitted by its family's own means instead of by PrintFitter. Strips and rings need it: they are so narrow that
/// what lies beside them must be part of the fit. One a track; keeps buffers and what it learnt about the blur.

#include <optional>

#include "models/image.hpp"
#include "vision/pixels/local_plane.hpp"
#include "vision/track/fit/fit.hpp"

namespace polemarch::vision {

/// Factors of variances in a print's own frame: of its place along its right and along its up, and of its turn.
struct PrintFactors {
  double right = 1, up = 1, turn = 1;
};

/// What is asked of an OwnFit beside the pose.
struct OwnAsked {
  bool size = false;     ///< PrintFit::size_change, where the print shows it; its size_sd holds what stays in every frame, too
  double pull_from = 0;  ///< grey levels left over (rms) from which PrintFit::pulled is said; of a print with a shadow on it in any case
};

class OwnFit {
 public:
  virtual ~OwnFit() = default;
  /// As PrintFitter::fit. `blur_mm`: standard deviation of the blur on the plane, the pixel's own area included. PrintFit::reads_own says
  /// whether no other word of the family fits these pixels as well.
  virtual std::optional<PrintFit> fit(const ImageView& gray, const LocalPlane& plane, const PrintPose& start, double blur_mm,
                                      const OwnAsked& asked) = 0;
  /// Part (variance) of a lasting residual that moves these prints.
  virtual PrintFactors lasting_spread() const = 0;
  /// The bias really caused by residuals, over what they show: part of it the fit has swallowed.
  virtual PrintFactors swallowed() const { return {}; }
};

}  // namespace polemarch::vision
