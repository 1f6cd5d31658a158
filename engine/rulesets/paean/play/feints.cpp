/// A charge that has come up to two centimetres: who is met beside its target, whether it goes home, halts or was a feint. PA-CHG-03,
/// PA-CHG-09, PA-CHG-11, PA-CHG-12, PA-REA-01.
#include <algorithm>

#include "engine/rulesets/paean/play/fighting.hpp"
#include "engine/rulesets/paean/play/play.hpp"
#include "engine/rulesets/paean/play/rolling.hpp"
#include "engine/rulesets/paean/topics/charging.hpp"
#include "engine/rulesets/paean/topics/melee.hpp"
#include "engine/rulesets/paean/topics/reactions.hpp"

namespace polemarch::paean {

using namespace engine;

namespace {

/// How those who would be contacted beside the target have met the charge.
struct Beside {
  bool countered = false;  ///< one comes into contact: no feint (PA-CHG-11)
  bool evaded = false;     ///< one got away: it has to be pursued, no feint (PA-EVA-06, PA-AMB-68)
};
Beside met_beside(const State& state, const Charge& charge, const std::vector<UnitId>& touched) {
  Beside out;
  for (const UnitId& other : charge.beside) {
    const Formation* formation = find_formation(state, other);
    out.countered = out.countered || (formation != nullptr && formation->status.rush == Rush::Countering);
    const bool stands = std::find(touched.begin(), touched.end(), other) != touched.end();
    out.evaded = out.evaded || formation == nullptr || (!stands && !formation->status.turned);
  }
  return out;
}

}  // namespace

void resume(Unfold& u, const FeintChoice& step, const Answers& answers) {
  const Charge& charge = step.charge;
  if (find_formation(u.state(), charge.charger) == nullptr) return;
  if (!answers.empty()) {
    if (chosen(answers.front()) != "feint") return u.open(CloseIn{charge});
    u.emit(ChargeStopped{charge.charger, charge.target, "feints", "PA-CHG-09"});
    return ends_without_contact(u, charge);
  }
  // Whoever would be contacted beside the target reacts too (PA-REA-01).
  const std::vector<UnitId> touched = touched_beside(u.state(), charge.charger, charge.target);
  for (const UnitId& other : touched) {
    const auto& done = charge.beside;
    if (std::find(done.begin(), done.end(), other) != done.end() || formation_at(u.state(), other).status.turned) continue;
    Charge rest = charge, second = charge;
    rest.beside.push_back(other);
    second.target = other;
    second.second = true;
    second.fired = false;
    return u.later({Facing{second}, FeintChoice{rest}});
  }
  const Beside beside = met_beside(u.state(), charge, touched);
  if (formation_at(u.state(), charge.charger).weight == Weight::LM && !beside.countered)
    if (const UnitId front = front_beside(u.state(), charge.charger, charge.target); !front.empty()) {
      const bool turned = formation_at(u.state(), front).status.turned;
      if (turned || charge.evaded) {  // it has turned to face, or was come upon in pursuit
        u.emit(ChargeStopped{charge.charger, front, "halts", turned ? "PA-CHG-12" : "PA-CHG-03"});
        return ends_without_contact(u, charge);
      }
    }
  const bool pursues = (charge.evaded || beside.evaded) && !u.state().options.feint_after_evade;
  if (beside.countered || pursues || charge.support) return u.open(CloseIn{charge});
  u.ask(step,
        ask_choice(of(u, charge.charger), "PA-CHG-09", charge.charger.text + " stands " + stop_in_words(u.state()) + " away: charge home?",
                   {{"home", "charge home"}, {"feint", "feint: stop here"}}));
}

}  // namespace polemarch::paean
