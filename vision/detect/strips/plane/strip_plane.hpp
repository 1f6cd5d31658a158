#pragma once
/// The plane the strips lie on, as the detector sees it: from pixels to millimetres near one place, without the lens model in inner
/// loops. Plane frame: right-handed as seen from above (the table frame with a camera; picture x right, y up without one). Pure.

#include <optional>
#include <vector>

#include "models/camera.hpp"
#include "models/detection.hpp"

namespace polemarch::vision {

/// Millimetres on the plane near one pixel, to second order: X = x_mm + a.x, with dx, dy in pixels from (px, py).
struct LocalMap {
  double px = 0, py = 0;                                                          ///< where it was expanded
  double x_mm = 0, y_mm = 0;                                                      ///< the plane there
  double xx = 0, xy = 0, yx = 0, yy = 0;                                          ///< dX/dpx, dX/dpy, dY/dpx, dY/dpy (mm per px)
  double x_dxdx = 0, x_dxdy = 0, x_dydy = 0, y_dxdx = 0, y_dxdy = 0, y_dydy = 0;  ///< second order, factors of dx*dx, dx*dy, dy*dy
  bool valid = false;

  void to_plane(double dx, double dy, double& x, double& y) const {
    x = x_mm + dx * (xx + x_dxdx * dx + x_dxdy * dy) + dy * (xy + x_dydy * dy);
    y = y_mm + dx * (yx + y_dxdx * dx + y_dxdy * dy) + dy * (yy + y_dydy * dy);
  }
  /// The same map expanded at another pixel, dx and dy from this one's: cheap, and good to 0.03 px within 90 px.
  LocalMap moved(double dx, double dy) const;
  /// The pixel of a plane point near it (Newton on the second-order map).
  PixelPoint to_pixel(double x, double y) const;
  double px_per_mm() const;  ///< geometric mean over directions
};

/// Where strips may lie. With a camera: the plane z = height_mm of the table frame. Without: the picture itself at px_per_mm.
struct StripPlane {
  std::optional<Camera> camera;
  double height_mm = 0;
  double px_per_mm = 0;  ///< used without a camera

  /// The map around a pixel; not valid where the ray misses the plane.
  LocalMap around(double px, double py) const;
  /// Mean scale over a picture of this size, px per mm.
  double scale(int width, int height) const;
};

/// Maps of one plane all over a picture for first looks: expanded in cells of 128 px when first asked for, and moved from there.
class RoughMaps {
 public:
  RoughMaps() = default;
  RoughMaps(const StripPlane& plane, int width, int height) { begin(plane, width, height); }
  /// A new picture. What was expanded is kept while the plane and the picture's size stay.
  void begin(const StripPlane& plane, int width, int height);
  LocalMap around(double px, double py);

 private:
  StripPlane plane_;
  int width_ = 0, height_ = 0, columns_ = 0, rows_ = 0;
  struct Cell {
    bool made = false;
    LocalMap map;
  };
  std::vector<Cell> cells_;
};

}  // namespace polemarch::vision
