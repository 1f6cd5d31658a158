#include "calibration/grid/grid_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

#include "calibration/board/edge_blur.hpp"
#include "calibration/lens/degrees.hpp"
#include "vision/pixels/camera_model.hpp"

namespace polemarch::calibration {
namespace {

constexpr double kSearchDeg = 4;                // the grid may be turned this much from the table's edges
constexpr double kCoarseMm = 2.5;               // raster of the search for lines; less is slower and finds fainter ones
constexpr double kThickMm = 3;                  // the widest line expected
constexpr double kDotStepMm = 1.5;              // raster of the search for dots: the smallest are 3 mm wide
constexpr double kRingMm = 6;                   // a dot is darker or brighter than everything at this distance
constexpr double kFaintest = 4, kBoldest = 15;  // grey levels; bolder things count no more, or figures would outvote a faint mat
constexpr double kBinMm = 3;                    // how exactly a dot must lie on a corner to vote for it
constexpr double kTurnDeg = 0.2;                // steps of the search: at the far corners some 3 mm
constexpr double kStretch = 0.0025, kMostStretch = 0.02;

/// The middle of a grid, mm.
std::array<double, 2> middle_of(const GridSpec& g) {
  const double turn = g.rotation.signed_turn().deg() / kDegPerRad, c = std::cos(turn), s = std::sin(turn);
  const double u = g.box.mm() * g.columns / 2, v = g.box.mm() * g.rows / 2;
  return {g.origin.x.mm() + c * u - s * v, g.origin.y.mm() + s * u + c * v};
}

/// The mat seen from above, one value every `step` mm.
struct Plan {
  int columns = 0, rows = 0;
  double step = 2.5;
  std::vector<float> value;
  float at(int c, int r) const {
    return value[static_cast<std::size_t>(r) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(c)];
  }
};

Plan plan_of(const ImageView& gray, const Camera& camera, double width, double depth, double step) {
  Plan plan;
  plan.step = step;
  plan.columns = static_cast<int>(width / step);
  plan.rows = static_cast<int>(depth / step);
  plan.value.reserve(static_cast<std::size_t>(plan.columns) * static_cast<std::size_t>(plan.rows));
  for (int r = 0; r < plan.rows; ++r)
    for (int c = 0; c < plan.columns; ++c)
      plan.value.push_back(static_cast<float>(grey_at(gray, camera, (c + 0.5) * step, (r + 0.5) * step)));
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
  double turn = 0, phase_x = 0, phase_y = 0, score = 0, box = 0;
};

/// Mean response of all lines at each phase, for one turn: response folded over the box.
std::vector<double> folded(const Plan& plan, bool across_x, double turn, double box) {
  const int bins = std::max(8, static_cast<int>(box / plan.step));
  std::vector<double> sum(static_cast<std::size_t>(bins), 0.0);
  std::vector<int> count(static_cast<std::size_t>(bins), 0);
  const double c = std::cos(turn), s = std::sin(turn);
  const int skip = static_cast<int>(kGridMargin / plan.step);
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

/// The grid with this turn and these phases whose middle is nearest to the middle of `start`.
GridSpec placed(const GridSpec& start, const Guess& guess) {
  GridSpec g = start;
  const double c = std::cos(guess.turn), s = std::sin(guess.turn);
  const auto [mx, my] = middle_of(start);
  // Grid axes coordinates of the wanted origin, moved to the nearest line.
  const double ou = c * mx + s * my - guess.box * start.columns / 2, ov = -s * mx + c * my - guess.box * start.rows / 2;
  const double nu = guess.phase_x + guess.box * std::round((ou - guess.phase_x) / guess.box),
               nv = guess.phase_y + guess.box * std::round((ov - guess.phase_y) / guess.box);
  g.origin = {Length::from_mm(c * nu - s * nv), Length::from_mm(s * nu + c * nv)};
  g.rotation = Angle::from_deg(guess.turn * kDegPerRad);
  g.box = Length::from_mm(guess.box);
  return g;
}

/// Small things that stand out on all sides, the boldest first: dots, and whatever else is as small.
struct Blob {
  double x = 0, y = 0, weight = 0;
};
std::vector<Blob> blobs_of(const Plan& plan, double sign, std::size_t most) {
  const int reach = static_cast<int>(std::ceil(kRingMm / plan.step));
  const int slant = std::max(1, static_cast<int>(std::lround(0.7071 * reach)));
  const std::array<std::array<int, 2>, 8> ring{
      {{reach, 0}, {-reach, 0}, {0, reach}, {0, -reach}, {slant, slant}, {-slant, slant}, {slant, -slant}, {-slant, -slant}}};
  const auto response = [&](int c, int r) {
    double side = -1e9;
    for (const auto& [dc, dr] : ring) side = std::max(side, sign * static_cast<double>(plan.at(c + dc, r + dr)));
    return sign * static_cast<double>(plan.at(c, r)) - side;
  };
  std::vector<Blob> blobs;
  const int skip = std::max(reach + 1, static_cast<int>(kGridMargin / plan.step));
  for (int r = skip; r + skip < plan.rows; ++r) {
    for (int c = skip; c + skip < plan.columns; ++c) {
      const double here = response(c, r);
      if (here < kFaintest) continue;
      bool highest = true;
      for (int dr = -1; dr <= 1 && highest; ++dr)
        for (int dc = -1; dc <= 1 && highest; ++dc)
          if (dc != 0 || dr != 0) highest = response(c + dc, r + dr) < here + (dr * 3 + dc > 0 ? 1e-9 : 0.0);
      if (highest) blobs.push_back({(c + 0.5) * plan.step, (r + 0.5) * plan.step, std::min(here, kBoldest)});
    }
  }
  std::ranges::sort(blobs, [](const Blob& a, const Blob& b) { return std::tie(b.weight, a.y, a.x) < std::tie(a.weight, b.y, b.x); });
  if (blobs.size() > most) blobs.resize(most);
  return blobs;
}

/// The turn, phases and box size at which most blobs lie on the corners of boxes: blobs folded into one box.
Guess vote(const std::vector<Blob>& blobs, const GridSpec& start) {
  const double box = start.box.mm();
  const auto [mx, my] = middle_of(start);
  const int bins = std::max(8, static_cast<int>(box / kBinMm));
  std::vector<double> count(static_cast<std::size_t>(bins) * static_cast<std::size_t>(bins));
  Guess best;
  const int turns = static_cast<int>(std::floor(kSearchDeg / kTurnDeg + 1e-6)), sizes = static_cast<int>(kMostStretch / kStretch + 0.5);
  for (int i = -turns; i <= turns; ++i) {
    const double turn = i * kTurnDeg / kDegPerRad, c = std::cos(turn), s = std::sin(turn);
    for (int k = -sizes; k <= sizes; ++k) {
      const double size = box * (1 + k * kStretch);
      std::ranges::fill(count, 0.0);
      const auto bin = [&](int u, int v) -> double& {
        return count[static_cast<std::size_t>((v + bins) % bins) * static_cast<std::size_t>(bins) +
                     static_cast<std::size_t>((u + bins) % bins)];
      };
      for (const Blob& b : blobs) {
        const double u = (c * (b.x - mx) + s * (b.y - my)) / size, v = (-s * (b.x - mx) + c * (b.y - my)) / size;
        bin(static_cast<int>((u - std::floor(u)) * bins), static_cast<int>((v - std::floor(v)) * bins)) += b.weight;
      }
      for (int v = 0; v < bins; ++v) {
        for (int u = 0; u < bins; ++u) {
          const double score = bin(u, v) + bin(u + 1, v) + bin(u, v + 1) + bin(u + 1, v + 1);
          if (score <= best.score) continue;
          best = {turn, c * mx + s * my + (u + 1.0) / bins * size, -s * mx + c * my + (v + 1.0) / bins * size, score, size};
        }
      }
    }
  }
  return best;
}

/// Turn and phases of the lines as a whole.
Guess coarse(const Plan& plan, double box) {
  const int reach = std::max(2, static_cast<int>(std::lround(1.5 * kThickMm / plan.step)) + 1);
  const Plan upright = ridges(plan, true, reach), lying = ridges(plan, false, reach);
  Guess best;
  constexpr double kStepDeg = 0.2;
  const int steps = static_cast<int>(std::floor(2 * kSearchDeg / kStepDeg + 1e-6));
  for (int i = 0; i <= steps; ++i) {
    const double deg = -kSearchDeg + i * kStepDeg;
    const double turn = deg / kDegPerRad;
    const auto [px, ax] = peak(folded(upright, true, turn, box), box);
    const auto [py, ay] = peak(folded(lying, false, turn, box), box);
    if (ax * ay > best.score) best = {turn, px, py, ax * ay, box};
  }
  return best;
}

}  // namespace

double grey_at(const ImageView& gray, const Camera& camera, double x_mm, double y_mm) {
  const PixelPoint p = vision::project(camera, x_mm, y_mm, 0);
  return sample(gray, p.x, p.y);
}

std::optional<GridSpec> search_lines(const ImageView& gray, const Camera& camera, const GridSpec& start, double width_mm, double depth_mm) {
  const Plan plan = plan_of(gray, camera, width_mm, depth_mm, kCoarseMm);
  const Guess guess = coarse(plan, start.box.mm());
  if (!(guess.score > 0)) return std::nullopt;
  return placed(start, guess);
}

std::optional<GridSpec> search_dots(const ImageView& gray, const Camera& camera, const GridSpec& start, double width_mm, double depth_mm,
                                    double sign) {
  const Plan plan = plan_of(gray, camera, width_mm, depth_mm, kDotStepMm);
  const auto corners = static_cast<std::size_t>(start.columns + 1) * static_cast<std::size_t>(start.rows + 1);
  const auto blobs = blobs_of(plan, sign, std::max<std::size_t>(400, 6 * corners));
  if (blobs.empty()) return std::nullopt;
  return placed(start, vote(blobs, start));
}

GridShare registration_share(const Camera& camera, const GridSpec& grid) {
  const auto [mx, my] = middle_of(grid);
  const double wide = grid.box.mm() * grid.columns / 2, deep = grid.box.mm() * grid.rows / 2;
  constexpr int kPlaces = 9;         // a side
  std::array<double, 4> variance{};  // x, y, turn, stretch
  for (const auto& factor : camera.factors) {
    double sum_x = 0, sum_y = 0, turning = 0, stretching = 0, inertia = 0;
    for (int i = 0; i < kPlaces; ++i) {
      for (int k = 0; k < kPlaces; ++k) {
        const double x = wide * (2.0 * i / (kPlaces - 1) - 1), y = deep * (2.0 * k / (kPlaces - 1) - 1);
        vision::TableJacobian by_point{};
        vision::CameraJacobian by_camera{};
        vision::project(camera, mx + x, my + y, 0, by_point, by_camera);
        const double det = by_point[0][0] * by_point[1][1] - by_point[0][1] * by_point[1][0];
        double u = 0, v = 0;
        for (std::size_t a = 0; a < 15; ++a) {
          u += by_camera[0][a] * factor[a];
          v += by_camera[1][a] * factor[a];
        }
        const double dx = (by_point[1][1] * u - by_point[0][1] * v) / det, dy = (by_point[0][0] * v - by_point[1][0] * u) / det;
        sum_x += dx;
        sum_y += dy;
        turning += x * dy - y * dx;
        stretching += x * dx + y * dy;
        inertia += x * x + y * y;
      }
    }
    constexpr double kAll = kPlaces * kPlaces;
    variance[0] += sum_x * sum_x / (kAll * kAll);
    variance[1] += sum_y * sum_y / (kAll * kAll);
    variance[2] += turning * turning / (inertia * inertia);
    variance[3] += stretching * stretching / (inertia * inertia);
  }
  return {std::sqrt(std::max(variance[0], variance[1])), std::sqrt(variance[2]) * kDegPerRad, std::sqrt(variance[3])};
}

}  // namespace polemarch::calibration
