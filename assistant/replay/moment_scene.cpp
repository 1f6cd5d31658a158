#include "assistant/replay/moment_scene.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "assistant/present/base_scene.hpp"
#include "assistant/present/table_scene.hpp"
#include "engine/registry/registry.hpp"

namespace polemarch::assistant::replay {

using story::Moment;
using story::Standing;
using story::Story;

namespace {

std::vector<Vec2> box_round(const std::vector<std::vector<Vec2>>& bases, double heading) {
  // Corners along the unit's own axes: front-left, front-right, rear-right, rear-left.
  const double h = heading * 3.14159265358979323846 / 180.0, c = std::cos(h), s = std::sin(h);
  double ahead = -1e9, behind = 1e9, left = -1e9, right = 1e9;
  for (const std::vector<Vec2>& corners : bases)
    for (const Vec2 p : corners) {
      const double u = p.x * c + p.y * s, v = -p.x * s + p.y * c;
      ahead = std::max(ahead, u), behind = std::min(behind, u), left = std::max(left, v), right = std::min(right, v);
    }
  const auto at = [&](double u, double v) { return Vec2{u * c - v * s, u * s + v * c}; };
  return {at(ahead, left), at(ahead, right), at(behind, right), at(behind, left)};
}

/// A tent; crossed where it is lost.
void add_camp(Scene& scene, const story::Camp& camp, bool lost) {
  const double r = 38;
  const auto line = [&](std::vector<Vec2> points, bool closed, Tone tone, double width) {
    for (Vec2& p : points) p = {camp.x + r * p.x, camp.y + r * p.y};
    scene.items.push_back({.shape = Polygon{std::move(points), closed, false},
                           .tone = tone,
                           .pattern = Pattern::Solid,
                           .width_mm = width,
                           .label = {},
                           .meaning = "camp",
                           .rule = {},
                           .about = camp.camp.text});
  };
  const Tone side = camp.side == Side::A ? Tone::SideA : Tone::SideB;
  line({{-1, -0.7}, {0, 0.8}, {1, -0.7}}, true, side, 6);
  line({{-0.3, -0.7}, {0, 0.1}, {0.3, -0.7}}, false, side, 4);
  if (!lost) return;
  line({{-1.2, -1.2}, {1.2, 1.2}}, false, Tone::Warn, 9);
  line({{-1.2, 1.2}, {1.2, -1.2}}, false, Tone::Warn, 9);
}

/// Where each piece is drawn: a leader's token beside the unit whose box or base it shares.
std::vector<Vec2> drawn_at(const Story& story, const std::vector<Standing>& places) {
  std::map<BaseId, present::Drawn> drawn;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const story::Piece& piece = story.pieces[i];
    drawn[piece.base] = {piece.unit,
                         piece.side,
                         true,
                         piece.footprint,
                         {places[i].x, places[i].y},
                         places[i].heading,
                         places[i].on_table ? Seen::Seen : Seen::Gone};
  }
  present::stand_aside(drawn);
  std::vector<Vec2> centres;
  for (std::size_t i = 0; i < places.size(); ++i) centres.push_back(drawn[story.pieces[i].base].centre);
  return centres;
}

/// A line that belongs to a unit.
SceneItem line_about(const UnitId& unit, std::vector<Vec2> points, Tone tone, double width, const char* meaning) {
  return {.shape = Polygon{std::move(points), false, false},
          .tone = tone,
          .pattern = Pattern::Solid,
          .width_mm = width,
          .label = {},
          .meaning = meaning,
          .rule = {},
          .about = unit.text};
}

/// Ghosts where bases stood, and each unit's way from the middle of them to the middle of where they stand.
void add_ways(Scene& scene, const Story& story, const Moment& moment, const std::vector<Standing>& places,
              const std::vector<Vec2>& centres) {
  std::vector<Standing> before = places;
  for (const story::Shift& shift : moment.shifts) before[shift.piece] = shift.from;
  const std::vector<Vec2> centres_before = drawn_at(story, before);
  struct Sums {
    Vec2 from, to;
    int bases = 0;
  };
  std::map<UnitId, Sums> units;
  for (const story::Shift& shift : moment.shifts) {
    if (!shift.from.on_table) continue;
    const story::Piece& piece = story.pieces[shift.piece];
    const Vec2 stood = centres_before[shift.piece], stands = centres[shift.piece];
    present::add_base(scene, piece.base, piece.unit, piece.footprint, stood, shift.from.heading, Tone::Ghost, Pattern::Dashed, false,
                      "ghost");
    if (!shift.to.on_table) continue;
    auto& [from, to, bases] = units[piece.unit];
    from.x += stood.x, from.y += stood.y, to.x += stands.x, to.y += stands.y;
    ++bases;
  }
  for (const auto& [unit, sums] : units) {
    const double n = sums.bases;
    std::vector<Vec2> line{{sums.from.x / n, sums.from.y / n}};
    for (const story::Way& judged : moment.ways)
      if (judged.unit == unit)
        for (std::size_t i = 1; i + 1 < judged.stations.size(); ++i) line.push_back({judged.stations[i].x, judged.stations[i].y});
    line.push_back({sums.to.x / n, sums.to.y / n});
    scene.items.push_back(line_about(unit, std::move(line), moment.deed == story::Deed::Charge ? Tone::Charge : Tone::Move, 6, "way"));
  }
}

/// A cross over where each lost unit stood.
void add_losses(Scene& scene, const Story& story, const Moment& moment) {
  for (const engine::Lost& lost : moment.losses) {
    std::vector<std::vector<Vec2>> bases;
    double heading = 0;
    for (const story::Shift& shift : moment.shifts) {
      const story::Piece& piece = story.pieces[shift.piece];
      if (piece.unit != lost.unit || !shift.from.on_table) continue;
      heading = shift.from.heading;
      bases.push_back(present::corners_of(piece.footprint, {shift.from.x, shift.from.y}, heading));
    }
    if (bases.empty()) continue;
    const std::vector<Vec2> corners = box_round(bases, heading);
    for (const std::size_t corner : {0, 1})  // from corner to corner
      scene.items.push_back(line_about(lost.unit, {corners[corner], corners[corner + 2]}, Tone::Text, 9, "lost"));
  }
}

/// What of a unit stands on the table.
struct Stands {
  std::vector<std::vector<Vec2>> bases;  ///< corners of each
  double heading = 0;                    ///< of the first
  bool round = false;                    ///< a leader's token
};

std::map<UnitId, Stands> add_bases(Scene& scene, const Story& story, const std::vector<Standing>& places,
                                   const std::vector<Vec2>& centres) {
  std::map<UnitId, Stands> units;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (!places[i].on_table) continue;
    const story::Piece& piece = story.pieces[i];
    present::add_base(scene, piece.base, piece.unit, piece.footprint, centres[i], places[i].heading,
                      piece.side == Side::A ? Tone::SideA : Tone::SideB, Pattern::Solid, true, "base");
    const bool alone =
        std::count_if(story.pieces.begin(), story.pieces.end(), [&](const story::Piece& other) { return other.unit == piece.unit; }) < 2;
    present::add_troops(scene, piece.troops, piece.side, piece.footprint, centres[i], places[i].heading, alone);
    Stands& unit = units.try_emplace(piece.unit, Stands{{}, places[i].heading, piece.footprint.outline == Outline::Circle}).first->second;
    unit.bases.push_back(present::corners_of(piece.footprint, centres[i], places[i].heading));
  }
  return units;
}

