#include "engine/rulesets/hail_caesar/topics/melee.hpp"

#include <algorithm>
#include <set>

#include "engine/rulesets/hail_caesar/topics/ground.hpp"
#include "engine/rulesets/hail_caesar/topics/lines.hpp"

namespace polemarch::hail_caesar {
namespace {

namespace geo = geometry;
using engine::Reason;

const Contact* contact_with(const Unit& unit, const UnitId& foe) {
  for (const Contact& contact : unit.contacts)
    if (contact.foe == foe) return &contact;
  return nullptr;
}

}  // namespace

std::vector<UnitId> combat_of(const State& state, const UnitId& id) {
  if (unit_at(state, id).contacts.empty()) return {};
  std::set<UnitId> found{id};
  std::vector<UnitId> open{id};
  while (!open.empty()) {
    const UnitId next = open.back();
    open.pop_back();
    for (const Contact& contact : unit_at(state, next).contacts)
      if (found.insert(contact.foe).second) open.push_back(contact.foe);
  }
  return {found.begin(), found.end()};
}

std::vector<UnitId> chargers_of(const State& state, const UnitId& id) {
  const Unit& unit = unit_at(state, id);
  std::vector<UnitId> chargers;
  for (const Contact& contact : unit.contacts)
    if (contact.fresh && unit_at(state, contact.foe).turn.charged && unit.side != state.active) chargers.push_back(contact.foe);
  return chargers;
}

std::vector<Reason> hit_lines(const State& state, const UnitId& id, const UnitId& foe, Doubts& doubts) {
  std::vector<Reason> lines;
  const Unit& unit = unit_at(state, id);
  const Unit& enemy = unit_at(state, foe);
  const auto add = [&](const char* rule, const std::string& text, int value) { lines.push_back(line(rule, id.text + " " + text, value)); };
  if (unit.turn.charged) add("HC-HTH-03", "charging", 1);
  if (unit.won_last_round) add("HC-HTH-04", "winning", 1);
  const Reason higher{"HC-HTH-05", id.text + " uphill of " + foe.text, {}, {}, {}, {}};
  if (counts(state, stands_higher(state, unit, enemy), {}, unit.side, higher, doubts)) add("HC-HTH-05", "uphill", 1);
  if (is_shaken(unit, state.config) || unit.disordered) add("HC-HTH-06", "shaken or disordered", -1);
  if (unit.open_order()) add("HC-HTH-07", "open order", -1);
  const Contact* mine = contact_with(unit, foe);
  const bool all_round = in_buildings(state, unit) || unit.formation == Formation::Square;
  if (mine != nullptr && mine->on != Facing::Front && !all_round && state.config.scan.scan_hth_flank != 0)
    add("HC-HTH-08", "fighting to its " + std::string(word_of(mine->on)), state.config.scan.scan_hth_flank);
  return lines;
}

std::vector<AttackPlan> attacks_of(const State& state, const UnitId& id) {
  const Unit& unit = unit_at(state, id);
  std::vector<AttackPlan> plans;
  if (unit.contacts.empty()) return plans;
  const bool garrison = in_buildings(state, unit);
  const bool faces = garrison || unit.formation == Formation::Square;
  const std::vector<UnitId> generals = joined_generals(state, id);
  int general_dice = 0;
  for (const UnitId& general : generals) general_dice += general_at(state, general).attack_dice;
  const auto add = [&](const Contact& contact, bool with_generals) {
    const int value = contact.fresh ? unit.profile.clash : unit.profile.sustained;
    AttackPlan plan;
    plan.attack.unit = id;
    plan.attack.foe = contact.foe;
    plan.attack.dice = combat_dice(value, unit.profile.size, unit.formation, garrison, 1);
    plan.dice_lines.push_back(fact("HC-HTH-T1", id.text + (contact.fresh ? " clash " : " sustained ") + std::to_string(value), value));
    if (unit.profile.size == Size::Tiny)
      plan.dice_lines.push_back(fact("HC-HTH-T1", id.text + " tiny: 1 die in all", 1));
    else if (garrison)
      plan.dice_lines.push_back(fact("HC-HTH-T2", id.text + " garrison: 2 dice a face", 2));
    else if (unit.formation == Formation::Square)
      plan.dice_lines.push_back(fact("HC-HTH-T2", id.text + " square: 2 dice a face", 2));
    else if (unit.formation == Formation::Column)
      plan.dice_lines.push_back(fact("HC-HTH-T2", id.text + " column: 1 die in all", 1));
    else if (unit.profile.size == Size::Large)
      plan.dice_lines.push_back(line("HC-HTH-T1", id.text + " large", 2));
    else if (unit.profile.size == Size::Small)
      plan.dice_lines.push_back(line("HC-HTH-T1", id.text + " small", -2));
    if (with_generals && general_dice > 0) {
      plan.attack.dice += general_dice;
      plan.dice_lines.push_back(
          line("HC-HTH-02", id.text + (generals.size() > 1 ? " generals with it" : " general with it"), general_dice));
    }
    plan.hit_lines = hit_lines(state, id, contact.foe, plan.doubts);
    int sum = 0;
    for (const Reason& r : plan.hit_lines) sum += static_cast<int>(*r.value);
    plan.attack.needed = state.config.shoot.to_hit_base - sum;
    plans.push_back(std::move(plan));
  };
  if (!faces || unit.profile.size == Size::Tiny) {
    // Of several at its front the one it fights already, the first by name among these.
    const auto earlier = [](const Contact& a, const Contact& b) { return a.fresh == b.fresh ? a.foe < b.foe : b.fresh; };
    const Contact* chosen = &unit.contacts.front();
    for (const Contact& contact : unit.contacts)
      if (contact.on == Facing::Front && (chosen->on != Facing::Front || earlier(contact, *chosen))) chosen = &contact;
    add(*chosen, true);
    return plans;
  }
  std::set<Facing> done;
  for (const Contact& contact : unit.contacts)
    if (done.insert(contact.on).second) add(contact, plans.empty());
  return plans;
}

std::vector<UnitId> supports_of(const State& state, const UnitId& id, Doubts* doubts, const std::vector<UnitId>& but_for) {
  const Unit& unit = unit_at(state, id);
  const Length reach = inches(state.config.fight.support_distance_in);
  const Extent here = extent_of(unit);
  const geo::Shape body = body_of(unit);
  Doubts met;
  std::vector<Foe> near;
  for (const auto& [other, friendly] : state.units) {
    if (other == id || friendly.side != unit.side || !friendly.in_play() || in_combat(friendly) || friendly.turn.fought) continue;
    if (std::find(but_for.begin(), but_for.end(), other) != but_for.end()) continue;
    if (least_gap(here, extent_of(friendly)) > 2 * reach.mm() + 100) continue;
    const Measure gap = gap_between(unit, friendly);
    const Condition close = is_within(gap, reach);
    if (!close.holds && !close.doubtful) continue;
    const Condition before =
        looked_at({body, body_of(friendly)}, [](const Bodies& b) { return quarter_facing(b[0], b[1]) == Facing::Front; });
    const Reason reason{"HC-CFG-T1", other.text + " supports " + id.text, gap.value.inches(), reach.inches(), "in", gap.sd.inches()};
    if (counts(state, close && !before, {}, unit.side, reason, met)) near.push_back({other, gap});
  }
  if (doubts != nullptr) {
    doubts->open.insert(doubts->open.end(), met.open.begin(), met.open.end());
    doubts->settled.insert(doubts->settled.end(), met.settled.begin(), met.settled.end());
  }
  std::stable_sort(near.begin(), near.end(), [](const Foe& a, const Foe& b) { return a.gap.value < b.gap.value; });
  std::vector<UnitId> result;
  for (const Foe& foe : near)
    if (static_cast<int>(result.size()) < state.config.fight.support_max) result.push_back(foe.unit);
  return result;
}

std::optional<UnitId> striker_of(const Combat& combat, const UnitId& id) {
  if (const auto first = combat.struck_by.find(id); first != combat.struck_by.end()) return first->second;
  const auto attack = std::find_if(combat.attacks.begin(), combat.attacks.end(), [&](const Attack& a) { return a.foe == id; });
  return attack == combat.attacks.end() ? std::nullopt : std::optional(attack->unit);
}

Facing edge_charged(const Unit& unit, const UnitId& foe) {
  const Contact* contact = contact_with(unit, foe);
  return contact == nullptr ? Facing::Front : contact->on;
}

Score score_of(const State& state, const Combat& combat) {
  Score score;
  std::set<UnitId> counted_a, counted_b;
  for (const UnitId& id : combat.units) {
    const Unit& unit = unit_at(state, id);
    const auto taken = combat.casualties.find(id);
    if (taken != combat.casualties.end()) (unit.side == Side::A ? score.b : score.a) += taken->second;
    const auto supports = combat.supports.find(id);
    if (supports != combat.supports.end())
      for (const UnitId& supporter : supports->second) (unit.side == Side::A ? counted_a : counted_b).insert(supporter);
  }
  score.lines.push_back(fact("HC-CFG-T1", "A: casualties inflicted", score.a));
  score.lines.push_back(fact("HC-CFG-T1", "B: casualties inflicted", score.b));
  if (state.config.fight.combat_score == "casualties") return score;
  const int bonus = state.config.fight.support_bonus;
  const int support_a = bonus * static_cast<int>(counted_a.size()), support_b = bonus * static_cast<int>(counted_b.size());
  score.a += support_a;
  score.b += support_b;
  score.lines.push_back(fact("HC-CFG-T1", "A: supports", support_a));
  score.lines.push_back(fact("HC-CFG-T1", "B: supports", support_b));
  return score;
}

}  // namespace polemarch::hail_caesar
