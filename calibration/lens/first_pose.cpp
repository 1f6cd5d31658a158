#include "calibration/lens/first_pose.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/calib3d.hpp>

#include "vision/pixels/camera_model.hpp"

namespace polemarch::calibration {

std::vector<bool> agreeing_points(const std::vector<PlanePoint>& points, double tolerance_px) {
  std::vector<cv::Point2d> from, to;
  for (const PlanePoint& p : points) {
    from.emplace_back(p.x_mm, p.y_mm);
    to.emplace_back(p.pixel.x, p.pixel.y);
  }
  std::vector<bool> inside(points.size(), true);
  cv::Mat mask;
  if (points.size() < 4 || cv::findHomography(from, to, cv::RANSAC, tolerance_px, mask, 4000, 0.9999).empty()) return inside;
  for (std::size_t i = 0; i < points.size(); ++i) inside[i] = mask.at<unsigned char>(static_cast<int>(i)) != 0;
  return inside;
}

std::optional<CameraPose> first_pose(const std::vector<PlanePoint>& points, const Intrinsics& lens) {
  // Table y runs away from the viewer while picture y runs down, so a camera above the table sees it with the left-handed turn undone:
  // the pose must come out with its centre at positive z.
  std::vector<cv::Point2d> from, to;
  double mx = 0, my = 0;
  for (const PlanePoint& p : points) {
    mx += p.x_mm / static_cast<double>(points.size());
    my += p.y_mm / static_cast<double>(points.size());
  }
  double spread = 1;
  for (const PlanePoint& p : points) spread = std::max(spread, std::hypot(p.x_mm - mx, p.y_mm - my));
  for (const PlanePoint& p : points) {
    from.emplace_back((p.x_mm - mx) / spread, (p.y_mm - my) / spread);
    const auto n = vision::undistort_normalised(lens, p.pixel);
    to.emplace_back(n ? n->x : (p.pixel.x - lens.cx) / lens.fx, n ? n->y : (p.pixel.y - lens.cy) / lens.fy);
  }
  if (points.size() < 4) return std::nullopt;
  const cv::Mat h = cv::findHomography(from, to, 0);
  if (h.empty() || h.type() != CV_64F) return std::nullopt;
  cv::Vec3d a(h.at<double>(0, 0), h.at<double>(1, 0), h.at<double>(2, 0)), b(h.at<double>(0, 1), h.at<double>(1, 1), h.at<double>(2, 1));
  cv::Vec3d t(h.at<double>(0, 2), h.at<double>(1, 2), h.at<double>(2, 2));
  const double scale = (cv::norm(a) + cv::norm(b)) / 2;
  if (!(scale > 1e-9) || !std::isfinite(scale)) return std::nullopt;
  const double sign = t[2] < 0 ? -1 : 1;
  a *= sign / scale;
  b *= sign / scale;
  t *= sign / scale;
  cv::Mat r(3, 3, CV_64F), w, u, vt;
  const cv::Vec3d c = a.cross(b);
  for (int i = 0; i < 3; ++i) {
    r.at<double>(i, 0) = a[i];
    r.at<double>(i, 1) = b[i];
    r.at<double>(i, 2) = c[i];
  }
  cv::SVD::compute(r, w, u, vt);
  r = u * vt;
  if (cv::determinant(r) < 0) return std::nullopt;
  CameraPose pose;
  for (std::size_t i = 0; i < 9; ++i) pose.rotation[i] = r.at<double>(static_cast<int>(i / 3), static_cast<int>(i % 3));
  for (std::size_t i = 0; i < 3; ++i) {
    pose.translation_mm[i] = spread * t[static_cast<int>(i)] - pose.rotation[3 * i] * mx - pose.rotation[3 * i + 1] * my;
  }
  if (vision::centre_of(pose)[2] <= 0) return std::nullopt;
  return pose;
}

}  // namespace polemarch::calibration
