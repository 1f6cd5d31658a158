#pragma once
/// How large the tangential and sixth-order terms of an unknown lens may be, asked of the border. Internal to calibration. Pure.

#include "calibration/joint_fit.hpp"

namespace polemarch::calibration {

/// Standard deviations of p1, p2 and of k3 before looking.
struct LensTerms {
  double tangential_sd = 0, k3_sd = 0;
};

/// Most lenses have next to none of these terms, and fitting them freely costs a fifth of the accuracy; leaving them out is wrong where
/// they are there and says so nowhere. So each width is the mean over several, weighted by how well they explain the border (evidence of
/// the linearised fit; MacKay 1992). `problem` is settled, with the settings' widths as prior.
LensTerms lens_terms(const JointProblem& problem, const RegistrationSettings& settings);

}  // namespace polemarch::calibration
