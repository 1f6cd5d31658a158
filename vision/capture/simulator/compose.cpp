#include "vision/capture/simulator/compose.hpp"

#include <algorithm>
#include <cmath>

#include "vision/pixels/camera_model.hpp"

namespace polemarch::vision::sim {
namespace {

/// Gaussian of the optics on the cell grid, summed over the cells of one pixel. kernel[k] belongs to cell (pixel*cells - reach + k).
std::vector<float> pixel_kernel(double sigma_px, int cells, int reach) {
  std::vector<double> gauss(static_cast<std::size_t>(2 * reach + 1));
  double sum = 0;
  for (int k = -reach; k <= reach; ++k) {
    const double x = static_cast<double>(k) / cells;
    const double value = sigma_px > 0 ? std::exp(-0.5 * x * x / (sigma_px * sigma_px)) : (k == 0 ? 1.0 : 0.0);
    gauss[static_cast<std::size_t>(k + reach)] = value;
    sum += value;
  }
  std::vector<float> kernel(gauss.size() + static_cast<std::size_t>(cells) - 1, 0.0F);
  for (std::size_t c = 0; c < static_cast<std::size_t>(cells); ++c)
    for (std::size_t k = 0; k < gauss.size(); ++k) kernel[k + c] += static_cast<float>(gauss[k] / sum / cells);
  return kernel;
}

/// The colour in the planes painted: all three, or its luminance (BT.601) where only grey is.
Colour in_planes(const Colour& colour, int channels) {
  if (channels == 3) return colour;
  return {0.114F * colour[0] + 0.587F * colour[1] + 0.299F * colour[2], 0, 0};
}

float soft_at(const SoftField& f, double x, double y) {
  const double dx = x - f.centre.x, dy = y - f.centre.y;
  const double u = std::abs(f.ax * dx + f.ay * dy), v = std::abs(f.bx * dx + f.by * dy);
  const double r = f.box ? std::max(u, v) : std::sqrt(u * u + v * v);
  const double s = std::clamp((1 + f.edge - r) / (2 * f.edge), 0.0, 1.0);
  return static_cast<float>(s * s * (3 - 2 * s));
}

}  // namespace

void bound(Layer& layer) {
  layer.x0 = layer.y0 = 1e30;
  layer.x1 = layer.y1 = -1e30;
  for (const PixelPoint& p : layer.outline) {
    layer.x0 = std::min(layer.x0, p.x);
    layer.y0 = std::min(layer.y0, p.y);
    layer.x1 = std::max(layer.x1, p.x);
    layer.y1 = std::max(layer.y1, p.y);
  }
}

Compositor::Compositor(double psf_sigma_px, int channels, int cells)
    : channels_(channels),
      cells_per_px_(cells > 0 ? cells : std::clamp(static_cast<int>(std::ceil(2.4 / std::max(0.1, psf_sigma_px))), 3, 8)) {
  const int reach = static_cast<int>(std::ceil(3.7 * psf_sigma_px * cells_per_px_));
  margin_ = (reach + cells_per_px_ - 1) / cells_per_px_;
  kernel_ = pixel_kernel(psf_sigma_px, cells_per_px_, margin_ * cells_per_px_);
}

void Compositor::paint(PixelBox rect, const Camera& camera, const Mat& mat, const std::vector<std::vector<const Layer*>>& exposures,
                       CleanPicture& out) {
  const PixelBox area{rect.x0 - margin_, rect.y0 - margin_, rect.x1 + margin_, rect.y1 + margin_};
  cell_width_ = (area.x1 - area.x0) * cells_per_px_;
  cell_height_ = (area.y1 - area.y0) * cells_per_px_;
  const std::size_t count = static_cast<std::size_t>(cell_width_) * static_cast<std::size_t>(cell_height_);
  for (int c = 0; c < channels_; ++c) {
    const auto i = static_cast<std::size_t>(c);
    background_[i].resize(count);
    cells_[i].resize(count);
    sum_[i].assign(count, 0.0F);
  }

  const Colour dark = in_planes(mat.dark(), channels_), light = in_planes(mat.light(), channels_),
               floor = in_planes(mat.floor(), channels_);
  // The mat under every cell: exact rays on a coarse lattice, straight between.
  const int step = 8 * cells_per_px_;  // cells
  const int nodes_x = (cell_width_ + step - 1) / step + 1, nodes_y = (cell_height_ + step - 1) / step + 1;
  std::vector<std::array<double, 2>> nodes(static_cast<std::size_t>(nodes_x) * static_cast<std::size_t>(nodes_y));
  for (int j = 0; j < nodes_y; ++j)
    for (int i = 0; i < nodes_x; ++i) {
      const PixelPoint p{area.x0 - 0.5 + (i * step + 0.5) / cells_per_px_, area.y0 - 0.5 + (j * step + 0.5) / cells_per_px_};
      auto& node = nodes[static_cast<std::size_t>(j * nodes_x + i)];
      if (!unproject(camera, p, 0.0, node[0], node[1])) node = {-1e9, -1e9};
    }
  for (int y = 0; y < cell_height_; ++y) {
    const int j = y / step;
    const double fy = static_cast<double>(y % step) / step;
    for (int i = 0; i * step < cell_width_; ++i) {
      const auto* n = &nodes[static_cast<std::size_t>(j * nodes_x + i)];
      const auto* m = n + nodes_x;
      double wx = (1 - fy) * n[0][0] + fy * m[0][0], wy = (1 - fy) * n[0][1] + fy * m[0][1];
      const double sx = ((1 - fy) * n[1][0] + fy * m[1][0] - wx) / step, sy = ((1 - fy) * n[1][1] + fy * m[1][1] - wy) / step;
      std::size_t at = static_cast<std::size_t>(y) * static_cast<std::size_t>(cell_width_) + static_cast<std::size_t>(i * step);
      for (int x = i * step; x < std::min(cell_width_, (i + 1) * step); ++x, ++at, wx += sx, wy += sy) {
        const float shade = mat.shade(wx, wy);
        for (std::size_t c = 0; c < static_cast<std::size_t>(channels_); ++c)
          background_[c][at] = shade < 0 ? floor[c] : dark[c] + shade * (light[c] - dark[c]);
      }
    }
  }

  const bool single = exposures.size() == 1;
  for (const auto& layers : exposures) {
    for (std::size_t c = 0; c < static_cast<std::size_t>(channels_); ++c) cells_[c] = background_[c];
    for (const Layer* layer : layers) {
      if (layer->x1 < area.x0 - 1 || layer->x0 > area.x1 || layer->y1 < area.y0 - 1 || layer->y0 > area.y1) continue;
      put(*layer, area);
    }
    if (single) break;
    const float share = 1.0F / static_cast<float>(exposures.size());
    for (std::size_t c = 0; c < static_cast<std::size_t>(channels_); ++c)
      for (std::size_t i = 0; i < count; ++i) sum_[c][i] += share * cells_[c][i];
  }
  if (!single) std::swap(cells_, sum_);
  filter(rect, out);
}

void Compositor::put(const Layer& layer, PixelBox area) {
  // The layer's own window of cells. Pixel p spans [p - 0.5, p + 0.5), so cell 0 starts at area.x0 - 0.5.
  const double left = area.x0 - 0.5, top = area.y0 - 0.5;
  const int cx0 = std::clamp(static_cast<int>(std::floor((layer.x0 - left) * cells_per_px_)), 0, cell_width_);
  const int cx1 = std::clamp(static_cast<int>(std::ceil((layer.x1 - left) * cells_per_px_)), 0, cell_width_);
  const int cy0 = std::clamp(static_cast<int>(std::floor((layer.y0 - top) * cells_per_px_)), 0, cell_height_);
  const int cy1 = std::clamp(static_cast<int>(std::ceil((layer.y1 - top) * cells_per_px_)), 0, cell_height_);
  if (cx1 <= cx0 || cy1 <= cy0) return;
  const PixelPoint origin{left + static_cast<double>(cx0) / cells_per_px_, top + static_cast<double>(cy0) / cells_per_px_};
  alpha_.reset(cx1 - cx0, cy1 - cy0);
  alpha_.add(layer.outline, 1.0, cells_per_px_, origin);
  const bool inked = !layer.marks.empty();
  if (inked) {
    ink_.reset(cx1 - cx0, cy1 - cy0);
    for (const Mark& mark : layer.marks) ink_.add(mark.outline, mark.weight, cells_per_px_, origin);
  }
  const int width = cx1 - cx0;
  const Colour ground = in_planes(layer.ground, channels_), full = in_planes(layer.ink, channels_);
  for (int y = 0; y < cy1 - cy0; ++y) {
    const float* alpha = alpha_.finish_row(y);
    const float* ink = inked ? ink_.finish_row(y) : nullptr;
    const std::size_t at = static_cast<std::size_t>(cy0 + y) * static_cast<std::size_t>(cell_width_) + static_cast<std::size_t>(cx0);
    for (int x = 0; x < width; ++x) {
      if (alpha[x] <= 0) continue;
      float k = static_cast<float>(layer.alpha);
      if (layer.soft) k *= soft_at(*layer.soft, origin.x + (x + 0.5) / cells_per_px_, origin.y + (y + 0.5) / cells_per_px_);
      const float keep = 1.0F - k * alpha[x];
      const float inked_share = ink != nullptr ? k * ink[x] : 0.0F;
      for (std::size_t c = 0; c < static_cast<std::size_t>(channels_); ++c) {
        float& cell = cells_[c][at + static_cast<std::size_t>(x)];
        cell = keep * cell + k * alpha[x] * ground[c] + inked_share * (full[c] - ground[c]);
      }
    }
  }
}

void Compositor::filter(PixelBox rect, CleanPicture& out) {
  const int taps = static_cast<int>(kernel_.size());
  const std::size_t width = static_cast<std::size_t>(cell_width_);
  columns_.resize(width);
  for (int c = 0; c < channels_; ++c) {
    const float* cells = cells_[static_cast<std::size_t>(c)].data();
    for (int y = rect.y0; y < rect.y1; ++y) {
      const float* first = cells + static_cast<std::size_t>((y - rect.y0) * cells_per_px_) * width;
      float* column = columns_.data();
      for (std::size_t x = 0; x < width; ++x) column[x] = kernel_[0] * first[x];
      for (int k = 1; k < taps; ++k) {
        const float weight = kernel_[static_cast<std::size_t>(k)];
        const float* line = first + static_cast<std::size_t>(k) * width;
        for (std::size_t x = 0; x < width; ++x) column[x] += weight * line[x];
      }
      float* pixels = out.row(c, y);
      for (int x = rect.x0; x < rect.x1; ++x) {
        const float* from = column + static_cast<std::size_t>((x - rect.x0) * cells_per_px_);
        float sum = 0;
        for (int k = 0; k < taps; ++k) sum += kernel_[static_cast<std::size_t>(k)] * from[k];
        pixels[x] = sum;
      }
    }
  }
}

}  // namespace polemarch::vision::sim
