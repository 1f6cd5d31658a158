#pragma once
/// How much larger (variance) the scatter of repeated fits of resting prints is than the fits say of themselves: JPEG and sharpening
/// leave noise that neighbouring pixels share. Measured from all resting prints together while playing.

#include "vision/track/fit/fit.hpp"

namespace polemarch::vision {

struct Scatter {
  double place = 1.2, turn = 1.2;
  int first_fits = 0;               ///< what both rest on before a print is fitted again: PrintFit::scatter_place
  int fits = 0;                     ///< repeated fits both rest on
  double fresh = 0, left_over = 0;  ///< variance between two frames, and of the fits' residuals: grey levels squared
  double pairs = 0;                 ///< both rest on
  double least_left = 0;            ///< grey levels squared, the least a resting print left over; 0: none yet
  double plain_left = 0;            ///< of strips, grey levels squared: what one leaves over that no shadow falls on; 0: not known
  /// Takes what a print's first fit says of it.
  void take_first(const PrintFit& fit);
  /// Takes what a repeated fit of a resting print shows: squares over what it says of itself.
  void take_repeated(double place_square, double turn_square);
  /// Share of a fit's residual variance that is the same in every frame.
  double lasting_share() const;
  /// Takes what a resting print's fit leaves over, grey levels.
  void take_left(double left);
  /// Standard deviation of a pixel's noise from frame to frame, grey levels; 0 before it is measured.
  double noise() const;
  /// What a print that nothing lies or shines on leaves over, grey levels: noise, and what packing or blur do to every print alike.
  double usual_left() const;
};

}  // namespace polemarch::vision
