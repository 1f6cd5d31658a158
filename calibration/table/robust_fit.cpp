#include "calibration/table/robust_fit.hpp"

#include <algorithm>
#include <cmath>

#include "vision/pixels/camera_model.hpp"

namespace polemarch::calibration {
namespace {

constexpr double kCentreSdShare = 0.02;  // doubt of the optical centre over picture width, of a lens that nothing is known of

Square information_of(const Square& covariance) {
  const auto lower = cholesky(covariance);
  return lower ? inverse(*lower) : Square(covariance.size);
}

void rescale_noise(JointProblem& problem, double factor) {
  for (JointMarker& m : problem.markers) {
    m.sd_px *= factor;
    for (double& w : m.whitener) w /= factor;
  }
}

/// How far a marker's fit is off, in standard deviations of its corners' noise.
double corner_strangeness(const JointProblem& p, const JointMarker& m) {
  const auto corners = corners_on_table(m.x, m.y, m.heading_deg, m.size_mm * p.scale);
  double squares = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    const PixelPoint seen = vision::project(p.camera, corners[k][0], corners[k][1], m.z);
    squares += std::pow((m.corners[k].x - seen.x) / m.sd_px, 2) + std::pow((m.corners[k].y - seen.y) / m.sd_px, 2);
  }
  return std::sqrt(squares / 8);
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace

void set_lens_prior(JointProblem& problem, int width, int height, const std::optional<Camera>& lens, const RegistrationSettings& s) {
  Square covariance(9);
  if (lens) {
    problem.lens_prior = lens->lens;
    for (const auto& factor : lens->factors)
      for (std::size_t a = 0; a < 9; ++a)
        for (std::size_t b = 0; b < 9; ++b) covariance.at(a, b) += factor[a] * factor[b];
    const double refocus = s.refocus_sd_share * lens->lens.fx;
    for (std::size_t a = 0; a < 2; ++a)
      for (std::size_t b = 0; b < 2; ++b) covariance.at(a, b) += refocus * refocus;
    // What the calibration held fixed, or knows beyond what a double resolves, stays put.
    const std::array<double, 9> floor{0.05, 0.05, 0.05, 0.05, 1e-5, 1e-5, 1e-6, 1e-6, 1e-5};
    for (std::size_t a = 0; a < 9; ++a) covariance.at(a, a) += floor[a] * floor[a];
  } else {
    const double usual = s.focal_share * width;
    double f = usual, variance = std::pow(s.focal_sd_share * usual, 2);
    if (s.focal) {
      const double told = s.focal->sd_px * s.focal->sd_px;
      f = (usual * told + s.focal->focal_px * variance) / (told + variance);
      variance = told * variance / (told + variance);
    }
    problem.lens_prior = {width, height, f, f, (width - 1) / 2.0, (height - 1) / 2.0, 0, 0, 0, 0, 0};
    covariance.at(0, 0) = variance;
    covariance.at(1, 1) = std::pow(s.aspect_sd * f, 2);
    covariance.at(2, 2) = covariance.at(3, 3) = std::pow(kCentreSdShare * width, 2);
    covariance.at(4, 4) = s.k1_sd * s.k1_sd;
    covariance.at(5, 5) = s.k2_sd * s.k2_sd;
    covariance.at(6, 6) = covariance.at(7, 7) = s.tangential_sd * s.tangential_sd;
    covariance.at(8, 8) = s.k3_sd * s.k3_sd;
  }
  problem.lens_information = information_of(covariance);
  problem.bends_at_focal = lens ? 0 : (s.bends_at_share > 0 ? s.bends_at_share : s.focal_share) * width;
  problem.camera.lens = problem.lens_prior;
}

double place_off(const JointMarker& m) { return std::hypot(m.x - m.prior_x, m.y - m.prior_y); }

Sliced<std::vector<double>> robust_strangeness(JointProblem problem) {
  std::vector<double> stated, off(problem.markers.size(), 0.0);
  for (const JointMarker& m : problem.markers) stated.push_back(m.sd_mm);
  for (int round = 0; round < 8; ++round) {
    const JointSolution solution = solve_joint(problem, 20);
    co_await Spent{solution.steps};
    if (round < 2 && solution.image_freedom > 0)
      rescale_noise(problem, std::clamp(std::sqrt(solution.image_chi2 / solution.image_freedom), 0.02, 50.0));
    std::vector<double> known;
    for (std::size_t i = 0; i < off.size(); ++i) {
      off[i] = stated[i] < kUnknownPlace ? place_off(problem.markers[i]) / stated[i] : 0;
      if (stated[i] < kUnknownPlace) known.push_back(off[i]);
    }
    const double typical = std::max(1.0, median(known) / 1.18);  // median of a Rayleigh
    for (std::size_t i = 0; i < off.size(); ++i) {
      problem.markers[i].sd_mm = stated[i] * std::sqrt(1 + std::pow(off[i] / (2.5 * typical), 2));
      if (round == 7) off[i] = std::max(off[i] / typical, corner_strangeness(problem, problem.markers[i]));
    }
  }
  co_return off;
}

Sliced<JointSolution> settle(JointProblem& problem, Laying& laying) {
  JointSolution solution;
  for (int round = 0; round < 30; ++round) {
    solution = solve_joint(problem, 60);
    co_await Spent{solution.steps};
    if (solution.shared.size == 0) break;
    const double noise = std::clamp(std::sqrt(solution.image_chi2 / std::max(1.0, solution.image_freedom)), 0.02, 50.0);
    if (std::abs(noise - 1) > 0.01) rescale_noise(problem, noise);
    const double present = laying.ratio;
    laying = laying_of(solution.laying_chi2, solution.laying_freedom, present);
    scale_laying(problem, laying.ratio / present);
    if (std::abs(noise - 1) <= 0.01 && std::abs(laying.ratio / present - 1) <= 0.02) break;
  }
  co_return solution;
}

void scale_laying(JointProblem& problem, double factor) {
  for (JointMarker& m : problem.markers)
    if (m.sd_mm < kUnknownPlace) m.sd_mm *= factor;
}

}  // namespace polemarch::calibration
