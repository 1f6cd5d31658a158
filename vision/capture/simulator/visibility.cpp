#include "vision/capture/simulator/visibility.hpp"

#include <cmath>

namespace polemarch::vision::sim {
namespace {

bool inside(const std::vector<PixelPoint>& outline, double x, double y) {
  bool in = false;
  for (std::size_t i = 0, j = outline.size() - 1; i < outline.size(); j = i++) {
    const PixelPoint &a = outline[i], &b = outline[j];
    if ((a.y > y) != (b.y > y) && x < (b.x - a.x) * (y - a.y) / (b.y - a.y) + a.x) in = !in;
  }
  return in;
}

}  // namespace

std::vector<PrintSight> sights_of(const std::vector<Layer>& layers, int owners, const Intrinsics& lens) {
  constexpr int kGrid = 12;  // samples a side: shares come in steps under 1 %
  std::vector<PrintSight> sights(static_cast<std::size_t>(owners));
  for (const Layer& print : layers) {
    if (print.owner < 0 || print.owner >= owners) continue;
    PrintSight& sight = sights[static_cast<std::size_t>(print.owner)];
    sight.corners = print.corners;
    std::vector<const Layer*> over;
    for (const Layer& layer : layers)
      if (layer.casts && layer.order > print.order && layer.x0 < print.x1 && layer.x1 > print.x0 && layer.y0 < print.y1 &&
          layer.y1 > print.y0)
        over.push_back(&layer);
    int free = 0;
    for (int j = 0; j < kGrid; ++j)
      for (int i = 0; i < kGrid; ++i) {
        const double u = (i + 0.5) / kGrid, v = (j + 0.5) / kGrid;
        const auto& c = print.corners;
        const double x = (1 - v) * ((1 - u) * c[0].x + u * c[1].x) + v * ((1 - u) * c[3].x + u * c[2].x);
        const double y = (1 - v) * ((1 - u) * c[0].y + u * c[1].y) + v * ((1 - u) * c[3].y + u * c[2].y);
        if (x < -0.5 || y < -0.5 || x > lens.width - 0.5 || y > lens.height - 0.5) continue;
        bool hidden = false;
        for (const Layer* layer : over) hidden = hidden || inside(layer->outline, x, y);
        if (!hidden) ++free;
      }
    sight.visible = static_cast<double>(free) / (kGrid * kGrid);
  }
  return sights;
}

}  // namespace polemarch::vision::sim
