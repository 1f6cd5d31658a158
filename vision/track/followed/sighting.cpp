#include "vision/track/followed/sighting.hpp"

namespace polemarch::vision {

void Sighting::take(const PrintFit& fit) {
  constexpr double kGainLearning = 0.2;  // share of each fit
  take_place(fit);
  residual = fit.residual;
  gain = fit.gain;
  usual_gain = usual_gain > 0 ? usual_gain + kGainLearning * (fit.gain - usual_gain) : fit.gain;
}

void Sighting::take_place(const PrintFit& fit) {
  pose = fit.pose;
  cov = fit.cov;
  pulled = fit.pulled;
  shadowed = fit.shadowed;
}

}  // namespace polemarch::vision
