#include "calibration/grid_picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "calibration/edge_blur.hpp"
#include "calibration/registration.hpp"
#include "vision/camera_model.hpp"

namespace polemarch::calibration {
namespace {

constexpr double kDegPerRad = 180.0 / std::numbers::pi;
constexpr double kMargin = 60;  // mm at the table's edges: border strip, not mat

/// The mat seen from above, one value every `step` mm.
struct Plan {
  int columns = 0, rows = 0;
  double step = 2.5;
  std::vector<float> value;
  float at(int c, int r) const {
    return value[static_cast<std::size_t>(r) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(c)];
  }
};

double look(const ImageView& gray, const Camera& camera, double x, double y) {
  const PixelPoint p = vision::project(camera, x, y, 0);
  return sample(gray, p.x, p.y);
}

Plan plan_of(const ImageView& gray, const Camera& camera, double width, double depth, double step) {
  Plan plan;
  plan.step = step;
  plan.columns = static_cast<int>(width / step);
  plan.rows = static_cast<int>(depth / step);
  plan.value.reserve(static_cast<std::size_t>(plan.columns) * static_cast<std::size_t>(plan.rows));
  for (int r = 0; r < plan.rows; ++r)
    for (int c = 0; c < plan.columns; ++c) plan.value.push_back(static_cast<float>(look(gray, camera, (c + 0.5) * step, (r + 0.5) * step)));
  return plan;
}

/// How much a place differs from what lies `reach` cells to both sides, clipped so that one bold thing does not outvote a faint grid.
Plan ridges(const Plan& plan, bool across_x, int reach) {
  Plan out = plan;
  std::ranges::fill(out.value, 0.0F);
  for (int r = reach; r + reach < plan.rows; ++r) {
    for (int c = reach; c + reach < plan.columns; ++c) {
      const float side =
          across_x ? (plan.at(c - reach, r) + plan.at(c + reach, r)) / 2 : (plan.at(c, r - reach) + plan.at(c, r + reach)) / 2;
      out.value[static_cast<std::size_t>(r * plan.columns + c)] = std::clamp(plan.at(c, r) - side, -12.0F, 12.0F);
    }
  }
  return out;
}

struct Guess {
  double turn = 0, phase_x = 0, phase_y = 0, score = 0;
};

/// Mean response of all lines at each phase, for one turn: response folded over the box.
std::vector<double> folded(const Plan& plan, bool across_x, double turn, double box) {
  const int bins = std::max(8, static_cast<int>(box / plan.step));
  std::vector<double> sum(static_cast<std::size_t>(bins), 0.0);
  std::vector<int> count(static_cast<std::size_t>(bins), 0);
  const double c = std::cos(turn), s = std::sin(turn);
  const int skip = static_cast<int>(kMargin / plan.step);
  for (int r = skip; r < plan.rows - skip; ++r) {
    for (int col = skip; col < plan.columns - skip; ++col) {
      const double x = (col + 0.5) * plan.step, y = (r + 0.5) * plan.step;
      const double u = across_x ? c * x + s * y : -s * x + c * y;
      const double share = u / box - std::floor(u / box);
      const auto bin = static_cast<std::size_t>(std::min(bins - 1, static_cast<int>(share * bins)));
      sum[bin] += static_cast<double>(plan.at(col, r));
      ++count[bin];
    }
  }
  for (std::size_t i = 0; i < sum.size(); ++i) sum[i] /= std::max(1, count[i]);
  return sum;
}

/// The phase (mm) with the strongest response and how far it stands above the rest.
std::pair<double, double> peak(const std::vector<double>& fold, double box) {
  std::size_t best = 0;
  double mean = 0;
  for (const double v : fold) mean += v / static_cast<double>(fold.size());
  for (std::size_t i = 0; i < fold.size(); ++i)
    if (std::abs(fold[i] - mean) > std::abs(fold[best] - mean)) best = i;
  return {(static_cast<double>(best) + 0.5) / static_cast<double>(fold.size()) * box, std::abs(fold[best] - mean)};
}

/// Turn and phases of the grid as a whole.
Guess coarse(const Plan& plan, double box, const GridPictureSettings& s) {
  const int reach = std::max(2, static_cast<int>(std::lround(1.5 * s.thick_mm / plan.step)) + 1);
  const Plan upright = ridges(plan, true, reach), lying = ridges(plan, false, reach);
  Guess best;
  constexpr double kStepDeg = 0.2;
  const int steps = static_cast<int>(std::floor(2 * s.search_deg / kStepDeg + 1e-6));
  for (int i = 0; i <= steps; ++i) {
    const double deg = -s.search_deg + i * kStepDeg;
    const double turn = deg / kDegPerRad;
    const auto [px, ax] = peak(folded(upright, true, turn, box), box);
    const auto [py, ay] = peak(folded(lying, false, turn, box), box);
    if (ax * ay > best.score) best = {turn, px, py, ax * ay};
  }
  return best;
}

/// Place of the mark across a line: offset (mm) of the extremum of a profile, and how it stands out.
struct Crossing {
  double offset = 0, contrast = 0;
};
Crossing crossing(const std::vector<double>& profile, double step, double sign) {
  const std::size_t n = profile.size();
  const std::size_t quarter = n / 4;
  double side = 0;
  for (std::size_t i = 0; i < quarter; ++i) side += (profile[i] + profile[n - 1 - i]) / (2.0 * static_cast<double>(quarter));
  std::size_t best = n / 8;
  for (std::size_t i = n / 8; i + n / 8 < n; ++i)
    if (sign * (profile[i] - side) > sign * (profile[best] - side)) best = i;
  Crossing out;
  out.contrast = sign * (profile[best] - side);
  // Centre of gravity of what stands out by more than half, near the peak.
  double weight = 0, moment = 0;
  for (std::size_t i = best; i < n && sign * (profile[i] - side) > 0.35 * out.contrast; ++i) {
    const double w = sign * (profile[i] - side) - 0.35 * out.contrast;
    weight += w;
    moment += w * static_cast<double>(i);
  }
  for (std::size_t i = best; i-- > 0 && sign * (profile[i] - side) > 0.35 * out.contrast;) {
    const double w = sign * (profile[i] - side) - 0.35 * out.contrast;
    weight += w;
    moment += w * static_cast<double>(i);
  }
  out.offset = weight > 0 ? (moment / weight - static_cast<double>(n - 1) / 2) * step : 0;
  return out;
}

struct Measured {
  std::vector<GridStretch> stretches;
  std::vector<GridPoint> points;
  int asked = 0;
  double contrast = 0;
};

constexpr double kStep = 0.25;

/// All line stretches between neighbouring corners (`dots` false), or all dots, with marks of one sign.
Measured measure(const ImageView& gray, const Camera& camera, const GridSpec& g, double width, double depth, bool dots, double sign,
                 double reach) {
  Measured out;
  const double turn = g.rotation.signed_turn().deg() / kDegPerRad, c = std::cos(turn), s = std::sin(turn), box = g.box.mm();
  const auto place = [&](double u, double v) { return std::pair{g.origin.x.mm() + c * u - s * v, g.origin.y.mm() + s * u + c * v}; };
  const auto inside = [&](double x, double y) {
    if (x < kMargin || y < kMargin || x > width - kMargin || y > depth - kMargin) return false;
    const PixelPoint p = vision::project(camera, x, y, 0);
    return p.x > 2 && p.y > 2 && p.x < gray.width - 3 && p.y < gray.height - 3;
  };
  const int half = static_cast<int>(reach / kStep);
  const auto profile_at = [&](double u, double v, bool across_u, double along) {
    std::vector<double> profile;
    const int lines = dots ? 5 : 9;
    for (int i = -half; i <= half; ++i) {
      double sum = 0;
      for (int k = 0; k < lines; ++k) {
        const double a = along * (k / (lines - 1.0) - 0.5);
        const auto [x, y] = across_u ? place(u + i * kStep, v + a) : place(u + a, v + i * kStep);
        sum += look(gray, camera, x, y) / lines;
      }
      profile.push_back(sum);
    }
    return profile;
  };
  for (int i = 0; i <= g.columns; ++i) {
    for (int j = 0; j <= g.rows; ++j) {
      if (dots) {
        const auto [x, y] = place(i * box, j * box);
        if (!inside(x, y)) continue;
        ++out.asked;
        const Crossing cx = crossing(profile_at(i * box, j * box, true, 2.0), kStep, sign);
        const Crossing cy = crossing(profile_at(i * box + cx.offset, j * box, false, 2.0), kStep, sign);
        if (std::min(cx.contrast, cy.contrast) < 4) continue;
        const auto [mx, my] = place(i * box + cx.offset, j * box + cy.offset);
        out.points.push_back({static_cast<double>(i), static_cast<double>(j), mx, my, 0.3});
        out.contrast += std::min(cx.contrast, cy.contrast);
        continue;
      }
      for (const bool upright : {true, false}) {
        if (upright ? j == g.rows : i == g.columns) continue;
        const double u = i * box + (upright ? 0 : box / 2), v = j * box + (upright ? box / 2 : 0);
        const auto [x, y] = place(u, v);
        if (!inside(x, y)) continue;
        ++out.asked;
        const Crossing cr = crossing(profile_at(u, v, upright, 0.7 * box), kStep, sign);
        if (cr.contrast < 3) continue;
        const auto [mx, my] = upright ? place(u + cr.offset, v) : place(u, v + cr.offset);
        out.stretches.push_back({upright, static_cast<double>(upright ? i : j), mx, my, 0.3});
        out.contrast += cr.contrast;
      }
    }
  }
  return out;
}

/// The grid with the coarse turn and phases whose middle is nearest to the guess's.
GridSpec placed(const GridSpec& start, const Guess& guess) {
  GridSpec g = start;
  const double box = start.box.mm(), c = std::cos(guess.turn), s = std::sin(guess.turn);
  const double turn0 = start.rotation.signed_turn().deg() / kDegPerRad, c0 = std::cos(turn0), s0 = std::sin(turn0);
  const double u = box * start.columns / 2, v = box * start.rows / 2;
  const double mx = start.origin.x.mm() + c0 * u - s0 * v, my = start.origin.y.mm() + s0 * u + c0 * v;
  // Grid axes coordinates of the wanted origin, moved to the nearest line.
  const double ou = c * mx + s * my - u, ov = -s * mx + c * my - v;
  const double nu = guess.phase_x + box * std::round((ou - guess.phase_x) / box),
               nv = guess.phase_y + box * std::round((ov - guess.phase_y) / box);
  g.origin = {Length::from_mm(c * nu - s * nv), Length::from_mm(s * nu + c * nv)};
  g.rotation = Angle::from_deg(guess.turn * kDegPerRad);
  return g;
}

}  // namespace

Result<GridPicture> find_grid(const ImageView& gray, const Camera& camera, const GridSpec& start, double width_mm, double depth_mm,
                              const GridPictureSettings& s) {
  const InputError none{"no grid of " + std::to_string(static_cast<int>(std::lround(start.box.mm()))) +
                        " mm boxes is seen on the mat: is the size right, is the light even? Corner markers work on any mat."};
  if (start.columns < 1 || start.rows < 1 || start.box.mm() < 20)
    return InputError{"the grid needs columns, rows and a box of at least 20 mm"};
  const Plan plan = plan_of(gray, camera, width_mm, depth_mm, s.coarse_mm);
  const Guess guess = coarse(plan, start.box.mm(), s);
  if (!(guess.score > 0)) return none;
  const auto shared = point_covariance(camera, width_mm / 2, depth_mm / 2, 0);
  GridFitSettings fitting;
  fitting.shared_sd_mm = std::sqrt(std::max(shared[0], shared[2]));
  GridPicture best;
  double best_score = 0;
  for (const bool dots : {false, true}) {
    if ((dots && s.marks == GridMarks::Lines) || (!dots && s.marks == GridMarks::Dots)) continue;
    for (const double sign : {1.0, -1.0}) {
      GridSpec grid = placed(start, guess);
      GridPicture found;
      bool good = false;
      for (const double reach : {9.0, 6.0, 6.0}) {
        const Measured m = measure(gray, camera, grid, width_mm, depth_mm, dots, sign, reach);
        const auto fit = fit_grid(grid, m.points, m.stretches, fitting);
        if (!fit) break;
        const double places = dots ? fit->used / 2.0 : fit->used;
        found.fit = *fit;
        found.seen_share = m.asked > 0 ? places / m.asked : 0;
        found.marks = dots ? GridMarks::Dots : GridMarks::Lines;
        found.bright = sign > 0;
        good = fit->rms_mm < 1.5 && found.seen_share >= s.least_share;
        grid = fit->grid;
        // A mark fits when it is seen, consistent, and stands out: dots of a dotted mat also lie on its lines' ends, but lines are absent.
        const double score = good ? found.seen_share *
                                        (m.contrast / std::max(1.0, static_cast<double>(m.points.size() + m.stretches.size()))) /
                                        (0.2 + fit->rms_mm)
                                  : 0;
        if (good && reach < 7 && score > best_score) {
          best_score = score;
          best = found;
        }
      }
    }
  }
  if (best_score <= 0) return none;
  best.fit.box_scale = best.fit.grid.box.mm() / start.box.mm();
  return best;
}

}  // namespace polemarch::calibration
