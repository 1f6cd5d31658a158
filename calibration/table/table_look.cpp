#include "calibration/table/table_look.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include "calibration/board/square_markers.hpp"

namespace polemarch::calibration {

namespace {

constexpr double kAtRestPx = 1.0;  // corners of a camera at rest scatter by a tenth of it

}  // namespace

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

double apart_px(const std::vector<BorderSighting>& one, const std::vector<BorderSighting>& other) {
  if (std::min(one.size(), other.size()) < 3) return 0;
  std::vector<double> distances;
  for (const BorderSighting& a : one) {
    const auto b = std::ranges::find_if(other, [&](const BorderSighting& s) { return s.marker == a.marker; });
    if (b == other.end()) continue;
    for (std::size_t k = 0; k < 4; ++k) distances.push_back(std::hypot(a.corners[k].x - b->corners[k].x, a.corners[k].y - b->corners[k].y));
  }
  if (distances.size() < 12) return std::numeric_limits<double>::infinity();
  const auto middle = distances.begin() + static_cast<std::ptrdiff_t>(distances.size() / 2);
  std::ranges::nth_element(distances, middle);
  return *middle;
}

bool BorderAverage::add(const ImageView& gray) {
  if (from_.empty()) {
    width_ = gray.width;
    height_ = gray.height;
  }
  if (gray.width != width_ || gray.height != height_) return false;
  const std::vector<BorderSighting> seen = border_sightings(table_, find_square_markers(gray, table_.border_family));
  auto from = std::ranges::find_if(from_, [&](const Standpoint& one) { return apart_px(one.first, seen) <= kAtRestPx; });
  if (from == from_.end()) from = from_.insert(from_.end(), Standpoint{seen, {}, 0});
  ++from->pictures;
  for (const BorderSighting& s : seen) {
    auto at = std::ranges::find_if(from->sums, [&](const SightingSum& of) { return of.sum.marker == s.marker; });
    if (at == from->sums.end()) at = from->sums.insert(from->sums.end(), SightingSum{{s.marker, {}, {}}, 0});
    at->add(s.corners, s.covariance);
  }
  return &*from == most();
}

const BorderAverage::Standpoint* BorderAverage::most() const {
  const auto at = std::ranges::max_element(from_, {}, &Standpoint::pictures);
  return at == from_.end() ? nullptr : &*at;
}

int BorderAverage::pictures() const { return most() == nullptr ? 0 : most()->pictures; }

int BorderAverage::elsewhere() const {
  int all = 0;
  for (const Standpoint& one : from_) all += one.pictures;
  return all - pictures();
}

std::vector<BorderSighting> BorderAverage::sightings() const {
  std::vector<BorderSighting> out;
  if (const Standpoint* from = most())
    for (const SightingSum& of : from->sums)
      if (2 * of.count >= from->pictures) out.push_back(of.mean());
  return out;
}

void TakenByHand::add(const ImageView& gray) {
  constexpr int kEnough = 10;
  if (pictures_ == kEnough) return;
  std::vector<BorderSighting> seen = border_sightings(table_, find_square_markers(gray, table_.border_family));
  if (pictures_++ > 0 && apart_px(before_, seen) > kAtRestPx) ++moves_;
  before_ = std::move(seen);
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
