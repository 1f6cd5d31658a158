#pragma once
/// The simulated camera's own movements: keys (bumps, zoom) and a sagging boom. Pure.

#include "vision/capture/simulator/scene_spec.hpp"

namespace polemarch::vision::sim {

/// The camera at time t, from where it first stood.
Camera camera_at(const CameraSpec& spec, const Camera& first, double t);

}  // namespace polemarch::vision::sim
