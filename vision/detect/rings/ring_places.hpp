#pragma once
/// Where rings may lie: pixels with a strong gradient vote for a centre at the radius of the white ring's outer edge; a place with many
/// votes is looked at along rays, white ring against black edge, at a few shifts. Pixels of the picture given. Pure (keeps its memory
/// between calls).

#include <cstdint>
#include <vector>

#include "models/image.hpp"
#include "vision/detect/strips/plane/strip_plane.hpp"
#include "vision/prints/strip_layout.hpp"

namespace polemarch::vision {

/// What a picture's light asks of a place.
struct RingPlaceLimits {
  float least_gradient;    ///< grey levels per pixel that votes; more is faster, less finds paler prints
  float clear_difference;  ///< grey levels between white and black that are clear
};

struct RingPlace {
  double px = 0, py = 0;  ///< in the picture looked at
  float promise = 0;
};

class RingPlaces {
 public:
  /// Places in `sought`, the most promising first, the likely ones only. `map_at`: the plane at a pixel of `sought`; `radius_px`: of the
  /// white ring's outer edge on average.
  template <class MapAt>
  void find(const ImageView& sought, const StripLayout& layout, const RingPlaceLimits& limits, const MapAt& map_at,
            std::vector<RingPlace>& places) {
    measure(sought, layout, map_at);
    look(sought, layout, limits, places);
  }
  int peaks() const { return peaks_; }  ///< how many places had enough votes

 private:
  /// Pixels to a mm along the plane's axes, one for each cell of the picture.
  struct Cell {
    float xx = 0, xy = 0, yx = 0, yy = 0;  // dpx/dX, dpx/dY, dpy/dX, dpy/dY
    float radius = 0;                      // of the white ring's outer edge, px
  };
  struct Peak {
    int x = 0, y = 0, votes = 0;
  };
  static constexpr int kCell = 32;
  template <class MapAt>
  void measure(const ImageView& sought, const StripLayout& layout, const MapAt& map_at) {
    columns_ = sought.width / kCell + 1;
    cells_.clear();
    for (int y = 0; y <= sought.height / kCell; ++y) {
      for (int x = 0; x < columns_; ++x) {
        const LocalMap map = map_at((x + 0.5) * kCell, (y + 0.5) * kCell);
        cells_.push_back(map.valid ? cell_of(map, layout) : Cell{});
      }
    }
  }
  static Cell cell_of(const LocalMap& map, const StripLayout& layout);
  void look(const ImageView& sought, const StripLayout& layout, const RingPlaceLimits& limits, std::vector<RingPlace>& places);
  void vote(const ImageView& sought, float least_gradient);
  void collect_peaks(float least_votes);
  const Cell& cell(int x, int y) const {
    return cells_[static_cast<std::size_t>(y / kCell) * static_cast<std::size_t>(columns_) + static_cast<std::size_t>(x / kCell)];
  }
  /// The best shift within two pixels and what it promises.
  RingPlace promise(const ImageView& sought, const StripLayout& layout, const Peak& peak, float clear) const;

  std::vector<Cell> cells_;
  int columns_ = 0, width_ = 0, height_ = 0;
  std::vector<std::int16_t> slopes_x_, slopes_y_;  // of one row
  std::vector<std::uint8_t> steep_;
  std::vector<std::uint16_t> votes_;
  std::vector<Peak> found_;
  std::vector<std::uint8_t> taken_;
  int peaks_ = 0;
};

}  // namespace polemarch::vision
