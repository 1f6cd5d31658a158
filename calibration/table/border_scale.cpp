#include "calibration/table/border_scale.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "calibration/lens/degrees.hpp"
#include "calibration/table/joint_fit.hpp"
#include "calibration/table/registration_notices.hpp"
#include "vision/pixels/camera_model.hpp"

namespace polemarch::calibration {
namespace {

constexpr int kLeastPrints = 6;         // whose scatter says how well their common size is known
constexpr double kRulerSds = 1.5;       // of what a ruler leaves open of the print's scale
constexpr double kLeastOff = 0.003;     // share
constexpr double kOddSds = 5;           // of what the prints themselves leave open
constexpr double kFinestSpread = 1e-3;  // share; prints of one sheet differ by that much
constexpr double kNoTable = 0.1;        // share from which it is the prints: nobody is off by so much in a table's size

struct CommonSize {
  double value = 1, sd = 0;
};

CommonSize common_size(std::vector<double> values) {
  const auto median = [&] {
    const auto at = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, at);
    return *at;
  };
  if (values.empty()) return {};
  CommonSize out{.value = median()};
  for (double& v : values) v = std::abs(v - out.value);
  constexpr double kOfMedian = 1.25, kOfDeviations = 1.4826;  // a median scatters by more than a mean
  out.sd = kOfMedian * std::max(kFinestSpread, kOfDeviations * median()) / std::sqrt(static_cast<double>(values.size()));
  return out;
}

/// A print's sides on the table, along its own right and up, mm; false where the camera does not see the table there.
bool sides_of(const Registration& r, const FittedMarker& m, double& right_mm, double& up_mm) {
  const auto told = corners_on_table(m.place.x_mm, m.place.y_mm, m.place.heading_deg, m.place.size_mm);
  std::array<std::array<double, 2>, 4> on{};
  for (std::size_t k = 0; k < 4; ++k) {
    const PixelPoint p = vision::project(r.camera, told[k][0], told[k][1], m.place.z_mm);
    const PixelPoint seen{p.x + m.offset_px[k].x, p.y + m.offset_px[k].y};
    if (!vision::unproject(r.camera, seen, m.place.z_mm, on[k][0], on[k][1])) return false;
  }
  const double up = m.place.heading_deg / kDegPerRad, ux = std::cos(up), uy = std::sin(up);
  const auto along = [&](std::size_t from, std::size_t to, double x, double y) {
    return (on[to][0] - on[from][0]) * x + (on[to][1] - on[from][1]) * y;
  };
  right_mm = (along(0, 1, uy, -ux) + along(3, 2, uy, -ux)) / 2;
  up_mm = (along(3, 0, ux, uy) + along(2, 1, ux, uy)) / 2;
  return true;
}

}  // namespace

double PrintsByPlaces::farther_off() const { return std::abs(along_x - 1) > std::abs(along_y - 1) ? along_x : along_y; }

double PrintsByPlaces::in_the_middle() const { return std::sqrt(along_x * along_y); }

PrintsByPlaces prints_by_places(const Registration& fitted, const Table& declared, double print_scale) {
  std::vector<double> x, y;
  for (const FittedMarker& m : fitted.markers) {
    const auto said = std::ranges::find(declared.border, m.place.marker, &BorderMarker::marker);
    double right = 0, up = 0;
    if (!m.used || said == declared.border.end() || !sides_of(fitted, m, right, up)) continue;
    const double size = said->size_mm * print_scale;
    const bool upright = std::abs(std::sin(m.place.heading_deg / kDegPerRad)) > std::sqrt(0.5);
    x.push_back((upright ? right : up) / size);
    y.push_back((upright ? up : right) / size);
  }
  const CommonSize of_x = common_size(x), of_y = common_size(y);
  return {of_x.value, of_y.value, of_x.sd, of_y.sd, static_cast<int>(x.size())};
}

double open_scale(const PrintsByPlaces& seen, const RegistrationSettings& settings) {
  if (seen.prints < kLeastPrints) return 0;
  const double off = std::abs(seen.farther_off() - 1);
  const double least = std::max(kLeastOff, kRulerSds * settings.print_scale_sd);
  return off > std::max(least, kOddSds * std::max(seen.sd_x, seen.sd_y)) && off < kNoTable ? off : 0;
}

void widen_by_scale(Registration& out, double share) {
  auto& column = out.camera.factors.emplace_back();
  for (std::size_t k = 0; k < 3; ++k) column[12 + k] = share * out.camera.pose.translation_mm[k];
}

TableNotice scale_notice(const PrintsByPlaces& seen, const Table& declared, double print_scale) {
  const double ratio = seen.farther_off(), percent = 100 * std::abs(ratio - 1);
  const std::string off = with_digits(percent, 1) + " %";
  return {"border_scale", "The border's prints look " + off + (ratio > 1 ? " larger" : " smaller") +
                              " than their distances say, so distances are open by " + off + ": is the table about " +
                              with_digits(declared.width.mm() / seen.along_x, 0) + " x " +
                              with_digits(declared.depth.mm() / seen.along_y, 0) + " mm (then correct its size), or was the sheet " +
                              "printed at " + with_digits(print_scale * ratio, 3) + " of its size (then give that print scale)?"};
}

}  // namespace polemarch::calibration
