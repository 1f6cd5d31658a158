/// What the screen shows beside Advice: dice before they are thrown with their odds, the state of units in glyphs, where offers point.
#include <algorithm>

#include "engine/geometry/compare.hpp"
#include "engine/rulesets/hoplomachia/rules.hpp"
#include "engine/rulesets/hoplomachia/tables.hpp"
#include "engine/rulesets/hoplomachia/topics/andreia.hpp"
#include "engine/rulesets/hoplomachia/topics/arete.hpp"
#include "engine/rulesets/hoplomachia/topics/belos_check.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/charging.hpp"
#include "engine/rulesets/hoplomachia/topics/checks.hpp"
#include "engine/rulesets/hoplomachia/topics/command.hpp"
#include "engine/rulesets/hoplomachia/topics/epidromos_roll.hpp"
#include "engine/rulesets/hoplomachia/topics/running.hpp"
#include "engine/rulesets/hoplomachia/topics/sallying.hpp"
#include "engine/rulesets/hoplomachia/topics/setting_up.hpp"
#include "engine/rulesets/hoplomachia/topics/shooting.hpp"

namespace polemarch::hoplomachia {

using engine::Pending;

namespace {

Pending throw_of_side(Side who, UnitId thrower, std::string purpose, std::string rule, int count) {
  Pending pending;
  pending.thrown.who = who;
  pending.thrown.thrower = std::move(thrower);
  pending.thrown.purpose = std::move(purpose);
  pending.thrown.rule = std::move(rule);
  pending.thrown.counted = engine::Counted::Sum;
  pending.count = count;
  return pending;
}

/// 2d6 of `need` or less.
void two_dice_low(Pending& pending, int need, std::string done, std::string not_done) {
  pending.thrown.need = need;
  pending.thrown.better = engine::Better::Low;
  pending.thrown.per_mille = per_mille_check(need);
  pending.done = done, pending.not_done = not_done;
  pending.of = "the check";
  pending.outlooks = engine::sum_outlooks(2, 6, [&](int sum) { return sum <= need ? done : not_done; });
}

std::string points_text(int points) { return (points > 0 ? "+" : "") + std::to_string(points) + " arete"; }

Pending chances(const State& state, const AndreiaCheck& check) {
  const Taxis& unit = taxis_at(state, check.unit);
  Pending pending = throw_of_side(unit.side, check.unit, "andreia, " + std::string(name_of(check.line)), "HM-AND-15", 2);
  pending.thrown.at = check.foes.empty() ? UnitId{} : check.foes.front();
  pending.thrown.rows = rows_of_check(state, check);
  int by = 0;  // declared by epilektoi: on the throw
  for (const Declared& one : state.fight.declared)
    if (one.lochos.unit == check.unit) by += one.by;
  if (by != 0) pending.thrown.rows.push_back({"HM-OPT7-01", "epilektoi", -by, unit.side});
  const auto& row = card_of(state, unit).andreia_chart.at(static_cast<std::size_t>(check.line));
  const Condition condition = condition_of(state, unit.side);
  const std::string pass = row ? "passes: " + result_text(state, check, code_of(*row, true, condition)) : "passes";
  const std::string fail = row ? "fails: " + result_text(state, check, code_of(*row, false, condition)) : "fails";
  two_dice_low(pending, engine::sum_of(pending.thrown.rows), pass, fail);
  return pending;
}

Pending chances(const State& state, const EpidromosDie& step) {
  const Taxis& unit = taxis_at(state, step.unit);
  const UnitCard& card = card_of(state, unit);
  Pending pending = throw_of_side(unit.side, step.unit, "epidromos", "HM-EPI-16", 1);
  pending.of = "charge";
  if (has_epidromos(card))
    pending.outlooks = engine::sum_outlooks(1, 6, [&](int die) {
      const bool momentum = gains_momentum(card, die, unit.approach_moves > 0, unit.arrangement == Arrangement::CF);
      return geometry::inches_text(less_for_files(unit, charge_distance(card, die))) + (momentum ? ", momentum" : "");
    });
  return pending;
}

Pending run_chances(const State& state, const UnitId& unit, std::string purpose, const char* rule) {
  Pending pending = throw_of_side(taxis_at(state, unit).side, unit, std::move(purpose), rule, 1);
  pending.of = "move";
  pending.outlooks = engine::sum_outlooks(1, 6, [&](int die) { return geometry::inches_text(run_rate(state, unit) + die * 1_in); });
  return pending;
}
Pending chances(const State& state, const ChargePursuit& step) {
  return run_chances(state, step.unit, "pursuit in place of the charge", "HM-EPI-32");
}
std::optional<Pending> chances(const State& state, const RunDie& step) {
  const Flight* flight = flight_at(state, step.flight);
  if (flight == nullptr) return std::nullopt;
  Pending pending = run_chances(state, flight->unit, std::string(word_of(flight->mode)),
                                flight->mode == Mode::Rout    ? "HM-ROUT-02"
                                : flight->mode == Mode::Evade ? "HM-EVA-02"
                                                              : "HM-PUR-02");
  pending.thrown.aim = flight->mode == Mode::Pursue ? engine::Aim::Pursuit : engine::Aim::Flight;
  return pending;
}

Pending chances(const State& state, const Shooting& step) {
  const Taxis& unit = taxis_at(state, step.unit);
  Pending pending = throw_of_side(unit.side, step.unit, step.belos_charge ? "belos charge" : "belos shooting", "HM-BCK-04", 0);
  pending.thrown.counted = engine::Counted::Each;
  std::vector<int> ways;
  for (const Shot& shot : step.shots) {
    if (shot.intensity <= 0) continue;
    if (pending.needs.empty()) {
      pending.thrown.at = shot.target.unit;
      pending.thrown.rows =
          belos_rows(card_of(state, shot.target.unit).belos_check.value_or(0), intensity_of_shot(state, shot, step.belos_charge));
      pending.thrown.rows.push_back({"HM-BCK-05", "higher than that", 1, {}});
      pending.thrown.need = shot.need + 1;
      pending.thrown.per_mille = 1000 - per_mille_pass(shot.need);
    }
    pending.needs.push_back(shot.need + 1);
    ways.push_back(std::clamp(6 - shot.need, 0, 6));
  }
  pending.count = static_cast<int>(pending.needs.size());
  pending.of = "failed checks";
  pending.one = "failed check", pending.many = "failed checks";
  pending.done = "the check fails", pending.not_done = "the check is passed";
  pending.outlooks = engine::count_outlooks(ways, 6);
  int sum = 0;
  for (const int way : ways) sum += way;
  pending.expected = (100 * sum + 3) / 6;
  return pending;
}

std::optional<Pending> chances(const State& state, const EkdromoiMove& step) {
  const auto near = nearest_stand(state, step.lochos, step.at);
  if (!near) return std::nullopt;
  Pending pending = throw_of_side(taxis_at(state, step.lochos.unit).side, step.lochos.unit, "ekdromoi move", "HM-EKD-04", 1);
  pending.thrown.counted = engine::Counted::Each;
  pending.thrown.at = step.at;
  const int need = std::max(1, static_cast<int>((near->gap.value.um + 25399) / 25400));
  pending.thrown.need = need;
  pending.thrown.rows = {{"HM-EKD-06", "inches to it, rounded up", need, {}}};
  pending.thrown.per_mille = engine::per_mille_at_least(need);
  pending.done = "they reach it", pending.not_done = "they fall short";
  return pending;
}
Pending ekdromoi_chances(const State& state, const UnitId& thrower, const UnitId& at, bool lakonian, const char* rule) {
  Pending pending = throw_of_side(taxis_at(state, thrower).side, thrower, "ekdromoi", rule, 1);
  pending.thrown.at = at;
  pending.of = "result";
  const TroopClass target = taxis_at(state, at).troop;
  pending.outlooks = engine::sum_outlooks(
      1, 6, [&](int die) { return text_of(ekdromoi_result(state.charts, target, die, lakonian).value_or(EkdromoiResult::NoEffect)); });
  return pending;
}
Pending chances(const State& state, const EkdromoiFight& step) {
  return ekdromoi_chances(state, step.lochos.unit, step.at.unit, lakonian_ekdromoi(state, step.lochos.unit), "HM-EKD-05");
}
Pending chances(const State& state, const SallyFight& step) { return ekdromoi_chances(state, step.unit, step.at.unit, true, "HM-OPT6-04"); }
Pending chances(const State& state, const ChariotMeets& step) {
  return ekdromoi_chances(state, step.unit, step.at.unit, false, "HM-OPT9-02");
}

Pending chances(const State& state, const AreteRoll& step) {
  static constexpr std::array<const char*, 6> kPurposes{"paean",         "grim resolve",        "sphagia",
                                                        "One Step More", "phalanx under belos", "surprised"};
  static constexpr std::array<const char*, 6> kRules{"HM-INSP-01", "HM-INSP-06", "HM-INSP-07", "HM-INSP-09", "HM-EVT-13", "HM-EVT-16"};
  const auto kind = static_cast<std::size_t>(step.die);
  Pending pending = throw_of_side(step.side, step.unit, kPurposes[kind], kRules[kind], 1);
  const Charts& charts = state.charts;
  const std::array<const std::optional<DieRow>*, 4> rows{&charts.paean, &charts.grim_resolve, &charts.sphagia, &charts.one_step_more};
  const bool weak = step.die == AreteDie::UnderBelos && weak_missiles(state, step.side);
  pending.of = "arete";
  pending.outlooks = engine::sum_outlooks(1, 6, [&](int die) {
    if (step.die == AreteDie::UnderBelos) return points_text(under_belos_points(std::max(1, die - (weak ? 1 : 0))));
    if (step.die == AreteDie::Surprised) return points_text(surprise_points(die));
    return points_text(rows[kind]->has_value() ? (**rows[kind])[static_cast<std::size_t>(die - 1)] : 0);
  });
  return pending;
}

std::optional<Pending> chances(const State& state, const StrategosRoll& step) {
  const auto at = state.strategoi.find(step.strategos);
  if (at == state.strategoi.end()) return std::nullopt;
  const std::optional<Danger> danger = danger_of(state, at->second);
  if (!danger || !danger->need) return std::nullopt;
  const std::optional<int> need = danger->need;
  Pending pending = throw_of_side(at->second.side, at->second.in.unit, "casualty of " + called(step.strategos), "HM-STRAT-18", 2);
  pending.thrown.need = *need;
  pending.thrown.rows = {{"HM-STRAT-18", std::string(danger->row), *need, at->second.side}};
  pending.thrown.per_mille = engine::per_mille_sum_at_least(*need, 2);
  pending.done = "killed", pending.not_done = "lives";
  pending.of = "he";
  pending.outlooks = engine::sum_outlooks(2, 6, [&](int sum) { return std::string(sum >= *need ? "killed" : "lives"); });
  return pending;
}

Pending stance_chances(const State& state, const std::string& strategos, int need, const char* rule) {
  Pending pending = throw_of_side(state.strategoi.at(strategos).side, {}, "stance of " + strategos, rule, 2);
  pending.thrown.rows = {{"HM-STANCE-T1", "stance and condition", need, {}}};
  two_dice_low(pending, need, "obeys", "withdraws");
  return pending;
}
Pending chances(const State& state, const StanceTest& step) { return stance_chances(state, step.strategos, step.need, "HM-STANCE-06"); }
std::optional<Pending> chances(const State& state, const SignalHeard& step) {
  const auto at = state.strategoi.find(step.testing);
  if (at == state.strategoi.end() || !at->second.stance) return std::nullopt;
  const auto need = stance_number(*at->second.stance, condition_of(state, at->second.side));
  if (!need) return std::nullopt;
  return stance_chances(state, step.testing, *need, "HM-STANCE-06");
}

Pending chances(const State&, const GateRoll& step) {
  Pending pending = throw_of_side(step.side, {}, "the gate " + step.terrain, "HM-BATT-D6", 1);
  pending.of = "door";
  pending.outlooks =
      engine::sum_outlooks(1, 6, [](int die) { return std::string(gate_stays_open(die) ? "the door is held open" : "the door is shut"); });
  return pending;
}

std::optional<Pending> chances(const State& state, const PreGame& step) {
  if (step.ask == PreGameAsk::BaseArete) {
    const BaseAreteLine line = base_arete_line(state, step.side);
    Pending pending = throw_of_side(step.side, {}, "base arete, " + std::string(name_of(line)), "HM-PAR-01", 1);
    pending.of = "arete";
    pending.outlooks = engine::sum_outlooks(1, 6, [&](int die) { return std::to_string(base_arete(line, die)); });
    return pending;
  }
  if (step.ask == PreGameAsk::RhetoriaRoll) {
    const Strategos& who = state.strategoi.at(step.strategos);
    const auto row = state.charts.rhetoria.find(rhetoria_line(who));
    if (row == state.charts.rhetoria.end()) return std::nullopt;
    Pending pending = throw_of_side(step.side, {}, "rhetoria of " + step.strategos,
                                    who.character == Character::Demagogue ? "HM-STRAT-10" : "HM-PAR-13", 1);
    pending.of = "arete";
    pending.outlooks =
        engine::sum_outlooks(1, 6, [&](int die) { return std::to_string(row->second.at(static_cast<std::size_t>(die - 1))); });
    return pending;
  }
  if (step.ask != PreGameAsk::HieresRoll) return std::nullopt;
  const std::string line(hieres_line(state, step.side));
  const auto row = state.charts.hieres.find(line);
  if (row == state.charts.hieres.end()) return std::nullopt;
  Pending pending = throw_of_side(step.side, {}, "hieres, roll " + std::to_string(step.rolls + 1), "HM-PAR-09", 1);
  pending.thrown.counted = engine::Counted::Each;
  pending.thrown.need = row->second.target;
  pending.thrown.rows = {{"HM-PAR-07", "line " + line, row->second.target, {}}};
  pending.thrown.per_mille = engine::per_mille_at_least(row->second.target);
  pending.done = "favourable", pending.not_done = "unfavourable";
  return pending;
}

}  // namespace

std::optional<Pending> Rules::pending(const State& state, const engine::Wait& wait) {
  if (!wait.chance) return std::nullopt;
  const Step* step = engine::asking_step(state.agenda, wait.id);
  if (step == nullptr) return std::nullopt;
  auto pending = std::visit(
      [&](const auto& one) -> std::optional<Pending> {
        if constexpr (requires { chances(state, one); }) {
          return chances(state, one);
        } else {
          return std::nullopt;
        }
      },
      *step);
  if (pending && !std::holds_alternative<RunDie>(*step)) pending->thrown.aim = engine::aim_of(*step);  // that one is of its flight
  return pending;
}

std::vector<engine::StateMark> Rules::marks(const State& state, const UnitId& id, Viewer viewer) {
  using engine::Glyph;
  std::vector<engine::StateMark> marks;
  const auto at = state.units.find(id);
  if (at == state.units.end()) return marks;
  const Taxis& unit = at->second;
  if (unit.hidden && !engine::may_answer(viewer, viewer_of(unit.side))) return marks;
  if (unit.hidden) marks.push_back({Glyph::Hidden, 0});
  if (unit.mode == Mode::Rout) marks.push_back({Glyph::Routed, 0});
  if (unit.disarrayed()) marks.push_back({Glyph::Disordered, 0, "disarrayed"});
  const Condition condition = condition_of(state, unit.side);
  if (condition == Condition::Shaken) marks.push_back({Glyph::Shaken, 0});
  if (unit.arrangement == Arrangement::CF) marks.push_back({Glyph::Files, 0});
  if (unit.arrangement == Arrangement::OF) marks.push_back({Glyph::OpenOrder, 0});
  if (!unit.baggage && !unit.scenery) {
    const bool commanded = std::any_of(state.strategoi.begin(), state.strategoi.end(),
                                       [&](const auto& who) { return who.second.alive && who.second.in.unit == id; });
    if (commanded) marks.push_back({Glyph::Arete, std::max(0, state.armies[unit.side].arete)});  // the army's: told once
    if (const UnitCard& card = card_of(state, unit); card.andreia)
      marks.push_back({Glyph::Andreia, std::max(0, *card.andreia + arete_modifier(state, unit))});
  }
  for (const auto& [key, who] : state.strategoi)
    if (who.alive && who.in.unit == id)
      marks.push_back(who.hegemon ? engine::StateMark{Glyph::SeniorGeneral, 0, "hegemon"}
                                  : engine::StateMark{Glyph::General, 0, "strategos"});
  return marks;
}

engine::OfferMark Rules::mark_of(const State& state, const Command& command) {
  engine::OfferMark mark;
  if (const auto* charge = std::get_if<ChargeAhead>(&command)) {
    if (!state.units.contains(charge->unit) || !taxis_at(state, charge->unit).on_table()) return mark;
    AndreiaCheck check{.unit = charge->unit, .line = AndreiaLine::Charging, .why = CheckFor::Charge};
    if (!charge->onto.empty()) check.foes.push_back(charge->onto);
    if (charge->onto.empty())
      for (const InLane& lane : targets_of(state, charge->unit).units) check.foes.push_back(lane.unit);
    if (!check.foes.empty()) mark.target = check.foes.front();
    if (!card_of(state, charge->unit).andreia) return mark;
    mark.need = engine::sum_of(rows_of_check(state, check));
    mark.or_less = true;
    mark.per_mille = per_mille_check(mark.need);
  } else if (const auto* belos = std::get_if<BelosCharge>(&command)) {
    mark.target = belos->target;
  } else if (const auto* join = std::get_if<JoinPursuit>(&command)) {
    mark.target = join->routers;
  } else if (const auto* wheel = std::get_if<WheelIn>(&command)) {
    mark.target = wheel->target;
  } else if (const auto* order = std::get_if<VerbalOrder>(&command)) {
    const auto to = state.strategoi.find(order->to);
    mark.target = to == state.strategoi.end() ? order->unit : to->second.in.unit;
  }
  return mark;
}

}  // namespace polemarch::hoplomachia
