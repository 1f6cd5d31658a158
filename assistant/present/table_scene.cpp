#include "assistant/present/table_scene.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <set>

#include "models/box_name.hpp"
#include "ui/shapes.hpp"

namespace polemarch::assistant::present {

namespace {

struct Look {
  Tone tone;
  Pattern pattern;
  double width_mm;
};

/// Every meaning has its own pair of colour and pattern, so that no two are told apart by colour alone.
Look look_of(engine::Meaning meaning) {
  using M = engine::Meaning;
  switch (meaning) {
    case M::ZocStrong:
      return {Tone::Zone, Pattern::CrossHatch, 2.0};
    case M::ZocWeak:
      return {Tone::WeakZone, Pattern::HatchLeft, 1.5};
    case M::ZocBond:
      return {Tone::Zone, Pattern::Dotted, 3.0};
    case M::ArcOfFire:
      return {Tone::Arc, Pattern::HatchRight, 2.0};
    case M::RangeBand:
      return {Tone::Range, Pattern::Dashed, 2.0};
    case M::LegalMove:
      return {Tone::Move, Pattern::Solid, 2.0};
    case M::IllegalMove:
      return {Tone::Blocked, Pattern::Dotted, 2.0};
    case M::ChargeReach:
      return {Tone::Charge, Pattern::Dashed, 2.0};
    case M::ChargeTarget:
      return {Tone::Target, Pattern::Solid, 4.0};
    case M::ShootTarget:
      return {Tone::Target, Pattern::Dashed, 4.0};
    case M::NotATarget:
      return {Tone::Faint, Pattern::Dotted, 2.0};
    case M::EvadeTo:
      return {Tone::Move, Pattern::Dashed, 2.5};
    case M::RoutPath:
      return {Tone::Warn, Pattern::Dashed, 3.0};
    case M::CommandRange:
      return {Tone::Range, Pattern::Dotted, 2.5};
    case M::SightClear:
      return {Tone::Clear, Pattern::Solid, 2.5};
    case M::SightBlocked:
      return {Tone::Blocked, Pattern::Dashed, 2.5};
    case M::Proximity:
      return {Tone::Zone, Pattern::Dashed, 2.0};
    case M::Support:
      return {Tone::Clear, Pattern::Dotted, 2.0};
    case M::Ghost:
      return {Tone::Ghost, Pattern::Dashed, 2.0};
    case M::Measure:
      return {Tone::Ink, Pattern::Solid, 1.5};
    case M::Note:
      return {Tone::Text, Pattern::Solid, 1.5};
  }
  return {Tone::Ink, Pattern::Solid, 1.5};
}

Vec2 to_vec(Point p) { return {p.x.mm(), p.y.mm()}; }

void add_line(Scene& scene, Vec2 a, Vec2 b, Tone tone, double width, std::string meaning) {
  scene.items.push_back({.shape = Polygon{{a, b}, false, false},
                         .tone = tone,
                         .pattern = Pattern::Solid,
                         .width_mm = width,
                         .label = {},
                         .meaning = std::move(meaning),
                         .rule = {},
                         .about = {}});
}

void add_text(Scene& scene, Vec2 at, std::string text, double size, Tone tone, std::string meaning, std::string about = {},
              double angle_deg = 0) {
  scene.items.push_back({.shape = TextShape{at, std::move(text), size, angle_deg},
                         .tone = tone,
                         .pattern = Pattern::Solid,
                         .width_mm = 1,
                         .label = {},
                         .meaning = std::move(meaning),
                         .rule = {},
                         .about = std::move(about)});
}

void add_grid(Scene& scene, const GridSpec& grid) {
  const double box = grid.box.mm(), turn = grid.rotation.deg() * std::numbers::pi / 180.0;
  const double c = std::cos(turn), s = std::sin(turn);
  const auto at = [&](double column, double row) {
    return Vec2{grid.origin.x.mm() + (column * c - row * s) * box, grid.origin.y.mm() + (column * s + row * c) * box};
  };
  for (int i = 0; i <= grid.columns; ++i) add_line(scene, at(i, 0), at(i, grid.rows), Tone::Faint, 1.0, "grid");
  for (int j = 0; j <= grid.rows; ++j) add_line(scene, at(0, j), at(grid.columns, j), Tone::Faint, 1.0, "grid");
  for (int i = 0; i < grid.columns; ++i)
    for (int j = 0; j < grid.rows; ++j)
      add_text(scene, at(i + 0.14, j + 0.12), say_box({i, rows_from_origin(grid, j)}), box * 0.11, Tone::Faint, "box_name");
}

void add_ruler(Scene& scene, const engine::LengthUnit& unit) {
  const auto edge = [&](double length, const auto& place) {
    const int ticks = static_cast<int>(std::floor(length / unit.one.mm()));
    for (int i = 1; i <= ticks; ++i) {
      const bool numbered = i % unit.long_tick == 0;
      const double reach = numbered ? 18.0 : 8.0;
      add_line(scene, place(i * unit.one.mm(), 0.0), place(i * unit.one.mm(), reach), Tone::Faint, numbered ? 1.5 : 0.8, "ruler");
      if (numbered && i * unit.one.mm() < length - 40)
        add_text(scene, place(i * unit.one.mm(), reach + 14.0), std::to_string(i), 16, Tone::Faint, "ruler");
    }
  };
  const double w = scene.width_mm, d = scene.depth_mm;
  edge(w, [](double along, double in) { return Vec2{along, in}; });
  edge(w, [&](double along, double in) { return Vec2{along, d - in}; });
  edge(d, [](double along, double in) { return Vec2{in, along}; });
  edge(d, [&](double along, double in) { return Vec2{w - in, along}; });
}

/// What is drawn of one base and where.
struct Drawn {
  UnitId unit;
  Side side = Side::A;
  bool sided = false;
  Footprint footprint;
  Vec2 centre;
  double heading = 0;
  Seen state = Seen::Seen;
  engine::Troops troops = engine::Troops::None;
};

std::map<BaseId, Drawn> bases_to_draw(const Inputs& inputs) {
  std::map<BaseId, Drawn> drawn;
  for (const BaseSpec& spec : inputs.bases) drawn[spec.base] = {spec.unit, Side::A, false, spec.footprint, {}, 0, Seen::Gone};
  for (const engine::Place& place : inputs.battle->places())
    drawn[place.base] = {place.unit,
                         place.side,
                         true,
                         place.footprint,
                         to_vec(place.pose.centre()),
                         place.pose.heading.deg(),
                         place.on_table ? Seen::Seen : Seen::Gone,
                         place.troops};
  if (inputs.seen == nullptr) return drawn;
  // What carries no marker cannot be seen: it stands where the rules have it.
  std::set<BaseId> marked;
  for (const BaseSpec& spec : inputs.bases) marked.insert(spec.base);
  for (auto& [id, base] : drawn)
    if (marked.empty() || marked.contains(id)) base.state = Seen::Gone;
  for (const ObservedBase& seen : inputs.seen->bases) {
    const auto found = drawn.find(seen.base);
    Drawn base =
        found == drawn.end() ? Drawn{seen.unit, Side::A, false, {Outline::Rectangle, 40_mm, 30_mm}, {}, 0, Seen::Gone} : found->second;
    base.centre = {seen.x_mm, seen.y_mm};
    base.heading = seen.heading_deg;
    base.state = seen.state;
    drawn[seen.base] = base;
  }
  return drawn;
}

Tone tone_of(const Drawn& base) {
  if (!base.sided) return Tone::Ink;
  return base.side == Side::A ? Tone::SideA : Tone::SideB;
}

void add_unit_names(Scene& scene, const Inputs& inputs, const std::map<BaseId, Drawn>& drawn) {
  struct Middle {
    Vec2 sum;
    int count = 0;
    double size = 0;
    Tone tone = Tone::Text;
  };
  std::map<std::string, Middle> middles;
  for (const auto& [id, base] : drawn) {
    if (base.state == Seen::Gone) continue;
    Middle& middle = middles[base.unit.empty() ? id.text : base.unit.text];
    middle.sum.x += base.centre.x;
    middle.sum.y += base.centre.y;
    ++middle.count;
    middle.size = std::max(middle.size, std::min(base.footprint.frontage.mm(), base.footprint.depth.mm()));
  }
  for (const auto& [name, middle] : middles) {
    const double size = std::clamp(middle.size * 0.65, 18.0, 40.0) * inputs.type_scale;
    const double n = middle.count;
    add_text(scene, {middle.sum.x / n, middle.sum.y / n}, name, size, Tone::Text, "name", name);
  }
}

/// A leader's token stands at the rear left corner of the unit whose box or base it shares, never on its miniatures. Where the camera sees
/// it, it stands where it is.
void stand_aside(std::map<BaseId, Drawn>& drawn) {
  for (auto& [id, token] : drawn) {
    if (token.footprint.outline != Outline::Circle || token.state == Seen::Gone) continue;
    for (const auto& [other, base] : drawn) {
      if (other == id || base.state == Seen::Gone || base.side != token.side || base.footprint.outline == Outline::Circle) continue;
      const std::vector<Vec2> corners = corners_of(base.footprint, base.centre, base.heading);
      if (!ui::contains(corners, token.centre)) continue;
      const double out = token.footprint.frontage.mm() / 2, h = base.heading * std::numbers::pi / 180.0;
      const Vec2 rear_left = corners[3];
      token.centre = {rear_left.x - out * std::cos(h) - out * 0.4 * std::sin(h), rear_left.y - out * std::sin(h) + out * 0.4 * std::cos(h)};
      break;
    }
  }
}

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
    way.from.x += at.x, way.from.y += at.y, ++way.count;
  }
  for (const auto& [unit, all] : ways)
    for (const Way& way : all) {
      const double length = std::hypot(way.by.x, way.by.y);
      if (length < kFar) continue;
      const Vec2 from{way.from.x / way.count, way.from.y / way.count};
      add_arrow(scene, from, {from.x + way.by.x, from.y + way.by.y}, unit.text, "owed", say_length(length, inputs.length));
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
    to = to_vec(mark.pose->centre());
  } else if (!mark.region.empty()) {
    const double n = static_cast<double>(mark.region.size());
    to.emplace();
    for (const Point p : mark.region) to->x += p.x.mm() / n, to->y += p.y.mm() / n;
  }
  if (!to) {
    if (const auto at = middle_of(mark.target)) add_arrow(scene, *from, *at, inputs.ordered->unit.text);
    return;
  }
  for (const auto& [id, base] : drawn) {
    if (base.unit != inputs.ordered->unit || base.state == Seen::Gone) continue;
    add_base(scene, id, base.unit, base.footprint, {base.centre.x + to->x - from->x, base.centre.y + to->y - from->y}, base.heading,
             Tone::Text, Pattern::Dashed, false, "ordered");
  }
  add_arrow(scene, *from, *to, inputs.ordered->unit.text);
}

}  // namespace

