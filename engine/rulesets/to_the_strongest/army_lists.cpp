#include "engine/rulesets/to_the_strongest/army_lists.hpp"

#include <algorithm>
#include <map>

namespace polemarch::to_the_strongest {
namespace {

using engine::Reason;

Reason breach(const char* rule, std::string text, double value, double limit) { return {rule, std::move(text), value, limit, "units", {}}; }

bool weapons_fit(const ListRow& row, const Unit& unit) {
  if (row.weapons.none()) return true;
  return (unit.weapons.bits & row.weapons.bits) != 0;
}

}  // namespace

const ListRow* row_for(const ArmyList& list, const Unit& unit) {
  for (const ListRow& row : list.rows) {
    if (row.type != unit.type || row.carts != unit.carts || !weapons_fit(row, unit)) continue;
    const bool grade =
        std::any_of(row.grades.begin(), row.grades.end(), [&](const ListRow::GradeQuota& q) { return q.grade == unit.grade; });
    if (grade) return &row;
  }
  return nullptr;
}

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
                                    [&](const auto& e) { return e.second.owner == side && e.second.box == unit.box; });
    if (!inside) out.push_back({"TTS-LST-11", id.text + " belongs inside the camp", {}, {}, {}, {}});
  }
}

}  // namespace

std::vector<Reason> against_list(const State& state, Side side, const ArmyList& list, int year) {
  std::vector<Reason> out;
  std::map<std::string, std::vector<const Unit*>> taken;
  int heroes = 0, favoured_heroes = 0, fanatics = 0;
  for (const auto& [id, unit] : state.units) {
    if (unit.side != side || !unit.ally.empty()) continue;
    const ListRow* row = row_for(list, unit);
    if (row == nullptr) {
      out.push_back({"TTS-LST-01", id.text + " is in no entry of the list", {}, {}, {}, {}});
      continue;
    }
    taken[row->entry].push_back(&unit);
    if (unit.hero) {
      ++heroes;
      if (std::find(list.half_of_heroes.begin(), list.half_of_heroes.end(), row->entry) != list.half_of_heroes.end()) ++favoured_heroes;
    }
    if (unit.fanatic) {
      ++fanatics;
      if (unit.grade == Grade::Veteran) out.push_back({"TTS-LST-15", id.text + " is veteran and fanatic", {}, {}, {}, {}});
      if (fanatics > row->fanatics) out.push_back(breach("TTS-LST-01", "too many fanatics", fanatics, row->fanatics));
      if (year > list.fanatics_until) out.push_back(breach("TTS-LST-05", "no fanatics after that year", year, list.fanatics_until));
    }
    if (row->ammo >= 0 && unit.ammo_max > row->ammo)
      out.push_back(breach("TTS-LST-12", id.text + " has more chits than its list", unit.ammo_max, row->ammo));
  }
  check_allies(out, state, side, list);
  check_camp_dwellers(out, state, side);
  int veteran_kinds = 0;
  for (const ListRow& row : list.rows) {
    const auto& units = taken[row.entry];
    const int count = static_cast<int>(units.size());
    if (count < row.least) out.push_back(breach("TTS-LST-01", "too few " + row.label, count, row.least));
    if (count > row.most) out.push_back(breach("TTS-LST-01", "too many " + row.label, count, row.most));
    for (const ListRow::GradeQuota& quota : row.grades) {
      const int of_grade =
          static_cast<int>(std::count_if(units.begin(), units.end(), [&](const Unit* unit) { return unit->grade == quota.grade; }));
      const int limit = quota.half ? count / 2 : quota.most;
      const std::string text = row.label + " " + std::string(kGradeNames[static_cast<std::size_t>(quota.grade)]);
      if (of_grade > limit) out.push_back(breach(quota.half ? "TTS-LST-16" : "TTS-LST-01", "too many " + text, of_grade, limit));
      if (quota.all_or_none && of_grade != 0 && of_grade != count)
        out.push_back(breach("TTS-LST-01", text + ": all or none", of_grade, count));
      if (quota.grade == Grade::Veteran && of_grade > 0 && row.grades.size() > 1) ++veteran_kinds;
    }
  }
  if (list.one_veteran_kind && veteran_kinds > 1)
    out.push_back(breach("TTS-LST-06", "veteran light horse or veteran warriors, not both", veteran_kinds, 1));
  for (const ArmyList::Together& together : list.together) {
    int count = 0;
    for (const std::string& entry : together.entries) count += static_cast<int>(taken[entry].size());
    if (count > together.most) out.push_back(breach(together.rule.c_str(), "too many of these entries together", count, together.most));
  }
  if (heroes < list.heroes_least || heroes > list.heroes_most)
    out.push_back(breach("TTS-HERO-05", "heroes", heroes, heroes < list.heroes_least ? list.heroes_least : list.heroes_most));
  if (!list.half_of_heroes.empty() && favoured_heroes < (heroes + 1) / 2)
    out.push_back(breach("TTS-LST-10", "half of the heroes go elsewhere", favoured_heroes, (heroes + 1) / 2));
  int generals = 0, heroic = 0, seniors = 0, mounted = 0, brilliant = 0, camps = 0;
  for (const auto& [id, general] : state.generals) {
    if (general.side != side) continue;
    ++generals;
    heroic += general.heroic ? 1 : 0;
    seniors += general.senior ? 1 : 0;
    mounted += general.mounted ? 1 : 0;
    brilliant += general.brilliant ? 1 : 0;
  }
  for (const auto& [id, camp] : state.camps) camps += camp.owner == side ? 1 : 0;
  if (generals < list.generals_least || generals > list.generals_most)
    out.push_back(breach("TTS-GEN-04", "generals", generals, generals < list.generals_least ? list.generals_least : list.generals_most));
  if (list.heroic_half && heroic < (generals + 1) / 2)
    out.push_back(breach("TTS-LST-T1", "too few heroic generals", heroic, (generals + 1) / 2));
  if (heroic > list.heroic_most) out.push_back(breach("TTS-LST-T2", "too many heroic generals", heroic, list.heroic_most));
  if (mounted > list.mounted_most) out.push_back(breach("TTS-LST-T2", "too many mounted generals", mounted, list.mounted_most));
  if (seniors > 1) out.push_back(breach("TTS-GEN-21", "one senior general", seniors, 1));
  if (brilliant > (list.may_be_brilliant ? 1 : 0))
    out.push_back(breach("TTS-LST-01", "brilliant generals", brilliant, list.may_be_brilliant ? 1 : 0));
  if (camps < list.camps_least || camps > list.camps_most)
    out.push_back(breach("TTS-CAMP-01", "camps", camps, camps < list.camps_least ? list.camps_least : list.camps_most));
  for (const auto& [id, command] : state.commands) {  // TTS-OOB-02
    if (command.side != side) continue;
    const int size =
        static_cast<int>(std::count_if(state.units.begin(), state.units.end(), [&](const auto& e) { return e.second.command == id; }));
    if (size < 1 || size > 10) out.push_back(breach("TTS-OOB-02", "command " + id.text + " has one to ten units", size, 10));
    if (command.general.empty()) out.push_back({"TTS-GEN-01", "command " + id.text + " has no general", {}, {}, {}, {}});
  }
  return out;
}

int half_points(const State& state, Side side) {
  int halves = 0;
  for (const auto& [id, unit] : state.units)
    if (unit.side == side) halves += half_points_of(unit) + (unit.hero ? 2 : 0);  // TTS-HERO-01
  for (const auto& [id, general] : state.generals)
    if (general.side == side) halves += half_points_of(general);
  for (const auto& [id, camp] : state.camps)
    if (camp.owner == side) halves += 2;  // TTS-CAMP-01
  return halves;
}

}  // namespace polemarch::to_the_strongest
