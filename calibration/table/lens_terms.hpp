#pragma once
/// How strongly an unknown lens may bend, asked of the border. Internal to calibration. Pure.

#include "calibration/lens/sliced.hpp"
#include "calibration/table/joint_fit.hpp"

namespace polemarch::calibration {

/// Most lenses have next to none of these terms, and fitting them freely costs a fifth of the accuracy; leaving them out is wrong where
/// they are there and says so nowhere. So each width is the mean over several, weighted by how well they explain the border (evidence of
/// the linearised fit; MacKay 1992). `problem` is settled, with the settings' widths as prior.
/// Gives the settings with those widths.
Sliced<RegistrationSettings> lens_terms(const JointProblem& problem, const RegistrationSettings& settings);

}  // namespace polemarch::calibration