std::vector<Vec2> corners_of(const Footprint& footprint, Vec2 centre, double heading_deg) {
  const double h = heading_deg * std::numbers::pi / 180.0, c = std::cos(h), s = std::sin(h);
  const double front = footprint.depth.mm() / 2, left = footprint.frontage.mm() / 2;
  const auto at = [&](double x, double y) { return Vec2{centre.x + x * c - y * s, centre.y + x * s + y * c}; };
  return {at(front, left), at(front, -left), at(-front, -left), at(-front, left)};
}

void add_table(Scene& scene, const Table& table, const engine::LengthUnit& unit) {
  scene.width_mm = table.width.mm();
  scene.depth_mm = table.depth.mm();
  for (const TerrainPiece& piece : table.terrain) {
    Polygon outline{{}, true, true};
    for (const Point p : piece.outline) outline.points.push_back(to_vec(p));
    std::string kind = piece.kind;
    std::replace(kind.begin(), kind.end(), '_', ' ');
    const bool wet = piece.kind == "lake" || piece.kind == "water" || piece.kind == "river" || piece.kind == "stream";
    scene.items.push_back({.shape = std::move(outline),
                           .tone = wet ? Tone::Water : Tone::Terrain,
                           .pattern = wet ? Pattern::HatchLeft : Pattern::Solid,
                           .width_mm = 1.5,
                           .label = kind,
                           .meaning = "terrain",
                           .rule = {},
                           .about = piece.id});
  }
  if (table.grid) {
    add_grid(scene, *table.grid);
  } else {
    add_ruler(scene, unit);
  }
  add_line(scene, {0, 0}, {scene.width_mm, 0}, Tone::Ink, 2, "edge");
  add_line(scene, {scene.width_mm, 0}, {scene.width_mm, scene.depth_mm}, Tone::Ink, 2, "edge");
  add_line(scene, {scene.width_mm, scene.depth_mm}, {0, scene.depth_mm}, Tone::Ink, 2, "edge");
  add_line(scene, {0, scene.depth_mm}, {0, 0}, Tone::Ink, 2, "edge");
}

