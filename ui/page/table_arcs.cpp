/// Arcs of fire and their limits on open ground: what lies inside is lighter the nearer it is, the sides are dashed, the outer limit is a
/// whole line, inner ones are dashed. Rings that belong to no arc are dashed all round.
#include <algorithm>
#include <cmath>

#include "ui/page/table_labels.hpp"
#include "ui/shapes.hpp"

namespace polemarch::ui::page {

namespace {

constexpr Paint kArcCasing{0x0A, 0x0E, 0x12, 235};
constexpr double kNearBase = 12;  ///< mm: an edge that ends so near its unit begins there
constexpr double kOneSpot = 0.5;  ///< mm: corners so near each other are one

bool on_light_cloth(const ViewState& view) { return view.light && !(view.picture.image && view.show_picture); }

/// A line of points with its casing, whole or in dashes.
void limit(Pen& pen, const ViewState& view, const std::vector<Px>& points, bool closed, bool dashed, double width) {
  const Paint line = on_light_cloth(view) ? Paint{0x16, 0x19, 0x1C, 255} : Paint{0xF4, 0xF2, 0xEC, 255};
  Outline whole{{}, closed, false};
  for (const Px p : points) whole.points.push_back({p.x, p.y});
  if (!on_light_cloth(view))
    for (std::size_t i = 0; i + (closed ? 0 : 1) < points.size(); ++i)
      pen.line(points[i], points[(i + 1) % points.size()], kArcCasing, width + 3);
  if (!dashed) {
    for (std::size_t i = 0; i + (closed ? 0 : 1) < points.size(); ++i) pen.line(points[i], points[(i + 1) % points.size()], line, width);
    return;
  }
  for (const Segment& dash : dashes(whole, pen.px(10), pen.px(6)))
    pen.line({dash.first.x, dash.first.y}, {dash.second.x, dash.second.y}, line, width);
}

Paint veil(const ViewState& view) { return on_light_cloth(view) ? Paint{0x16, 0x19, 0x1C, 14} : Paint{0xFF, 0xFF, 0xFF, 18}; }

bool is_ring(const SceneItem& item) {
  if (item.meaning != "range_band") return false;
  if (std::holds_alternative<Circle>(item.shape)) return true;
  const auto* polygon = std::get_if<Polygon>(&item.shape);
  return polygon != nullptr && polygon->points.size() > 2;
}

/// The eye, then the right and the left end of what it sees, or does not see.
const Polygon* sight_wedge(const SceneItem& item) {
  const auto* polygon = std::get_if<Polygon>(&item.shape);
  const bool sight = item.meaning == "sight_clear" || item.meaning == "sight_blocked";
  return sight && polygon != nullptr && polygon->closed && polygon->points.size() == 3 ? polygon : nullptr;
}

/// Two rays from a front edge: outer left, left, right, outer right.
const Polygon* wedge_of(const SceneItem& item) {
  const auto* polygon = std::get_if<Polygon>(&item.shape);
  return item.meaning == "arc_of_fire" && polygon != nullptr && !polygon->closed && polygon->points.size() == 4 ? polygon : nullptr;
}

double side_of(Vec2 from, Vec2 to, Vec2 at) { return (to.x - from.x) * (at.y - from.y) - (to.y - from.y) * (at.x - from.x); }

/// What of the ring's points lies between the rays, from the left one to the right one.
std::vector<Vec2> between_rays(const Polygon& wedge, const std::vector<Vec2>& ring) {
  const Vec2 outer_left = wedge.points[0], left = wedge.points[1], right = wedge.points[2], outer_right = wedge.points[3];
  std::vector<bool> in;
  for (const Vec2 p : ring)
    in.push_back(side_of(left, outer_left, p) <= 0 && side_of(right, outer_right, p) >= 0 && side_of(left, right, p) >= 0);
  std::vector<Vec2> kept;
  const std::size_t n = ring.size();
  std::size_t first = n;
  for (std::size_t i = 0; i < n && first == n; ++i)
    if (in[i] && !in[(i + n - 1) % n]) first = i;
  if (first == n) return kept;
  for (std::size_t i = 0; i < n && in[(first + i) % n]; ++i) kept.push_back(ring[(first + i) % n]);
  // As far along each ray as the ring is.
  const auto on_ray = [&](Vec2 base, Vec2 outer, Vec2 like) {
    const double length = std::hypot(outer.x - base.x, outer.y - base.y);
    const Vec2 along{(outer.x - base.x) / length, (outer.y - base.y) / length};
    const double far = (like.x - base.x) * along.x + (like.y - base.y) * along.y;
    return Vec2{base.x + along.x * far, base.y + along.y * far};
  };
  if (std::hypot(kept.front().x - outer_left.x, kept.front().y - outer_left.y) >
      std::hypot(kept.front().x - outer_right.x, kept.front().y - outer_right.y))
    std::reverse(kept.begin(), kept.end());
  kept.insert(kept.begin(), on_ray(left, outer_left, kept.front()));
  kept.push_back(on_ray(right, outer_right, kept.back()));
  // Two corners on one spot have no side between them: a filled outline would show a seam from there.
  const auto same = [](Vec2 a, Vec2 b) { return std::hypot(a.x - b.x, a.y - b.y) < kOneSpot; };
  kept.erase(std::unique(kept.begin(), kept.end(), same), kept.end());
  return kept;
}

/// The rings of a wedge's unit, the widest first.
struct Band {
  const SceneItem* item;
  std::vector<Vec2> line;
  double reach;
};
std::vector<Band> bands_of(const ViewState& view, const SceneItem& arc) {
  const Polygon& wedge = *wedge_of(arc);
  const Vec2 at = middle_of({wedge.points[1], wedge.points[2]});
  std::vector<Band> bands;
  for (const SceneItem& item : view.scene.items) {
    if (!is_ring(item) || item.about != arc.about) continue;
    std::vector<Vec2> line = between_rays(wedge, outline_of(item, 1.0).points);
    if (line.size() < 3) continue;
    const Vec2 middle = line[line.size() / 2];
    bands.push_back({&item, std::move(line), std::hypot(middle.x - at.x, middle.y - at.y)});
  }
  std::stable_sort(bands.begin(), bands.end(), [](const Band& a, const Band& b) { return a.reach > b.reach; });
  return bands;
}

void draw_wedge(Pen& pen, const ViewState& view, const TableFit& fit, const SceneItem& arc) {
  const Polygon& wedge = *wedge_of(arc);
  const std::vector<Band> bands = bands_of(view, arc);
  for (const Band& band : bands) {
    std::vector<Vec2> area = band.line;
    area.push_back(wedge.points[2]);
    area.push_back(wedge.points[1]);
    pen.poly(on_page(fit, area), veil(view));
  }
  limit(pen, view, on_page(fit, {wedge.points[1], wedge.points[0]}), false, true, 3);
  limit(pen, view, on_page(fit, {wedge.points[2], wedge.points[3]}), false, true, 3);
  for (std::size_t i = 0; i < bands.size(); ++i) limit(pen, view, on_page(fit, bands[i].line), false, i > 0, i > 0 ? 2 : 3);
}

/// An outline that is limit and sides in one: the edges that leave its unit are its sides.
void draw_closed(Pen& pen, const ViewState& view, const TableFit& fit, const SceneItem& arc) {
  const Outline outline = outline_of(arc, 1.0);
  if (outline.points.size() < 3) return;
  const UnitView* unit = nullptr;
  for (const UnitView& one : view.units)
    if (one.on_table && one.unit.text == arc.about) unit = &one;
  const auto at_unit = [&](Vec2 p) {
    if (unit == nullptr || unit->outline.size() < 3) return false;
    for (std::size_t i = 0; i < unit->outline.size(); ++i) {
      const Vec2 a = unit->outline[i], b = unit->outline[(i + 1) % unit->outline.size()];
      const double length = std::hypot(b.x - a.x, b.y - a.y);
      const double t = length > 0 ? std::clamp(((p.x - a.x) * (b.x - a.x) + (p.y - a.y) * (b.y - a.y)) / (length * length), 0.0, 1.0) : 0;
      if (std::hypot(a.x + (b.x - a.x) * t - p.x, a.y + (b.y - a.y) * t - p.y) < kNearBase) return true;
    }
    return false;
  };
  pen.poly(on_page(fit, outline.points), veil(view));
  std::vector<Px> run;  // of the limit
  const auto end_run = [&] {
    if (run.size() > 1) limit(pen, view, run, false, false, 3);
    run.clear();
  };
  for (std::size_t i = 0; i < outline.points.size(); ++i) {
    const Vec2 a = outline.points[i], b = outline.points[(i + 1) % outline.points.size()];
    const bool from = at_unit(a), to = at_unit(b);
    if (from && to) {
      end_run();
    } else if (from || to) {
      end_run();
      limit(pen, view, on_page(fit, {a, b}), false, true, 3);
    } else {
      if (run.empty()) run.push_back(fit.to_px(a));
      run.push_back(fit.to_px(b));
    }
  }
  end_run();
}

/// Boxes in the arc: a veil, and one line round all of them.
void draw_boxes(Pen& pen, const ViewState& view, const TableFit& fit) {
  struct Edge {
    Px from, to;
  };
  std::vector<Edge> edges;
  const auto near = [](Px a, Px b) { return std::hypot(a.x - b.x, a.y - b.y) < 4; };
  for (const SceneItem& item : view.scene.items) {
    if (item.meaning != "arc_of_fire") continue;
    const std::vector<Px> corners = on_page(fit, outline_of(item, 1.0).points);
    pen.poly(corners, veil(view));
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const Edge edge{corners[i], corners[(i + 1) % corners.size()]};
      const auto shared = std::find_if(edges.begin(), edges.end(), [&](const Edge& other) {
        return (near(other.from, edge.to) && near(other.to, edge.from)) || (near(other.from, edge.from) && near(other.to, edge.to));
      });
      shared == edges.end() ? edges.push_back(edge) : static_cast<void>(edges.erase(shared));
    }
  }
  for (const Edge& edge : edges) limit(pen, view, {edge.from, edge.to}, false, true, 2);
}

}  // namespace

