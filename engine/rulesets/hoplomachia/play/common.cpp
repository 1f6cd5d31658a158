#include "engine/rulesets/hoplomachia/play/common.hpp"

#include "engine/rulesets/hoplomachia/topics/ambush.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"

namespace polemarch::hoplomachia {

void move_stands(Unfold& u, const UnitId& id, std::vector<engine::PlacedBase> poses, Length moved, std::set<std::string> crossed,
                 std::string how, std::string rule, bool measured) {
  engine::OwedPlacement owed{.unit = id, .who = viewer_of(taxis_at(u.state(), id).side), .rule = rule};
  for (const engine::PlacedBase& placed : poses) {
    owed.bases.push_back(placed.base);
    owed.poses.push_back(placed.at.pose);
  }
  if (poses.empty()) return;
  u.emit(StandsMoved{id, std::move(poses), moved, std::move(crossed), std::move(how), std::move(rule)});
  if (!measured) u.owe(std::move(owed));
  for (const UnitId& found : found_by(u.state(), id)) show_hidden(u, found, "an enemy is within 6 in");
}

void show_hidden(Unfold& u, const UnitId& id, std::string why) {
  u.emit(UnitRevealed{id, std::move(why)});
  const Taxis& unit = taxis_at(u.state(), id);
  engine::OwedPlacement owed{.unit = id, .who = viewer_of(unit.side), .rule = "HM-AMB-56"};
  for (const engine::PlacedBase& placed : places_of(unit)) owed.bases.push_back(placed.base), owed.poses.push_back(placed.at.pose);
  if (!owed.bases.empty()) u.owe(std::move(owed));
}

void take_off(Unfold& u, const LochosRef& ref, UnitId by, std::string how, std::string rule, Fate fate) {
  const Taxis& unit = taxis_at(u.state(), ref.unit);
  const Lochos& lochos = lochos_at(u.state(), ref);
  engine::OwedPlacement owed{.unit = ref.unit, .removed = true, .who = viewer_of(unit.side), .rule = rule};
  for (const Stand& stand : lochos.stands)
    if (!stand.lost) owed.bases.push_back(stand.base);
  const std::string part = part_text(u.state(), ref);
  Lost lost{.unit = ref.unit, .bases = owed.bases, .what = part.empty() ? "the unit" : "its " + part, .by = std::move(by)};
  if (const Stand* front = front_of(lochos)) lost.at = front->at.pose;
  lost.how = std::move(how);
  lost.rule = std::move(rule);
  LochosFight fight = lochos.fight;
  fight.engaged = Engaged::None;
  fight.contacts.clear();
  u.emit(std::move(lost));
  u.emit(LochosFought{ref, fate, std::move(fight)});
  if (!owed.bases.empty()) u.owe(std::move(owed));
}

void disarray(Unfold& u, const UnitId& id, std::string why, std::string rule, std::vector<int> lochoi) {
  const Taxis& unit = taxis_at(u.state(), id);
  if (unit.arrangement == Arrangement::NF) return;  // HM-DIS-01, HM-DIS-18
  bool fresh = false;
  for (std::size_t i = 0; i < unit.lochoi.size(); ++i) {
    const bool meant = lochoi.empty() || std::find(lochoi.begin(), lochoi.end(), static_cast<int>(i)) != lochoi.end();
    fresh = fresh || (meant && unit.lochoi[i].on_table() && !unit.lochoi[i].disarrayed);
  }
  if (fresh) u.emit(Disarrayed{id, std::move(lochoi), std::move(why), std::move(rule)});
}

void set_mode(Unfold& u, const UnitId& id, Mode mode) {
  const Taxis& unit = taxis_at(u.state(), id);
  if (unit.mode != mode) u.emit(ModeChanged{id, mode, mode == Mode::Approach || mode == Mode::Charge ? unit.approach_moves : 0});
}

void acted(Unfold& u, const UnitId& unit, std::string what) {
  u.emit(UnitActed{unit, other(taxis_at(u.state(), unit).side), std::move(what)});
}
void reacted(Unfold& u, const UnitId& unit, std::string what) {
  if (!u.state().at.reacted.contains(unit)) u.emit(UnitReacted{unit, std::move(what)});
}

void end_battle(Unfold& u, std::string winner, std::string text, std::string rule) {
  u.emit(BattleEnded{std::move(winner), std::move(text), std::move(rule)});
}

}  // namespace polemarch::hoplomachia
