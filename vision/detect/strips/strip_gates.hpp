#pragma once
/// When the fit of a strip is believed. Shares are of the gain (white minus black). Inside of StripDetector.

namespace polemarch::vision::strip_gates {

constexpr float kLeastGain = 15;  // grey levels; more refuses pale prints
constexpr float kMostResidual =
    0.085F;                            // more for pale prints (fit/strip_fit.hpp, passes); less refuses soiled strips, more lets clutter in
constexpr float kLeastMargin = 0.02F;  // how much worse the runner-up word fits; more refuses blurred strips
constexpr float kMarginShare = 0.6F;   // the same as a share of the residual
constexpr float kHopelessResidual = 0.2F;  // of any pass of a fit worth going on with; less is faster, finds fewer covered strips

// A partly covered strip.
constexpr float kLeastKept = 0.77F;             // share of it that must show
constexpr float kMostCoveredResidual = 0.066F;  // of what shows, more for pale prints
constexpr float kCoveredResiduals = 1.65F;      // nor more than so many times what uncovered ones have
constexpr float kLeastCoveredMargin = 0.10F;    // how much worse the runner-up word fits
constexpr float kCoveredMarginShare = 1.9F;     // the same as a share of the residual
constexpr float kStrictUnder =
    0.85F;  // share that shows: where less does, residual and margin must be better by the square of its part of this

// A strip with a shadow taken off, whose border was drawn to suit its word.
constexpr float kLeastShadowedMargin = 0.06F;  // how much worse the runner-up word fits
constexpr float kShadowedMarginShare = 1.0F;   // the same as a share of the residual

}  // namespace polemarch::vision::strip_gates
