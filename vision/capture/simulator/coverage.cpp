#include "vision/capture/simulator/coverage.hpp"

#include <algorithm>
#include <cmath>

namespace polemarch::vision::sim {

void CoverageGrid::reset(int width, int height) {
  width_ = width;
  height_ = height;
  first_ = height;
  last_ = 0;
  cells_.assign(static_cast<std::size_t>(width + 2) * static_cast<std::size_t>(height), 0.0F);
}

void CoverageGrid::add(const std::vector<PixelPoint>& given, double weight, double scale, PixelPoint origin) {
  if (given.size() < 3 || weight == 0) return;
  points_.clear();
  for (const PixelPoint& p : given) points_.push_back({(p.x - origin.x) * scale, (p.y - origin.y) * scale});
  const std::vector<PixelPoint>& outline = points_;
  double area = 0, top = outline[0].y, bottom = outline[0].y;
  for (std::size_t i = 0, j = outline.size() - 1; i < outline.size(); j = i++) {
    area += outline[j].x * outline[i].y - outline[i].x * outline[j].y;
    top = std::min(top, outline[i].y);
    bottom = std::max(bottom, outline[i].y);
  }
  if (bottom <= 0 || top >= height_) return;
  first_ = std::min(first_, std::max(0, static_cast<int>(std::floor(top))));
  last_ = std::max(last_, std::min(height_, static_cast<int>(std::ceil(bottom))));
  const double signed_weight = area < 0 ? weight : -weight;
  for (std::size_t i = 0, j = outline.size() - 1; i < outline.size(); j = i++) edge(outline[j], outline[i], signed_weight);
}

void CoverageGrid::edge(PixelPoint a, PixelPoint b, double weight) {
  if (a.y == b.y) return;
  if (a.y > b.y) {
    std::swap(a, b);
    weight = -weight;
  }
  if (b.y <= 0 || a.y >= height_) return;
  const double slope = (b.x - a.x) / (b.y - a.y);
  if (a.y < 0) a = {a.x - a.y * slope, 0};
  if (b.y > height_) b = {b.x - (b.y - height_) * slope, static_cast<double>(height_)};
  // Parts left of the grid count as lying on its left edge, parts right of it on its right edge.
  const double w = width_;
  double cuts[4] = {a.y, a.y, b.y, b.y};
  const auto cut_at = [&](double x) { return std::clamp(a.y + (x - a.x) / slope, a.y, b.y); };
  if (slope != 0) {
    cuts[1] = cut_at(slope > 0 ? 0 : w);
    cuts[2] = cut_at(slope > 0 ? w : 0);
  }
  for (int i = 0; i < 3; ++i) {
    if (cuts[i + 1] <= cuts[i]) continue;
    const double x0 = a.x + (cuts[i] - a.y) * slope, x1 = a.x + (cuts[i + 1] - a.y) * slope;
    span(std::clamp(x0, 0.0, w), cuts[i], std::clamp(x1, 0.0, w), cuts[i + 1], weight);
  }
}

void CoverageGrid::span(double x0, double y0, double x1, double y1, double weight) {
  const double slope = (x1 - x0) / (y1 - y0);
  double x = x0;
  const int last = std::min(height_ - 1, static_cast<int>(std::ceil(y1)) - 1);
  for (int y = static_cast<int>(std::floor(y0)); y <= last; ++y) {
    float* row = cells_.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(width_ + 2);
    const double dy = std::min<double>(y + 1, y1) - std::max<double>(y, y0);
    if (dy <= 0) continue;
    const double next = std::clamp(x + slope * dy, 0.0, static_cast<double>(width_));
    const double d = dy * weight;
    const double lo = std::min(x, next), hi = std::max(x, next);
    const int first = static_cast<int>(lo), end = static_cast<int>(std::ceil(hi));
    if (end <= first + 1) {
      const double middle = 0.5 * (lo + hi) - first;
      row[first] += static_cast<float>(d * (1 - middle));
      row[first + 1] += static_cast<float>(d * middle);
    } else {
      // The edge crosses several cells: each takes its share as an edge of its own.
      const double rate = 1.0 / (hi - lo);
      for (int i = first; i < end; ++i) {
        const double from = std::max<double>(i, lo), to = std::min<double>(i + 1, hi);
        const double share = (to - from) * rate;  // of the edge's height that crosses this cell
        const double middle = 0.5 * (from + to) - i;
        row[i] += static_cast<float>(d * share * (1 - middle));
        row[i + 1] += static_cast<float>(d * share * middle);
      }
    }
    x = next;
  }
}

const float* CoverageGrid::finish_row(int y) {
  float* row = cells_.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(width_ + 2);
  double sum = 0;
  for (int i = 0; i < width_; ++i) {
    sum += row[i];
    row[i] = static_cast<float>(sum);
  }
  return row;
}

}  // namespace polemarch::vision::sim
