#pragma once
/// The frame being worked on. Pure.

#include "models/image.hpp"

namespace polemarch::vision {

struct Moment {
  ImageView gray;
  double t = 0;     ///< s
  long number = 0;  ///< of the tracker's frames, from 1
};

}  // namespace polemarch::vision