void add_advice(Scene& scene, const engine::Advice& advice) {
  for (const engine::AdviceShape& shape : advice.shapes) {
    const Look look = look_of(shape.meaning);
    SceneItem item;
    item.shape = shape.shape;
    item.tone = look.tone;
    item.pattern = look.pattern;
    item.width_mm = look.width_mm;
    item.label = shape.label;
    item.meaning = std::string(engine::name_of(shape.meaning));
    item.rule = shape.rule;
    item.about = shape.about;
    scene.items.push_back(std::move(item));
  }
}

void add_base(Scene& scene, const BaseId& base, const UnitId& unit, const Footprint& footprint, Vec2 centre, double heading_deg, Tone tone,
              Pattern pattern, bool filled, const std::string& meaning) {
  const auto corners = corners_of(footprint, centre, heading_deg);
  SceneItem item;
  if (footprint.outline == Outline::Circle) {
    item.shape = Circle{centre, footprint.frontage.mm() / 2, filled};
  } else {
    item.shape = Polygon{corners, true, filled};
  }
  item.tone = tone;
  item.pattern = pattern;
  item.width_mm = 2.0;
  item.meaning = meaning;
  item.about = base.text;
  scene.items.push_back(item);
  // The front: a heavy edge and a small point, so that facing is read from any seat.
  const Vec2 a = corners[0], b = corners[1];
  const double h = heading_deg * std::numbers::pi / 180.0, reach = std::min(10.0, footprint.depth.mm() * 0.3);
  const Vec2 tip{(a.x + b.x) / 2 + reach * std::cos(h), (a.y + b.y) / 2 + reach * std::sin(h)};
  const auto along = [&](double t) { return Vec2{a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t}; };
  item.shape = Polygon{{along(0.35), tip, along(0.65)}, true, true};
  item.pattern = Pattern::Solid;
  item.meaning = meaning + "_front";
  item.about = unit.empty() ? base.text : unit.text;
  scene.items.push_back(std::move(item));
}

