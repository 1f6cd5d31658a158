/// Zones of control in the line of whose they are: weak hatched once, strong crossed, a bond edged too. Where zones of both sides meet, A's
/// hatching leans left and B's right.
#include <algorithm>
#include <cmath>

#include "ui/page/table_labels.hpp"
#include "ui/shapes.hpp"

namespace polemarch::ui::page {

/// A zone matters to the selected unit where it may go, or beside that; to nobody else when somebody is selected who may go nowhere near.
/// While an order waits for its throw only the zone it leads into matters.
bool zone_matters(const SceneItem& zone, const Scene& scene) {
  const std::vector<Vec2> outline = outline_of(zone, 1.0).points;
  const Vec2 at = middle_of(outline);
  bool any = false;
  for (const SceneItem& item : scene.items) {
    const auto* place = std::get_if<Polygon>(&item.shape);
    if (item.meaning == "ordered" && place != nullptr && place->closed && !place->points.empty()) {
      any = true;
      if (contains(outline, middle_of(place->points))) return true;
    }
    if (item.meaning != "legal_move" || place == nullptr || place->points.size() != 4) continue;
    any = true;
    const Vec2 there = middle_of(place->points);
    const double box = std::hypot(place->points[1].x - place->points[0].x, place->points[1].y - place->points[0].y);
    if (std::hypot(at.x - there.x, at.y - there.y) < 1.6 * box) return true;
  }
  return !any;
}

void draw_zones(Pen& pen, const ViewState& view, const TableFit& fit) {
  const bool pictured = view.picture.image && view.show_picture;
  struct Done {
    Vec2 at;
    Side side;
    bool strong;
  };
  std::vector<Done> done;
  for (const SceneItem& item : view.scene.items) {
    if (!item.meaning.starts_with("zoc") || !zone_matters(item, view.scene)) continue;
    const Outline outline = outline_of(item, 1.0);
    if (!outline.closed || outline.points.size() < 3) continue;
    Side side = Side::A;
    for (const UnitView& unit : view.units)
      if (unit.unit.text == item.about) side = unit.side;
    const Paint line = pictured ? dark_theme().line(side) : pen.theme().line(side);
    const bool strong = item.meaning == "zoc_strong";
    const Vec2 middle = middle_of(outline.points);
    const auto known = std::find_if(done.begin(), done.end(), [&](const Done& one) {
      return one.side == side && std::hypot(one.at.x - middle.x, one.at.y - middle.y) < 1 && (one.strong || !strong);
    });
    if (known != done.end()) continue;  // another unit holds it as firmly
    done.push_back({middle, side, strong});
    std::vector<Vec2> corners;
    for (const Px p : on_page(fit, outline.points)) corners.push_back({p.x, p.y});
    Paint fill = line;
    fill.a = 18;
    pen.poly(on_page(fit, outline.points), fill);
    for (const bool right : {true, false}) {
      if (right != (side == Side::B) && !strong) continue;
      for (const Segment& s : hatching(corners, pen.px(strong ? 11 : 14), right ? 135 : 45))
        pen.line({s.first.x, s.first.y}, {s.second.x, s.second.y}, line, strong ? 2.5 : 2);
    }
    if (item.meaning == "zoc_bond")
      for (std::size_t i = 0; i < corners.size(); ++i) {
        const Vec2 a = corners[i], b = corners[(i + 1) % corners.size()];
        pen.line({a.x, a.y}, {b.x, b.y}, line, 4);
      }
  }
}

}  // namespace polemarch::ui::page
