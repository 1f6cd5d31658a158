/// Optional rule 7: what epilektoi declare before a roll (HM-OPT7).
#include "engine/rulesets/hoplomachia/topics/epilektoi.hpp"

#include "engine/rulesets/hoplomachia/play/fight.hpp"

namespace polemarch::hoplomachia {

void carry_out(Unfold& u, const UseEpilektoi& c) { u.emit(EpilektoiDeclared{{c.unit, c.lochos}, c.by}); }

int take_epilektoi(Unfold& u, const UnitId& unit) {
  int by = 0;
  bool any = false;
  for (const Declared& one : u.state().fight.declared)
    if (one.lochos.unit == unit) by += one.by, any = true;
  if (any) u.emit(EpilektoiSpent{unit});
  return by;
}

}  // namespace polemarch::hoplomachia
