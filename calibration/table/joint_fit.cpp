#include "calibration/table/joint_fit.hpp"

#include <cmath>
#include <numbers>
#include <optional>

#include "vision/pixels/camera_model.hpp"

namespace polemarch::calibration {
namespace {

constexpr double kRadPerDeg = std::numbers::pi / 180.0;
constexpr std::size_t kCamera = 15, kScale = 15, kFirstPlace = 16;

/// Own frame of a marker: up = heading, right = heading - 90 degrees. Signs of (right, up) of each corner.
constexpr std::array<std::array<double, 2>, 4> kCornerSigns{{{-1, 1}, {1, 1}, {1, -1}, {-1, -1}}};

std::array<double, 9> lens_numbers(const Intrinsics& c) { return {c.fx, c.fy, c.cx, c.cy, c.k1, c.k2, c.p1, c.p2, c.k3}; }

/// The numbers that the lens prior speaks of. Without a camera.json: the focal length, the logarithm of fy over fx (in px of the prior's
/// focal length), and the bends at a place in the picture.
constexpr std::array<int, 9> kBendPower{0, 0, 0, 0, 2, 4, 1, 1, 6};
std::array<double, 9> believed_numbers(const JointProblem& p) {
  auto out = lens_numbers(p.camera.lens);
  if (p.bends_at_focal <= 0) return out;
  const Intrinsics& c = p.camera.lens;
  const double focal = std::sqrt(c.fx * c.fy), s = p.bends_at_focal / focal;
  out[0] = focal;
  out[1] = p.lens_prior.fy * (1 + std::log(c.fy / c.fx));
  for (std::size_t a = 4; a < 9; ++a) out[a] *= std::pow(s, kBendPower[a]);
  return out;
}
/// Their derivatives by the lens's own numbers.
std::array<std::array<double, 9>, 9> belief_slopes(const JointProblem& p) {
  std::array<std::array<double, 9>, 9> out{};
  for (std::size_t a = 0; a < 9; ++a) out[a][a] = 1;
  if (p.bends_at_focal <= 0) return out;
  const Intrinsics& c = p.camera.lens;
  const double focal = std::sqrt(c.fx * c.fy), s = p.bends_at_focal / focal;
  out[0] = {0.5 * focal / c.fx, 0.5 * focal / c.fy};
  out[1] = {-p.lens_prior.fy / c.fx, p.lens_prior.fy / c.fy};
  const auto numbers = believed_numbers(p);
  for (std::size_t a = 4; a < 9; ++a) {
    out[a][a] = std::pow(s, kBendPower[a]);
    out[a][0] = -0.5 * kBendPower[a] * numbers[a] / c.fx;
    out[a][1] = -0.5 * kBendPower[a] * numbers[a] / c.fy;
  }
  return out;
}

/// The eight equations of a marker: residuals and derivatives by camera, scale and place (x mm, y mm, heading rad), whitened.
struct MarkerEquations {
  std::array<double, 8> residual;
  std::array<std::array<double, 19>, 8> slope;  // 15 camera, scale, x, y, heading; where asked for
};

bool equations_of(const JointProblem& problem, const JointMarker& m, MarkerEquations& out, bool with_slopes) {
  const double c = std::cos(m.heading_deg * kRadPerDeg), s = std::sin(m.heading_deg * kRadPerDeg);
  const double half = m.size_mm / 2;
  MarkerEquations raw;
  for (std::size_t k = 0; k < 4; ++k) {
    const double right = kCornerSigns[k][0] * half, up = kCornerSigns[k][1] * half;
    const double dx = right * s + up * c, dy = -right * c + up * s;  // right = (s, -c), up = (c, s)
    const double x = m.x + problem.scale * dx, y = m.y + problem.scale * dy;
    if (!vision::in_front(problem.camera, x, y, m.z)) return false;
    vision::TableJacobian by_point{};
    vision::CameraJacobian by_camera{};
    PixelPoint p;
    if (with_slopes) {
      p = vision::project(problem.camera, x, y, m.z, by_point, by_camera);
    } else {
      p = vision::project(problem.camera, x, y, m.z);
    }
    raw.residual[2 * k] = m.corners[k].x - p.x;
    raw.residual[2 * k + 1] = m.corners[k].y - p.y;
    if (!with_slopes) continue;
    for (std::size_t row = 0; row < 2; ++row) {
      auto& slope = raw.slope[2 * k + row];
      for (std::size_t a = 0; a < kCamera; ++a) slope[a] = by_camera[row][a];
      slope[15] = by_point[row][0] * dx + by_point[row][1] * dy;
      slope[16] = by_point[row][0];
      slope[17] = by_point[row][1];
      slope[18] = problem.scale * (by_point[row][0] * -dy + by_point[row][1] * dx);
    }
  }
  if (m.whitener.empty()) {
    for (auto& r : raw.residual) r /= m.sd_px;
    if (!with_slopes) {
      out.residual = raw.residual;
      return true;
    }
    for (auto& row : raw.slope)
      for (auto& v : row) v /= m.sd_px;
    out = raw;
    return true;
  }
  for (std::size_t i = 0; i < 8; ++i) {
    out.residual[i] = 0;
    if (with_slopes) out.slope[i].fill(0);
    for (std::size_t k = 0; k <= i; ++k) {
      const double w = m.whitener[8 * i + k];
      out.residual[i] += w * raw.residual[k];
      if (!with_slopes) continue;
      for (std::size_t a = 0; a < 19; ++a) out.slope[i][a] += w * raw.slope[k][a];
    }
  }
  return true;
}

double turn_between_deg(double from, double to) { return std::remainder(to - from, 360.0); }

/// Twice the cost; negative when a corner falls behind the camera.
double squares(const JointProblem& p) {
  double sum = 0;
  MarkerEquations e;
  for (const JointMarker& m : p.markers) {
    if (!equations_of(p, m, e, false)) return -1;
    for (const double r : e.residual) sum += r * r;
    const double dx = (m.x - m.prior_x) / m.sd_mm, dy = (m.y - m.prior_y) / m.sd_mm,
                 dh = turn_between_deg(m.prior_heading_deg, m.heading_deg) / m.sd_deg;
    sum += dx * dx + dy * dy + dh * dh;
  }
  const auto now = believed_numbers(p), prior = lens_numbers(p.lens_prior);
  for (std::size_t a = 0; a < 9; ++a)
    for (std::size_t b = 0; b < 9; ++b) sum += (now[a] - prior[a]) * p.lens_information.at(a, b) * (now[b] - prior[b]);
  const double ds = (p.scale - p.prior_scale) / p.scale_sd;
  return sum + ds * ds;
}

constexpr std::size_t kShared = 16, kPlace = 3;  // numbers that all markers share (camera, scale), and of one marker's place
using Three = std::array<std::array<double, kPlace>, kPlace>;
using Coupling = std::array<std::array<double, kPlace>, kShared>;

/// A marker's place meets the others only through the camera and the scale.
struct PlaceBlock {
  Three own{};
  Coupling with_shared{};
  std::array<double, kPlace> gradient{};
};

/// Normal equations, priors included.
struct Normal {
  Square shared{kShared};
  std::array<double, kShared> gradient{};
  std::vector<PlaceBlock> places;
};

void add_picture(const MarkerEquations& e, Normal& n, PlaceBlock& place) {
  for (std::size_t row = 0; row < 8; ++row) {
    const auto& slope = e.slope[row];
    for (std::size_t a = 0; a < kShared; ++a) {
      n.gradient[a] += slope[a] * e.residual[row];
      for (std::size_t b = 0; b <= a; ++b) n.shared.at(a, b) += slope[a] * slope[b];
      for (std::size_t b = 0; b < kPlace; ++b) place.with_shared[a][b] += slope[a] * slope[kShared + b];
    }
    for (std::size_t a = 0; a < kPlace; ++a) {
      place.gradient[a] += slope[kShared + a] * e.residual[row];
      for (std::size_t b = 0; b < kPlace; ++b) place.own[a][b] += slope[kShared + a] * slope[kShared + b];
    }
  }
}

/// Information of a marker's prior place: x, y, heading (rad).
std::array<double, kPlace> place_information(const JointMarker& m) {
  const double w = 1 / (m.sd_mm * m.sd_mm);
  return {w, w, 1 / std::pow(m.sd_deg * kRadPerDeg, 2)};
}

/// Information of the prior of what is shared: the lens, then the scale.
Square shared_information(const JointProblem& p) {
  Square out(kShared);
  const auto slopes = belief_slopes(p);
  for (std::size_t a = 0; a < 9; ++a) {
    for (std::size_t b = 0; b < 9; ++b) {
      const double information = p.lens_information.at(a, b);
      if (information == 0) continue;
      for (std::size_t i = 0; i < 9; ++i)
        for (std::size_t k = 0; k < 9; ++k) out.at(i, k) += slopes[a][i] * information * slopes[b][k];
    }
  }
  out.at(kScale, kScale) = 1 / (p.scale_sd * p.scale_sd);
  return out;
}

void add_priors(const JointProblem& p, Normal& n) {
  for (std::size_t i = 0; i < p.markers.size(); ++i) {
    const JointMarker& m = p.markers[i];
    const auto information = place_information(m);
    const std::array<double, kPlace> off{m.x - m.prior_x, m.y - m.prior_y,
                                         turn_between_deg(m.prior_heading_deg, m.heading_deg) * kRadPerDeg};
    for (std::size_t a = 0; a < kPlace; ++a) {
      n.places[i].own[a][a] += information[a];
      n.places[i].gradient[a] -= information[a] * off[a];
    }
  }
  const Square shared = shared_information(p);
  for (std::size_t a = 0; a < shared.values.size(); ++a) n.shared.values[a] += shared.values[a];
  const auto now = believed_numbers(p), prior = lens_numbers(p.lens_prior);
  const auto slopes = belief_slopes(p);
  for (std::size_t a = 0; a < 9; ++a)
    for (std::size_t b = 0; b < 9; ++b)
      for (std::size_t i = 0; i < 9; ++i) n.gradient[i] -= slopes[a][i] * p.lens_information.at(a, b) * (now[b] - prior[b]);
  n.gradient[kScale] -= (p.scale - p.prior_scale) / (p.scale_sd * p.scale_sd);
}

Normal normal_equations(const JointProblem& p) {
  Normal n;
  n.places.resize(p.markers.size());
  MarkerEquations e;
  for (std::size_t i = 0; i < p.markers.size(); ++i)
    if (equations_of(p, p.markers[i], e, true)) add_picture(e, n, n.places[i]);
  for (std::size_t a = 0; a < kShared; ++a)
    for (std::size_t b = 0; b < a; ++b) n.shared.at(b, a) = n.shared.at(a, b);
  add_priors(p, n);
  return n;
}

/// The places eliminated: what is left is of the size of the camera.
struct Eliminated {
  Square lower{kShared};          ///< of what is shared
  std::vector<Three> own;         ///< inverse of each place's own block
  std::vector<Coupling> carried;  ///< coupling times that
  double log_determinant = 0;
};

std::optional<Three> inverse_of(const Three& m, double& determinant) {
  const auto minor = [&](std::size_t r, std::size_t c) {
    const std::size_t r0 = (r + 1) % 3, r1 = (r + 2) % 3, c0 = (c + 1) % 3, c1 = (c + 2) % 3;
    return m[r0][c0] * m[r1][c1] - m[r0][c1] * m[r1][c0];
  };
  determinant = m[0][0] * minor(0, 0) + m[0][1] * minor(0, 1) + m[0][2] * minor(0, 2);
  if (!(determinant > 0) || !(m[0][0] > 0)) return std::nullopt;
  Three out{};
  for (std::size_t r = 0; r < kPlace; ++r)
    for (std::size_t c = 0; c < kPlace; ++c) out[r][c] = minor(c, r) / determinant;
  return out;
}

/// Nothing where the matrix, its diagonal enlarged by `damping`, is not positive definite.
std::optional<Eliminated> eliminate(const Normal& n, double damping) {
  Eliminated out;
  Square left = n.shared;
  for (std::size_t a = 0; a < kShared; ++a) left.at(a, a) *= 1 + damping;
  out.own.reserve(n.places.size());
  out.carried.reserve(n.places.size());
  for (const PlaceBlock& place : n.places) {
    Three own = place.own;
    for (std::size_t a = 0; a < kPlace; ++a) own[a][a] *= 1 + damping;
    double determinant = 0;
    const auto inverse = inverse_of(own, determinant);
    if (!inverse) return std::nullopt;
    out.log_determinant += std::log(determinant);
    Coupling carried{};
    for (std::size_t a = 0; a < kShared; ++a)
      for (std::size_t b = 0; b < kPlace; ++b)
        for (std::size_t k = 0; k < kPlace; ++k) carried[a][b] += place.with_shared[a][k] * (*inverse)[k][b];
    for (std::size_t a = 0; a < kShared; ++a)
      for (std::size_t b = 0; b <= a; ++b) {
        double sum = 0;
        for (std::size_t k = 0; k < kPlace; ++k) sum += carried[a][k] * place.with_shared[b][k];
        left.at(a, b) -= sum;
      }
    out.own.push_back(*inverse);
    out.carried.push_back(carried);
  }
  for (std::size_t a = 0; a < kShared; ++a)
    for (std::size_t b = 0; b < a; ++b) left.at(b, a) = left.at(a, b);
  auto lower = cholesky(left);
  if (!lower) return std::nullopt;
  for (std::size_t a = 0; a < kShared; ++a) out.log_determinant += 2 * std::log(lower->at(a, a));
  out.lower = std::move(*lower);
  return out;
}

/// Camera and scale, then each marker's place.
std::vector<double> step_of(const Normal& n, const Eliminated& by) {
  std::vector<double> shared(n.gradient.begin(), n.gradient.end());
  for (std::size_t i = 0; i < n.places.size(); ++i)
    for (std::size_t a = 0; a < kShared; ++a)
      for (std::size_t k = 0; k < kPlace; ++k) shared[a] -= by.carried[i][a][k] * n.places[i].gradient[k];
  std::vector<double> out = solve(by.lower, std::move(shared));
  out.resize(kFirstPlace + kPlace * n.places.size(), 0.0);
  for (std::size_t i = 0; i < n.places.size(); ++i) {
    for (std::size_t b = 0; b < kPlace; ++b) {
      double sum = 0;
      for (std::size_t k = 0; k < kPlace; ++k) sum += by.own[i][b][k] * n.places[i].gradient[k];
      for (std::size_t a = 0; a < kShared; ++a) sum -= by.carried[i][a][b] * out[a];
      out[kFirstPlace + kPlace * i + b] = sum;
    }
  }
  return out;
}

JointProblem stepped(const JointProblem& p, const std::vector<double>& step) {
  JointProblem next = p;
  std::array<double, 15> camera_step{};
  for (std::size_t a = 0; a < kCamera; ++a) camera_step[a] = step[a];
  next.camera = vision::stepped(p.camera, camera_step);
  next.scale += step[kScale];
  for (std::size_t i = 0; i < p.markers.size(); ++i) {
    next.markers[i].x += step[kFirstPlace + 3 * i];
    next.markers[i].y += step[kFirstPlace + 3 * i + 1];
    next.markers[i].heading_deg += step[kFirstPlace + 3 * i + 2] / kRadPerDeg;
  }
  return next;
}

void fill_statistics(const JointProblem& p, JointSolution& out) {
  const auto by = eliminate(normal_equations(p), 0);
  if (!by) {
    out.converged = false;
    return;
  }
  out.shared = inverse(by->lower);
  out.log_information = by->log_determinant;
  // Parameters' worth of information not taken from the picture but from the priors.
  const Square prior = shared_information(p);
  double believed = 0;
  for (std::size_t a = 0; a < prior.values.size(); ++a) believed += out.shared.values[a] * prior.values[a];
  out.places.assign(p.markers.size(), {});
  for (std::size_t i = 0; i < p.markers.size(); ++i) {
    const Coupling& carried = by->carried[i];
    Coupling through{};  // shared covariance times the coupling
    for (std::size_t a = 0; a < kShared; ++a)
      for (std::size_t b = 0; b < kPlace; ++b)
        for (std::size_t k = 0; k < kShared; ++k) through[a][b] += out.shared.at(a, k) * carried[k][b];
    const auto information = place_information(p.markers[i]);
    for (std::size_t a = 0; a < kPlace; ++a) {
      for (std::size_t b = 0; b < kPlace; ++b) {
        double sum = by->own[i][a][b];
        for (std::size_t k = 0; k < kShared; ++k) sum += carried[k][a] * through[k][b];
        out.places[i][kPlace * a + b] = sum;
      }
      believed += out.places[i][kPlace * a + a] * information[a];
    }
  }
  const auto markers = static_cast<double>(p.markers.size());
  out.image_freedom = (8.0 - kPlace) * markers - static_cast<double>(kShared) + believed;
  out.image_chi2 = 0;
  out.laying_chi2 = out.laying_freedom = 0;
  MarkerEquations e;
  for (std::size_t i = 0; i < p.markers.size(); ++i) {
    const JointMarker& m = p.markers[i];
    if (!equations_of(p, m, e, false)) continue;
    for (const double r : e.residual) out.image_chi2 += r * r;
    if (m.sd_mm > 50) continue;  // place not known: no prior to compare with
    const double w = 1 / (m.sd_mm * m.sd_mm);
    out.laying_chi2 += w * (std::pow(m.x - m.prior_x, 2) + std::pow(m.y - m.prior_y, 2));
    for (const std::size_t a : {std::size_t{0}, kPlace + 1}) out.laying_freedom += 1 - w * out.places[i][a];
  }
}

}  // namespace

std::array<std::array<double, 2>, 4> corners_on_table(double x, double y, double heading_deg, double size_mm) {
  const double c = std::cos(heading_deg * kRadPerDeg), s = std::sin(heading_deg * kRadPerDeg), half = size_mm / 2;
  std::array<std::array<double, 2>, 4> out{};
  for (std::size_t k = 0; k < 4; ++k) {
    const double right = kCornerSigns[k][0] * half, up = kCornerSigns[k][1] * half;
    out[k] = {x + right * s + up * c, y - right * c + up * s};
  }
  return out;
}

JointSolution solve_joint(JointProblem& problem, int max_steps) {
  JointSolution out;
  double cost = squares(problem), damping = 1e-4;
  if (cost < 0) return out;
  for (int step = 0; step < max_steps; ++step) {
    ++out.steps;
    const Normal n = normal_equations(problem);
    bool better = false;
    double gain = 0;
    for (int tries = 0; tries < 12 && !better; ++tries) {
      if (const auto by = eliminate(n, damping)) {
        JointProblem next = stepped(problem, step_of(n, *by));
        const double next_cost = squares(next);
        if (next_cost >= 0 && next_cost <= cost && next.camera.lens.fx > 0 && next.camera.lens.fy > 0) {
          gain = cost - next_cost;
          problem = std::move(next);
          cost = next_cost;
          better = true;
          damping = std::max(1e-9, damping / 8);
          break;
        }
      }
      damping *= 6;
    }
    if (!better || gain < 1e-9 * (1 + cost)) {
      out.converged = true;
      break;
    }
  }
  out.cost = cost / 2;
  fill_statistics(problem, out);
  return out;
}

}  // namespace polemarch::calibration
