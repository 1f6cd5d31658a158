#pragma once
/// How large a print at rest looks on its plane. Shares over what is declared. Pure.

#include "vision/track/followed/scatter.hpp"

namespace polemarch::vision {

/// How much larger than declared; the information (1 / variance) on that, and the variance that no average removes: what lies or falls on
/// the print.
struct SizeSeen {
  double mean = 0, information = 0, pulled = 0;
  double asked = 0;  ///< the information by which other ground was last looked for in vain

  bool known() const { return information > 0; }
  double variance() const { return 1 / information + pulled; }
  /// Takes the size that a fit at rest tells, where it tells one. `scatter`: of its kind; `has_own_fit`: a strip's or a ring's.
  void learn(const PrintFit& fit, const Scatter& scatter, bool has_own_fit);
};

}  // namespace polemarch::vision
