#pragma once
/// The running mean of the fits of a base at rest, and whether a new fit shows a move. Table frame. Pure.

#include <array>

#include "vision/track/followed/scatter.hpp"

namespace polemarch::vision {

struct Rest {
  int count = 0;
  PrintPose mean;
  std::array<double, 9> cov{};     ///< of one fit, running mean
  std::array<double, 9> pulled{};  ///< of PrintFit, running mean
  bool under_field = false;        ///< the newest fit is; the mean began anew with the first
  bool clean = true;               ///< nothing lay over the print when the mean began
  bool outdated = false;           ///< rests on a template known to be wrong, or on another camera;
  double camera_mm2 = 0;           ///< its variance on the table is this

  /// Takes a fit into the running mean; true when it shows a move since the mean began. `moving`: until now. Teaches `scatter`.
  bool take(const PrintFit& fit, bool moving, Scatter& scatter);
  void forget() { count = 0; }

 private:
  struct Step;
  Step step_to(const PrintFit& fit) const;
  bool shows_move(const PrintFit& fit, const Step& step, const Scatter& scatter) const;
  bool begins_anew(const PrintFit& fit, const Step& step, bool moving, const Scatter& scatter) const;
  void average(const PrintFit& fit, const Step& step);
};

}  // namespace polemarch::vision
