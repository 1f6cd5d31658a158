#include "vision/track/followed/home.hpp"

namespace polemarch::vision {

void Home::learn(const Rest& rest) {
  constexpr int kMostFits = 16;
  if (rest.count == 0 || fits >= kMostFits || (known() && rest.count <= fits)) return;
  pose = rest.mean;
  fits = rest.count;
}

}  // namespace polemarch::vision
