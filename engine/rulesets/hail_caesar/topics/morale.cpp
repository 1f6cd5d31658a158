#include "engine/rulesets/hail_caesar/topics/morale.hpp"

#include <algorithm>

#include "engine/rulesets/hail_caesar/topics/melee.hpp"

namespace polemarch::hail_caesar {

using engine::Reason;

int six_hits_of(const Volley& volley, const Options& config) {
  if (volley.needed < 6) return 0;
  return config.shoot.break_on_six == "unsaved" ? std::min(volley.unsaved, volley.hits) : volley.hits;
}

bool hit_by_six(const Volley& volley, const Options& config) {
  const int sixes = config.shoot.break_on_six == "unsaved" ? std::min(volley.unsaved, volley.sixes) : volley.sixes;
  return volley.needed <= 5 && sixes >= 1;
}

std::vector<std::string> triggers_of(const Volley& volley, const Options& config) {
  std::vector<std::string> rules;
  const bool shooting = volley.kind == ShotKind::Shooting;
  if (volley.is_shaken && !volley.was_shaken) rules.push_back(shooting ? "HC-SHO-12" : "HC-HTH-09");
  if (volley.was_shaken && volley.unsaved > 0) rules.push_back(shooting ? "HC-SHO-13" : "HC-HTH-09");
  const int six_hits = six_hits_of(volley, config);
  // The six clauses name the target of shooting, but only the charger of closing and traversing shots (HC-AMB-24).
  if (shooting || volley.target_charged) {
    if (six_hits > 0 && volley.six_hits_before + six_hits >= 2) rules.push_back(shooting ? "HC-SHO-14" : "HC-HTH-10");
    if (hit_by_six(volley, config)) rules.push_back(shooting ? "HC-SHO-15" : "HC-HTH-11");
  }
  return rules;
}

std::vector<std::string> triggers_of_charge(const TurnFlags& turn) {
  std::vector<std::string> rules;
  if (turn.six_hits_by_reaction >= 2) rules.emplace_back("HC-HTH-10");
  if (turn.hit_by_six.value_or(false)) rules.emplace_back("HC-HTH-11");
  return rules;
}

BreakTable table_of_reaction_shots(const Options& config) {
  return config.shoot.shot_test_table == "hand_to_hand" ? BreakTable::HandToHand : BreakTable::Ranged;
}

namespace {

/// What both sides scored in the combat that is being fought: its own, the other's.
std::optional<std::pair<int, int>> score_now(const State& state, Side side) {
  for (const auto& lane : state.agenda.lanes)
    for (const auto& open : lane.stack)
      if (const auto* combat = std::get_if<Combat>(&open.step); combat != nullptr && combat->stage == CombatStage::Tests) {
        const Score score = score_of(state, *combat);
        return side == Side::A ? std::pair{score.a, score.b} : std::pair{score.b, score.a};
      }
  return std::nullopt;
}

}  // namespace

std::vector<Reason> break_lines(const State& state, const Unit& unit, BreakTable table, int combat_modifier) {
  std::vector<Reason> lines;
  const FightOptions& config = state.config.fight;
  const auto add = [&](const std::string& text, int value) {
    if (value != 0) lines.push_back({"HC-CFG-02", text, static_cast<double>(value), {}, {}, {}});
  };
  if (table == BreakTable::HandToHand) {
    const auto score = score_now(state, unit.side);
    const int own = score ? score->first : 0, theirs = score ? score->second : 0;
    add(own < theirs ? "combat lost, " + std::to_string(own) + " to " + std::to_string(theirs) : "combat lost", combat_modifier);
    return lines;
  }
  const int excess = std::max(0, unit.casualties - unit.profile.stamina);
  add("casualties over stamina", excess * config.break_mod_excess);
  if (unit.disordered) add("disordered", config.break_mod_disordered);
  if (unit.hit_by_artillery) add("hit by artillery", config.break_mod_artillery);
  return lines;
}

int sum_of(const std::vector<Reason>& lines) {
  int sum = 0;
  for (const Reason& r : lines) sum += static_cast<int>(r.value.value_or(0));
  return sum;
}

std::vector<UnitId> carried_supports(const State& state, const UnitId& id) {
  for (const auto& lane : state.agenda.lanes)
    for (const auto& open : lane.stack)
      if (const auto* combat = std::get_if<Combat>(&open.step)) {
        const auto at = combat->supports.find(id);
        if (at == combat->supports.end()) return {};
        std::vector<UnitId> still;
        for (const UnitId& supporter : at->second)
          if (unit_at(state, supporter).in_play() && !in_combat(unit_at(state, supporter))) still.push_back(supporter);
        return still;
      }
  return {};
}

std::vector<UnitId> supports_to_move(const State& state, const UnitId& id) {
  std::vector<UnitId> supports = carried_supports(state, id);
  std::erase_if(supports, [&](const UnitId& supporter) { return unit_at(state, supporter).turn.taken_along.has_value(); });
  return supports;
}

std::vector<std::string> newly_broken(const State& state) {
  std::vector<std::string> broken;
  for (const auto& [key, division] : state.divisions) {
    if (division.broken) continue;
    int all = 0, lost = 0;
    for (const auto& [id, unit] : state.units) {
      if (division_key(unit.side, unit.profile.division) != key || unit.profile.division.empty()) continue;
      ++all;
      if (unit.broken || unit.shattered) ++lost;
    }
    if (all > 0 && static_cast<double>(lost) > state.config.fight.division_broken_at * all) broken.push_back(key);
  }
  return broken;
}

/// A commander may have a command of his own, of nobody but him: no part of the army that can break.
static bool has_units(const State& state, const std::string& division) {
  return std::any_of(state.units.begin(), state.units.end(), [&](const auto& named) {
    const Unit& unit = named.second;
    return !unit.profile.division.empty() && division_key(unit.side, unit.profile.division) == division;
  });
}

std::optional<std::string> winner_by_breaking(const State& state) {
  bool broken[2] = {false, false};
  for (const Side side : {Side::A, Side::B}) {
    int all = 0, gone = 0, units = 0;
    for (const auto& [key, division] : state.divisions)
      if (division.side == side && has_units(state, key)) ++all, gone += division.broken ? 1 : 0;
    for (const auto& [id, unit] : state.units) units += unit.side == side && !unit.broken && !unit.shattered ? 1 : 0;
    const bool by_divisions = all > 0 && gone > 0 && static_cast<double>(gone) >= state.config.fight.army_broken_at * all;
    broken[side == Side::A ? 0 : 1] = by_divisions || units == 0;
  }
  if (broken[0] && broken[1]) return "draw";
  if (broken[0]) return "B";
  if (broken[1]) return "A";
  return std::nullopt;
}

}  // namespace polemarch::hail_caesar
