#include "calibration/table/registration.hpp"

#include <algorithm>
#include <cmath>

#include "calibration/lens/degrees.hpp"
#include "calibration/lens/first_pose.hpp"
#include "calibration/lens/sliced.hpp"
#include "calibration/table/border_match.hpp"
#include "calibration/table/border_scale.hpp"
#include "calibration/table/joint_fit.hpp"
#include "calibration/table/lens_terms.hpp"
#include "calibration/table/out_of_square.hpp"
#include "calibration/table/registration_notices.hpp"
#include "calibration/table/robust_fit.hpp"
#include "vision/pixels/camera_model.hpp"

namespace polemarch::calibration {
namespace {

constexpr double kUnknownHeading = 90;
constexpr double kCornerSdPx = 0.15;    // first guess for corners without their own covariance; replaced by what the residuals say
constexpr double kOutlierSigmas = 5.0;  // standard deviations from which a marker is left out and named
// What a soft picture leaves open of a print's size after the end of its white rim is modelled: the mean is 0.01 px a corner too small at
// PSF 1.3, and places differ by some hundredths. Taken for size it would tilt the table.
constexpr double kSizeDoubtPx = 0.03;

std::vector<double> whitener_of(const std::vector<double>& covariance) {
  Square m(8);
  m.values = covariance;
  const auto lower = cholesky(m);
  if (!lower) return {};
  std::vector<double> w(64, 0.0);  // inverse of the lower triangle
  for (std::size_t column = 0; column < 8; ++column) {
    for (std::size_t row = column; row < 8; ++row) {
      double sum = row == column ? 1.0 : 0.0;
      for (std::size_t k = column; k < row; ++k) sum -= lower->at(row, k) * w[8 * k + column];
      w[8 * row + column] = sum / lower->at(row, row);
    }
  }
  return w;
}

/// The covariance of a marker's corners with the print's size in the picture left open.
std::vector<double> with_doubtful_size(const BorderSighting& seen) {
  std::vector<double> out = seen.covariance;
  const PixelPoint centre = centre_of(seen);
  std::array<double, 8> outward{};
  double squares = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    outward[2 * k] = seen.corners[k].x - centre.x;
    outward[2 * k + 1] = seen.corners[k].y - centre.y;
    squares += (outward[2 * k] * outward[2 * k] + outward[2 * k + 1] * outward[2 * k + 1]) / 8;
  }
  for (std::size_t a = 0; a < 8; ++a)
    for (std::size_t b = 0; b < 8; ++b) out[8 * a + b] += kSizeDoubtPx * kSizeDoubtPx * outward[a] * outward[b] / squares;
  return out;
}

std::vector<PlanePoint> plane_points(const std::vector<Matched>& matched, double scale) {
  std::vector<PlanePoint> points;
  for (const Matched& m : matched) {
    if (!m.place_known) continue;
    const auto corners = corners_on_table(m.declared.x_mm, m.declared.y_mm, m.declared.heading_deg, m.declared.size_mm * scale);
    for (std::size_t k = 0; k < 4; ++k) points.push_back({corners[k][0], corners[k][1], m.seen.corners[k]});
  }
  return points;
}

JointMarker equations_for(const Matched& m, const RegistrationSettings& s) {
  JointMarker out;
  out.x = out.prior_x = m.declared.x_mm;
  out.y = out.prior_y = m.declared.y_mm;
  out.z = m.declared.z_mm;
  out.heading_deg = out.prior_heading_deg = m.declared.heading_deg;
  out.size_mm = m.declared.size_mm;
  out.sd_mm = m.place_known ? std::max(1e-3, m.declared.sd_mm) : kUnknownPlace;
  out.sd_deg = m.place_known ? s.heading_sd_deg : kUnknownHeading;
  out.corners = m.seen.corners;
  out.sd_px = kCornerSdPx;
  if (m.seen.covariance.size() != 64) return out;
  const std::vector<double> covariance = with_doubtful_size(m.seen);
  out.whitener = whitener_of(covariance);
  if (out.whitener.empty()) return out;
  double variance = 0;
  for (std::size_t a = 0; a < 8; ++a) variance += m.seen.covariance[9 * a] / 8;
  out.sd_px = out.told_sd_px = std::sqrt(variance);
  return out;
}

/// Starts from several focal lengths (one look at a plane hardly tells focal length from distance) and keeps the best.
Sliced<std::optional<JointProblem>> best_start(const JointProblem& blank, const std::vector<Matched>& matched, bool lens_known,
                                               const RegistrationSettings& s) {
  std::optional<JointProblem> best;
  double least = 1e300;
  const auto points = plane_points(matched, s.print_scale);
  const std::array<double, 6> shares{0.55, 0.7, 0.9, 1.15, 1.5, 2.2};
  for (std::size_t i = 0; i < (lens_known ? 1 : shares.size()); ++i) {
    JointProblem problem = blank;
    if (!lens_known) problem.camera.lens.fx = problem.camera.lens.fy = shares[i] * blank.lens_prior.width;
    const auto pose = first_pose(points, problem.camera.lens);
    if (!pose) continue;
    problem.camera.pose = *pose;
    for (const Matched& m : matched) {
      JointMarker marker = equations_for(m, s);
      if (!m.place_known) {  // start where it is seen
        const PixelPoint centre = centre_of(m.seen);
        const PixelPoint top{(m.seen.corners[0].x + m.seen.corners[1].x) / 2, (m.seen.corners[0].y + m.seen.corners[1].y) / 2};
        double tx = 0, ty = 0;
        if (!vision::unproject(problem.camera, centre, m.declared.z_mm, marker.x, marker.y)) continue;
        if (!vision::unproject(problem.camera, top, m.declared.z_mm, tx, ty)) continue;
        marker.heading_deg = std::atan2(ty - marker.y, tx - marker.x) * kDegPerRad;
        marker.prior_x = marker.x;
        marker.prior_y = marker.y;
        marker.prior_heading_deg = marker.heading_deg;
      }
      problem.markers.push_back(marker);
    }
    if (problem.markers.size() != matched.size()) continue;
    const JointSolution solution = solve_joint(problem, 25);
    co_await Spent{solution.steps};
    if (solution.shared.size == 0 || !(solution.cost < least)) continue;
    least = solution.cost;
    best = problem;
  }
  co_return best;
}

void set_factors(Camera& camera, const Square& covariance) {
  camera.factors.clear();
  // Cholesky that passes over numbers that are held.
  std::array<std::array<double, 15>, 15> l{};
  for (std::size_t j = 0; j < 15; ++j) {
    double pivot = covariance.at(j, j);
    for (std::size_t k = 0; k < j; ++k) pivot -= l[j][k] * l[j][k];
    if (!(pivot > 1e-12 * covariance.at(j, j)) || !(pivot > 0)) continue;
    l[j][j] = std::sqrt(pivot);
    for (std::size_t i = j + 1; i < 15; ++i) {
      double sum = covariance.at(i, j);
      for (std::size_t k = 0; k < j; ++k) sum -= l[i][k] * l[j][k];
      l[i][j] = sum / l[j][j];
    }
    std::array<double, 15> column{};
    for (std::size_t i = j; i < 15; ++i) column[i] = l[i][j];
    camera.factors.push_back(column);
  }
}

/// Of the corners' noise, what the prints themselves do not tell. Some is chance, some the detector's own: corners of large prints follow
/// their edges, and say less of themselves than is so.
double unexplained(double noise_px, double told_px) {
  constexpr double kChance = 1.3, kDetector = 0.05;  // of what they tell; px, of 4K prints without any bend (0.04 where 0.012 is told)
  if (!(told_px > 0)) return 0;
  return std::sqrt(std::max(0.0, noise_px * noise_px - kChance * kChance * told_px * told_px - kDetector * kDetector));
}

void state_table_error(Registration& out, const Table& table) {
  int count = 0;
  out.table_rms_mm = out.table_max_mm = 0;
  for (int ix = 0; ix <= 12; ++ix) {
    for (int iy = 0; iy <= 8; ++iy) {
      const auto c = point_covariance(out.camera, table.width.mm() * ix / 12, table.depth.mm() * iy / 8, 0);
      out.table_rms_mm += c[0] + c[2];
      out.table_max_mm = std::max(out.table_max_mm, std::sqrt(c[0] + c[2]));
      ++count;
    }
  }
  out.table_rms_mm = std::sqrt(out.table_rms_mm / count);
}

/// Markers that do not lie where the table says, the last first: gross outliers show against the others, where they are four and more.
/// `off_px`: distortion may bend by so much.
std::vector<std::size_t> strays_of(const std::vector<Matched>& matched, double off_px, double print_scale) {
  std::vector<std::size_t> strays;
  const auto points = plane_points(matched, print_scale);
  if (points.size() <= 16) return strays;
  const auto agreeing = agreeing_points(points, off_px);
  std::size_t point = 0;
  for (std::size_t i = 0; i < matched.size(); ++i) {
    if (!matched[i].place_known) continue;
    int good = 0;
    for (int k = 0; k < 4; ++k) good += agreeing[point++] ? 1 : 0;
    if (good < 2) strays.push_back(i);
  }
  if (matched.size() - strays.size() < kLeastMarkers) strays.clear();
  std::ranges::reverse(strays);
  return strays;
}

/// Every marker's place and residual, and what they come to.
void state_markers(Registration& out, const std::vector<Matched>& matched, const JointProblem& problem, const JointSolution& solution) {
  double squares = 0, mm_squares = 0, noise = 0, told = 0;
  for (std::size_t i = 0; i < problem.markers.size(); ++i) {
    const JointMarker& m = problem.markers[i];
    FittedMarker fitted{matched[i].declared, true, "", 0, 0, {}};
    fitted.place.x_mm = m.x;
    fitted.place.y_mm = m.y;
    fitted.place.heading_deg = m.heading_deg;
    fitted.place.size_mm = m.size_mm * problem.scale;
    fitted.place.sd_mm = std::sqrt((solution.places[i][0] + solution.places[i][4]) / 2);
    fitted.place.place_known = true;
    fitted.moved_mm = matched[i].place_known ? std::hypot(m.x - m.prior_x, m.y - m.prior_y) : 0;
    const auto corners = corners_on_table(m.x, m.y, m.heading_deg, m.size_mm * problem.scale);
    double sum = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      const PixelPoint p = vision::project(out.camera, corners[k][0], corners[k][1], m.z);
      fitted.offset_px[k] = {m.corners[k].x - p.x, m.corners[k].y - p.y};
      sum += std::pow(fitted.offset_px[k].x, 2) + std::pow(fitted.offset_px[k].y, 2);
    }
    fitted.residual_px = std::sqrt(sum / 4);
    vision::TableJacobian by_point{};
    vision::project(out.camera, m.x, m.y, m.z, by_point);
    squares += sum / 4;
    mm_squares += sum / 4 / std::abs(by_point[0][0] * by_point[1][1] - by_point[0][1] * by_point[1][0]);
    noise += m.sd_px;
    told += m.told_sd_px;
    out.markers.push_back(std::move(fitted));
  }
  const auto count = static_cast<double>(problem.markers.size());
  out.camera.rms_px = std::sqrt(squares / count);
  out.camera.rms_mm = std::sqrt(mm_squares / count);
  out.noise_px = noise / count;
  out.camera.unexplained_px = unexplained(out.noise_px, told / count);
}

