#include "engine/rulesets/hoplomachia/topics/setting_up.hpp"

#include <algorithm>

#include "engine/geometry/arc.hpp"
#include "engine/geometry/polygon.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"

namespace polemarch::hoplomachia {

namespace {

/// own / enemy >= 3 / 2.
bool three_to_two(int own, int enemy) { return 2 * own >= 3 * enemy && enemy > 0; }

std::string hegemons_nation(const State& state, Side side) {
  for (const auto& [key, who] : state.strategoi)
    if (who.side == side && who.alive && who.hegemon) return who.nation;
  return state.armies[side].nation;
}

}  // namespace

bool outnumbers(const State& state, Side side) { return three_to_two(stands_of(state, side), stands_of(state, other(side))); }

BaseAreteLine base_arete_line(const State& state, Side side) {
  const bool spartan_days = before_371(state.battle.epoch);
  if (state.armies[other(side)].spartan && spartan_days) return BaseAreteLine::FacingSpartans;
  if (state.armies[side].spartan && spartan_days) return BaseAreteLine::Spartan;
  if (outnumbers(state, side)) return BaseAreteLine::Outnumber;
  return outnumbers(state, other(side)) ? BaseAreteLine::Outnumbered : BaseAreteLine::None;
}

std::string_view hieres_line(const State& state, Side side) {
  const int own = stands_of(state, side), enemy = stands_of(state, other(side));
  if (2 * own > 3 * enemy) return "outnumber";
  return 2 * enemy > 3 * own ? "outnumbered" : "even";
}

bool ambushed(const State& state, Side side) { return state.battle.start == StartType::Ambush && state.battle.invader == side; }

namespace {

bool without_pregame(const State& state, Side side) {
  return ambushed(state, side) || (state.battle.invader_without_pregame && state.battle.invader == side);
}

}  // namespace

bool may_breakfast(const State& state, Side side) { return !without_pregame(state, side) && breakfast_points(state.armies[side]) > 0; }
bool may_hieres(const State& state, Side side) { return !without_pregame(state, side) && state.battle.start != StartType::Encounter; }
bool may_rhetoria(const State& state, const Strategos& who) {
  if (!who.alive || who.rhetoria_done || without_pregame(state, who.side)) return false;
  return who.rhetoria_allowed || who.character == Character::Crafty;
}
const char* rhetoria_line(const Strategos& strategos) {
  return strategos.character == Character::Crafty ? "crafty" : strategos.character == Character::Demagogue ? "demagogue" : "normal";
}
int breakfast_points(const Army& army) { return army.thracian ? 4 : army.hellenic ? 2 : 0; }
bool at_breakfast(const State& state, Side side) { return state.at.turn == 1 && state.armies[side].breakfast.value_or(false); }
bool same_nation_as_hegemon(const State& state, const Strategos& who) { return who.nation == hegemons_nation(state, who.side); }

Length zone_of(const State& state) { return zone_depth(state.depth, state.battle.metaichmion); }
bool in_zone(const State& state, Side side, Point at) {
  const Length from_home = side == Side::A ? at.y : state.depth - at.y;
  return from_home <= zone_of(state);
}
bool marches_on(const State& state, Side side) {
  const BattlePlan& battle = state.battle;
  if (battle.type == BattleType::G && battle.invader == side) return true;  // it lands
  if (battle.start == StartType::Encounter) return true;
  return battle.start == StartType::Ambush && battle.invader == side;
}

UnitId senior_taxis(const State& state, Side side) {
  for (const auto& [key, who] : state.strategoi)
    if (who.side == side && who.hegemon && taxis_at(state, who.in.unit).core) return who.in.unit;
  UnitId senior;
  std::int64_t best = 0;
  for (const auto& [id, unit] : state.units) {
    if (unit.side != side || !unit.core) continue;
    const std::int64_t right = centre_of(unit).x.um * (side == Side::A ? 1 : -1);
    if (senior.empty() || right > best) senior = id, best = right;
  }
  return senior;
}

std::optional<Side> to_deploy(const State& state) {
  if (state.battle.deployment != DeploymentMethod::Alternate || !state.battle.first_to_deploy) return std::nullopt;
  std::array<int, 2> placed{}, waiting{};
  for (const auto& [id, unit] : state.units) {
    const std::size_t side = unit.side == Side::A ? 0 : 1;
    (unit.on_table() || unit.hidden ? placed : waiting)[side]++;
  }
  const Side first = *state.battle.first_to_deploy;
  const std::size_t a = first == Side::A ? 0 : 1;
  if (waiting[a] == 0) return waiting[1 - a] == 0 ? std::nullopt : std::optional(other(first));
  if (waiting[1 - a] == 0) return first;
  return placed[a] <= placed[1 - a] ? first : other(first);
}

std::string gate_at(const State& state, const UnitId& id) {
  for (const Terrain& piece : state.terrain) {
    if (piece.kind != "gate") continue;
    const geometry::Outline2 outline = geometry::outline_in_mm(piece.outline);
    for (const geometry::Shape& shape : shapes_of(taxis_at(state, id)))
      if (geometry::distance_to(shape, outline) <= 25.4) return piece.id;
  }
  return {};
}
std::vector<std::string> doors_to_hold(const State& state) {
  std::vector<std::string> out;
  for (const auto& [gate, open] : state.gates) {
    const bool held = open && std::any_of(state.units.begin(), state.units.end(), [&, &gate = gate](const auto& entry) {
                        return entry.second.side == state.battle.invader && gate_at(state, entry.first) == gate;
                      });
    if (held) out.push_back(gate);
  }
  return out;
}
int lochos_at_gate(const State& state, const UnitId& id) {
  const Taxis& unit = taxis_at(state, id);
  for (const Terrain& piece : state.terrain) {
    if (piece.kind != "gate") continue;
    const geometry::Outline2 outline = geometry::outline_in_mm(piece.outline);
    for (std::size_t i = 0; i < unit.lochoi.size(); ++i)
      for (const geometry::Shape& shape : shapes_of(unit.lochoi[i]))
        if (geometry::distance_to(shape, outline) <= 25.4) return static_cast<int>(i);
  }
  return std::max(0, rightmost(unit));
}
bool may_speak_now(const State& state, Side side) {
  if (state.battle.start != StartType::Encounter || state.at.phase != Phase::Salpinx) return false;
  if (state.armies[side].standing != OrderType::Muster) return false;
  for (const auto& [id, unit] : state.units)
    if (unit.side == side && !unit.hidden && (!unit.on_table() || unit.moved_last_turn)) return false;
  return true;
}

std::vector<ShareReport> terrain_report(const State& state) {
  std::vector<ShareReport> out;
  if (!state.battle.type) return out;
  const double square = 304.8 * 304.8;
  for (const TerrainShare& share : battle_of(*state.battle.type).terrain) {
    double area = 0;
    for (const Terrain& piece : state.terrain) {
      if (std::find(share.kinds.begin(), share.kinds.end(), piece.kind) == share.kinds.end()) continue;
      std::vector<Vec2> outline;
      for (const Point& p : piece.outline) outline.push_back(geometry::vec(p));
      const double signed_area = geometry::area_of(outline);
      area += signed_area < 0 ? -signed_area : signed_area;
    }
    ShareReport report;
    report.wanted = squares_for(share.percent, state.width, state.depth);
    report.present = area / square;
    report.met = share.at_most ? report.present <= report.wanted + 0.5 : report.present >= report.wanted - 0.5;
    report.text = std::string(share.at_most ? "up to " : "") + std::to_string(share.percent) + "% ";
    for (std::size_t i = 0; i < share.kinds.size(); ++i) report.text += (i == 0 ? "" : ", ") + std::string(share.kinds[i]);
    if (!share.where.empty()) report.text += " " + std::string(share.where);
    out.push_back(std::move(report));
  }
  return out;
}

}  // namespace polemarch::hoplomachia
