#include "calibration/table/border_match.hpp"
#include "calibration/lens/degrees.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace polemarch::calibration {
namespace {

constexpr double kLaidSdMm = 1.0;  // how well markers of unknown place are laid into the table's corners

}  // namespace

PixelPoint centre_of(const BorderSighting& s) {
  PixelPoint centre;
  for (const PixelPoint& p : s.corners) {
    centre.x += p.x / 4;
    centre.y += p.y / 4;
  }
  return centre;
}

Result<std::vector<Matched>> match_border(const Table& table, const std::vector<BorderSighting>& seen, const RegistrationSettings& s) {
  std::map<int, BorderMarker> declared;
  for (const BorderMarker& m : table.border) declared.emplace(m.marker.number, m);
  std::vector<Matched> matched;
  std::size_t known = 0;
  for (const BorderSighting& sighting : seen) {
    const auto it = declared.find(sighting.marker.number);
    if (it == declared.end()) continue;
    matched.push_back({it->second, sighting, it->second.place_known});
    known += it->second.place_known ? 1 : 0;
  }
  if (matched.size() < kLeastMarkers) {
    return InputError{"too few border markers: " + std::to_string(matched.size()) + " of " + std::to_string(table.border.size()) +
                      " in sight, any three are needed (is the light even, is something lying on them?)"};
  }
  if (known >= 2 || matched.size() < 4) {
    if (known >= 2) return matched;
    return InputError{"the border markers' places are not known and fewer than four are in sight: lay one in each corner of the table"};
  }
  // Mean right and down in the picture, from the markers' own edges.
  double rx = 0, ry = 0, dx = 0, dy = 0;
  for (const Matched& m : matched) {
    const auto& c = m.seen.corners;
    const double turn = (m.declared.heading_deg - 90) / kDegPerRad, cs = std::cos(turn), sn = std::sin(turn);
    const double ex = c[1].x - c[0].x + c[2].x - c[3].x, ey = c[1].y - c[0].y + c[2].y - c[3].y;  // marker's right
    const double fx = c[3].x - c[0].x + c[2].x - c[1].x, fy = c[3].y - c[0].y + c[2].y - c[1].y;  // marker's down
    rx += cs * ex + sn * fx;
    ry += cs * ey + sn * fy;
    dx += -sn * ex + cs * fx;
    dy += -sn * ey + cs * fy;
  }
  const double width = table.width.mm(), depth = table.depth.mm(), inset = s.corner_inset_mm;
  const std::array<std::array<double, 4>, 4> corners{
      {{-1, 1, inset, inset}, {1, 1, width - inset, inset}, {-1, -1, inset, depth - inset}, {1, -1, width - inset, depth - inset}}};
  std::vector<std::size_t> taken;
  for (const auto& [right, down, x, y] : corners) {
    std::size_t best = 0;
    double most = -1e300;
    for (std::size_t i = 0; i < matched.size(); ++i) {
      const PixelPoint p = centre_of(matched[i].seen);
      const double reach = right * (p.x * rx + p.y * ry) / std::hypot(rx, ry) + down * (p.x * dx + p.y * dy) / std::hypot(dx, dy);
      if (reach > most) {
        most = reach;
        best = i;
      }
    }
    if (std::ranges::find(taken, best) != taken.end()) {
      return InputError{"the border markers' places are not known and no marker lies in every corner of the table"};
    }
    taken.push_back(best);
    matched[best].declared.x_mm = x;
    matched[best].declared.y_mm = y;
    matched[best].declared.sd_mm = kLaidSdMm;
    matched[best].place_known = true;
  }
  return matched;
}

std::vector<BorderSighting> border_sightings(const Table& table, const std::vector<Detection>& found) {
  std::map<int, int> times;
  for (const Detection& d : found) ++times[d.marker.number];
  std::vector<BorderSighting> out;
  for (const BorderMarker& m : table.border) {
    if (times[m.marker.number] != 1) continue;
    const auto it = std::ranges::find_if(found, [&](const Detection& d) { return d.marker == m.marker; });
    out.push_back({m.marker, it->corners, it->corner_covariance});
  }
  return out;
}

}  // namespace polemarch::calibration
