#include "calibration/table_look.hpp"

#include <algorithm>
#include <functional>

#include "calibration/square_markers.hpp"

namespace polemarch::calibration {

void BorderAverage::add(const ImageView& gray) {
  if (pictures_ == 0) {
    width_ = gray.width;
    height_ = gray.height;
  }
  if (gray.width != width_ || gray.height != height_) return;
  ++pictures_;
  for (const BorderSighting& s : border_sightings(table_, find_square_markers(gray, table_.border_family))) {
    auto at = std::ranges::find_if(sums_, [&](const auto& entry) { return entry.first == s.marker; });
    if (at == sums_.end()) at = sums_.insert(sums_.end(), {s.marker, Sum{}});
    ++at->second.count;
    for (std::size_t k = 0; k < 4; ++k) {
      at->second.corners[k].x += s.corners[k].x;
      at->second.corners[k].y += s.corners[k].y;
    }
    std::vector<double>& sum = at->second.covariance;
    if (at->second.count == 1) {
      sum = s.covariance;
    } else if (sum.size() == s.covariance.size()) {
      std::ranges::transform(sum, s.covariance, sum.begin(), std::plus<>());
    } else {
      sum.clear();
    }
  }
}

std::vector<BorderSighting> BorderAverage::sightings() const {
  std::vector<BorderSighting> out;
  for (const auto& [marker, sum] : sums_) {
    if (2 * sum.count < pictures_) continue;
    BorderSighting s{marker, sum.corners, sum.covariance};
    for (double& c : s.covariance) c /= static_cast<double>(sum.count) * sum.count;
    for (PixelPoint& p : s.corners) {
      p.x /= sum.count;
      p.y /= sum.count;
    }
    out.push_back(s);
  }
  return out;
}

Table table_as_found(const Table& table, const Registration& registration, const std::optional<GridFit>& grid) {
  Table out = table;
  for (BorderMarker& m : out.border) {
    const auto fitted =
        std::ranges::find_if(registration.markers, [&](const FittedMarker& f) { return f.used && f.place.marker == m.marker; });
    if (fitted == registration.markers.end()) continue;
    m = fitted->place;
  }
  if (grid) out.grid = grid->grid;
  return out;
}

}  // namespace polemarch::calibration