void add_troops(Scene& scene, engine::Troops troops, Side side, const Footprint& footprint, Vec2 centre, double heading_deg) {
  // A square base bears its name.
  if (troops == engine::Troops::None || footprint.depth.um * 10 > footprint.frontage.um * 9) return;
  const double h = heading_deg * std::numbers::pi / 180.0, c = std::cos(h), s = std::sin(h);
  const double depth = footprint.depth.mm(), width = footprint.frontage.mm();
  const double round = footprint.outline == Outline::Circle ? 0.7 : 1.0;
  const auto at = [&](double ahead, double left) {
    const double x = ahead * depth * round, y = left * width * round;
    return Vec2{centre.x + x * c - y * s, centre.y + x * s + y * c};
  };
  const auto line = [&](Vec2 from, Vec2 to, Pattern pattern, double width_mm) {
    scene.items.push_back({.shape = Polygon{{from, to}, false, false},
                           .tone = side == Side::A ? Tone::OnSideA : Tone::OnSideB,
                           .pattern = pattern,
                           .width_mm = width_mm,
                           .label = {},
                           .meaning = "troops",
                           .rule = {},
                           .about = {}});
  };
  const double dot = std::clamp(std::min(depth, width) * 0.1, 1.0, 4.0);
  if (troops == engine::Troops::Mounted) line(at(-0.22, 0.3), at(0.22, -0.3), Pattern::Solid, dot);
  if (troops == engine::Troops::LightFoot) line(at(0, 0.36), at(0, -0.36), Pattern::Dotted, 1.3 * dot);
  if (troops == engine::Troops::Foot)
    for (const double row : {0.17, -0.17}) line(at(row, 0.38), at(row, -0.38), Pattern::Dotted, dot);
}

