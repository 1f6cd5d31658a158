/// What the screen shows beside Advice: throws before they are thrown with their odds, the state of units in glyphs, where offers point.
#include <algorithm>

#include "engine/rulesets/hail_caesar/judge/judge.hpp"
#include "engine/rulesets/hail_caesar/show/viewing.hpp"
#include "engine/rulesets/hail_caesar/tables.hpp"
#include "engine/rulesets/hail_caesar/topics/command.hpp"
#include "engine/rulesets/hail_caesar/topics/melee.hpp"
#include "engine/rulesets/hail_caesar/topics/morale.hpp"
#include "engine/rulesets/hail_caesar/topics/shooting.hpp"

namespace polemarch::hail_caesar {

using namespace engine;

namespace {

/// Faces of a die that hit.
int faces_that_hit(int needed, const Options& config) {
  int faces = 0;
  for (int die = 1; die <= 6; ++die) faces += hits(die, needed, config) ? 1 : 0;
  return faces;
}
int faces_that_save(const SavePlan& plan, const Options& config) {
  int faces = 0;
  for (int die = 1; die <= config.shoot.save_die_faces; ++die) faces += saves(die, plan, config) ? 1 : 0;
  return faces;
}

/// Rows from the base number: `lines` speak of the die, so what helps it lowers the number needed. `plain` is what they sum up to, `need`
/// what the die needs where it always or never does it on some face.
std::vector<ThrowRow> need_rows(const std::string& base, const std::string& rule, int plain, int need, const std::vector<Reason>& lines,
                                Side whose) {
  int sum = 0;
  for (const Reason& line : lines) sum += static_cast<int>(line.value.value_or(0));
  std::vector<ThrowRow> rows{{rule, base, plain + sum, {}}};
  for (const Reason& line : lines) rows.push_back(row_of(line, -1, whose));
  if (need != plain) rows.push_back({"HC-AMB-20", need < plain ? "a 6 always does it" : "a 1 never does it", need - plain, {}});
  return rows;
}

/// Rows that sum up to the number of dice: a line that says how many there are in all takes the place of those before it.
std::vector<ThrowRow> dice_rows(const std::vector<Reason>& lines, int count, Side whose) {
  std::vector<ThrowRow> rows;
  int sum = 0;
  for (const Reason& line : lines) {
    ThrowRow row = row_of(line, 1, whose);
    const bool in_all = !rows.empty() && line.text.find(": ") != std::string::npos;
    if (in_all) row.value -= sum;
    sum += row.value;
    rows.push_back(std::move(row));
  }
  if (!rows.empty() && sum < count) rows.push_back({rows.front().rule, "one die at least", count - sum, whose});
  return rows;
}

Pending to_hit(const State& state, const UnitId& unit, const UnitId& target, int dice, int needed, std::optional<Weapon> weapon) {
  Pending pending;
  Thrown& thrown = pending.thrown;
  thrown.who = unit_at(state, unit).side;
  thrown.thrower = unit;
  thrown.at = target;
  thrown.need = std::clamp(needed, state.config.shoot.one_always_misses ? 2 : 1, 6);
  const int hit = faces_that_hit(needed, state.config);
  thrown.per_mille = per_mille_of(hit, 6);
  pending.count = dice;
  pending.one = "hit", pending.many = "hits";
  pending.done = "a hit", pending.not_done = "a miss";
  const SavePlan save = plan_save(state, target, unit, weapon);
  const int faces = state.config.shoot.save_die_faces, unsaved = faces - faces_that_save(save, state.config);
  pending.of = "casualties of " + target.text;
  if (const int saved = faces - unsaved; saved > 0)
    pending.beside.push_back({target.text + " saves each hit on " + std::to_string(faces + 1 - saved) + "+", per_mille_of(saved, faces)});
  pending.outlooks = count_outlooks(dice, hit * unsaved, 6 * faces);
  pending.expected = expected_hundredths(dice, hit * unsaved, 6 * faces);
  return pending;
}

Pending to_save(const State& state, const UnitId& unit, int dice, const SavePlan& plan) {
  Pending pending;
  Thrown& thrown = pending.thrown;
  thrown.who = unit_at(state, unit).side;
  thrown.thrower = unit;
  thrown.purpose = "to save";
  thrown.rule = "HC-SAV-T1";
  const int plain = plan.save - plan.modifier;
  thrown.need = std::max(plain, state.config.shoot.save_one_fails ? 2 : 1);
  thrown.rows = need_rows("morale save", "HC-SAV-01", plain, thrown.need, plan.lines, thrown.who);
  const int faces = state.config.shoot.save_die_faces, saved = faces_that_save(plan, state.config);
  thrown.per_mille = per_mille_of(saved, faces);
  pending.count = dice;
  pending.one = "saved", pending.many = "saved";
  pending.done = "saved", pending.not_done = "not saved";
  pending.of = "casualties of " + unit.text;
  pending.outlooks = count_outlooks(dice, faces - saved, faces);
  pending.expected = expected_hundredths(dice, faces - saved, faces);
  return pending;
}

/// How likely the dice make the target test, beside the casualties they cost: by a 6, or by two hits where only a 6 hits
/// (HC-SHO-14, HC-SHO-15, HC-HTH-10, HC-HTH-11).
std::optional<Outlook> test_by_sixes(const State& state, const Shot& shot, int dice) {
  const Unit& target = unit_at(state, shot.target);
  const bool shooting = shot.kind == ShotKind::Shooting;
  if (dice <= 0 || (!shooting && !target.turn.charged)) return std::nullopt;
  const int before = shot.needed < 6 ? 1 : shooting ? target.turn.six_hits : target.turn.six_hits_by_reaction;
  const int faces = state.config.shoot.save_die_faces;
  const int kept = state.config.shoot.break_on_six == "unsaved"
                       ? faces - faces_that_save(plan_save(state, shot.target, shot.unit, shot.weapon), state.config)
                       : faces;
  const double six = kept / (6.0 * faces);
  double none = 1;
  for (int die = 0; die < dice; ++die) none *= 1 - six;
  const double one = before > 0 ? 0 : dice * none / (1 - six) * six;  // a single one is not enough
  Outlook test = outlooks_of({none + one, 1 - none - one}).back();
  if (test.per_mille == 0) return std::nullopt;
  test.text = shot.needed < 6 ? "break test, if a die shows a 6" : before > 0 ? "break test, by one more 6" : "break test, by two sixes";
  return test;
}

/// How likely an order of this number is obeyed: a blunder is not, whatever the number.
int order_per_mille(const State& state, int needed) {
  const Dice dice = state.config.command.order_dice;
  const std::vector<int>& bad = state.config.command.blunder_roll;
  const std::vector<long long> ways = ways_of_sums(dice.count, dice.faces);
  long long good = 0, all = 0;
  for (std::size_t sum = 0; sum < ways.size(); ++sum) {
    const int roll = static_cast<int>(sum);
    all += ways[sum];
    if (roll <= needed && std::find(bad.begin(), bad.end(), roll) == bad.end()) good += ways[sum];
  }
  return per_mille_of(good, all);
}

std::string words_of_moves(int moves) { return moves == 0 ? "no move" : std::to_string(moves) + (moves == 1 ? " move" : " moves"); }

Pending order(const State& state, const OrderTest& test) {
  Pending pending;
  Thrown& thrown = pending.thrown;
  const Dice dice = state.config.command.order_dice;
  thrown.who = general_at(state, test.general).side;
  thrown.thrower = test.general;
  if (test.units.size() == 1) thrown.at = test.units.front();
  thrown.purpose = "order";
  thrown.rule = "HC-CFG-01";
  thrown.need = test.needed;
  thrown.better = Better::Low;
  thrown.counted = Counted::Sum;
  const OrderPlan plan = plan_order(state, test.general, test.units, test.kind);
  int sum = 0;
  std::vector<ThrowRow> rows;
  for (const Reason& line : plan.lines)
    if (!line.limit && line.unit.empty() && line.value && line.rule != "HC-ORD-04")  // that one tells the sum
      rows.push_back(row_of(line, 1, thrown.who)), sum += rows.back().value;
  if (sum != test.needed) rows = {{"HC-CFG-01", "needed when the order was given", test.needed, thrown.who}};
  thrown.rows = std::move(rows);
  const std::vector<int>& bad = state.config.command.blunder_roll;
  const auto blunders = [&](int roll) { return std::find(bad.begin(), bad.end(), roll) != bad.end(); };
  thrown.per_mille = order_per_mille(state, test.needed);
  pending.count = dice.count;
  const bool moves = test.kind != OrderKind::Rally && test.kind != OrderKind::Courage;
  pending.of = moves ? "moves" : "order";
  pending.outlooks = sum_outlooks(dice.count, dice.faces, [&](int roll) {
    if (blunders(roll)) return std::string("blunder");
    if (!moves) return std::string(roll <= test.needed ? "done" : "failed");
    return words_of_moves(roll <= test.needed ? moves_for(state, test.kind, test.needed, roll) : 0);
  });
  return pending;
}

Pending break_test(const State& state, const BreakTest& test) {
  Pending pending;
  const Unit& unit = unit_at(state, test.unit);
  const Dice dice = state.config.fight.break_dice;
  pending.thrown.who = unit.side;
  pending.thrown.thrower = test.unit;
  pending.thrown.rule = test.rules.empty() ? "HC-BRK-01" : test.rules.front();
  pending.thrown.counted = Counted::Sum;
  const int combat = unit.due ? unit.due->modifier : 0;
  for (const Reason& line : break_lines(state, unit, test.table, combat)) pending.thrown.rows.push_back(row_of(line, 1, unit.side));
  pending.thrown.purpose = "break test";
  if (test.modifier != 0) pending.thrown.purpose += ", " + std::to_string(test.modifier) + " to the dice";
  pending.count = dice.count;
  pending.of = "what " + test.unit.text + " does";
  pending.outlooks = sum_outlooks(dice.count, dice.faces, [&](int roll) {
    const Cell cell = break_cell(test.table, roll + test.modifier, unit.profile.break_category, state.config.scan);
    switch (outcome_of(cell, is_shaken(unit, state.config), unit.casualties > 0)) {
      case Outcome::Hold:
        return std::string("holds");
      case Outcome::Choice:
        return std::string("may hold");
      case Outcome::RetreatGood:
      case Outcome::RetreatDisordered:
        return std::string("retreats");
      case Outcome::GiveGroundWithSupports:
      case Outcome::GiveGroundDisordered:
      case Outcome::GiveGroundDisorderedWithSupports:
        return std::string("gives ground");
      case Outcome::Break:
        return std::string("breaks");
    }
    return std::string();
  });
  return pending;
}

std::optional<Pending> combat(const State& state, const Combat& step) {
  if (step.stage == CombatStage::Dice) {
    const Attack& attack = step.attacks.at(static_cast<std::size_t>(step.at));
    Pending pending = to_hit(state, attack.unit, attack.foe, attack.dice, attack.needed, {});
    pending.thrown.purpose = "hand-to-hand";
    pending.thrown.rule = "HC-HTH-T1";
    pending.thrown.rows = need_rows("to hit", "HC-HTH-T1", attack.needed, pending.thrown.need, {}, pending.thrown.who);
    for (const AttackPlan& plan : attacks_of(state, attack.unit))
      if (plan.attack.foe == attack.foe) {
        if (plan.attack.needed == attack.needed)
          pending.thrown.rows = need_rows("to hit", "HC-HTH-T1", attack.needed, pending.thrown.need, plan.hit_lines, pending.thrown.who);
        if (plan.attack.dice == attack.dice) pending.thrown.dice = dice_rows(plan.dice_lines, attack.dice, pending.thrown.who);
      }
    return pending;
  }
  if (step.stage != CombatStage::Saves) return std::nullopt;
  const UnitId id = step.saving.at(static_cast<std::size_t>(step.at));
  const auto striker = striker_of(step, id);
  if (!striker) return std::nullopt;
  return to_save(state, id, step.hits.at(id), plan_save(state, id, *striker, {}));
}

/// The blunder table is read: what its rows say.
Pending blunder(const State& state, const BlunderRoll& step) {
  Pending pending;
  pending.thrown.who = general_at(state, step.test.general).side;
  pending.thrown.thrower = step.test.general;
  pending.thrown.purpose = pending.of = "blunder";
  pending.thrown.rule = "HC-ORD-T2";
  pending.thrown.counted = Counted::Sum;
  pending.outlooks = sum_outlooks(1, 6, [&](int die) {
    for (const Blunder& entry : state.config.command.blunder_table)
      if (entry.d6 == die) return entry.text;
    return std::string("blunder");
  });
  return pending;
}

std::optional<Pending> of_step(const State& state, const Step& step) {
  auto pending = std::visit(
      Overloaded{[&](const OrderTest& s) { return std::optional(order(state, s)); },
                 [&](const BlunderRoll& s) { return std::optional(blunder(state, s)); },
                 [&](const EliteRally& s) {
                   Pending pending;
                   const Unit& unit = unit_at(state, s.unit);
                   pending.thrown.who = unit.side;
                   pending.thrown.thrower = s.unit;
                   pending.thrown.purpose = "to rally";
                   pending.thrown.rule = "HC-INI-01";
                   pending.thrown.need = unit.profile.elite_number;
                   pending.thrown.rows = {{"HC-INI-01", "elite", unit.profile.elite_number, unit.side}};
                   pending.thrown.per_mille = per_mille_at_least(unit.profile.elite_number);
                   pending.done = "in order again", pending.not_done = "stays disordered";
                   return std::optional(pending);
                 },
                 [&](const Shot& s) {
                   const ShotPlan plan = plan_shot(state, s.unit, s.target, s.kind);
                   Pending pending = to_hit(state, s.unit, s.target, plan.dice, s.needed, s.weapon);
                   pending.thrown.purpose = s.kind == ShotKind::Shooting  ? "shooting"
                                            : s.kind == ShotKind::Closing ? "closing shots"
                                                                          : "traversing shots";
                   pending.thrown.rule = "HC-SHO-T2";
                   const std::vector<Reason> lines = plan.needed == s.needed ? plan.hit_lines : std::vector<Reason>();
                   pending.thrown.rows = need_rows("to hit", "HC-SHO-11", s.needed, pending.thrown.need, lines, pending.thrown.who);
                   pending.thrown.dice = dice_rows(plan.dice_lines, plan.dice, pending.thrown.who);
                   if (const auto test = test_by_sixes(state, s, plan.dice)) pending.beside.push_back(*test);
                   return std::optional(pending);
                 },
                 [&](const ShotSaves& s) {
                   SavePlan plan = plan_save(state, s.shot.target, s.shot.unit, s.shot.weapon);
                   if (plan.save != s.save || plan.modifier != s.modifier) plan.lines.clear();
                   plan.save = s.save, plan.modifier = s.modifier;
                   return std::optional(to_save(state, s.shot.target, s.hits, plan));
                 },
                 [&](const BreakTest& s) { return std::optional(break_test(state, s)); }, [&](const Combat& s) { return combat(state, s); },
                 [](const auto&) { return std::optional<Pending>(); }},
      step);
  if (pending) pending->thrown.aim = aim_of(step);
  return pending;
}

std::optional<Glyph> glyph_of(Formation formation) {
  switch (formation) {
    case Formation::Line:
      return Glyph::Line;
    case Formation::Column:
      return Glyph::Column;
    case Formation::Square:
      return Glyph::Orbis;
    case Formation::Wedge:
      return Glyph::Wedge;
    case Formation::Testudo:
      return Glyph::Testudo;
    case Formation::OpenOrder:
      return Glyph::OpenOrder;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Pending> Showing::pending(const State& state, const Wait& wait) {
  const Step* step = asking_step(state.agenda, wait.id);
  if (step == nullptr || !wait.chance) return std::nullopt;
  auto pending = of_step(state, *step);
  if (pending) pending->count = wait.chance->count;
  return pending;
}

namespace {
StateMark leading_mark(const General& general) {
  return general.army_commander ? StateMark{Glyph::SeniorGeneral, 0, "army commander"} : StateMark{Glyph::General, 0, "division commander"};
}
}  // namespace

std::vector<StateMark> Showing::marks(const State& state, const UnitId& id, Viewer) {
  std::vector<StateMark> marks;
  if (const auto general = state.generals.find(id); general != state.generals.end()) {
    marks.push_back(leading_mark(general->second));
    return marks;
  }
  const auto found = state.units.find(id);
  if (found == state.units.end()) return marks;
  const Unit& unit = found->second;
  if (unit.casualties > 0) marks.push_back({Glyph::Casualties, unit.casualties});
  if (unit.broken || unit.shattered) {
    marks.push_back({Glyph::Routed, 0});
  } else if (is_shaken(unit, state.config)) {
    marks.push_back({Glyph::Shaken, 0});
  }
  if (unit.disordered) marks.push_back({Glyph::Disordered, 0});
  if (const auto glyph = glyph_of(unit.formation); glyph && unit.formation != Formation::Line) marks.push_back({*glyph, 0});
  for (const auto& [general, who] : state.generals)
    if (who.joined == id && who.on_table) marks.push_back(leading_mark(who));
  return marks;
}

OfferMark Showing::mark_of(const State& state, const Command& command) {
  OfferMark mark;
  const auto orders = [&](const OrderTest& test) {
    if (!state.generals.contains(test.general)) return;
    mark.need = test.needed, mark.or_less = true;
    mark.per_mille = order_per_mille(state, test.needed);
  };
  const auto to_unit = [&](const auto& c) {
    if (!state.units.contains(c.unit)) return;
    mark.target = c.unit;
    if (state.generals.contains(c.general)) orders(test_of(state, c));
  };
  std::visit(Overloaded{[&](const MoveUnit& c) {
                          if (c.to) mark.pose = c.to->pose;
                        },
                        [&](const ChargeUnit& c) {
                          mark.target = c.target;
                          if (c.to) mark.pose = c.to->pose;
                        },
                        [&](const EvadeCharge& c) {
                          const auto unit = state.units.find(c.unit);
                          if (unit != state.units.end() && !c.poses.empty()) mark.pose = pose_of(standing(unit->second, c.poses));
                        },
                        [&](const MoveGeneral& c) { mark.pose = c.to.pose; }, [&](const JoinUnit& c) { mark.target = c.unit; },
                        [&](const Shoot& c) {
                          mark.target = c.target;
                          if (!state.units.contains(c.unit) || !state.units.contains(c.target)) return;
                          const ShotPlan plan = plan_shot(state, c.unit, c.target, ShotKind::Shooting);
                          mark.need = std::clamp(plan.needed, 1, 6);
                          mark.per_mille = per_mille_of(faces_that_hit(plan.needed, state.config), 6);
                        },
                        [&](const ClosingShot& c) { mark.target = c.target; },  // their words say what hits, in the menu too
                        [&](const TraversingShot& c) { mark.target = c.target; },
                        [&](const GiveOrder& c) {
                          if (!c.unit.empty()) return to_unit(c);
                          if (state.generals.contains(c.general)) orders(test_of(state, c));
                        },
                        [&](const hail_caesar::GeneralAdvance& c) {
                          if (state.generals.contains(c.general)) orders(test_of(state, c));
                        },
                        [&](const FollowMe& c) { to_unit(c); }, [&](const WhereIsYourCourage& c) { to_unit(c); },
                        [&](const RallyUnit& c) {
                          if (!c.general.empty()) return to_unit(c);
                          const auto unit = state.units.find(c.unit);
                          if (unit == state.units.end() || !unit->second.profile.elite || state.config.command.elite_auto) return;
                          mark.need = unit->second.profile.elite_number;
                          mark.per_mille = per_mille_at_least(mark.need);
                        },
                        [](const auto&) {}},
             command);
  return mark;
}

}  // namespace polemarch::hail_caesar
