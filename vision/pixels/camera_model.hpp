#pragma once
/// From table millimetres to picture pixels and back: pinhole with Brown-Conrady distortion, exactly as OpenCV's projectPoints.
/// Table frame in mm (models/pose.hpp), pixels as in OpenCV ((0,0) is the centre of the first pixel). Plain double, no OpenCV. Pure.

#include <array>
#include <optional>

#include "models/camera.hpp"
#include "models/detection.hpp"

namespace polemarch::vision {

/// Where the table point (x, y, z) mm appears. Points behind the camera give a mirrored, meaningless pixel: ask in_front first.
PixelPoint project(const Camera& camera, double x_mm, double y_mm, double z_mm);

/// True when the point lies in front of the camera (depth over 1 mm).
bool in_front(const Camera& camera, double x_mm, double y_mm, double z_mm);

/// The table point on the plane z = plane_z_mm seen at `pixel`. Newton on the distortion; false when the lens model folds over there
/// or the ray misses the plane.
bool unproject(const Camera& camera, PixelPoint pixel, double plane_z_mm, double& x_mm, double& y_mm);

/// Normalised, undistorted image coordinates (x/z, y/z) of a pixel; nothing where the lens model cannot be inverted.
std::optional<PixelPoint> undistort_normalised(const Intrinsics& lens, PixelPoint pixel);

/// Rows: pixel x, pixel y. Columns: table x, y, z (px per mm).
using TableJacobian = std::array<std::array<double, 3>, 2>;
/// Rows: pixel x, pixel y. Columns: the 15 camera parameters in the order of Camera::factors
/// (fx, fy, cx, cy, k1, k2, p1, p2, k3, rx, ry, rz, tx, ty, tz); rotation is a small vector (rad) multiplied from the left.
using CameraJacobian = std::array<std::array<double, 15>, 2>;

/// The pixel and its derivatives by the table point.
PixelPoint project(const Camera& camera, double x_mm, double y_mm, double z_mm, TableJacobian& by_point);
/// The pixel and its derivatives by the table point and by the camera parameters.
PixelPoint project(const Camera& camera, double x_mm, double y_mm, double z_mm, TableJacobian& by_point, CameraJacobian& by_camera);

/// Rotation matrix (row-major) of a rotation vector (axis times radians).
std::array<double, 9> rotation_of(const std::array<double, 3>& vector_rad);
/// Rotation vector of a rotation matrix; angle in [0, pi].
std::array<double, 3> vector_of(const std::array<double, 9>& rotation);
/// a * b, row-major 3x3.
std::array<double, 9> multiply(const std::array<double, 9>& a, const std::array<double, 9>& b);

/// The camera after one step of a fit: parameters added, rotation multiplied from the left by exp(step[9..11]).
Camera stepped(const Camera& camera, const std::array<double, 15>& step);

/// Where the camera's centre stands, table mm.
std::array<double, 3> centre_of(const CameraPose& pose);

/// A camera pose standing at `eye` (table mm) looking at `target`, with picture "up" as near to the table's +y as can be.
CameraPose looking_at(const std::array<double, 3>& eye, const std::array<double, 3>& target);

/// The same lens for a picture of another size (same field of view; half-pixel shift of centres respected).
Intrinsics scaled(const Intrinsics& lens, int width, int height);

}  // namespace polemarch::vision