Scene scene_of(const Inputs& inputs) {
  Scene scene;
  add_table(scene, *inputs.table, inputs.length);
  const bool selected = !inputs.selection.unit.empty();
  if (selected && !inputs.muted)
    add_advice(scene, inputs.advice != nullptr ? *inputs.advice : inputs.battle->advise(inputs.selection, inputs.viewer));
  join_rings(scene);
  if (inputs.ordered)  // where else it might have gone does not matter any more
    std::erase_if(scene.items, [](const SceneItem& item) {
      return item.meaning == "legal_move" || item.meaning == "illegal_move" || item.meaning == "charge_reach";
    });
  auto drawn = bases_to_draw(inputs);
  if (!inputs.picture.image) stand_aside(drawn);
  for (const Ghost& ghost : inputs.ghosts) {
    const auto stands = drawn.find(ghost.base);
    add_base(scene, ghost.base, ghost.unit, ghost.footprint, {ghost.x_mm, ghost.y_mm}, ghost.heading_deg,
             stands == drawn.end() ? Tone::Ghost : tone_of(stands->second), Pattern::Dashed, false, "ghost");
    scene.items[scene.items.size() - 2].width_mm = 3.0;
    scene.items[scene.items.size() - 2].label = ghost.label;
    scene.items[scene.items.size() - 2].rule = ghost.rule;
  }
  for (const auto& [id, base] : drawn) {
    if (base.state == Seen::Gone) continue;
    const bool hidden = base.state == Seen::Hidden;
    add_base(scene, id, base.unit, base.footprint, base.centre, base.heading, tone_of(base), hidden ? Pattern::Dotted : Pattern::Solid,
             !hidden, hidden ? "base_hidden" : "base");
    if (!hidden && !inputs.picture.image) add_troops(scene, base.troops, base.side, base.footprint, base.centre, base.heading);
  }
  for (const auto& [id, base] : drawn) {
    if (base.state == Seen::Gone || !selected || base.unit != inputs.selection.unit) continue;
    add_base(scene, id, base.unit, base.footprint, base.centre, base.heading, Tone::Selected, Pattern::Solid, false, "selected");
    scene.items[scene.items.size() - 2].width_mm = 5.0;
  }
  add_ways_to_ghosts(scene, inputs, drawn);
  for (const BaseId& id : inputs.in_place)
    if (const auto base = drawn.find(id); base != drawn.end() && base->second.state == Seen::Seen) add_tick(scene, id, base->second);
  if (inputs.ordered) add_ordered(scene, inputs, drawn);
  add_unit_names(scene, inputs, drawn);
  return scene;
}

}  // namespace polemarch::assistant::present
