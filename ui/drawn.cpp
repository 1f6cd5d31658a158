#include "ui/drawn.hpp"

#include <algorithm>

namespace polemarch::ui {

namespace {

bool same(Vec2 a, Vec2 b) { return a.x == b.x && a.y == b.y; }

struct SameShape {
  bool operator()(const Polygon& a, const Polygon& b) const {
    return a.closed == b.closed && a.filled == b.filled &&
           std::equal(a.points.begin(), a.points.end(), b.points.begin(), b.points.end(), same);
  }
  bool operator()(const Circle& a, const Circle& b) const {
    return same(a.centre, b.centre) && a.radius_mm == b.radius_mm && a.filled == b.filled;
  }
  bool operator()(const ArcShape& a, const ArcShape& b) const {
    return same(a.centre, b.centre) && a.radius_mm == b.radius_mm && a.start_deg == b.start_deg && a.end_deg == b.end_deg &&
           a.sector == b.sector;
  }
  bool operator()(const TextShape& a, const TextShape& b) const {
    return same(a.at, b.at) && a.text == b.text && a.size_mm == b.size_mm && a.angle_deg == b.angle_deg;
  }
  template <class A, class B>
  bool operator()(const A&, const B&) const {
    return false;
  }
};

bool same_item(const SceneItem& a, const SceneItem& b) {
  return a.tone == b.tone && a.pattern == b.pattern && a.width_mm == b.width_mm && std::visit(SameShape{}, a.shape, b.shape);
}

}  // namespace

bool same_scene(const Scene& a, const Scene& b) {
  return a.width_mm == b.width_mm && a.depth_mm == b.depth_mm &&
         std::equal(a.items.begin(), a.items.end(), b.items.begin(), b.items.end(), same_item);
}

bool Drawn::shows(const page::Page& next, const Scene& shown, const void* picture_image, std::int64_t picture_version) {
  const bool unchanged = page.width == next.width && page.height == next.height && page.ground == next.ground && page.items == next.items &&
                         image == picture_image && picture == picture_version && same_scene(scene, shown);
  if (unchanged) return ++still > 2;  // both buffers of the window hold it
  still = 0;
  page = next;
  scene = shown;
  image = picture_image;
  picture = picture_version;
  return false;
}

}  // namespace polemarch::ui
