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

/// `rays` rays side by side, each `next_x`, `next_y` from the one before; `count` grey levels of each one after the other.
void sample_rays(const ImageView& picture, Ray ray, float next_x, float next_y, int rays, int count, float offset, float* out);

}  // namespace polemarch::vision
