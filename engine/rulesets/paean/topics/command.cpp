#include "engine/rulesets/paean/topics/command.hpp"

#include <algorithm>

#include "engine/rulesets/paean/tables.hpp"
#include "engine/rulesets/paean/topics/stands.hpp"
#include "engine/rulesets/paean/topics/terrain.hpp"

namespace polemarch::paean {

using namespace engine;

namespace {

std::string times(int n, const char* one, const char* many) { return std::to_string(n) + " " + (n == 1 ? one : many); }

}  // namespace

int per_mille_at_most(int need) { return 1000 - per_mille_sum_at_least(need + 1, 2); }

bool leads(const State& state, const UnitId& leader) {
  const Leader& who = leader_at(state, leader);
  return !who.with.empty() && who.leads_from <= state.turn.bound;
}

UnitId joined_by(const State& state, const UnitId& commander, const std::optional<MeasuredPose>& to, const UnitId& named) {
  const Leader& leader = leader_at(state, commander);
  if (!named.empty() || !to || leader.hero()) return named;  // a hero joins whom he names (PA-HER-12)
  if (find_formation(state, leader.with) != nullptr && would_touch(state, commander, *to, leader.with)) return leader.with;
  const geometry::Shape there = geometry::placed(footprint_of(base_at(state, leader.base).card), *to);
  UnitId nearest;
  Length least;
  for (const UnitId& id : formations_of(state, leader.side)) {
    if (!commander_with(state, id).empty() || !would_touch(state, commander, *to, id)) continue;
    const Length gap = geometry::gap_between(std::span(&there, 1), shapes_of(state, id)).signed_gap.value;
    if (nearest.empty() || gap < least) nearest = id, least = gap;
  }
  return nearest;
}

int command_value(const State& state, const UnitId& leader) {
  const Leader* who = find_leader(state, leader);
  if (who == nullptr) return 0;
  if (!who->hero()) return who->value;
  if (who->ability != Ability::Athena || !state.options.athena_commands) return 0;  // PA-AMB-49
  const UnitId army = army_commander(state, who->side);
  const int cap = army.empty() ? 11 : std::min(11, leader_at(state, army).value);
  return std::min(who->value, cap);
}

Need order_need(const State& state, const UnitId& commander, const UnitId& unit) {
  Need need;
  const int cv = command_value(state, commander);
  const Side side = leader_at(state, commander).side;
  need.rows.push_back({"PA-ROL-01", "CV of " + commander.text, cv, side});
  const Formation& formation = formation_at(state, unit);
  if (leader_at(state, commander).with != unit) {
    if (!in_sight(state, commander, unit)) {
      need.rows.push_back({"PA-ROL-02", "out of sight", -4, {}});
    } else {
      const Length gap = gap_between(state, commander, unit).distance().value;  // PA-ROL-09
      const int off = gap <= on_table(state, 10) ? 0 : gap <= on_table(state, 20) ? -1 : gap <= on_table(state, 30) ? -2 : -3;
      if (off != 0)
        need.rows.push_back({"PA-ROL-T1", off == -3 ? "over 30 cm away" : off == -2 ? "20 to 30 cm away" : "10 to 20 cm away", off, {}});
    }
  }
  if (formation.status.orders > 0) {  // PA-ROL-03
    const int each = formation.hoplite() ? -1 : -2;
    need.rows.push_back({"PA-ROL-03",
                         times(formation.status.orders, "earlier order", "earlier orders") + " this bound",
                         each * formation.status.orders,
                         {}});
  }
  need.need = sum_of(need.rows);
  return need;
}

Need skirmish_need(const State& state, const UnitId& unit) {
  Need need;
  const Experience experience = experience_of(state, unit);
  need.rows.push_back({"PA-SKI-04", std::string(word_of(experience)), training_number(experience), formation_at(state, unit).side});
  const int tests = state.turn.run && state.turn.run->unit == unit ? state.turn.run->tests : 0;
  if (tests > 0) need.rows.push_back({"PA-SKI-06", times(tests, "earlier test", "earlier tests"), -2 * tests, {}});
  need.need = sum_of(need.rows);
  return need;
}

Need heroic_need(const State& state, const UnitId& hero) {
  Need need;
  const Leader& who = leader_at(state, hero);
  need.rows.push_back({"PA-HER-02", "HV of " + hero.text, who.value, who.side});
  if (who.moves > 0) need.rows.push_back({"PA-HER-T1", times(who.moves, "heroic move", "heroic moves"), -who.moves, {}});
  if (who.bows > 0) need.rows.push_back({"PA-HER-T1", times(who.bows, "shot of the bow", "shots of the bow"), -who.bows, {}});
  if (who.heavy_orders > 0)
    need.rows.push_back({"PA-HER-T1", times(who.heavy_orders, "action of LH or H", "actions of LH or H"), -who.heavy_orders, {}});
  if (who.medium_orders > 0)
    need.rows.push_back({"PA-HER-T1", times(who.medium_orders, "action of LM or M", "actions of LM or M"), -2 * who.medium_orders, {}});
  need.need = sum_of(need.rows);
  return need;
}

namespace {

/// What keeps any order from the formation, whoever gives it.
Verdict may_be_ordered(const State& state, const UnitId& unit, bool leader_in_it) {
  const Formation& formation = formation_at(state, unit);
  if (formation.weight == Weight::L) return refuse("PA-SKI-01", unit.text + " is light and takes no orders");
  if (rallying(formation)) return refuse("PA-RAL-04", unit.text + " is rallying");
  if (formation.status.no_orders && !leader_in_it) return refuse("PA-RES-09", unit.text + " takes no more orders this bound");
  return allow();
}

}  // namespace

Verdict may_order(const State& state, const UnitId& commander, const UnitId& unit) {
  const Leader& who = leader_at(state, commander);
  const Formation& formation = formation_at(state, unit);
  const bool with = who.with == unit;
  if (Verdict verdict = may_be_ordered(state, unit, with || !commander_with(state, unit).empty()); !verdict.allowed()) return verdict;
  if (!hero_with(state, unit).empty() && !(who.hero() && with))
    return refuse(who.kind == LeaderKind::Army ? "PA-HER-16" : "PA-HER-15", "a hero leads " + unit.text);
  if (!who.with.empty() && !with) return refuse("PA-CMD-22", commander.text + " is with " + who.with.text + " and orders no other");
  if (with && !leads(state, commander)) return refuse("PA-CMD-42", commander.text + " has just joined " + unit.text);
  if (who.kind != LeaderKind::Army && !with && formation.commander != commander)  // a hero commands as a subordinate (PA-AMB-49)
    return refuse("PA-CMD-12", unit.text + " is not under " + commander.text);
  return allow();
}

Verdict may_power(const State& state, const UnitId& unit) {
  const Formation& formation = formation_at(state, unit);
  const UnitId army = army_commander(state, formation.side);
  if (army.empty()) return refuse("PA-CMD-10", "there is no army commander");
  const Leader& who = leader_at(state, army);
  if (who.command == Commanding::Lost && who.with.empty())
    return refuse("PA-CMD-38", army.text + " has lost his men and acts in his next bound");
  if (Verdict verdict = may_be_ordered(state, unit, who.with == unit || !commander_with(state, unit).empty()); !verdict.allowed())
    return verdict;
  if (formation.status.powered) return refuse("PA-CMD-09", "the free order of " + unit.text + " is used");
  if (!who.with.empty() && who.with != unit && !state.options.power_from_formation_reaches_all)
    return refuse("PA-CMD-22", army.text + " is with " + who.with.text);
  const Length limit = on_table(state, kCallOfPowerCm);
  const geometry::Measure gap = gap_between(state, army, unit).distance();
  const engine::Ruling near = geometry::within(gap, limit);
  if (who.with == unit || near == Ruling::Allowed)
    return allow({{"PA-CMD-07", unit.text + " is within the call of power", gap.value.mm() / 10, limit.mm() / 10, "cm", {}}});
  Verdict verdict =
      refuse("PA-CMD-07", unit.text + " is out of the call of power", gap.value.mm() / 10, limit.mm() / 10, "cm", gap.sd.mm() / 10);
  verdict.ruling = near;
  return verdict;
}

Verdict may_might(const State& state, const UnitId& hero) {
  const Leader& who = leader_at(state, hero);
  if (!who.hero()) return impossible(hero.text + " is no hero");
  if (who.with.empty()) return refuse("PA-HER-11", hero.text + " leads no formation");
  const Formation& formation = formation_at(state, who.with);
  if (rallying(formation)) return refuse("PA-RAL-04", who.with.text + " is rallying");
  if (formation.status.mighty) return refuse("PA-HER-11", who.with.text + " had its free action", 1, 1, "free actions");
  return allow({{"PA-HER-11", who.with.text + " has its free action", 1, 1, "free actions", {}}});
}

std::vector<UnitId> next_commanders(const State& state, Side side) {
  std::vector<UnitId> best;
  int top = 0;
  bool army = false;
  for (const auto& [id, leader] : state.leaders) {
    const int cv = leader.side == side && leader.alive ? command_value(state, id) : 0;
    if (cv == 0 || leader.command == Commanding::Lost || leader.command == Commanding::Relinquished) continue;
    const bool is_army = leader.kind == LeaderKind::Army;
    if (cv > top || (cv == top && is_army)) {
      best = {id};
      top = cv;
      army = is_army;
    } else if (cv == top && !army) {
      best.push_back(id);
    }
  }
  return best;
}

std::vector<UnitId> skirmishers_to_test(const State& state) {
  std::vector<UnitId> out;
  for (const auto& [id, formation] : state.formations) {
    if (formation.side != state.turn.active || !formation.in_play() || formation.weight != Weight::L) continue;
    if (std::find(state.turn.done.begin(), state.turn.done.end(), id) == state.turn.done.end()) out.push_back(id);
  }
  return out;
}

std::vector<UnitId> heroes_to_test(const State& state) {
  std::vector<UnitId> out;
  for (const auto& [id, leader] : state.leaders)
    if (leader.side == state.turn.active && leader.alive && leader.hero() && !leader.run_over) out.push_back(id);
  return out;
}

}  // namespace polemarch::paean