Sliced<Result<Registration>> fit_table(const Table& table, const std::vector<BorderSighting>& seen, int width, int height,
                                       const std::optional<Camera>& known, const RegistrationSettings& s) {
  Registration out;
  auto matching = match_border(table, seen, s);
  if (!matching) co_return matching.error();
  std::vector<Matched> matched = std::move(*matching);
  std::vector<FittedMarker> left_out;
  const auto leave_out = [&](std::size_t i, std::string why) {
    left_out.push_back({matched[i].declared, false, std::move(why), 0, 0, {}});
    matched.erase(matched.begin() + static_cast<std::ptrdiff_t>(i));
  };
  for (const std::size_t stray : strays_of(matched, 0.04 * width, s.print_scale)) leave_out(stray, "does not lie where the table says");
  JointProblem blank;
  blank.scale = blank.prior_scale = s.print_scale;
  blank.scale_sd = s.print_scale_sd;
  set_lens_prior(blank, width, height, known, s);
  auto start = co_await best_start(blank, matched, known.has_value(), s);
  if (!start)
    co_return InputError{
        "the border markers do not show this table from above (is the picture mirrored, are the places in table.json right?)"};
  JointProblem problem = std::move(*start);
  while (problem.markers.size() > kLeastMarkers + 1) {
    const auto strange = co_await robust_strangeness(problem);
    const auto worst = std::ranges::max_element(strange);
    if (*worst <= kOutlierSigmas) break;
    const auto at = worst - strange.begin();
    leave_out(static_cast<std::size_t>(at),
              "lies " + with_digits(place_off(problem.markers[static_cast<std::size_t>(at)]), 1) + " mm or more from its place");
    problem.markers.erase(problem.markers.begin() + at);
  }
  Laying laying;
  JointSolution solution = co_await settle(problem, laying);
  if (solution.shared.size > 0 && !known) {
    const Intrinsics lens = problem.camera.lens;
    const RegistrationSettings asked = co_await lens_terms(problem, s);
    set_lens_prior(problem, width, height, known, asked);
    problem.camera.lens = lens;
    solution = co_await settle(problem, laying);
  }
  if (solution.shared.size > 0) {
    scale_laying(problem, laying.wide_ratio / laying.ratio);
    solution = solve_joint(problem, 60);
    co_await Spent{solution.steps};
  }
  if (solution.shared.size == 0) co_return InputError{"the border markers do not determine the camera: lay them along all four edges"};
  out.laying_ratio = laying.ratio;
  out.camera = problem.camera;
  set_factors(out.camera, solution.shared);
  state_markers(out, matched, problem, solution);
  out.print_scale = problem.scale;
  out.print_scale_sd = std::sqrt(solution.shared.at(15, 15));
  state_table_error(out, table);
  say_what_is_odd(out, left_out);
  co_return out;
}

