#include "calibration/lens/lens.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>

#include "calibration/lens/degrees.hpp"
#include "calibration/lens/lens_solve.hpp"

namespace polemarch::calibration {
namespace {

constexpr double kLeastTurnDeg = 12;    // between the two most different board directions; below, focal length cannot be told from distance
constexpr double kMostBlurShare = 0.1;  // of a square: views with a larger sigma of their edges are left out,
constexpr double kMostBlurPx = 3;       // or with one of this many pixels at 1280 wide
constexpr double kSameViewPx = 0.3;     // at 1280 wide: views whose corners lie this near another's are left out
// The table for which the error is stated: 6 x 4 ft. The picture's width is taken to show it with 5 % to spare.
constexpr double kStatedWidthMm = 1829, kStatedDepthMm = 1219;

std::string number(double value, const char* format = "%.1f") {
  char text[32];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

/// Pixel limits are given for a picture 1280 wide.
double scaled_px(double limit, int width) { return limit * std::max(0.5, width / 1280.0); }

/// The size most pictures have.
std::pair<int, int> usual_size(const std::vector<BoardView>& views) {
  std::map<std::pair<int, int>, int> count;
  std::pair<int, int> best{0, 0};
  for (const BoardView& view : views) {
    if (!view.unreadable.empty()) continue;
    const std::pair size{view.width, view.height};
    if (++count[size] > count[best]) best = size;
  }
  return best;
}

std::string reason_to_leave_out(const BoardView& view, std::pair<int, int> size, const LensSettings& s) {
  if (!view.unreadable.empty()) return view.unreadable;
  if (std::pair(view.width, view.height) != size) {
    return "another size (" + std::to_string(view.width) + "x" + std::to_string(view.height) + ")";
  }
  if (view.corners.empty()) return "no board found";
  if (view.corners.size() < 8) return "too little of the board in sight";
  if (view.blur_across_px > 0 && view.blur_px > s.motion_ratio * view.blur_across_px && view.blur_px > scaled_px(1.2, view.width)) {
    return "moved while it was taken (edges smeared one way)";
  }
  if (view.blur_px > scaled_px(kMostBlurPx, view.width) || view.blur_px > kMostBlurShare * view.square_px) {
    return "blurred (edge sigma " + number(view.blur_px) + " px)";
  }
  return "";
}

/// An earlier view that shows the board in the very same place: a copied picture, or a second one from a tripod. It would count twice
/// what a bent board or a print does to both, so the lens would look surer than it is.
const BoardView* same_view(const std::vector<const BoardView*>& earlier, const BoardView& view) {
  std::map<int, PixelPoint> at;
  for (const BoardCorner& c : view.corners) at[c.index] = c.pixel;
  for (const BoardView* other : earlier) {
    double squares = 0;
    std::size_t shared = 0;
    for (const BoardCorner& c : other->corners) {
      const auto here = at.find(c.index);
      if (here == at.end()) continue;
      squares += std::pow(c.pixel.x - here->second.x, 2) + std::pow(c.pixel.y - here->second.y, 2);
      ++shared;
    }
    if (2 * shared > std::min(at.size(), other->corners.size()) &&
        std::sqrt(squares / static_cast<double>(shared)) < scaled_px(kSameViewPx, view.width))
      return other;
  }
  return nullptr;
}

double widest_turn_deg(const std::vector<std::array<double, 3>>& normals) {
  double widest = 0;
  for (std::size_t i = 0; i < normals.size(); ++i) {
    for (std::size_t k = i + 1; k < normals.size(); ++k) {
      double dot = 0;
      for (std::size_t a = 0; a < 3; ++a) dot += normals[i][a] * normals[k][a];
      widest = std::max(widest, std::acos(std::clamp(std::abs(dot), 0.0, 1.0)) * kDegPerRad);
    }
  }
  return widest;
}

/// Names of the picture's corners no board point comes near.
std::vector<std::string> bare_corners(const std::vector<const BoardView*>& views) {
  const double w = views.front()->width, h = views.front()->height;
  std::array<bool, 4> seen{};
  for (const BoardView* view : views) {
    for (const BoardCorner& c : view->corners) {
      const bool left = c.pixel.x<w / 3, right = c.pixel.x> w * 2 / 3, top = c.pixel.y<h / 3, bottom = c.pixel.y> h * 2 / 3;
      if ((left || right) && (top || bottom)) seen[static_cast<std::size_t>((bottom ? 2 : 0) + (right ? 1 : 0))] = true;
    }
  }
  constexpr std::array kNames{"top left", "top right", "bottom left", "bottom right"};
  std::vector<std::string> bare;
  for (std::size_t i = 0; i < 4; ++i)
    if (!seen[i]) bare.emplace_back(kNames[i]);
  return bare;
}

LensSolution solve_model(const std::vector<const BoardView*>& views, const LensSettings& s) {
  if (s.model == LensModel::OpenCv) return solve_lens(views, true, s.square_pixels);
  LensSolution plain = solve_lens(views, false, s.square_pixels);
  if (s.model == LensModel::Plain || !plain.solved) return plain;
  LensSolution bent = solve_lens(views, true, s.square_pixels);
  const bool asked_for =
      bent.solved && std::abs(bent.lens.k3) > 4 * bent.sd[8] && bent.rms_px < 0.98 * plain.rms_px && !folds_inside(bent.lens);
  return asked_for ? bent : plain;
}

/// Leaves out views that fit far worse than the others, worst first, and solves again.
LensSolution solve_without_outliers(std::vector<const BoardView*>& views, LensReport& report, const LensSettings& s) {
  for (;;) {
    LensSolution solution = solve_model(views, s);
    if (!solution.solved || static_cast<int>(views.size()) <= s.min_views) return solution;
    std::vector<double> sorted = solution.view_rms_px;
    std::ranges::sort(sorted);
    const double limit = std::max(s.outlier_ratio * sorted[sorted.size() / 2], scaled_px(0.5, views[0]->width));
    const auto worst = std::ranges::max_element(solution.view_rms_px);
    if (*worst <= limit) return solution;
    const auto at = worst - solution.view_rms_px.begin();
    for (ViewReport& view : report.views) {
      if (view.name != views[static_cast<std::size_t>(at)]->name) continue;
      view.used = false;
      view.rms_px = *worst;
      view.why_not =
          "does not fit the others (" + number(*worst, "%.2f") + " px, typical " + number(sorted[sorted.size() / 2], "%.2f") + ")";
    }
    views.erase(views.begin() + at);
  }
}

void judge(LensReport& report, const std::vector<const BoardView*>& used, const LensSolution& solution, const LensSettings& s) {
  if (const double turn = widest_turn_deg(solution.normals); turn < kLeastTurnDeg) {
    report.refusals.push_back("all views are parallel (they differ by " + number(turn) +
                              " degrees; tilt the board by 20 to 40 degrees in some)");
  }
  for (const std::string& corner : bare_corners(used)) {
    report.refusals.push_back("the " + corner + " of the picture was never covered by the board");
  }
  if (const double limit = scaled_px(s.max_rms_px, used[0]->width); solution.rms_px > limit) {
    report.refusals.push_back("the board does not fit a lens: " + number(solution.rms_px, "%.2f") + " px, at most " +
                              number(limit, "%.2f") +
                              " (a bent board, a wrong board description, or zoom and focus changed between pictures)");
  }
  if (folds_inside(solution.lens)) {
    report.refusals.emplace_back("the distortion turns back inside the picture (cover its corners with the board, or use --model plain)");
  }
  if (solution.sd[0] > s.max_fx_sd_share * solution.lens.fx) {
    report.refusals.push_back("focal length unsure by " + number(100 * solution.sd[0] / solution.lens.fx) +
                              " % (more tilted views needed)");
  }
  const auto left_out = std::ranges::count_if(report.views, [](const ViewReport& v) { return v.why_not.starts_with("does not fit"); });
  if (3 * left_out > static_cast<std::ptrdiff_t>(used.size())) {
    report.refusals.push_back(std::to_string(left_out) + " views do not fit the others (did the zoom or focus change?)");
  }
}

}  // namespace

LensReport calibrate_lens(const std::vector<BoardView>& views, const LensSettings& s) {
  LensReport report;
  std::vector<const BoardView*> used;
  std::array<int, 3> spoilt{};  // blurred, moved, shown before
  const auto size = usual_size(views);
  for (const BoardView& view : views) {
    ViewReport& line = report.views.emplace_back();
    line.name = view.name;
    line.corners = static_cast<int>(view.corners.size());
    line.why_not = reason_to_leave_out(view, size, s);
    if (line.why_not.empty())
      if (const BoardView* twin = same_view(used, view)) line.why_not = "the same view as " + twin->name;
    line.used = line.why_not.empty();
    if (line.used) used.push_back(&view);
    if (line.why_not.starts_with("blurred")) ++spoilt[0];
    if (line.why_not.starts_with("moved")) ++spoilt[1];
    if (line.why_not.starts_with("the same view")) ++spoilt[2];
  }
  if (static_cast<int>(used.size()) < s.min_views) {
    std::string why = "too few views: " + std::to_string(used.size()) + " usable of " + std::to_string(views.size()) + ", " +
                      std::to_string(s.min_views) + " needed";
    if (spoilt[0] > 0) why += "; " + std::to_string(spoilt[0]) + " blurred";
    if (spoilt[1] > 0) why += "; " + std::to_string(spoilt[1]) + " moved";
    if (spoilt[2] > 0) why += "; " + std::to_string(spoilt[2]) + " the same view again";
    report.refusals.push_back(why);
    std::vector<BoardView> usable;
    usable.reserve(used.size());
    for (const BoardView* view : used) usable.push_back(*view);
    report.missing = missing_views(usable, {});
    return report;
  }
  const LensSolution solution = solve_without_outliers(used, report, s);
  if (!solution.solved) {
    report.refusals.push_back("no lens fits these views; are all of them parallel, or is the board described wrongly?");
    report.missing = missing_views(views, {});
    return report;
  }
  report.camera.lens = solution.lens;
  report.camera.rms_px = solution.rms_px;
  for (const auto& factor : solution.factors) {
    auto& whole = report.camera.factors.emplace_back();
    std::ranges::copy(factor, whole.begin());
  }
  report.sd = solution.sd;
  double squares = 0;
  std::size_t corners = 0;
  std::vector<BoardView> kept;
  for (std::size_t i = 0; i < used.size(); ++i) {
    const double mm = solution.view_rms_px[i] * solution.depth_mm[i] / solution.lens.fx;
    for (ViewReport& line : report.views) {
      if (line.name != used[i]->name || !line.used) continue;
      line.rms_px = solution.view_rms_px[i];
      line.rms_mm = mm;
      line.tilt_deg = std::acos(std::clamp(std::abs(solution.normals[i][2]), 0.0, 1.0)) * kDegPerRad;
    }
    squares += mm * mm * static_cast<double>(used[i]->corners.size());
    corners += used[i]->corners.size();
    kept.push_back(*used[i]);
  }
  report.camera.rms_mm = std::sqrt(squares / static_cast<double>(corners));
  report.opencv_rms_px = s.model == LensModel::OpenCv && !s.square_pixels ? solution.rms_px : solve_lens(used, true, false).rms_px;
  const TableError table = expected_table_error(solution, kStatedWidthMm, kStatedDepthMm);
  report.table_rms_mm = table.rms_mm;
  report.table_max_mm = table.max_mm;
  judge(report, used, solution, s);
  report.missing = missing_views(kept, solution.normals);
  return report;
}

}  // namespace polemarch::calibration
