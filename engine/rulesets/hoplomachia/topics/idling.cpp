#include "engine/rulesets/hoplomachia/topics/idling.hpp"

#include "engine/rulesets/hoplomachia/topics/charging.hpp"
#include "engine/rulesets/hoplomachia/topics/movement.hpp"
#include "engine/rulesets/hoplomachia/topics/sequence.hpp"

namespace polemarch::hoplomachia {

engine::Verdict may_do_nothing(const Facts& facts, const UnitId& id) {
  const State& state = facts.state();
  const Taxis& unit = taxis_at(state, id);
  if (!unit.on_table()) return engine::allow();
  if (state.at.phase == Phase::Epidromos && unit.fight.must_charge && !unit.hidden && may_charge(facts, id, {}).allowed())
    return engine::refuse("HM-BRX-05", id.text + " has to charge those who shot at it");
  return may_stand(state, id);
}

std::vector<UnitId> may_all_idle(const Facts& facts, Side side) {
  std::vector<UnitId> out;
  for (UnitId& id : in_sequence(facts, side))
    if (facts.able(id) && may_do_nothing(facts, id).allowed()) out.push_back(std::move(id));
  return out;
}

}  // namespace polemarch::hoplomachia
