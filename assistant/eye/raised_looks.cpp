#include "assistant/eye/raised_looks.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "calibration/table/joint_fit.hpp"
#include "engine/geometry/polygon.hpp"
#include "vision/detect/squares/detector.hpp"
#include "vision/pixels/camera_model.hpp"

namespace polemarch::assistant {
namespace {

constexpr double kEdgeMm = 25;  // nearer to a terrain's edge than that, what a base stands on is not sure while the focal length is not
constexpr std::size_t kMostRaised = 24, kMostLow = 16;

/// Height of the declared ground; nothing near an edge.
std::optional<double> plain_ground(const std::vector<TerrainPiece>& terrain, double x, double y) {
  double top = 0;
  for (const TerrainPiece& piece : terrain) {
    const double depth = geometry::depth_in(geometry::outline_in_mm(piece.outline), {x, y});
    if (std::abs(depth) < kEdgeMm) return std::nullopt;
    if (depth > 0) top = std::max(top, piece.height.mm());
  }
  return top;
}

}  // namespace

std::vector<PrintPlace> print_places(const TableState& state, const std::vector<BaseSpec>& bases, const Table& table, const Camera& camera,
                                     const std::string& family) {
  std::vector<PrintPlace> raised, low;
  for (const ObservedBase& seen : state.bases) {
    if (seen.state != Seen::Seen || !seen.settled) continue;
    const auto spec = std::ranges::find_if(bases, [&](const BaseSpec& b) { return b.base == seen.base; });
    if (spec == bases.end() || spec->mount.family != family) continue;
    const auto ground = plain_ground(table.terrain, seen.x_mm, seen.y_mm);
    if (!ground || (seen.height_fitted && *ground == 0)) continue;
    const MarkerMount& mount = spec->mount;
    const double h = seen.heading_deg * std::numbers::pi / 180, c = std::cos(h), s = std::sin(h);
    const double size = mount.size_mm * mount.print_scale.value_or(1.0);
    const auto corners = calibration::corners_on_table(seen.x_mm + c * mount.offset_x_mm - s * mount.offset_y_mm,
                                                       seen.y_mm + s * mount.offset_x_mm + c * mount.offset_y_mm,
                                                       seen.heading_deg + mount.rotation_deg, size);
    PrintPlace place{{mount.marker, {}, {}}, size, *ground + mount.height_mm, *ground > 0};
    for (std::size_t k = 0; k < 4; ++k) place.expected.corners[k] = vision::project(camera, corners[k][0], corners[k][1], seen.height_mm);
    (place.raised ? raised : low).push_back(std::move(place));
  }
  raised.resize(std::min(raised.size(), kMostRaised));
  low.resize(std::min(low.size(), kMostLow));
  raised.insert(raised.end(), low.begin(), low.end());
  return raised;
}

RaisedLooks::RaisedLooks(std::vector<PrintPlace> places, int looks) : places_(std::move(places)), looks_(looks) {}

bool RaisedLooks::read(vision::SquareDetector& reader, const ImageView& gray, int markers) {
  if (average_) return average_->read(reader, gray, markers);
  for (int i = 0; i < markers && next_ < places_.size(); ++i) {
    const calibration::BorderSighting& expected = places_[next_++].expected;
    const auto found = reader.read_quad(gray, expected.corners);
    if (found && found->marker == expected.marker) found_.push_back({found->marker, found->corners, found->corner_covariance});
  }
  if (next_ == places_.size()) average_.emplace(found_, looks_);
  return false;
}

std::vector<calibration::RaisedPrint> RaisedLooks::prints() const {
  std::vector<calibration::RaisedPrint> out;
  if (!average_) return out;
  for (calibration::BorderSighting& mean : average_->sightings()) {
    const auto place = std::ranges::find_if(places_, [&](const PrintPlace& p) { return p.expected.marker == mean.marker; });
    out.push_back({mean.corners, std::move(mean.covariance), place->size_mm, place->z_mm});
  }
  return out;
}

}  // namespace polemarch::assistant