bool drawn_as_arc(const SceneItem& item, bool boxes) {
  return item.meaning == "arc_of_fire" || sight_wedge(item) != nullptr || (!boxes && is_ring(item));
}

void draw_sights(Pen& pen, const ViewState& view, const TableFit& fit) {
  const Theme& theme = on_light_cloth(view) ? pen.theme() : dark_theme();
  const Paint seen = on_light_cloth(view) ? Paint{0x16, 0x19, 0x1C, 255} : Paint{0xF4, 0xF2, 0xEC, 255};
  for (const SceneItem& item : view.scene.items) {
    const Polygon* wedge = sight_wedge(item);
    if (wedge == nullptr) continue;
    const bool hidden = item.meaning == "sight_blocked";
    const std::vector<Px> at = on_page(fit, wedge->points);
    if (!hidden) {
      Paint fill = seen;
      fill.a = 46;
      pen.poly(at, fill);
      for (const std::size_t end : {1U, 2U}) pen.line(at[0], at[end], seen, 1.5);
    } else {
      std::vector<Vec2> corners;
      for (const Px p : at) corners.push_back({p.x, p.y});
      Paint line = theme.refused;
      line.a = 170;
      // Across the way the eye looks, so that the lines do not run along it.
      const double x = (at[1].x + at[2].x) / 2 - at[0].x, y = (at[1].y + at[2].y) / 2 - at[0].y;
      for (const Segment& s : hatching(corners, pen.px(12), x * y > 0 ? 135 : 45))
        pen.line({s.first.x, s.first.y}, {s.second.x, s.second.y}, line, 1.5);
    }
  }
}

