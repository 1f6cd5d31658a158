#include "calibration/lens/lens_solve.hpp"

#include <algorithm>
#include <cmath>
#include <opencv2/calib3d.hpp>

#include "calibration/lens/dense.hpp"
#include "vision/pixels/camera_model.hpp"

namespace polemarch::calibration {
namespace {

/// Corner equations of one view reduced by its own pose: normal matrix and gradient for the nine lens numbers.
struct Reduced {
  Square normal{9};
  std::array<double, 9> gradient{};
};

Reduced reduce(const std::vector<cv::Point3f>& on_board, const std::vector<cv::Point2f>& in_picture, const cv::Mat& rvec,
               const cv::Mat& tvec, const cv::Mat& k, const cv::Mat& distortion) {
  std::vector<cv::Point2f> projected;
  cv::Mat j;  // rows x,y of each point; columns rotation 3, translation 3, fx fy cx cy, distortion
  cv::projectPoints(on_board, rvec, tvec, k, distortion, projected, j);
  Square pose(6);
  std::array<std::array<double, 9>, 6> mixed{};
  std::array<double, 6> pose_gradient{};
  Reduced out;
  for (int row = 0; row < j.rows; ++row) {
    const auto point = static_cast<std::size_t>(row / 2);
    const double r = row % 2 == 0 ? in_picture[point].x - projected[point].x : in_picture[point].y - projected[point].y;
    const double* d = j.ptr<double>(row);
    for (std::size_t a = 0; a < 6; ++a) {
      pose_gradient[a] += d[a] * r;
      for (std::size_t b = 0; b < 6; ++b) pose.at(a, b) += d[a] * d[b];
      for (std::size_t b = 0; b < 9; ++b) mixed[a][b] += d[a] * d[6 + b];
    }
    for (std::size_t a = 0; a < 9; ++a) {
      out.gradient[a] += d[6 + a] * r;
      for (std::size_t b = 0; b < 9; ++b) out.normal.at(a, b) += d[6 + a] * d[6 + b];
    }
  }
  const auto lower = cholesky(pose);
  if (!lower) return out;
  for (std::size_t b = 0; b < 9; ++b) {
    std::vector<double> column(6);
    for (std::size_t a = 0; a < 6; ++a) column[a] = mixed[a][b];
    const auto x = solve(*lower, column);
    for (std::size_t a = 0; a < 6; ++a) {
      out.gradient[b] -= x[a] * pose_gradient[a];
      for (std::size_t c = 0; c < 9; ++c) out.normal.at(b, c) -= x[a] * mixed[a][c];
    }
  }
  return out;
}

/// Covariance of the free lens numbers as factors. Residuals of one view hang together (a bent board, a blurred picture): where the
/// views disagree more than single corners do, the covariance is widened by that ratio (the scores of the views are compared with
/// what independent corners would give).
void add_errors(LensSolution& out, const std::vector<Reduced>& views, const std::vector<std::size_t>& free, bool square_pixels,
                double variance) {
  const std::size_t n = free.size();
  // With square pixels one number moves fx and fy together.
  const auto fold = [&](std::size_t a) { return square_pixels && a == 1 ? std::size_t{0} : a; };
  std::array<int, 9> slot{};
  slot.fill(-1);
  for (std::size_t i = 0; i < n; ++i) slot[free[i]] = static_cast<int>(i);
  if (square_pixels) slot[1] = slot[fold(1)];
  Square normal(n), scores(n);
  for (const Reduced& view : views) {
    std::vector<double> g(n, 0.0);
    for (std::size_t a = 0; a < 9; ++a) {
      if (slot[a] < 0) continue;
      g[static_cast<std::size_t>(slot[a])] += view.gradient[a];
      for (std::size_t b = 0; b < 9; ++b) {
        if (slot[b] >= 0) normal.at(static_cast<std::size_t>(slot[a]), static_cast<std::size_t>(slot[b])) += view.normal.at(a, b);
      }
    }
    for (std::size_t a = 0; a < n; ++a)
      for (std::size_t b = 0; b < n; ++b) scores.at(a, b) += g[a] * g[b];
  }
  const auto lower = cholesky(normal);
  if (!lower) return;
  Square covariance = inverse(*lower);
  double ratio = 0;
  for (std::size_t a = 0; a < n; ++a)
    for (std::size_t b = 0; b < n; ++b) ratio += covariance.at(a, b) * scores.at(b, a);
  const double count = static_cast<double>(views.size());
  ratio *= count / (std::max(1.0, count - 1) * static_cast<double>(n) * variance);
  const double widen = std::max(1.0, ratio) * variance;
  for (double& v : covariance.values) v *= widen;
  const auto root = cholesky(covariance);
  if (!root) return;
  for (std::size_t column = 0; column < n; ++column) {
    std::array<double, 9> factor{};
    for (std::size_t a = 0; a < 9; ++a)
      if (slot[a] >= 0) factor[a] = root->at(static_cast<std::size_t>(slot[a]), column);
    out.factors.push_back(factor);
  }
  for (std::size_t a = 0; a < 9; ++a) {
    double sum = 0;
    for (const auto& factor : out.factors) sum += factor[a] * factor[a];
    out.sd[a] = std::sqrt(sum);
  }
}

}  // namespace

LensSolution solve_lens(const std::vector<const BoardView*>& views, bool free_k3, bool square_pixels) {
  LensSolution out;
  if (views.empty()) return out;
  std::vector<std::vector<cv::Point3f>> on_board;
  std::vector<std::vector<cv::Point2f>> in_picture;
  std::size_t points = 0;
  for (const BoardView* view : views) {
    auto& boards = on_board.emplace_back();
    auto& pixels = in_picture.emplace_back();
    for (const BoardCorner& c : view->corners) {
      boards.emplace_back(static_cast<float>(c.board_x_mm), static_cast<float>(c.board_y_mm), 0.0F);
      pixels.emplace_back(static_cast<float>(c.pixel.x), static_cast<float>(c.pixel.y));
    }
    points += view->corners.size();
  }
  cv::Mat k = cv::Mat::eye(3, 3, CV_64F), distortion, sd_lens, sd_pose, per_view;
  std::vector<cv::Mat> rvecs, tvecs;
  int flags = free_k3 ? 0 : cv::CALIB_FIX_K3;
  if (square_pixels) flags |= cv::CALIB_FIX_ASPECT_RATIO;
  try {
    out.rms_px = cv::calibrateCamera(on_board, in_picture, cv::Size(views[0]->width, views[0]->height), k, distortion, rvecs, tvecs,
                                     sd_lens, sd_pose, per_view, flags);
  } catch (const cv::Exception&) {
    return out;  // a degenerate series: no homography, no start
  }
  const auto& d = distortion;
  out.lens = {views[0]->width,
              views[0]->height,
              k.at<double>(0, 0),
              k.at<double>(1, 1),
              k.at<double>(0, 2),
              k.at<double>(1, 2),
              d.at<double>(0),
              d.at<double>(1),
              d.at<double>(2),
              d.at<double>(3),
              free_k3 ? d.at<double>(4) : 0.0};
  if (!(std::isfinite(out.rms_px) && out.lens.fx > 0 && out.lens.fy > 0)) return out;
  std::vector<Reduced> reduced;
  for (std::size_t v = 0; v < views.size(); ++v) {
    reduced.push_back(reduce(on_board[v], in_picture[v], rvecs[v], tvecs[v], k, distortion));
    out.view_rms_px.push_back(per_view.at<double>(static_cast<int>(v)));
    cv::Mat r;
    cv::Rodrigues(rvecs[v], r);
    out.normals.push_back({r.at<double>(0, 2), r.at<double>(1, 2), r.at<double>(2, 2)});
    const cv::Point3f& middle = on_board[v][on_board[v].size() / 2];
    out.depth_mm.push_back(r.at<double>(2, 0) * static_cast<double>(middle.x) + r.at<double>(2, 1) * static_cast<double>(middle.y) +
                           tvecs[v].at<double>(2));
  }
  std::vector<std::size_t> free{0, 1, 2, 3, 4, 5, 6, 7};
  if (square_pixels) free.erase(free.begin() + 1);
  if (free_k3) free.push_back(8);
  const double unknowns = static_cast<double>(free.size() + 6 * views.size()), equations = 2.0 * static_cast<double>(points);
  if (equations <= unknowns) return out;
  add_errors(out, reduced, free, square_pixels, out.rms_px * out.rms_px * static_cast<double>(points) / (equations - unknowns));
  out.solved = !out.factors.empty();
  return out;
}

TableError expected_table_error(const LensSolution& solution, double width_mm, double depth_mm) {
  Camera camera;
  camera.lens = solution.lens;
  const double height = solution.lens.fx * width_mm * 1.05 / solution.lens.width;
  camera.pose = vision::looking_at({width_mm / 2, depth_mm / 2, height}, {width_mm / 2, depth_mm / 2, 0});
  Square normal(6);
  std::vector<vision::CameraJacobian> border;
  constexpr int kSteps = 8;
  for (int i = 0; i < kSteps; ++i) {
    const double s = (i + 0.5) / kSteps;
    for (const auto& [x, y] : {std::pair{s, 0.0}, {s, 1.0}, {0.0, s}, {1.0, s}}) {
      vision::TableJacobian by_point{};
      vision::project(camera, x * width_mm, y * depth_mm, 0, by_point, border.emplace_back());
      for (const auto& row : border.back())
        for (std::size_t a = 0; a < 6; ++a)
          for (std::size_t b = 0; b < 6; ++b) normal.at(a, b) += row[9 + a] * row[9 + b];
    }
  }
  const auto lower = cholesky(normal);
  if (!lower) return {};
  TableError error;
  std::vector<std::array<double, 15>> steps;  // each lens factor with the pose that answers it
  for (const auto& factor : solution.factors) {
    std::vector<double> g(6, 0.0);
    for (const auto& j : border)
      for (const auto& row : j) {
        double moved = 0;
        for (std::size_t a = 0; a < 9; ++a) moved += row[a] * factor[a];
        for (std::size_t a = 0; a < 6; ++a) g[a] -= row[9 + a] * moved;
      }
    const auto pose = solve(*lower, g);
    auto& step = steps.emplace_back();
    std::ranges::copy(factor, step.begin());
    std::ranges::copy(pose, step.begin() + 9);
  }
  int count = 0;
  for (int ix = 0; ix <= 12; ++ix) {
    for (int iy = 0; iy <= 8; ++iy) {
      vision::TableJacobian by_point{};
      vision::CameraJacobian by_camera{};
      vision::project(camera, width_mm * ix / 12, depth_mm * iy / 8, 0, by_point, by_camera);
      const double mm_per_px = 1.0 / std::hypot(by_point[0][0], by_point[1][0]);
      double variance = 0;
      for (const auto& step : steps)
        for (const auto& row : by_camera) {
          double moved = 0;
          for (std::size_t a = 0; a < 15; ++a) moved += row[a] * step[a];
          variance += moved * moved;
        }
      const double here = mm_per_px * mm_per_px * variance;
      error.rms_mm += here;
      error.max_mm = std::max(error.max_mm, std::sqrt(here));
      ++count;
    }
  }
  error.rms_mm = std::sqrt(error.rms_mm / count);
  return error;
}

}  // namespace polemarch::calibration
