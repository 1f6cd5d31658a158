#include "calibration/grid/grid_picture.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "calibration/grid/grid_search.hpp"
#include "calibration/lens/degrees.hpp"
#include "vision/pixels/camera_model.hpp"

namespace polemarch::calibration {
namespace {

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
constexpr double kLeastSeen = 0.3;  // share of the lines' stretches (or dots) that must be seen; less believes fainter mats

/// All line stretches between neighbouring corners (`dots` false), or all dots, with marks of one sign.
Measured measure(const ImageView& gray, const Camera& camera, const GridSpec& g, double width, double depth, bool dots, double sign,
                 double reach) {
  Measured out;
  const double turn = g.rotation.signed_turn().deg() / kDegPerRad, c = std::cos(turn), s = std::sin(turn), box = g.box.mm();
  const auto place = [&](double u, double v) { return std::pair{g.origin.x.mm() + c * u - s * v, g.origin.y.mm() + s * u + c * v}; };
  const auto inside = [&](double x, double y) {
    if (x < kGridMargin || y < kGridMargin || x > width - kGridMargin || y > depth - kGridMargin) return false;
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
        sum += grey_at(gray, camera, x, y) / lines;
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

/// Whether lines of both directions are there: those of one alone leave the other coordinate to chance.
bool both_ways(const Measured& m, const GridSpec& g) {
  const double turn = g.rotation.signed_turn().deg() / kDegPerRad, c = std::cos(turn), s = std::sin(turn);
  std::array<int, 2> fitting{};
  for (const GridStretch& stretch : m.stretches) {
    const double dx = stretch.x_mm - g.origin.x.mm(), dy = stretch.y_mm - g.origin.y.mm();
    const double across = stretch.upright ? c * dx + s * dy : -s * dx + c * dy;
    if (std::abs(across - stretch.line * g.box.mm()) < 1.5) ++fitting[stretch.upright ? 0 : 1];
  }
  return std::ranges::all_of(fitting, [&](int of) { return of >= kLeastSeen * m.asked / 2; });
}

constexpr double kStill = 0.01;  // mm; less is no news

/// How far the farthest of the grid's corners moved, mm.
double farthest_move(const GridSpec& before, const GridSpec& after) {
  const auto corner = [](const GridSpec& g, int column, int row) {
    const double turn = g.rotation.signed_turn().deg() / kDegPerRad, u = g.box.mm() * column, v = g.box.mm() * row;
    return std::array{g.origin.x.mm() + std::cos(turn) * u - std::sin(turn) * v, g.origin.y.mm() + std::sin(turn) * u + std::cos(turn) * v};
  };
  double farthest = 0;
  for (const int column : {0, before.columns}) {
    for (const int row : {0, before.rows}) {
      const auto a = corner(before, column, row), b = corner(after, column, row);
      farthest = std::max(farthest, std::hypot(a[0] - b[0], a[1] - b[1]));
    }
  }
  return farthest;
}

}  // namespace

Result<GridPicture> find_grid(const ImageView& gray, const Camera& camera, const GridSpec& start, double width_mm, double depth_mm) {
  const InputError none{"no grid of " + std::to_string(static_cast<int>(std::lround(start.box.mm()))) +
                        " mm boxes is seen on the mat: is the size right, is the light even? Corner markers work on any mat."};
  if (start.columns < 1 || start.rows < 1 || start.box.mm() < 20)
    return InputError{"the grid needs columns, rows and a box of at least 20 mm"};
  GridFitSettings fitting;
  fitting.shared = registration_share(camera, start);
  GridPicture best;
  double best_score = 0;
  for (const bool dots : {false, true}) {
    std::optional<GridSpec> lines;
    if (!dots) lines = search_lines(gray, camera, start, width_mm, depth_mm);
    for (const double sign : {1.0, -1.0}) {
      const auto guess = dots ? search_dots(gray, camera, start, width_mm, depth_mm, sign) : lines;
      if (!guess) continue;
      GridSpec grid = *guess;
      GridPicture found;
      bool good = false;
      double last_score = 0;
      // Far from the middle a box size that is off by a percent puts marks beyond reach: each round brings more of them in.
      constexpr int kMostRounds = 20;
      double moved = 1e9;
      for (int round = 0; round < kMostRounds && (round < 3 || moved > kStill); ++round) {
        const double reach = round == 0 ? 9.0 : 6.0;
        const Measured m = measure(gray, camera, grid, width_mm, depth_mm, dots, sign, reach);
        const auto fit = fit_grid(grid, m.points, m.stretches, fitting);
        if (!fit) break;
        const double places = dots ? fit->used / 2.0 : fit->used;
        found.fit = *fit;
        found.seen_share = m.asked > 0 ? places / m.asked : 0;
        found.marks = dots ? GridMarks::Dots : GridMarks::Lines;
        found.bright = sign > 0;
        good = fit->rms_mm < 1.5 && found.seen_share >= kLeastSeen && (dots || both_ways(m, fit->grid));
        moved = farthest_move(grid, fit->grid);
        grid = fit->grid;
        // A mark fits when it is seen, consistent, and stands out: dots of a dotted mat also lie on its lines' ends, but lines are absent.
        const double score = good ? found.seen_share *
                                        (m.contrast / std::max(1.0, static_cast<double>(m.points.size() + m.stretches.size()))) /
                                        (0.2 + fit->rms_mm)
                                  : 0;
        if (round < 2) continue;
        last_score = score;
      }
      if (last_score > best_score) {
        best_score = last_score;
        best = found;
      }
    }
  }
  if (best_score <= 0) return none;
  best.fit.box_scale = best.fit.grid.box.mm() / start.box.mm();
  return best;
}

}  // namespace polemarch::calibration
