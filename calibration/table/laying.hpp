#pragma once
/// How well the border is laid, from how far the fit moves its markers. Internal to calibration. Pure.

namespace polemarch::calibration {

/// Standard deviations of laid places over those stated.
struct Laying {
  double ratio = 1;       ///< the likeliest in the middle of what the border allows (median)
  double wide_ratio = 1;  ///< whose 95 % ellipse holds 95 % of errors over all ratios that the border allows; never below `ratio`
};

/// `squares`: sum of squared moves in units of the present standard deviations, `freedom` of them; `present`: those over the stated ones.
/// What was stated counts as a guess (Student's t of three degrees on the ratio's logarithm, kStatedDoubt wide): two dozen markers
/// overrule it, three do not.
Laying laying_of(double squares, double freedom, double present);

}  // namespace polemarch::calibration
