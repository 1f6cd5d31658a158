#pragma once
/// The lens from pictures of a board (Zhang's method by OpenCV; Z. Zhang, "A flexible new technique for camera calibration", 2000),
/// with the error of each view in pixels and millimetres, the uncertainty of every parameter, what that means over a table, and the
/// reasons when it should not be used. Pixels as in OpenCV. Pure: views in, report out.

#include <array>
#include <string>
#include <vector>

#include "calibration/board/board.hpp"
#include "models/camera.hpp"

namespace polemarch::calibration {

enum class LensModel {
  Auto,    ///< Plain, and k3 only where the pictures clearly ask for it
  Plain,   ///< k1 k2 p1 p2
  OpenCv,  ///< k1 k2 p1 p2 k3, as calibrateCamera's default
};

struct LensSettings {
  LensModel model = LensModel::Auto;  ///< distortion terms that are fitted; more of them bend where the board was not shown
  bool square_pixels = false;         ///< hold fx = fy; default off; steadier with few views, wrong for stretched video
  int min_views = 5;                  ///< fewer usable views are refused; default 5; more makes the lens surer (8 to 15 is good)
  double max_rms_px = 1.2;            ///< refused above this reprojection error, px at 1280 wide (scaled with the picture); default 1.2
  double motion_ratio =
      1.8;  ///< a view is left out as moved when edges of one direction are this much softer (and over 1.2 px); default 1.8
  double outlier_ratio = 3.0;     ///< a view is left out when its error is this many times the median view's (and over 0.5 px); default 3
  double max_fx_sd_share = 0.02;  ///< refused when the focal length is less sure than this share; default 0.02
};

/// What became of one picture.
struct ViewReport {
  std::string name;
  int corners = 0;
  bool used = false;
  std::string why_not;  ///< in plain words when not used
  double rms_px = 0;    ///< reprojection error of this view
  double rms_mm = 0;    ///< the same on the board's plane
  double tilt_deg = 0;  ///< between the board's and the picture's plane
};

struct LensReport {
  Camera camera;               ///< lens, factors (pose entries zero), rms_px, rms_mm on the boards
  std::array<double, 9> sd{};  ///< fx fy cx cy k1 k2 p1 p2 k3; 0 where held
  std::vector<ViewReport> views;
  double opencv_rms_px = 0;           ///< of cv::calibrateCamera with its default five coefficients on the same corners
  double table_rms_mm = 0;            ///< error to expect over the table from the lens alone, pose fitted to the border
  double table_max_mm = 0;            ///< the same at its worst place
  std::vector<std::string> refusals;  ///< empty: good to use
  std::vector<std::string> missing;   ///< views that would help, most needed first
};

/// Every picture's view goes in, found or not; all of one size (others are left out and named).
LensReport calibrate_lens(const std::vector<BoardView>& views, const LensSettings& settings);

/// What to show the camera next, in plain words, given what it has seen so far; empty when nothing is missing.
/// `tilts`: board normals in the camera frame (x right, y down) of the views so far.
std::vector<std::string> missing_views(const std::vector<BoardView>& views, const std::vector<std::array<double, 3>>& normals);

}  // namespace polemarch::calibration
