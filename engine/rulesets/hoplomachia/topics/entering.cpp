#include "engine/rulesets/hoplomachia/topics/entering.hpp"

#include <algorithm>

#include "engine/geometry/trig.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/forming.hpp"
#include "engine/rulesets/hoplomachia/topics/movement.hpp"
#include "engine/rulesets/hoplomachia/topics/orders.hpp"
#include "engine/rulesets/hoplomachia/topics/setting_up.hpp"

namespace polemarch::hoplomachia {

using engine::allow;
using engine::refuse;

namespace {

constexpr Length kSurf = 6_in;  // HM-BATT-G3

bool lands_from_the_sea(const State& state, Side side) { return state.battle.type == BattleType::G && state.battle.invader == side; }

/// Lochoi one behind the other, each rank behind the last.
std::vector<engine::PlacedBase> column_from(const Taxis& unit, Point head, Angle heading) {
  std::vector<engine::PlacedBase> out;
  const Vec2 back = geometry::unit_vector((heading + 180_deg).normalised());
  double behind = 0;
  for (const Lochos& lochos : unit.lochoi) {
    if (lochos.fate == Fate::Gone) continue;
    for (const Stand& stand : lochos.stands) {
      if (stand.lost) continue;
      const double depth = stand.footprint.depth.mm();
      const double at = behind + depth / 2;
      out.push_back({stand.base, {{head.x + geometry::rounded(back.x * at), head.y + geometry::rounded(back.y * at), heading}, {}}});
      behind += depth;
    }
  }
  return out;
}

}  // namespace

std::vector<int> reinforcement_quarters(int lights) {
  const int quarter = lights / 4;
  return {quarter, quarter, quarter, lights - 3 * quarter};
}

std::vector<LochosRef> lights_by_lot(const State& state, Side side) {
  std::vector<LochosRef> out;
  if (state.battle.type != BattleType::A || state.battle.invader != side) return out;
  for (const auto& [id, unit] : state.units) {
    if (unit.side != side || !is_lights(unit)) continue;
    if (unit.enters != 0) return {};
    for (std::size_t i = 0; i < unit.lochoi.size(); ++i) {
      if (unit.lochoi[i].enters != 0) return {};
      if (unit.lochoi[i].fate == Fate::Waiting) out.push_back({id, static_cast<int>(i)});
    }
  }
  return out;
}

std::vector<Lot> turns_by_lot(const std::vector<LochosRef>& lights, const std::vector<int>& lots) {
  std::vector<std::pair<int, std::size_t>> order;
  for (std::size_t i = 0; i < lights.size() && i < lots.size(); ++i) order.emplace_back(lots[i], i);
  std::sort(order.begin(), order.end());
  const std::vector<int> quarters = reinforcement_quarters(static_cast<int>(lights.size()));
  std::vector<Lot> out;
  std::size_t next = 0;
  for (std::size_t quarter = 0; quarter < quarters.size(); ++quarter)
    for (int i = 0; i < quarters[quarter] && next < order.size(); ++i, ++next)
      out.push_back({lights[order[next].second], std::max(1, static_cast<int>(quarter))});  // the first come with the hoplites
  std::sort(out.begin(), out.end(), [](const Lot& a, const Lot& b) { return a.lochos < b.lochos; });
  return out;
}

namespace {

/// Its lochoi that wait and whose turn it is.
std::vector<int> due(const State& state, const Taxis& unit) {
  std::vector<int> out;
  const int delay = state.armies[unit.side].breakfast.value_or(false) ? 1 : 0;  // HM-PAR-06, HM-AMB-89
  for (std::size_t i = 0; i < unit.lochoi.size(); ++i) {
    const Lochos& lochos = unit.lochoi[i];
    const int turn = std::max(1, lochos.enters != 0 ? lochos.enters : unit.enters) + delay;
    if (lochos.fate == Fate::Waiting && state.at.turn >= turn) out.push_back(static_cast<int>(i));
  }
  return out;
}

/// Those of its lochoi alone.
Taxis part_of(const Taxis& unit, const std::vector<int>& lochoi) {
  Taxis part = unit;
  part.lochoi.clear();
  for (const int at : lochoi) part.lochoi.push_back(unit.lochoi.at(static_cast<std::size_t>(at)));
  return part;
}

}  // namespace

Entry entry_of(const State& state, const Enter& enter) {
  Entry entry;
  const Taxis& unit = taxis_at(state, enter.unit);
  const bool a = unit.side == Side::A;
  const Angle heading = a ? 90_deg : 270_deg;
  entry.lands = lands_from_the_sea(state, unit.side);
  const UnitCard& card = card_of(state, unit);
  entry.arrangement = card.movement(Arrangement::OF) ? Arrangement::OF : Arrangement::NF;
  if (unit.troop != TroopClass::Hoplite && card.mov_nf) entry.arrangement = Arrangement::NF;
  entry.lochoi = due(state, unit);
  if (entry.lands) {
    // So many as the dice allow, those on its right first; the others on a later turn (HM-BATT-G4).
    const auto most = static_cast<std::size_t>(std::max(0, state.armies[unit.side].landing));
    if (entry.lochoi.size() > most) entry.lochoi.resize(most);
    const Length y = a ? kSurf : state.depth - kSurf;
    entry.poses = formed(part_of(unit, entry.lochoi), entry.arrangement, {enter.x, y}, heading);
    return entry;
  }
  const Length move = allowance(state, unit, entry.arrangement).value_or(4_in);
  // A column that is longer than its move stands with its tail on the edge.
  const Taxis coming = part_of(unit, entry.lochoi);
  Length length;
  for (const Lochos& lochos : coming.lochoi)
    if (lochos.fate != Fate::Gone)
      for (const Stand& stand : lochos.stands) length += stand.footprint.depth;
  const Length head = std::max(move, length);
  entry.cost = move;
  entry.poses = column_from(coming, {enter.x, a ? head : state.depth - head}, heading);
  return entry;
}

bool may_come_on(const State& state, const UnitId& id) {
  const Taxis& unit = taxis_at(state, id);
  if (unit.hidden) return false;
  return !due(state, unit).empty();
}

engine::Verdict may_enter(const State& state, const Enter& enter) {
  const Taxis& unit = taxis_at(state, enter.unit);
  const bool by_lot = std::any_of(unit.lochoi.begin(), unit.lochoi.end(), [](const Lochos& l) { return l.enters > 1; });
  if (!may_come_on(state, enter.unit))
    return refuse(by_lot || unit.enters > 1 ? "HM-BATT-A3" : "HM-PAR-06", enter.unit.text + " does not come on yet");
  const Entry entry = entry_of(state, enter);
  if (entry.lands && entry.lochoi.empty()) return refuse("HM-BATT-G4", "no more lochoi may land in this turn");
  for (const engine::PlacedBase& placed : entry.poses) {
    const Point at = placed.at.pose.centre();
    if (at.x < Length{} || at.x > state.width || at.y < Length{} || at.y > state.depth)
      return refuse("HM-GEN-16", placed.base.text + " would stand off the table");
  }
  Taxis there = standing(unit, entry.poses);
  for (std::size_t i = 0; i < there.lochoi.size(); ++i)
    there.lochoi[i].fate =
        std::find(entry.lochoi.begin(), entry.lochoi.end(), static_cast<int>(i)) != entry.lochoi.end() ? Fate::Sound : Fate::Gone;
  for (const auto& [id, other_unit] : state.units)
    if (other_unit.on_table() && geometry::gap_between(shapes_of(there), shapes_of(other_unit)).signed_gap.value < -2_mm)
      return refuse("HM-PEN-01", id.text + " stands there");
  engine::Verdict verdict = allow();
  if (entry.lands) {
    verdict.reasons.push_back({"HM-BATT-G4",
                               "lochoi that land in this turn",
                               static_cast<double>(entry.lochoi.size()),
                               static_cast<double>(state.armies[unit.side].landing),
                               "lochoi",
                               {}});
  } else {
    verdict.reasons.push_back({"HM-GEN-16", "comes in from the edge by its move", entry.cost.inches(), {}, "in", {}});
  }
  int from = unit.enters;
  for (const Lochos& lochos : unit.lochoi) from = std::max(from, lochos.enters);
  if (from > 1)
    verdict.reasons.push_back(
        {"HM-BATT-A3",
         "the last of it may come on from turn " + std::to_string(from) + ", it is turn " + std::to_string(state.at.turn),
         {},
         {},
         {},
         {}});
  return verdict;
}

}  // namespace polemarch::hoplomachia
