#pragma once
/// A simulated camera over a table with border markers: what it would see, with the truth kept.

#include <random>

#include "calibration/table/joint_fit.hpp"
#include "calibration/table/registration.hpp"
#include "vision/pixels/camera_model.hpp"

namespace polemarch::test {

/// 1800 x 1200 mm wholly in a 1080p picture, k1 = -0.12, k2 = 0.02, tilted a little.
inline Camera true_camera() {
  Camera camera;
  camera.lens = {1920, 1080, 1500, 1500, 967, 531, -0.12, 0.02, 0, 0, 0};
  camera.pose = vision::looking_at({900, 560, 1720}, {900, 605, 0});
  return camera;
}

/// `count` markers of 25 mm round the border, in order from the corner at the origin, 25 mm inside the edge.
inline Table table_with_border(int count, double sd_mm) {
  Table table;
  table.width = Length::from_mm(1800);
  table.depth = Length::from_mm(1200);
  const double w = 1750, d = 1150, round = 2 * (w + d);
  for (int i = 0; i < count; ++i) {
    double along = round * i / count;
    BorderMarker m;
    m.marker = {100 + i};
    m.sd_mm = sd_mm;
    if (along < w) {
      m.x_mm = 25 + along, m.y_mm = 25;
    } else if ((along -= w) < d) {
      m.x_mm = 1775, m.y_mm = 25 + along;
    } else if ((along -= d) < w) {
      m.x_mm = 1775 - along, m.y_mm = 1175;
    } else {
      m.x_mm = 25, m.y_mm = 1175 - (along - w);
    }
    table.border.push_back(m);
  }
  return table;
}

struct BorderNoise {
  double place_mm = 0.1;  ///< each axis
  double heading_deg = 0.05;
  double corner_px = 0.05;
};

/// What the camera sees of markers laid with that noise.
inline std::vector<calibration::BorderSighting> see_border(const Camera& camera, const Table& table, const BorderNoise& noise,
                                                           std::mt19937& random, double printed_scale = 1.0) {
  std::normal_distribution<double> unit(0, 1);
  std::vector<calibration::BorderSighting> seen;
  for (const BorderMarker& m : table.border) {
    const auto corners = calibration::corners_on_table(m.x_mm + noise.place_mm * unit(random), m.y_mm + noise.place_mm * unit(random),
                                                       m.heading_deg + noise.heading_deg * unit(random), m.size_mm * printed_scale);
    calibration::BorderSighting sighting{m.marker, {}, {}};
    for (std::size_t k = 0; k < 4; ++k) {
      const PixelPoint p = vision::project(camera, corners[k][0], corners[k][1], m.z_mm);
      sighting.corners[k] = {p.x + noise.corner_px * unit(random), p.y + noise.corner_px * unit(random)};
    }
    seen.push_back(sighting);
  }
  return seen;
}

/// Errors over the table of an estimated camera, mm, and how many lie inside the stated 95 % ellipse.
struct TableErrors {
  double rms = 0, max = 0;
  int inside = 0, all = 0;
};
inline TableErrors errors_over_table(const Camera& truth, const Camera& estimate, const Table& table, double z_mm = 0,
                                     double edge_mm = 60) {
  TableErrors out;
  for (int ix = 0; ix <= 12; ++ix) {
    for (int iy = 0; iy <= 8; ++iy) {
      const double x = edge_mm + (table.width.mm() - 2 * edge_mm) * ix / 12, y = edge_mm + (table.depth.mm() - 2 * edge_mm) * iy / 8;
      double ex = 1e9, ey = 1e9;
      vision::unproject(estimate, vision::project(truth, x, y, z_mm), z_mm, ex, ey);
      ex -= x;
      ey -= y;
      out.rms += ex * ex + ey * ey;
      out.max = std::max(out.max, std::hypot(ex, ey));
      const auto c = calibration::point_covariance(estimate, x, y, z_mm);
      const double det = c[0] * c[2] - c[1] * c[1];
      const double squares = (c[2] * ex * ex - 2 * c[1] * ex * ey + c[0] * ey * ey) / det;
      ++out.all;
      if (squares < 5.991) ++out.inside;  // chi-square of two, 95 %
    }
  }
  out.rms = std::sqrt(out.rms / out.all);
  return out;
}

}  // namespace polemarch::test
