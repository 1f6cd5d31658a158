#include "vision/track/reading.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "vision/pixels/camera_model.hpp"

namespace polemarch::vision {

namespace {

constexpr double kUsualMarkerMm = 25.0;
constexpr double kSamePlaneMm = 5.0;  // strips on planes this near are found alike (a quarter of a percent in size)

bool is_new(const std::vector<double>& heights, double height) {
  return std::none_of(heights.begin(), heights.end(), [&](double h) { return std::abs(h - height) < kSamePlaneMm; });
}

/// Some of the terrain piece's top may show in the window.
bool window_shows(const Camera& camera, const PixelBox& window, const TerrainPiece& piece) {
  PixelBox seen{1 << 30, 1 << 30, -(1 << 30), -(1 << 30)};
  for (const Point& p : piece.outline) {
    if (!in_front(camera, p.x.mm(), p.y.mm(), piece.height.mm())) return true;
    const PixelPoint at = project(camera, p.x.mm(), p.y.mm(), piece.height.mm());
    seen.x0 = std::min(seen.x0, static_cast<int>(at.x)), seen.x1 = std::max(seen.x1, static_cast<int>(at.x) + 1);
    seen.y0 = std::min(seen.y0, static_cast<int>(at.y)), seen.y1 = std::max(seen.y1, static_cast<int>(at.y) + 1);
  }
  return seen.x0 < window.x1 && seen.x1 > window.x0 && seen.y0 < window.y1 && seen.y1 > window.y0;
}

/// Sizes and planes of a family's markers, mm.
struct Expected {
  double size = kUsualMarkerMm;
  std::vector<double> heights;  // of their planes; squares are found on any
};

Expected expected_of(const std::string& family, bool any_plane, const Known& known, const Tracks& tracks, const PixelBox& window) {
  Expected out;
  for (const Track& track : tracks) {
    if (track.spec.mount.family != family) continue;
    if (out.heights.empty()) out.size = track.spec.mount.size_mm;
    if (is_new(out.heights, track.spec.mount.height_mm)) out.heights.push_back(track.spec.mount.height_mm);
    if (any_plane) break;
  }
  if (out.heights.empty()) out.heights.push_back(0);
  if (any_plane) return out;
  const std::size_t mounts = out.heights.size();
  for (const TerrainPiece& piece : known.table.terrain)
    for (std::size_t i = 0; i < mounts && piece.height.mm() >= kSamePlaneMm; ++i) {
      const double height = out.heights[i] + piece.height.mm();
      if (is_new(out.heights, height) && window_shows(known.camera, window, piece)) out.heights.push_back(height);
    }
  return out;
}

}  // namespace

void read_cold(const Known& known, const Tracks& tracks, const ImageView& gray, const PixelBox& window, int look,
               const std::function<void(const std::string& family, const Detection&)>& found) {
  for (const auto& [family, kind] : known.kinds) {
    const Expected expected = expected_of(family, kind->usual_mm() == 0, known, tracks, window);
    for (const double height : expected.heights)
      for (const Detection& d : kind->find(gray, window, known.camera, height, expected.size, look)) found(family, d);
  }
}

int reading_margin(const Known& known) {
  double largest = kUsualMarkerMm * 1.6;
  for (const auto& [family, kind] : known.kinds) largest = std::max(largest, kind->usual_mm() + 4);
  return static_cast<int>(largest * known.rough_px_per_mm()) + 4;
}

}  // namespace polemarch::vision
