#include "calibration/grid/grid_fit.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "calibration/lens/degrees.hpp"
#include "calibration/lens/dense.hpp"

namespace polemarch::calibration {
namespace {

constexpr double kLeastSdMm = 0.05;   // no place is measured better than that
constexpr double kBoxSdShare = 0.02;  // how far the size of a box may be off: mats are by a percent or two, so it is fitted too

/// One scalar equation: distance across a grid line. Unknowns: middle x, middle y, turn (rad), scale.
struct Equation {
  double residual = 0, sd = 1;
  std::array<double, 4> slope{};
};

struct Placed {
  double x, y, turn, scale;  ///< of the grid's middle
};

/// `along` counts lines from the grid's middle; `upright` lines are crossed in the grid's own x.
Equation equation_of(const Placed& g, double box, bool upright, double from_middle, double x, double y, double sd) {
  const double c = std::cos(g.turn), s = std::sin(g.turn), dx = x - g.x, dy = y - g.y;
  const double u = c * dx + s * dy, v = -s * dx + c * dy;  // in the grid's own axes
  Equation e;
  e.sd = sd;
  // model: box * scale * from_middle; residual = measured - model; slopes are of the model's shift relative to the measurement
  e.residual = (upright ? u : v) - box * g.scale * from_middle;
  e.slope = upright ? std::array<double, 4>{c, s, -v, box * from_middle} : std::array<double, 4>{-s, c, u, box * from_middle};
  return e;
}

}  // namespace

Result<GridFit> fit_grid(const GridSpec& start, const std::vector<GridPoint>& points, const std::vector<GridStretch>& stretches,
                         const GridFitSettings& settings) {
  const double box = start.box.mm(), mid_column = start.columns / 2.0, mid_row = start.rows / 2.0;
  const double turn0 = start.rotation.signed_turn().deg() / kDegPerRad;
  Placed g{start.origin.x.mm() + box * (mid_column * std::cos(turn0) - mid_row * std::sin(turn0)),
           start.origin.y.mm() + box * (mid_column * std::sin(turn0) + mid_row * std::cos(turn0)), turn0, 1.0};
  constexpr std::size_t unknowns = 4;
  GridFit out;
  double noise = 1;
  Square covariance(unknowns);
  struct Used {
    std::array<double, 4> slope;
    double weight, residual;
  };
  std::vector<Used> kept;
  for (int round = 0; round < 25; ++round) {
    Square normal(unknowns);
    std::vector<double> gradient(unknowns, 0.0), pulls;
    kept.clear();
    out.used = out.left_out = 0;
    double mm_squares = 0;
    std::vector<Equation> equations;
    for (const GridPoint& p : points) {
      equations.push_back(equation_of(g, box, true, p.column - mid_column, p.x_mm, p.y_mm, p.sd_mm));
      equations.push_back(equation_of(g, box, false, p.row - mid_row, p.x_mm, p.y_mm, p.sd_mm));
    }
    for (const GridStretch& s : stretches)
      equations.push_back(equation_of(g, box, s.upright, s.line - (s.upright ? mid_column : mid_row), s.x_mm, s.y_mm, s.sd_mm));
    for (const Equation& e : equations) pulls.push_back(std::abs(e.residual) / e.sd);
    if (pulls.size() < unknowns + 1) return InputError{"too little of the grid is seen: " + std::to_string(pulls.size()) + " places"};
    std::vector<double> sorted = pulls;
    std::ranges::sort(sorted);
    noise = std::max(0.2, 1.4826 * sorted[sorted.size() / 2]);
    for (std::size_t i = 0; i < equations.size(); ++i) {
      const Equation& e = equations[i];
      // In the first rounds everything may still be off: weigh down softly, then cut.
      const double pull = pulls[i] / noise;
      if (round > 4 && pull > settings.stray_sigmas) {
        ++out.left_out;
        continue;
      }
      const double w = (round > 4 ? 1.0 : 1.0 / (1 + pull * pull / 9)) / (e.sd * e.sd);
      ++out.used;
      kept.push_back({e.slope, w, e.residual});
      mm_squares += e.residual * e.residual;
      for (std::size_t a = 0; a < unknowns; ++a) {
        gradient[a] += w * e.slope[a] * e.residual;
        for (std::size_t b = 0; b < unknowns; ++b) normal.at(a, b) += w * e.slope[a] * e.slope[b];
      }
    }
    const double held = 1 / (kBoxSdShare * kBoxSdShare);
    normal.at(3, 3) += held;
    gradient[3] -= held * (g.scale - 1);
    const auto lower = cholesky(normal);
    if (!lower || static_cast<std::size_t>(out.used) <= unknowns)
      return InputError{"what is seen of the grid does not fix it: places in both directions are needed"};
    const auto step = solve(*lower, gradient);
    g.x += step[0];
    g.y += step[1];
    g.turn += step[2];
    g.scale += step[3];
    out.rms_mm = std::sqrt(mm_squares / out.used);
    if (round > 8 && std::abs(step[0]) + std::abs(step[1]) < 1e-7 && std::abs(step[2]) < 1e-10) break;
  }
  // Places differ in how well they are seen, and one half covered is off by more than chance. Each therefore counts with its own
  // residual, widened by how much it drew the fit to itself (MacKinnon and White 1985, HC3).
  Square normal(unknowns), spread(unknowns);
  for (const Used& u : kept)
    for (std::size_t a = 0; a < unknowns; ++a)
      for (std::size_t b = 0; b < unknowns; ++b) normal.at(a, b) += u.weight * u.slope[a] * u.slope[b];
  normal.at(3, 3) += 1 / (kBoxSdShare * kBoxSdShare);
  const auto lower = cholesky(normal);
  if (!lower) return InputError{"what is seen of the grid does not fix it: places in both directions are needed"};
  const Square inverted = inverse(*lower);
  const auto times = [&](const Square& m, const std::array<double, 4>& v) {
    std::array<double, 4> product{};
    for (std::size_t a = 0; a < unknowns; ++a)
      for (std::size_t b = 0; b < unknowns; ++b) product[a] += m.at(a, b) * v[b];
    return product;
  };
  for (const Used& u : kept) {
    const auto drawn = times(inverted, u.slope);
    double leverage = 0;
    for (std::size_t a = 0; a < unknowns; ++a) leverage += u.weight * u.slope[a] * drawn[a];
    const double own = std::max(std::abs(u.residual) / std::max(0.1, 1 - leverage), kLeastSdMm) * u.weight;
    for (std::size_t a = 0; a < unknowns; ++a)
      for (std::size_t b = 0; b < unknowns; ++b) spread.at(a, b) += own * own * drawn[a] * drawn[b];
  }
  covariance = spread;
  out.box_scale = g.scale;
  out.sd_box_scale = std::hypot(std::sqrt(covariance.at(3, 3)), settings.shared.box_share);
  out.grid = start;
  out.grid.box = Length::from_mm(box * g.scale);
  const double c = std::cos(g.turn), s = std::sin(g.turn), u = -box * g.scale * mid_column, v = -box * g.scale * mid_row;
  out.grid.origin = {Length::from_mm(g.x + c * u - s * v), Length::from_mm(g.y + s * u + c * v)};
  out.grid.rotation = Angle::from_deg(g.turn * kDegPerRad);
  out.grid.sd_offset_mm = std::hypot(std::sqrt(std::max(covariance.at(0, 0), covariance.at(1, 1))), settings.shared.offset_mm);
  out.grid.sd_rotation_deg = std::hypot(std::sqrt(covariance.at(2, 2)) * kDegPerRad, settings.shared.rotation_deg);
  return out;
}

}  // namespace polemarch::calibration
