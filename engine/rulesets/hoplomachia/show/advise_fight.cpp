/// What the fighting shows about a unit: its charge and whom it may strike, its shots and their arithmetic, its melees line by line.
#include <algorithm>

#include "engine/geometry/compare.hpp"
#include "engine/rulesets/hoplomachia/show/show.hpp"
#include "engine/rulesets/hoplomachia/topics/andreia.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/charging.hpp"
#include "engine/rulesets/hoplomachia/topics/checks.hpp"
#include "engine/rulesets/hoplomachia/topics/epidromos_roll.hpp"
#include "engine/rulesets/hoplomachia/topics/epilektoi.hpp"
#include "engine/rulesets/hoplomachia/topics/melee.hpp"
#include "engine/rulesets/hoplomachia/topics/orders.hpp"
#include "engine/rulesets/hoplomachia/topics/running.hpp"
#include "engine/rulesets/hoplomachia/topics/sequence.hpp"
#include "engine/rulesets/hoplomachia/topics/shooting.hpp"

namespace polemarch::hoplomachia {

using engine::Advice;
using engine::Meaning;

namespace {

void line(Advice& advice, Meaning meaning, std::string rule, std::string text, std::optional<double> value = {},
          std::optional<double> limit = {}, std::string unit = {}) {
  advice.lines.push_back({meaning, {std::move(rule), std::move(text), value, limit, std::move(unit), {}}});
}
Polygon lane_before(const geometry::Shape& base, Length from, Length to) {
  const Vec2 left = base.corner(geometry::Corner::FrontLeft), right = base.corner(geometry::Corner::FrontRight);
  return {{left + from.mm() * base.ahead, right + from.mm() * base.ahead, right + to.mm() * base.ahead, left + to.mm() * base.ahead},
          true,
          false};
}
void check_lines(Advice& advice, const State& state, const AndreiaCheck& check) {
  for (const engine::ThrowRow& row : rows_of_check(state, check)) line(advice, Meaning::Note, row.rule, row.text, row.value);
  const int need = engine::sum_of(rows_of_check(state, check));
  line(advice, Meaning::Note, "HM-AND-15", std::string(name_of(check.line)) + " check, 2d6 at this or less", need,
       per_mille_check(need) / 10.0, "%");
}

/// HM-EPI-18: the lane to the highest CHARGE number, who stands in it and whether it may be struck.
void charge_advice(const Facts& facts, const UnitId& id, Advice& advice) {
  const State& state = facts.state();
  const Taxis& unit = taxis_at(state, id);
  const UnitCard& card = card_of(state, unit);
  if (!has_epidromos(card) || in_melee(unit)) return;
  const Length reach = target_reach(state, id);
  const Length least = *std::min_element(card.epi_charge.begin(), card.epi_charge.end());
  for (const int at : in_hand(state, id)) {
    const Stand* front = front_of(unit.lochoi.at(static_cast<std::size_t>(at)));
    if (front == nullptr) continue;
    const geometry::Shape base = geometry::placed(front->footprint, front->at);
    advice.shapes.push_back(
        {lane_before(base, Length{}, least), Meaning::ChargeReach, "charge " + printed_inches(least), "HM-EPI-16", id.text});
    advice.shapes.push_back(
        {lane_before(base, least, reach), Meaning::ChargeReach, "at most " + printed_inches(reach), "HM-EPI-18", id.text});
  }
  std::vector<UnitId> targets;
  for (const InLane& lane : facts.lane(id)) {
    const bool near = lane.way.value <= reach;
    std::string text = lane.unit.text + ", its " + text_of(lane.on);
    if (!lane.may.allowed()) text += ": " + lane.may.reasons.front().text;
    if (!near) text += ": out of reach";
    const std::string rule = lane.may.allowed() ? "HM-EPI-18" : lane.may.reasons.front().rule;
    const bool target = near && lane.may.allowed();
    advice.lines.push_back({target ? Meaning::ChargeTarget : Meaning::NotATarget,
                            {rule, text, lane.way.value.inches(), reach.inches(), "in", lane.way.sd.inches()}});
    if (target) targets.push_back(lane.unit);
  }
  AndreiaCheck check{.unit = id, .line = AndreiaLine::Charging, .why = CheckFor::Charge, .foes = std::move(targets)};
  if (card.andreia) check_lines(advice, state, check);
  if (const int lochoi = facts.lochoi_in_phalanx(id); lochoi > 0)
    line(advice, Meaning::Note, "HM-DRIFT-01", lochoi >= kDrifts ? "the phalanx drifts to its right" : "the phalanx does not drift", lochoi,
         kDrifts, "lochoi");
}

void belos_advice(const Facts& facts, const UnitId& id, Advice& advice) {
  const State& state = facts.state();
  const UnitCard& card = card_of(state, id);
  if (!card.belos) return;
  for (const bool charge : {false, true}) {
    if (!charge && !card.range) continue;
    for (const Shot& shot : shots_of(facts, id, charge)) {
      std::string text = name_of(state, shot.shooter) + (charge ? " in a belos charge at " : " shoots at ") + name_of(state, shot.target) +
                         ": intensity " + std::to_string(shot.intensity);
      if (shot.intensity <= 0)
        text += ", no effect";
      else
        text += ", it passes on " + std::to_string(shot.need) + " or less";
      line(advice, Meaning::ShootTarget, charge ? "HM-BCH-06" : "HM-BCK-01", std::move(text), shot.intensity);
    }
  }
  const Length most = belos_charge_move(state, id) + kBelosChargeReach + state.tolerance;
  if (!facts.belos_charger(id).allowed()) return;
  const Round& round = facts.round(id);
  for (const Facts::Body& foe : facts.foes(taxis_at(state, id).side)) {
    if (far_apart(round, foe.round, most)) continue;
    const engine::Verdict may = may_belos_charge(facts, id, *foe.id);
    if (may.allowed()) line(advice, Meaning::ChargeTarget, "HM-BCH-05", "may make a belos charge at " + foe.id->text);
  }
}

/// Both numbers of every melee, as they would be now.
void melee_advice(const State& state, const UnitId& id, Advice& advice) {
  const Taxis& unit = taxis_at(state, id);
  for (const bool othismos : {false, true})
    for (const MeleePair& pair : pairs_to_fight(state, id, othismos)) {
      for (const bool there : {true, false}) {
        const LochosRef& from = there ? pair.first : pair.second;
        const LochosRef& at = there ? pair.second : pair.first;
        const Penetration hit = there ? penetration_of(state, pair.first, pair.second, pair.on, othismos) : answer_of(state, pair);
        for (const engine::ThrowRow& row : hit.attack.rows)
          line(advice, Meaning::Note, row.rule, name_of(state, from) + ", attack: " + row.text, row.value);
        if (there ? !unshielded(pair.on) : pair.on == Strikes::Front)
          for (const engine::ThrowRow& row : defence_of(state, at, from, there ? pair.on : Strikes::Front, othismos).rows)
            line(advice, Meaning::Note, row.rule, name_of(state, at) + ", defence: " + row.text, row.value);
        for (const engine::Reason& stage : hit.stages) advice.lines.push_back({Meaning::Note, stage});
        line(advice, Meaning::Note, "HM-PENL-T1", name_of(state, from) + ": " + text_of(hit.level), static_cast<double>(hit.level));
      }
    }
  for (std::size_t i = 0; i < unit.lochoi.size(); ++i)
    if (const auto gap = gap_of(state, {id, static_cast<int>(i)}))
      line(advice, Meaning::Note, *gap, name_of(state, {id, static_cast<int>(i)}) + " has a gap on its unshielded side", -state.charts.gap);
}

}  // namespace

void advise_fight(const Facts& facts, const engine::Selection& selection, Viewer, engine::Advice& advice) {
  const State& state = facts.state();
  const UnitId& id = selection.unit;
  charge_advice(facts, id, advice);
  belos_advice(facts, id, advice);
  melee_advice(state, id, advice);
  for (const Flight& flight : state.fight.flights) {
    if (flight.unit != id) continue;
    const std::string rate = geometry::inches_text(run_rate(state, id)) + " and a die";
    line(advice, Meaning::RoutPath,
         flight.mode == Mode::Rout    ? "HM-ROUT-02"
         : flight.mode == Mode::Evade ? "HM-EVA-02"
                                      : "HM-PUR-02",
         std::string(word_of(flight.mode)) + ": " + rate);
  }
  for (std::size_t i = 0; i < taxis_at(state, id).lochoi.size(); ++i) {
    const LochosRef ref{id, static_cast<int>(i)};
    const Lochos& lochos = lochos_at(state, ref);
    if (!lochos.sound() || !lochos.fight.apart_in || flight_of(state, ref) != nullptr || acts_with_unit(state, ref)) continue;
    if (lochos.fight.apart_in == state.at.turn)
      line(advice, Meaning::Note, "HM-AMB-77", name_of(state, ref) + " has stopped running: it does nothing more in this turn");
    else
      line(advice, Meaning::Note, "HM-AMB-28", name_of(state, ref) + " stands apart until Muster or a new order");
  }
  if (halted_by_check(taxis_at(state, id))) line(advice, Meaning::Note, "HM-AND-32", "stands in this turn, by its check in the last");
  for (const std::string& cause : taxis_at(state, id).fight.katastrophe)
    line(advice, Meaning::Note, cause, "has to check in the Katastrophe phase: " + cause_text(cause));
  const Taxis& unit = taxis_at(state, id);
  if (!unit.core || unit.troop != TroopClass::Hoplite) return;
  for (const Facts::Body& enemy : facts.foes(unit.side))
    if (envelops(facts, *enemy.id, id)) {
      line(advice, Meaning::Note, "HM-EVT-06", enemy.id->text + " is past its flank");
      break;
    }
}

}  // namespace polemarch::hoplomachia
