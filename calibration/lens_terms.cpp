#include "calibration/lens_terms.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "calibration/robust_fit.hpp"

namespace polemarch::calibration {
namespace {

/// Shares of the settings' widths, and how common such lenses are.
struct Width {
  double share, common;
};
constexpr std::array<Width, 3> kWidths{{{0.03, 0.4}, {0.17, 0.4}, {1.0, 0.2}}};

}  // namespace

LensTerms lens_terms(const JointProblem& problem, const RegistrationSettings& settings) {
  std::array<std::array<double, 3>, 3> score{};
  double best = 1e300;
  for (std::size_t t = 0; t < 3; ++t) {
    for (std::size_t k = 0; k < 3; ++k) {
      RegistrationSettings tried = settings;
      tried.tangential_sd *= kWidths[t].share;
      tried.k3_sd *= kWidths[k].share;
      JointProblem p = problem;
      set_lens_prior(p, problem.lens_prior.width, problem.lens_prior.height, std::nullopt, tried);
      p.camera.lens = problem.camera.lens;
      const JointSolution s = solve_joint(p, 20);
      score[t][k] = s.covariance.size == 0 ? 1e300
                                           : 2 * s.cost + s.log_information + 4 * std::log(kWidths[t].share) +
                                                 2 * std::log(kWidths[k].share) - 2 * std::log(kWidths[t].common * kWidths[k].common);
      best = std::min(best, score[t][k]);
    }
  }
  double all = 0, tangential = 0, k3 = 0;
  for (std::size_t t = 0; t < 3; ++t) {
    for (std::size_t k = 0; k < 3; ++k) {
      const double weight = std::exp(-0.5 * (score[t][k] - best));
      all += weight;
      tangential += weight * kWidths[t].share * kWidths[t].share;
      k3 += weight * kWidths[k].share * kWidths[k].share;
    }
  }
  return {settings.tangential_sd * std::sqrt(tangential / all), settings.k3_sd * std::sqrt(k3 / all)};
}

}  // namespace polemarch::calibration
