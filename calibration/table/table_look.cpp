#include "calibration/table/table_look.hpp"

#include <algorithm>
#include <functional>

#include "calibration/board/square_markers.hpp"

namespace polemarch::calibration {

void SightingSum::add(const std::array<PixelPoint, 4>& corners, const std::vector<double>& covariance) {
  ++count;
  for (std::size_t k = 0; k < 4; ++k) {
    sum.corners[k].x += corners[k].x;
    sum.corners[k].y += corners[k].y;
  }
  if (count == 1) {
    sum.covariance = covariance;
  } else if (sum.covariance.size() == covariance.size()) {
    std::ranges::transform(sum.covariance, covariance, sum.covariance.begin(), std::plus<>());
  } else {
    sum.covariance.clear();
  }
}

BorderSighting SightingSum::mean() const {
  BorderSighting out = sum;
  for (double& c : out.covariance) c /= static_cast<double>(count) * count;
  for (PixelPoint& p : out.corners) {
    p.x /= count;
    p.y /= count;
  }
  return out;
}

void BorderAverage::add(const ImageView& gray) {
  if (pictures_ == 0) {
    width_ = gray.width;
    height_ = gray.height;
  }
  if (gray.width != width_ || gray.height != height_) return;
  ++pictures_;
  for (const BorderSighting& s : border_sightings(table_, find_square_markers(gray, table_.border_family))) {
    auto at = std::ranges::find_if(sums_, [&](const SightingSum& of) { return of.sum.marker == s.marker; });
    if (at == sums_.end()) at = sums_.insert(sums_.end(), SightingSum{{s.marker, {}, {}}, 0});
    at->add(s.corners, s.covariance);
  }
}

std::vector<BorderSighting> BorderAverage::sightings() const {
  std::vector<BorderSighting> out;
  for (const SightingSum& of : sums_)
    if (2 * of.count >= pictures_) out.push_back(of.mean());
  return out;
}

Table table_as_found(const Table& table, const Registration& registration, const std::optional<GridFit>& grid) {
  Table out = table;
  for (BorderMarker& m : out.border) {
    const double declared_mm = m.size_mm;
    m.size_mm *= registration.border_size_ratio;
    const auto fitted =
        std::ranges::find_if(registration.markers, [&](const FittedMarker& f) { return f.used && f.place.marker == m.marker; });
    if (fitted == registration.markers.end()) continue;
    m = fitted->place;
    if (registration.open_scale > 0) m.size_mm = declared_mm;  // as measured it would agree with its places, and nobody be asked again
  }
  if (grid) out.grid = grid->grid;
  return out;
}

}  // namespace polemarch::calibration
