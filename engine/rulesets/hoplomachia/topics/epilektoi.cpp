#include "engine/rulesets/hoplomachia/topics/epilektoi.hpp"

#include <algorithm>

#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/running.hpp"

namespace polemarch::hoplomachia {

std::optional<RollOf> roll_of(const State& state, const Step& step) {
  if (const auto* check = std::get_if<AndreiaCheck>(&step)) return RollOf{check->unit, check->lochos};
  if (const auto* die = std::get_if<EpidromosDie>(&step)) return RollOf{die->unit};
  if (const auto* chase = std::get_if<ChargePursuit>(&step)) return RollOf{chase->unit};
  if (const auto* volley = std::get_if<Shooting>(&step)) return RollOf{volley->unit};
  if (const auto* out = std::get_if<EkdromoiMove>(&step)) return RollOf{out->lochos.unit, out->lochos.at};
  if (const auto* fight = std::get_if<EkdromoiFight>(&step)) return RollOf{fight->lochos.unit, fight->lochos.at};
  if (const auto* run = std::get_if<RunDie>(&step))
    if (const Flight* flight = flight_at(state, run->flight)) {
      const bool one = flight->lochoi.size() == 1 && taxis_at(state, flight->unit).lochoi.size() > 1;
      return RollOf{flight->unit, one ? flight->lochoi.front() : -1};
    }
  return std::nullopt;
}

std::optional<RollOf> asked_of(const State& state, const UnitId& unit) {
  for (const auto& lane : state.agenda.lanes) {
    if (lane.stack.empty()) continue;
    const auto& top = lane.stack.back();
    const bool asked = std::any_of(top.waits.begin(), top.waits.end(), [](const engine::Wait& w) { return w.chance && !w.answer; });
    const auto roll = asked ? roll_of(state, top.step) : std::nullopt;
    if (roll && roll->unit == unit) return roll;
  }
  return std::nullopt;
}

engine::Verdict may_use_epilektoi(const State& state, const LochosRef& ref) {
  if (!state.options.epilektoi) return engine::refuse("HM-OPT7-01", "that is optional rule 7, which is not in use");
  const Lochos& lochos = lochos_at(state, ref);
  if (!lochos.epilektoi) return engine::refuse("HM-OPT7-04", "the roster names no epilektoi there");
  if (!lochos.sound()) return engine::refuse("HM-OPT7-01", "its epilektoi are not in the fight");
  if (lochos.fight.epilektoi_in == state.at.turn) return engine::refuse("HM-OPT7-01", "they have changed a roll in this turn");
  const auto roll = asked_of(state, ref.unit);
  if (!roll) return engine::refuse("HM-OPT7-02", "no roll of " + ref.unit.text + " is asked for: they say so before it is thrown");
  if (roll->lochos < 0) return engine::allow();  // the whole taxis rolls: each of them may
  if (roll->lochos != ref.at) return engine::refuse("HM-OPT7-03", "the roll is another lochos's");
  for (const Lochos& comrade : taxis_at(state, ref.unit).lochoi)
    if (comrade.epilektoi && comrade.fight.epilektoi_in == state.at.turn)
      return engine::refuse("HM-OPT7-03", "other epilektoi of the taxis have changed a roll in this turn");
  return engine::allow();
}

}  // namespace polemarch::hoplomachia
