#pragma once
/// What lies between the bare joint fit and a registration: the lens prior, outliers found without bending the lens, and noise taken
/// from the residuals. Internal to calibration. Pure.

#include <optional>
#include <vector>

#include "calibration/lens/sliced.hpp"
#include "calibration/table/joint_fit.hpp"
#include "calibration/table/laying.hpp"

namespace polemarch::calibration {

constexpr double kUnknownPlace = 1e3;  ///< mm: standard deviation of a place nothing is known about

/// What is believed of the lens before looking; also sets the problem's lens to it.
void set_lens_prior(JointProblem& problem, int width, int height, const std::optional<Camera>& lens, const RegistrationSettings& settings);

/// How far the fitted place lies from where the marker was said to be, mm.
double place_off(const JointMarker& marker);

/// Solves with places pulled less the farther they are off (Cauchy weights), so that a moved marker does not bend the lens.
/// Gives what each marker is off by in units of the typical one's.
Sliced<std::vector<double>> robust_strangeness(JointProblem problem);

/// Solves, takes the picture's noise from the residuals and the border's laying from how far its markers are moved (`laying` is what the
/// problem's places stand at now, and then), so that the stated error stays true.
Sliced<JointSolution> settle(JointProblem& problem, Laying& laying);

/// Standard deviations of all places that are known, times `factor`.
void scale_laying(JointProblem& problem, double factor);

}  // namespace polemarch::calibration
