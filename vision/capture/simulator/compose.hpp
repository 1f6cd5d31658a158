#pragma once
/// Layers over the mat, through the optics, to clean pixel levels. Exact area coverage on a grid of fine cells, then the Gaussian of
/// the optics and the pixel's own square in one separable filter. Pure.

#include <array>
#include <vector>

#include "vision/capture/simulator/coverage.hpp"
#include "vision/capture/simulator/layer.hpp"
#include "vision/capture/simulator/mat.hpp"

namespace polemarch::vision::sim {

/// Levels 0..255 before noise, `channels` planes one after the other.
struct CleanPicture {
  int width = 0, height = 0, channels = 1;
  std::vector<float> planes;
  float* row(int channel, int y) {
    return planes.data() + (static_cast<std::size_t>(channel) * static_cast<std::size_t>(height) + static_cast<std::size_t>(y)) *
                               static_cast<std::size_t>(width);
  }
  const float* row(int channel, int y) const { return const_cast<CleanPicture*>(this)->row(channel, y); }
};

/// Part of a picture, in pixels.
struct PixelBox {
  int x0 = 0, y0 = 0, x1 = 0, y1 = 0;  ///< half open
  bool empty() const { return x1 <= x0 || y1 <= y0; }
};

class Compositor {
 public:
  /// `psf_sigma_px` of the optics, without the pixel's own area. `cells` per pixel and axis; 0 chooses by the optics: enough that what
  /// the cell grid aliases moves an edge by under 0.003 px (tests/vision/capture_accuracy_tests.cpp).
  Compositor(double psf_sigma_px, int channels, int cells);

  /// Paints `rect` of `out`: the mean over `exposures` (sub-frames of one exposure) of the mat with their layers. Each list is sorted by
  /// order. Layers further than margin_px() outside the rect do not matter.
  void paint(PixelBox rect, const Camera& camera, const Mat& mat, const std::vector<std::vector<const Layer*>>& exposures,
             CleanPicture& out);

  /// How far the optics carry light, whole pixels.
  int margin_px() const { return margin_; }

 private:
  void put(const Layer& layer, PixelBox area);
  void filter(PixelBox rect, CleanPicture& out);

  int channels_, cells_per_px_, margin_;
  std::vector<float> kernel_;
  std::array<std::vector<float>, 3> cells_, sum_, background_;
  std::vector<float> columns_;
  CoverageGrid alpha_, ink_;
  int cell_width_ = 0, cell_height_ = 0;
};

}  // namespace polemarch::vision::sim