std::size_t used_markers(const Registration& r) {
  return static_cast<std::size_t>(std::ranges::count_if(r.markers, [](const FittedMarker& m) { return m.used; }));
}

/// Prints of another size than table.json says, where the border's places tell so, are taken as they measure: left alone they would pass
/// for bad pictures, and nobody could follow them. Where the table may be of another size instead, both are left open.
Sliced<Result<Registration>> fit_with_true_size(const Table& table, const std::vector<BorderSighting>& seen, int width, int height,
                                                const std::optional<Camera>& known, const RegistrationSettings& s) {
  constexpr double kOtherSize = 0.03, kFewOtherSize = 0.003;  // share beyond the scale that the fit gives the prints by itself
  auto out = co_await fit_table(table, seen, width, height, known, s);
  if (!out) co_return out;
  PrintsByPlaces prints = prints_by_places(*out, table, s.print_scale);
  const double whole = prints.in_the_middle(), beyond = std::abs(whole * s.print_scale / out->print_scale - 1);
  const bool few = 2 * used_markers(*out) < out->markers.size();  // very quiet pictures: prints a little off pass for strays
  if (beyond >= (few ? kFewOtherSize : kOtherSize)) {
    Table measured = table;
    for (BorderMarker& m : measured.border) m.size_mm *= whole;
    auto again = co_await fit_table(measured, seen, width, height, known, s);
    if (again && !again->markers.empty() && (!few || used_markers(*again) > used_markers(*out))) {
      again->border_size_ratio = whole;
      out = std::move(again);
      prints = prints_by_places(*out, table, s.print_scale);
    }
  }
  out->open_scale = open_scale(prints, s);
  out->prints_look = prints.in_the_middle();
  if (out->open_scale > 0) {
    widen_by_scale(*out, out->open_scale);
    state_table_error(*out, table);
    out->notices.push_back(scale_notice(prints, table, s.print_scale));
  } else if (std::abs(out->border_size_ratio - 1) >= kOtherSize) {
    const double declared = table.border[0].size_mm;
    out->notices.push_back({"border_size", "The border markers measure " + with_digits(declared * whole * out->print_scale, 1) +
                                               " mm where table.json says " + with_digits(declared, 1) +
                                               " mm: they are taken as they measure; correct size_mm."});
  }
  co_return out;
}

