/// What the fighting does when a stage begins, when a unit's turn comes, and when the stage is over.
#include "engine/rulesets/hoplomachia/play/common.hpp"

namespace polemarch::hoplomachia {

void begin_fight_stage(Unfold&) {}
bool act_alone(Unfold&, const UnitId&) { return false; }
void end_fight_stage(Unfold&) {}

void carry_out(Unfold& u, const ChargeAhead& c) { acted(u, c.unit, "charges"); }
void resume(Unfold&, const AndreiaCheck&, const Answers&) {}

}  // namespace polemarch::hoplomachia
