#include "calibration/joint_fit.hpp"

#include <cmath>
#include <numbers>

#include "vision/camera_model.hpp"

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
  std::array<double, 8> residual{};
  std::array<std::array<double, 19>, 8> slope{};  // 15 camera, scale, x, y, heading
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
    for (auto& row : raw.slope)
      for (auto& v : row) v /= m.sd_px;
    out = raw;
    return true;
  }
  for (std::size_t i = 0; i < 8; ++i) {
    out.residual[i] = 0;
    out.slope[i].fill(0);
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

struct Normal {
  Square matrix;
  std::vector<double> gradient;
  explicit Normal(std::size_t n) : matrix(n), gradient(n, 0.0) {}
};

std::size_t slot_of(std::size_t a, std::size_t marker) { return a <= kScale ? a : kFirstPlace + 3 * marker + (a - kFirstPlace); }

/// Normal equations of the picture alone, or with the priors.
Normal normal_equations(const JointProblem& p, bool with_priors) {
  Normal n(kFirstPlace + 3 * p.markers.size());
  MarkerEquations e;
  for (std::size_t i = 0; i < p.markers.size(); ++i) {
    const JointMarker& m = p.markers[i];
    if (!equations_of(p, m, e, true)) continue;
    for (std::size_t row = 0; row < 8; ++row) {
      for (std::size_t a = 0; a < 19; ++a) {
        n.gradient[slot_of(a, i)] += e.slope[row][a] * e.residual[row];
        for (std::size_t b = 0; b < 19; ++b) n.matrix.at(slot_of(a, i), slot_of(b, i)) += e.slope[row][a] * e.slope[row][b];
      }
    }
    if (!with_priors) continue;
    const double w = 1 / (m.sd_mm * m.sd_mm), wh = 1 / std::pow(m.sd_deg * kRadPerDeg, 2);
    const std::size_t at = kFirstPlace + 3 * i;
    n.matrix.at(at, at) += w;
    n.matrix.at(at + 1, at + 1) += w;
    n.matrix.at(at + 2, at + 2) += wh;
    n.gradient[at] -= w * (m.x - m.prior_x);
    n.gradient[at + 1] -= w * (m.y - m.prior_y);
    n.gradient[at + 2] -= wh * turn_between_deg(m.prior_heading_deg, m.heading_deg) * kRadPerDeg;
  }
  if (!with_priors) return n;
  const auto now = believed_numbers(p), prior = lens_numbers(p.lens_prior);
  const auto slopes = belief_slopes(p);
  for (std::size_t a = 0; a < 9; ++a) {
    for (std::size_t b = 0; b < 9; ++b) {
      const double information = p.lens_information.at(a, b);
      if (information == 0) continue;
      for (std::size_t i = 0; i < 9; ++i) {
        n.gradient[i] -= slopes[a][i] * information * (now[b] - prior[b]);
        for (std::size_t k = 0; k < 9; ++k) n.matrix.at(i, k) += slopes[a][i] * information * slopes[b][k];
      }
    }
  }
  n.matrix.at(kScale, kScale) += 1 / (p.scale_sd * p.scale_sd);
  n.gradient[kScale] -= (p.scale - p.prior_scale) / (p.scale_sd * p.scale_sd);
  return n;
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
  const Normal all = normal_equations(p, true), image = normal_equations(p, false);
  const auto lower = cholesky(all.matrix);
  if (!lower) {
    out.converged = false;
    return;
  }
  out.covariance = inverse(*lower);
  out.log_information = 0;
  for (std::size_t a = 0; a < lower->size; ++a) out.log_information += 2 * std::log(lower->at(a, a));
  double spent = 0;  // parameters' worth of information taken from the picture
  for (std::size_t a = 0; a < all.matrix.size; ++a)
    for (std::size_t b = 0; b < all.matrix.size; ++b) spent += out.covariance.at(a, b) * image.matrix.at(b, a);
  out.image_freedom = 8.0 * static_cast<double>(p.markers.size()) - spent;
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
    for (const std::size_t a : {kFirstPlace + 3 * i, kFirstPlace + 3 * i + 1}) out.laying_freedom += 1 - w * out.covariance.at(a, a);
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
    const Normal n = normal_equations(problem, true);
    bool better = false;
    double gain = 0;
    for (int tries = 0; tries < 12 && !better; ++tries) {
      Square damped = n.matrix;
      for (std::size_t a = 0; a < damped.size; ++a) damped.at(a, a) *= 1 + damping;
      const auto lower = cholesky(damped);
      if (lower) {
        JointProblem next = stepped(problem, solve(*lower, n.gradient));
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