/// The border through a lens that is known, with the table's shear fitted to it: as good as with a free lens, or nothing.
Sliced<std::optional<Registration>> fit_out_of_square(const Table& table, const std::vector<BorderSighting>& seen, const Camera& known,
                                                      const Registration& through, const Registration& free,
                                                      const RegistrationSettings& s) {
  constexpr double kMostShear = 0.01, kAsGood = 1.3;  // 12 mm of 1,200
  constexpr int kRounds = 6;
  double shear = shear_of(through, table);
  for (int round = 0; round < kRounds && std::abs(shear) < kMostShear; ++round) {
    const Table oblique = sheared(table, shear);
    auto fit = co_await fit_with_true_size(oblique, seen, known.lens.width, known.lens.height, known, s);
    if (!fit) co_return std::nullopt;
    if (fit->laying_ratio <= kAsGood * std::max(1.0, free.laying_ratio) && used_markers(*fit) + 2 >= used_markers(free)) {
      fit->notices.push_back(out_of_square_notice(table, shear));
      co_return *fit;
    }
    shear += shear_of(*fit, oblique);
  }
  co_return std::nullopt;
}

Sliced<Result<Registration>> register_sliced(Table table, std::vector<BorderSighting> seen, int width, int height,
                                             std::optional<Camera> lens, RegistrationSettings s) {
  const std::optional<Camera> none;
  if (!lens) {
    auto out = co_await fit_with_true_size(table, seen, width, height, none, s);
    co_return out;
  }
  const auto for_size = lens_for(*lens, width, height);
  if (!for_size) co_return for_size.error();
  const std::optional<Camera> known = *for_size;
  auto out = co_await fit_with_true_size(table, seen, width, height, known, s);
  if (out && out->laying_ratio < 1.5 && used_markers(*out) + 2 >= seen.size()) co_return out;
  // The border does not fit through this lens. Does it without? Then the lens has changed since (zoom, focus, another camera).
  auto free = co_await fit_with_true_size(table, seen, width, height, none, s);
  if (!free || used_markers(*free) < 8) co_return out;
  if (out && !(free->laying_ratio < 0.6 * out->laying_ratio || used_markers(*free) > used_markers(*out) + 2)) co_return out;
  if (out) {
    auto oblique = co_await fit_out_of_square(table, seen, *known, *out, *free, s);
    if (oblique) co_return std::move(*oblique);
  }
  const double off = 100 * (free->camera.lens.fx / known->lens.fx - 1);
  free->notices.push_back(
      {"zoom_changed", "The camera does not see as camera.json says (focal length " + with_digits(off, 1) +
                           " % off): zoom, focus or camera changed. The border markers are used instead; calibrate again."});
  co_return free;
}

}  // namespace

Result<Registration> register_table(const Table& table, const std::vector<BorderSighting>& seen, int width, int height,
                                    const std::optional<Camera>& lens, const RegistrationSettings& settings) {
  return all_of(register_sliced(table, seen, width, height, lens, settings));
}

struct RegistrationWork::Inside {
  Slice slice;
  Sliced<Result<Registration>> work;
};

RegistrationWork::RegistrationWork(const Table& table, std::vector<BorderSighting> seen, int width, int height, std::optional<Camera> lens,
                                   const RegistrationSettings& settings)
    : inside_(new Inside{{}, register_sliced(table, std::move(seen), width, height, std::move(lens), settings)}) {}
RegistrationWork::~RegistrationWork() = default;
RegistrationWork::RegistrationWork(RegistrationWork&&) noexcept = default;
RegistrationWork& RegistrationWork::operator=(RegistrationWork&&) noexcept = default;

bool RegistrationWork::advance(int steps) { return inside_->work.advance(inside_->slice, steps); }
Result<Registration> RegistrationWork::take() { return inside_->work.take(); }

}  // namespace polemarch::calibration
