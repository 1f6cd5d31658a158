#pragma once
/// Grey levels along a straight row of places in a picture, bilinear. Pixels. Pure.

#include "models/image.hpp"

namespace polemarch::vision {

/// Places in the picture, evenly spaced on a straight line.
struct Ray {
  float x, y, step_x, step_y;
};

/// `count` grey levels less `offset` from (x, y) on; beyond the picture's edge the edge's.
void sample_ray(const ImageView& picture, const Ray& ray, int count, float offset, float* out);

}  // namespace polemarch::vision
