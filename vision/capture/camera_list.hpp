#pragma once
/// The cameras of this computer and what they can do, asked of Linux (V4L2) directly so that none is switched on.

#include <string>
#include <vector>

namespace polemarch::vision {

struct CameraMode {
  std::string format;  ///< "MJPG", "YUYV" ...
  int width = 0, height = 0;
  double fps = 0;  ///< the fastest; 0 where the driver does not say
};

struct CameraInfo {
  int number = 0;  ///< as in camera:N
  std::string name;
  bool allowed = true;                               ///< false: no right to open it
  std::vector<CameraMode> modes;                     ///< largest picture first
  bool locks_exposure = false, locks_focus = false;  ///< it has a control for that
};

/// Cameras in order of their number. Device nodes that cannot capture pictures are left out.
std::vector<CameraInfo> list_cameras();

}  // namespace polemarch::vision
