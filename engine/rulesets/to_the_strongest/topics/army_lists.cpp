#include "engine/rulesets/to_the_strongest/topics/army_lists.hpp"

#include <algorithm>
#include <map>

namespace polemarch::to_the_strongest {
namespace {

using engine::Reason;

Reason breach(const char* rule, std::string text, int value, int limit) {
  return {rule, std::move(text), static_cast<double>(value), static_cast<double>(limit), "units", {}};
}

/// What a unit was given beyond what its type always has. TTS-LST-03.
std::vector<std::string> equipment_of(const Unit& unit) {
  std::vector<std::string> has;
  const bool knights_on_foot = unit.type == Type::KnightsOnFoot || unit.type == Type::LaterKnightsOnFoot;
  if (!unit.extra.none()) has.emplace_back("extra");
  if (unit.pavises) has.emplace_back("pavises");
  if (unit.two_handed && !knights_on_foot) has.emplace_back("two_handed");
  if (unit.stakes != Stakes::None) has.emplace_back("stakes");
  if (unit.escorted) has.emplace_back("escorted");
  if (unit.swimmer) has.emplace_back("swimmer");
  if (unit.mounted_infantry) has.emplace_back("mounted_infantry");
  if (!unit.boat.empty()) has.emplace_back("boat");
  if (unit.shock > 0 && unit.type != Type::Legionaries) has.emplace_back("shock");
  if (!unit.formations.empty()) has.emplace_back("formations");
  if (unit.size != row_of(unit.type).size) has.emplace_back(kSizeNames[static_cast<std::size_t>(unit.size)]);
  return has;
}

/// What one unit may not have or be under its entry. TTS-LST-03, TTS-LST-05, TTS-LST-12, TTS-LST-15.
void check_unit(std::vector<Reason>& out, const ArmyList& list, const ListRow& row, const Unit& unit, const Muster& muster) {
  if (unit.fanatic && unit.grade == Grade::Veteran) out.push_back({"TTS-LST-15", unit.id.text + " is veteran and fanatic", {}, {}, {}, {}});
  if (unit.fanatic && muster.year > list.fanatics_until)
    out.push_back(breach("TTS-LST-05", "no fanatics after that year", muster.year, list.fanatics_until));
  if (row.ammo >= 0 && unit.ammo_max > row.ammo)
    out.push_back(breach("TTS-LST-12", unit.id.text + " has more chits than its list", unit.ammo_max, row.ammo));
  for (const std::string& thing : equipment_of(unit))
    if (std::find(row.equipment.begin(), row.equipment.end(), thing) == row.equipment.end())
      out.push_back({"TTS-LST-03", unit.id.text + ": " + thing + " is not in its entry", {}, {}, {}, {}});
}

/// Limits over several entries. TTS-LST-06, TTS-LST-07, TTS-LST-13, TTS-LST-16.
void check_together(std::vector<Reason>& out, const ArmyList& list, std::map<std::string, std::vector<const Unit*>>& taken) {
  for (const ArmyList::Together& together : list.together) {
    int count = 0;
    for (const std::string& entry : together.entries) count += static_cast<int>(taken[entry].size());
    if (count > together.most) out.push_back(breach(together.rule.c_str(), "too many of these entries together", count, together.most));
    if (count < together.least) out.push_back(breach(together.rule.c_str(), "too few of these entries together", count, together.least));
    const int part = together.half.empty() ? 0 : static_cast<int>(taken[together.half].size());
    if (part > count / 2) out.push_back(breach(together.rule.c_str(), "at most half may be changed", part, count / 2));
  }
  int kinds = 0;
  for (const ArmyList::Together& group : list.one_veteran_of) {
    int veterans = 0;
    for (const std::string& entry : group.entries)
      for (const Unit* unit : taken[entry]) veterans += unit->grade == Grade::Veteran ? 1 : 0;
    kinds += veterans > 0 ? 1 : 0;
    if (veterans > group.most) out.push_back(breach("TTS-LST-06", "too many veterans", veterans, group.most));
  }
  if (kinds > 1) out.push_back(breach("TTS-LST-06", "veteran light horse or veteran warriors, not both", kinds, 1));
}

}  // namespace

bool belongs_in_camp(const State& state, const Unit& unit) {
  const ArmyList* list = unit.ally.empty() ? army_list(state.side(unit.side).list) : nullptr;
  const ListRow* row = list == nullptr ? nullptr : row_for(*list, unit);
  return row != nullptr && row->in_camp;
}

namespace {

/// A contingent of a list the army may call on, smaller than the army itself. TTS-LST-02.
void check_allies(std::vector<Reason>& out, const State& state, Side side, const ArmyList& list) {
  int own = 0, allied = 0;
  for (const auto& [id, unit] : state.units) {
    if (unit.side != side) continue;
    ++(unit.ally.empty() ? own : allied);
    if (unit.ally.empty()) continue;
    if (std::find(list.allies.begin(), list.allies.end(), unit.ally) == list.allies.end()) {
      out.push_back({"TTS-LST-02", id.text + ": " + unit.ally + " are no allies of this list", {}, {}, {}, {}});
      continue;
    }
    const ArmyList* theirs = army_list(unit.ally);  // unknown lists are the players' own copies
    if (theirs != nullptr && row_for(*theirs, unit) == nullptr)
      out.push_back({"TTS-LST-02", id.text + " is in no entry of the list of its contingent", {}, {}, {}, {}});
  }
  if (allied > 0 && allied >= own) out.push_back(breach("TTS-LST-02", "a contingent is smaller than the army", allied, own - 1));
}

/// Slaves that stand outside a camp. TTS-LST-11.
void check_camp_dwellers(std::vector<Reason>& out, const State& state, Side side) {
  for (const auto& [id, unit] : state.units) {
    if (unit.side != side || !on_table(unit) || !belongs_in_camp(state, unit)) continue;
    const bool inside = std::any_of(state.camps.begin(), state.camps.end(),
                                    [&, box = unit.box](const auto& e) { return e.second.owner == side && e.second.box == box; });
    if (!inside) out.push_back({"TTS-LST-11", id.text + " belongs inside the camp", {}, {}, {}, {}});
  }
}

}  // namespace

std::vector<Reason> against_list(const State& state, Side side, const ArmyList& list, const Muster& muster) {
  std::vector<Reason> out;
  if (muster.year != 0 && (muster.year < list.from || muster.year > list.to))
    out.push_back({"TTS-LST-01", "the list is for " + std::to_string(list.from) + " to " + std::to_string(list.to), {}, {}, {}, {}});
  auto taken = units_by_entry(list, state, side, muster);
  int heroes = 0, favoured_heroes = 0, fanatics = 0;
  for (const ListRow& row : list.rows) {
    const std::vector<const Unit*>& units = taken[row.entry];
    for (const Reason& reason : against_row(row, units, muster)) out.push_back(reason);
    const bool favoured = std::find(list.half_of_heroes.begin(), list.half_of_heroes.end(), row.entry) != list.half_of_heroes.end();
    for (const Unit* unit : units) {
      heroes += unit->hero ? 1 : 0;
      favoured_heroes += unit->hero && favoured ? 1 : 0;
      if (unit->fanatic && ++fanatics > row.fanatics) out.push_back(breach("TTS-LST-01", "too many fanatics", fanatics, row.fanatics));
      check_unit(out, list, row, *unit, muster);
    }
  }
  for (const auto& [id, unit] : state.units) {
    if (unit.side != side || !unit.ally.empty()) continue;
    const bool listed = std::any_of(taken.begin(), taken.end(), [&, mate = &unit](const auto& e) {
      return std::find(e.second.begin(), e.second.end(), mate) != e.second.end();
    });
    if (!listed) out.push_back({"TTS-LST-01", id.text + " is in no entry of the list", {}, {}, {}, {}});
  }
  check_allies(out, state, side, list);
  check_camp_dwellers(out, state, side);
  check_together(out, list, taken);
  if (heroes < list.heroes_least || heroes > list.heroes_most)
    out.push_back(breach("TTS-HERO-05", "heroes", heroes, heroes < list.heroes_least ? list.heroes_least : list.heroes_most));
  if (!list.half_of_heroes.empty() && favoured_heroes < (heroes + 1) / 2)
    out.push_back(breach("TTS-LST-10", "half of the heroes go elsewhere", favoured_heroes, (heroes + 1) / 2));
  int generals = 0, heroic = 0, mounted = 0, brilliant = 0, detached = 0, camps = 0;
  for (const auto& [id, general] : state.generals) {
    if (general.side != side) continue;
    ++generals;
    heroic += general.heroic ? 1 : 0;
    mounted += general.mounted ? 1 : 0;
    brilliant += general.brilliant ? 1 : 0;
    detached += general.attached ? 0 : 1;
  }
  if (!list.may_detach && detached > 0) out.push_back(breach("TTS-LST-T1", "no detached generals", detached, 0));
  for (const auto& [id, camp] : state.camps) camps += camp.owner == side ? 1 : 0;
  if (generals < list.generals_least || generals > list.generals_most)
    out.push_back(breach("TTS-GEN-04", "generals", generals, generals < list.generals_least ? list.generals_least : list.generals_most));
  if (list.heroic_half && heroic < (generals + 1) / 2)
    out.push_back(breach("TTS-LST-T1", "too few heroic generals", heroic, (generals + 1) / 2));
  if (heroic > list.heroic_most) out.push_back(breach("TTS-LST-T2", "too many heroic generals", heroic, list.heroic_most));
  if (mounted > list.mounted_most) out.push_back(breach("TTS-LST-T2", "too many mounted generals", mounted, list.mounted_most));
  if (brilliant > (list.may_be_brilliant ? 1 : 0))
    out.push_back(breach("TTS-LST-01", "brilliant generals", brilliant, list.may_be_brilliant ? 1 : 0));
  if (camps < list.camps_least || camps > list.camps_most)
    out.push_back(breach("TTS-CAMP-01", "camps", camps, camps < list.camps_least ? list.camps_least : list.camps_most));
  if (muster.fortifications > list.fortifications_most)
    out.push_back(breach("TTS-LST-01", "too many fortifications", muster.fortifications, list.fortifications_most));
  for (const auto& [id, command] : state.commands) {  // TTS-OOB-02
    if (command.side != side) continue;
    const int size = static_cast<int>(std::count_if(state.units.begin(), state.units.end(),
                                                    [&, command_id = id](const auto& e) { return e.second.command == command_id; }));
    if (size < 1 || size > 10) out.push_back(breach("TTS-OOB-02", "command " + id.text + " has one to ten units", size, 10));
    if (command.general.empty()) out.push_back({"TTS-GEN-01", "command " + id.text + " has no general", {}, {}, {}, {}});
  }
  return out;
}

int half_points(const State& state, Side side, int edges) {
  int halves = 2 * edges;
  for (const auto& [id, unit] : state.units)
    if (unit.side == side) halves += half_points_of(unit) + (unit.hero ? 2 : 0);  // TTS-HERO-01
  for (const auto& [id, general] : state.generals)
    if (general.side == side) halves += half_points_of(general);
  for (const auto& [id, camp] : state.camps)
    if (camp.owner == side) halves += 2;  // TTS-CAMP-01
  return halves;
}

}  // namespace polemarch::to_the_strongest
