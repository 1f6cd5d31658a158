#include "calibration/table/lens_terms.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "calibration/table/robust_fit.hpp"

namespace polemarch::calibration {
namespace {

/// Shares of the settings' widths, and how common such lenses are.
struct Width {
  double share, common;
};
constexpr std::array<Width, 3> kTangential{{{0.03, 0.4}, {0.17, 0.4}, {1.0, 0.2}}};
constexpr std::array<Width, 2> kAspect{{{0.14, 0.9}, {1.0, 0.1}}};  // square to 0.0003, or scaled from another format
/// Kinds of lenses: focal length over the usual one's and its relative doubt over the usual, radial terms over the settings' widths. What a
/// lens is believed to bend holds at a place in the picture: terms as large as a usual lens's bend there by the second, fourth and sixth
/// power of `1 / focal` as much, and all three grow together in wide lenses (phones' wide modules, action cameras). One camera in twenty
/// over a table is taken to be far from the usual.
struct Kind {
  double focal, doubt, k3, common;
};
constexpr std::array<Kind, 5> kKinds{
    {{1, 1, 0.03, 0.38}, {1, 1, 0.17, 0.38}, {1, 1, 1, 0.19}, {2.0 / 3, 1, 1, 0.025}, {2.5, 1.5, 1, 0.025}}};

/// What a kind believes, as a lens of the usual focal length would have it.
struct Belief {
  double focal_px = 0, focal_variance = 0, aspect = 0, tangential = 0, k1 = 0, k2 = 0, k3 = 0;
};
Belief belief_of(const Width& aspect, const Width& tangential, const Kind& kind, const RegistrationSettings& s, double width) {
  const double f = kind.focal * s.focal_share * width, bend = 1 / kind.focal;
  return {f,
          std::pow(kind.doubt * s.focal_sd_share * f, 2),
          aspect.share * s.aspect_sd,
          tangential.share * s.tangential_sd,
          s.k1_sd * std::pow(bend, 2),
          s.k2_sd * std::pow(bend, 4),
          kind.k3 * s.k3_sd * std::pow(bend, 6)};
}
RegistrationSettings settings_of(const Belief& belief, RegistrationSettings s, double width) {
  s.bends_at_share = s.focal_share;
  s.focal_share = belief.focal_px / width;
  s.focal_sd_share = std::sqrt(belief.focal_variance) / belief.focal_px;
  s.aspect_sd = belief.aspect;
  s.tangential_sd = belief.tangential;
  s.k1_sd = belief.k1;
  s.k2_sd = belief.k2;
  s.k3_sd = belief.k3;
  return s;
}

/// Minus twice the logarithm of how well a belief explains the border, the numbers of the lens counted as they are believed in.
Sliced<double> unlikeliness(const JointProblem& problem, const Belief& belief, const RegistrationSettings& settings) {
  const double width = problem.lens_prior.width;
  JointProblem p = problem;
  set_lens_prior(p, problem.lens_prior.width, problem.lens_prior.height, std::nullopt, settings_of(belief, settings, width));
  p.camera.lens = problem.camera.lens;
  const JointSolution s = solve_joint(p, 20);
  co_await Spent{s.steps};
  const auto prior = cholesky(p.lens_information);
  if (s.shared.size == 0 || !prior) co_return 1e300;
  double out = 2 * s.cost + s.log_information;
  for (std::size_t a = 0; a < prior->size; ++a) out -= 2 * std::log(prior->at(a, a));
  constexpr double kBendPowers = 14;  // k1, k2, k3, p1, p2: 2, 4, 6, 1 and 1
  out -= 2 * kBendPowers * std::log(p.bends_at_focal / p.camera.lens.fx);
  if (settings.focal) {  // told besides: it speaks for and against kinds
    const double told = settings.focal->sd_px * settings.focal->sd_px, both = told + belief.focal_variance;
    out += std::pow(settings.focal->focal_px - belief.focal_px, 2) / both + std::log(both);
  }
  co_return out;
}

}  // namespace

Sliced<RegistrationSettings> lens_terms(const JointProblem& problem, const RegistrationSettings& settings) {
  const double width = problem.lens_prior.width;
  struct Weighed {
    Belief belief;
    double score;
  };
  std::vector<Weighed> beliefs;
  double best = 1e300;
  for (const Width& aspect : kAspect) {
    for (const Width& tangential : kTangential) {
      for (const Kind& kind : kKinds) {
        const Belief b = belief_of(aspect, tangential, kind, settings, width);
        const double unlikely = co_await unlikeliness(problem, b, settings);
        const double score = unlikely - 2 * std::log(aspect.common * tangential.common * kind.common);
        beliefs.push_back({b, score});
        best = std::min(best, score);
      }
    }
  }
  double all = 0, focal_squares = 0;
  Belief mean;  // squares of widths at first
  for (const auto& [b, score] : beliefs) {
    const double weight = std::exp(-0.5 * (score - best));
    all += weight;
    mean.focal_px += weight * b.focal_px;
    focal_squares += weight * (b.focal_variance + b.focal_px * b.focal_px);
    mean.aspect += weight * b.aspect * b.aspect;
    mean.tangential += weight * b.tangential * b.tangential;
    mean.k1 += weight * b.k1 * b.k1;
    mean.k2 += weight * b.k2 * b.k2;
    mean.k3 += weight * b.k3 * b.k3;
  }
  mean.focal_px /= all;
  mean.focal_variance = focal_squares / all - mean.focal_px * mean.focal_px;
  for (double* squares : {&mean.aspect, &mean.tangential, &mean.k1, &mean.k2, &mean.k3}) *squares = std::sqrt(*squares / all);
  co_return settings_of(mean, settings, width);
}

}  // namespace polemarch::calibration