void draw_seen_fronts(Pen& pen, const ViewState& view, const TableFit& fit) {
  const Theme& theme = on_light_cloth(view) ? pen.theme() : dark_theme();
  const Paint white = on_light_cloth(view) ? Paint{0x16, 0x19, 0x1C, 255} : Paint{0xF4, 0xF2, 0xEC, 255};
  for (const SceneItem& item : view.scene.items) {
    const Polygon* wedge = sight_wedge(item);
    if (wedge == nullptr) continue;
    const bool hidden = item.meaning == "sight_blocked";
    const Px from = fit.to_px(wedge->points[1]), to = fit.to_px(wedge->points[2]);
    if (!on_light_cloth(view)) pen.line(from, to, kArcCasing, 8);
    if (!hidden) {
      pen.line(from, to, white, 5);
      continue;
    }
    for (const Segment& dot : dashes({{{from.x, from.y}, {to.x, to.y}}, false, false}, pen.px(4), pen.px(5)))
      pen.line({dot.first.x, dot.first.y}, {dot.second.x, dot.second.y}, theme.refused, 5);
  }
}

void draw_arcs(Pen& pen, const ViewState& view, const TableFit& fit) {
  if (has_boxes(view.scene)) return draw_boxes(pen, view, fit);
  std::vector<const SceneItem*> of_arcs;
  for (const SceneItem& item : view.scene.items) {
    if (item.meaning != "arc_of_fire") continue;
    if (wedge_of(item) == nullptr) {
      draw_closed(pen, view, fit, item);
      continue;
    }
    draw_wedge(pen, view, fit, item);
    for (const Band& band : bands_of(view, item)) of_arcs.push_back(band.item);
  }
  for (const SceneItem& item : view.scene.items) {
    if (!is_ring(item) || std::find(of_arcs.begin(), of_arcs.end(), &item) != of_arcs.end()) continue;
    const Outline outline = outline_of(item, 1.0);
    limit(pen, view, on_page(fit, outline.points), outline.closed, true, 2);
  }
}

std::optional<Px> limit_label(const ViewState& view, const TableFit& fit, const SceneItem& item) {
  if (!is_ring(item)) return std::nullopt;
  for (const SceneItem& arc : view.scene.items) {
    if (wedge_of(arc) == nullptr || arc.about != item.about) continue;
    for (const Band& band : bands_of(view, arc))
      if (band.item == &item) return fit.to_px(band.line[band.line.size() * 3 / 4]);
  }
  return std::nullopt;
}

}  // namespace polemarch::ui::page
