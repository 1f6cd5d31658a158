/// Work by hand on the table: ways, ticks, crosses, the order that waits.
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "assistant/present/base_scene.hpp"
#include "models/box_name.hpp"

namespace polemarch::assistant::present {

namespace {

void add_arrow(Scene& scene, Vec2 from, Vec2 to, const std::string& about, const std::string& meaning = "ordered",
               const std::string& label = {}) {
  const double length = std::hypot(to.x - from.x, to.y - from.y);
  if (length < 1) return;
  const Vec2 along{(to.x - from.x) / length, (to.y - from.y) / length};
  constexpr double kHead = 18, kHalf = 9;  // mm
  const Vec2 neck{to.x - along.x * kHead, to.y - along.y * kHead};
  for (Polygon shape :
       {Polygon{{from, neck}, false, false},
        Polygon{{to, {neck.x - along.y * kHalf, neck.y + along.x * kHalf}, {neck.x + along.y * kHalf, neck.y - along.x * kHalf}},
                true,
                true}}) {
    SceneItem item;
    item.shape = std::move(shape);
    item.tone = Tone::Text;
    item.width_mm = 4.0;
    item.meaning = meaning;
    item.about = about;
    if (!std::get<Polygon>(item.shape).closed) item.label = label;
    scene.items.push_back(std::move(item));
  }
}

/// Arrows with their distance from bases to the ghosts they are still to be put on; bases of a unit that all go the same way have one.
void add_ways_to_ghosts(Scene& scene, const Inputs& inputs, const std::map<BaseId, Drawn>& drawn) {
  constexpr double kFar = 5, kAlike = 2;  // mm: nearer than this it needs no arrow; ways that differ less are one
  struct Way {
    Vec2 from, by;
    double count = 0;
    bool stood = false;
  };
  std::map<UnitId, std::vector<Way>> ways;
  for (const Ghost& ghost : inputs.ghosts) {
    const auto found = drawn.find(ghost.base);
    if (found == drawn.end() || found->second.state == Seen::Gone) continue;
    const Vec2 at = found->second.centre, by{ghost.x_mm - at.x, ghost.y_mm - at.y};
    std::vector<Way>& known = ways[ghost.unit];
    const auto same =
        std::find_if(known.begin(), known.end(), [&](const Way& way) { return std::hypot(way.by.x - by.x, way.by.y - by.y) < kAlike; });
    Way& way = same == known.end() ? known.emplace_back(Way{{}, by}) : *same;
    way.from.x += at.x, way.from.y += at.y, ++way.count, way.stood = ghost.stood;
  }
  for (const auto& [unit, all] : ways)
    for (const Way& way : all) {
      const double length = std::hypot(way.by.x, way.by.y);
      if (length < kFar) continue;
      const Vec2 from{way.from.x / way.count, way.from.y / way.count};
      if (way.stood)
        scene.items.push_back({.shape = Polygon{{{from.x + way.by.x, from.y + way.by.y}, from}, false, false},
                               .tone = Tone::Text,
                               .pattern = Pattern::Dotted,
                               .width_mm = 4.0,
                               .label = {},
                               .meaning = "trail",
                               .rule = {},
                               .about = unit.text});
      else
        add_arrow(scene, from, {from.x + way.by.x, from.y + way.by.y}, unit.text, "owed",
                  inputs.table->grid ? std::string() : say_length(length, inputs.length));  // a grid counts no inches
    }
}

/// Who stands where no rule lets it, and whom the reason names: the boxes of those, on open ground their bases.
void add_refused(Scene& scene, const Inputs& inputs, const std::map<BaseId, Drawn>& drawn) {
  constexpr double kAround = 6;  // mm
  const auto frame = [&](std::vector<Vec2> points, const char* meaning, const UnitId& about) {
    scene.items.push_back({.shape = Polygon{std::move(points), true, false},
                           .tone = Tone::Blocked,
                           .pattern = Pattern::Dashed,
                           .width_mm = 4.0,
                           .label = {},
                           .meaning = meaning,
                           .rule = {},
                           .about = about.text});
  };
  const auto round_base = [&](const Drawn& base) {
    Footprint wider = base.footprint;
    wider.frontage = wider.frontage + Length::from_mm(2 * kAround), wider.depth = wider.depth + Length::from_mm(2 * kAround);
    return corners_of(wider, base.centre, base.heading);
  };
  const auto box_of = [&](const Drawn& base) -> std::vector<Vec2> {
    const auto box = inputs.table->grid ? box_at(*inputs.table->grid, base.centre.x, base.centre.y) : std::nullopt;
    const auto middle = box ? middle_of(*inputs.table->grid, *box) : std::nullopt;
    if (!middle) return round_base(base);
    const double half = inputs.table->grid->box.mm() / 2 - 1, x = middle->x.mm(), y = middle->y.mm();
    return {{x - half, y - half}, {x + half, y - half}, {x + half, y + half}, {x - half, y + half}};
  };
  for (const auto& [id, base] : drawn) {
    if (base.state == Seen::Gone) continue;
    if (inputs.refused.contains(base.unit)) frame(round_base(base), "refused", base.unit);
    for (const auto& [unit, by] : inputs.refused)
      if (by.contains(base.unit)) frame(box_of(base), "refused_by", base.unit);
  }
}

/// A tick on a base that has been put where it belongs while others are still waited for.
void add_tick(Scene& scene, const BaseId& id, const Drawn& base) {
  const double size = std::min(base.footprint.frontage.mm(), base.footprint.depth.mm()) / 2;
  SceneItem item;
  item.shape = Polygon{{{base.centre.x - 0.5 * size, base.centre.y},
                        {base.centre.x - 0.1 * size, base.centre.y - 0.4 * size},
                        {base.centre.x + 0.6 * size, base.centre.y + 0.5 * size}},
                       false,
                       false};
  item.tone = Tone::Clear;
  item.width_mm = 4.0;
  item.meaning = "in_place";
  item.about = id.text;
  scene.items.push_back(std::move(item));
}

/// A cross over a base that is still to be taken off the table.
void add_cross(Scene& scene, const BaseId& id, const Drawn& base) {
  const std::vector<Vec2> corners = corners_of(base.footprint, base.centre, base.heading);
  for (const auto& [from, to] : {std::pair{corners[0], corners[2]}, std::pair{corners[1], corners[3]}}) {
    SceneItem item;
    item.shape = Polygon{{from, to}, false, false};
    item.tone = Tone::Text;
    item.width_mm = 4.0;
    item.meaning = "to_remove";
    item.about = id.text;
    scene.items.push_back(std::move(item));
  }
}

/// An order that waits for its throw: an arrow from where the unit stands, and its bases dashed where it would stand.
void add_ordered(Scene& scene, const Inputs& inputs, const std::map<BaseId, Drawn>& drawn) {
  const auto middle_of = [&](const UnitId& unit) {
    Vec2 sum;
    double count = 0;
    for (const auto& [id, base] : drawn)
      if (base.unit == unit && base.state != Seen::Gone) sum.x += base.centre.x, sum.y += base.centre.y, ++count;
    return count > 0 ? std::optional<Vec2>({sum.x / count, sum.y / count}) : std::nullopt;
  };
  const engine::OfferMark& mark = inputs.ordered->mark;
  const auto from = middle_of(inputs.ordered->unit);
  if (!from) return;
  std::optional<Vec2> to;
  if (mark.pose) {
    to = vec_of(mark.pose->centre());
  } else if (!mark.region.empty()) {
    const double n = static_cast<double>(mark.region.size());
    to.emplace();
    for (const Point p : mark.region) to->x += p.x.mm() / n, to->y += p.y.mm() / n;
  }
  if (!to) {
    if (const auto at = middle_of(mark.target)) add_arrow(scene, *from, *at, inputs.ordered->unit.text);
    return;
  }
  if (inputs.table->grid && mark.region.size() == 4) {  // the box it goes to
    Polygon box{{}, true, false};
    for (const Point p : mark.region) box.points.push_back(vec_of(p));
    scene.items.push_back({box, Tone::Move, Pattern::Solid, 2.0, {}, "ordered_box", {}, inputs.ordered->unit.text});
  }
  for (const auto& [id, base] : drawn) {
    if (base.unit != inputs.ordered->unit || base.state == Seen::Gone) continue;
    const double heading = inputs.ordered->heading_deg.value_or(base.heading);  // the bases turn about their middle
    const double h = (heading - base.heading) * std::numbers::pi / 180.0, c = std::cos(h), s = std::sin(h);
    const Vec2 by{base.centre.x - from->x, base.centre.y - from->y};
    add_base(scene, id, base.unit, base.footprint, {to->x + by.x * c - by.y * s, to->y + by.x * s + by.y * c}, heading, Tone::Text,
             Pattern::Dashed, false, "ordered");
  }
  add_arrow(scene, *from, *to, inputs.ordered->unit.text);
}

}  // namespace

void add_work(Scene& scene, const Inputs& inputs, const std::map<BaseId, Drawn>& drawn) {
  add_ways_to_ghosts(scene, inputs, drawn);
  add_refused(scene, inputs, drawn);
  for (const BaseId& id : inputs.in_place)
    if (const auto base = drawn.find(id); base != drawn.end() && base->second.state == Seen::Seen) add_tick(scene, id, base->second);
  for (const engine::OwedPlacement& owed : inputs.battle->owed())
    for (const BaseId& id : owed.bases)
      if (const auto base = drawn.find(id); owed.removed && base != drawn.end() && base->second.state != Seen::Gone)
        add_cross(scene, id, base->second);
  if (inputs.ordered) add_ordered(scene, inputs, drawn);
}

}  // namespace polemarch::assistant::present
