#include "assistant/present/table_scene.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "assistant/present/base_scene.hpp"
#include "models/box_name.hpp"

namespace polemarch::assistant::present {

namespace {

/// Kinds of terrain are the players' words: what runs or stands in them is drawn as water.
bool is_water(std::string_view kind) {
  return kind.find("water") != std::string_view::npos || kind == "stream" || kind == "river" || kind.ends_with("lake");
}

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

}  // namespace

void add_table(Scene& scene, const Table& table, const engine::LengthUnit& unit) {
  scene.width_mm = table.width.mm();
  scene.depth_mm = table.depth.mm();
  for (const TerrainPiece& piece : table.terrain) {
    Polygon outline{{}, true, true};
    for (const Point p : piece.outline) outline.points.push_back(vec_of(p));
    std::string kind = piece.kind;
    std::replace(kind.begin(), kind.end(), '_', ' ');
    const bool wet = is_water(kind);
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
  add_line(scene, {0, 0}, {scene.width_mm, 0}, Tone::Faint, 2, "edge");
  add_line(scene, {scene.width_mm, 0}, {scene.width_mm, scene.depth_mm}, Tone::Faint, 2, "edge");
  add_line(scene, {scene.width_mm, scene.depth_mm}, {0, scene.depth_mm}, Tone::Faint, 2, "edge");
  add_line(scene, {0, scene.depth_mm}, {0, 0}, Tone::Faint, 2, "edge");
}

namespace {

Vec2 middle_of(const std::vector<Vec2>& points) {
  Vec2 middle;
  for (const Vec2 p : points) middle.x += p.x / static_cast<double>(points.size()), middle.y += p.y / static_cast<double>(points.size());
  return middle;
}

/// Ground that was laid in the battle: what the room says of no unit, about "terrain". What the table has there already is not drawn twice.
void add_ground(Scene& scene, const engine::Advice& said) {
  std::vector<SceneItem> laid;
  for (const engine::AdviceShape& shape : said.shapes) {
    const auto* area = std::get_if<Polygon>(&shape.shape);
    if (area == nullptr || shape.about != "terrain") continue;
    const Vec2 at = middle_of(area->points);
    const bool there = std::any_of(scene.items.begin(), scene.items.end(), [&](const SceneItem& item) {
      const auto* outline = std::get_if<Polygon>(&item.shape);
      if (item.meaning != "terrain" || outline == nullptr) return false;
      const Vec2 middle = middle_of(outline->points);
      return std::hypot(middle.x - at.x, middle.y - at.y) < 1;
    });
    if (there) continue;
    const bool placed = shape.meaning == engine::Meaning::Ghost;  // its card is still to be dealt
    const bool wet = is_water(shape.label);
    laid.push_back({.shape = *area,
                    .tone = wet ? Tone::Water : Tone::Terrain,
                    .pattern = placed ? Pattern::Dashed
                               : wet  ? Pattern::HatchLeft
                                      : Pattern::Solid,
                    .width_mm = placed ? 4.0 : 1.5,
                    .label = shape.label + (placed ? "?" : ""),
                    .meaning = "terrain",
                    .rule = {},
                    .about = {}});
  }
  scene.items.insert(scene.items.begin(), laid.begin(), laid.end());
}

}  // namespace

Scene scene_of(const Inputs& inputs) {
  Scene scene;
  add_table(scene, *inputs.table, inputs.length);
  if (inputs.table->grid) add_ground(scene, inputs.battle->advise({}, inputs.viewer));
  const bool selected = !inputs.selection.unit.empty();
  if (selected && !inputs.muted) {
    if (inputs.overlay != nullptr)
      scene.items.insert(scene.items.end(), inputs.overlay->items.begin(), inputs.overlay->items.end());
    else
      add_advice(scene, inputs.advice != nullptr ? *inputs.advice : inputs.battle->advise(inputs.selection, inputs.viewer));
  }
  if (!selected && !inputs.muted && inputs.next_places != nullptr)
    for (const std::vector<Point>& region : *inputs.next_places) {
      Polygon box{{}, true, false};
      for (const Point p : region) box.points.push_back(vec_of(p));
      scene.items.push_back({.shape = std::move(box),
                             .tone = Tone::Move,
                             .pattern = Pattern::Solid,
                             .width_mm = 2.0,
                             .label = {},
                             .meaning = "legal_move",
                             .rule = {},
                             .about = {}});
    }
  if (inputs.ordered)  // where else it might have gone does not matter any more
    std::erase_if(scene.items, [](const SceneItem& item) {
      return item.meaning == "legal_move" || item.meaning == "illegal_move" || item.meaning == "charge_reach";
    });
  if (inputs.ordered)  // what another order would need is not what this one needed
    for (SceneItem& item : scene.items)
      if (item.meaning == "charge_target" || item.meaning == "shoot_target") item.label.clear();
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
  std::map<UnitId, int> of_unit;
  for (const auto& [id, base] : drawn) ++of_unit[base.unit];
  for (const auto& [id, base] : drawn) {
    if (base.state == Seen::Gone) continue;
    const bool hidden = base.state == Seen::Hidden;
    add_base(scene, id, base.unit, base.footprint, base.centre, base.heading, tone_of(base), hidden ? Pattern::Dotted : Pattern::Solid,
             !hidden, hidden ? "base_hidden" : "base");
    if (!hidden && !inputs.picture.image)
      add_troops(scene, base.troops, base.side, base.footprint, base.centre, base.heading, of_unit[base.unit] < 2);
  }
  for (const auto& [id, base] : drawn) {
    if (base.state == Seen::Gone || !selected || base.unit != inputs.selection.unit) continue;
    add_base(scene, id, base.unit, base.footprint, base.centre, base.heading, Tone::Selected, Pattern::Solid, false, "selected");
    scene.items[scene.items.size() - 2].width_mm = 5.0;
  }
  add_work(scene, inputs, drawn);
  add_unit_names(scene, inputs, drawn);
  return scene;
}

}  // namespace polemarch::assistant::present
