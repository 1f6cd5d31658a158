#pragma once
/// A marker just read, laid on a plane of the table. Pure.

#include <optional>

#include "models/camera.hpp"
#include "models/detection.hpp"
#include "vision/track/fit/fit.hpp"

namespace polemarch::vision {

/// The print's pose on the plane at `height_mm`; not visible: the camera does not see that plane there.
PrintPose pose_on_plane(const Camera& camera, const Detection& detection, double height_mm, bool& visible);

/// Mean length of a marker's sides on the plane at `height_mm`, by its corners; none where it is not in view.
std::optional<double> side_on_plane(const Camera& camera, const Detection& detection, double height_mm);

}  // namespace polemarch::vision