void move_right(SceneItem& item, double dx) {
  const auto moved = [&](Vec2 p) { return Vec2{p.x + dx, p.y}; };
  if (auto* polygon = std::get_if<Polygon>(&item.shape))
    for (Vec2& p : polygon->points) p = moved(p);
  if (auto* circle = std::get_if<Circle>(&item.shape)) circle->centre = moved(circle->centre);
  if (auto* arc = std::get_if<ArcShape>(&item.shape)) arc->centre = moved(arc->centre);
  if (auto* text = std::get_if<TextShape>(&item.shape)) text->at = moved(text->at);
}

}  // namespace

void add_moment(ui::ViewState& view, const Reel& reel, std::size_t at, const std::vector<Standing>& places, double dx) {
  const Story& story = reel.story();
  Scene scene;
  present::add_table(scene, story.table, engine::measures_of(story.ruleset_key).length);
  const Moment* moment = at == 0 ? nullptr : &story.moments[at - 1];
  for (const story::Camp& camp : story.camps) {
    const bool lost = moment != nullptr && camp.lost != 0 && camp.lost <= moment->seq;
    if (lost || !story.stands(camp.camp, places)) add_camp(scene, camp, lost);  // its base is drawn with the others
  }
  const std::vector<Vec2> centres = drawn_at(story, places);
  if (moment != nullptr) add_ways(scene, story, *moment, places, centres);
  const std::map<UnitId, Stands> standing = add_bases(scene, story, places, centres);
  if (moment != nullptr) add_losses(scene, story, *moment);
  const auto marks = story.marks_after(at);
  for (std::size_t i = 0; i < story.members.size(); ++i) {
    const story::Member& member = story.members[i];
    ui::UnitView unit{member.unit, story.name(member.unit), member.side};
    unit.marks = marks[i];
    const auto stands = standing.find(member.unit);
    unit.on_table = stands != standing.end();
    if (unit.on_table) {
      unit.heading_deg = stands->second.heading, unit.round = stands->second.round;
      unit.outline = box_round(stands->second.bases, unit.heading_deg);
      for (Vec2& p : unit.outline) p.x += dx, unit.at.x += p.x / 4, unit.at.y += p.y / 4;
    }
    view.units.push_back(std::move(unit));
  }
  for (SceneItem& item : scene.items) {
    if (dx != 0) {
      if (item.meaning == "box_name") continue;  // the left table has them
      move_right(item, dx);
    }
    view.scene.items.push_back(std::move(item));
  }
  view.scene.width_mm = dx + scene.width_mm;
  view.scene.depth_mm = scene.depth_mm;
}

}  // namespace polemarch::assistant::replay
