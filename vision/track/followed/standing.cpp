#include "vision/track/followed/standing.hpp"

namespace polemarch::vision {

void Standing::lift_to(double ground, bool roughly) {
  ground_mm = ground;
  undeclared = by_size = true;
  rough = roughly;
}

void Standing::forget_ground() {
  ground_mm = -1;
  undeclared = rough = by_size = false;
  doubt = {};
  open_size = 0;
  size = {};
}

void Standing::forget_size() {
  size = {};
  open_size = 0;
}

void Standing::add_doubt(std::array<double, 9>& covariance) const {
  covariance[0] += doubt[0];
  covariance[1] += doubt[1];
  covariance[3] += doubt[1];
  covariance[4] += doubt[2];
}

}  // namespace polemarch::vision
