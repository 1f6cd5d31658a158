#include "engine/rulesets/paean/play/play.hpp"

namespace polemarch::paean {

void decide_one(Unfold& u, const Shoot&) { action_taken(u); }
void decide_one(Unfold& u, const ChargeAt&) { action_taken(u); }
void resume(Unfold&, const ShotDice&, const engine::Answers&) {}

bool fights_go_on(Unfold&) { return false; }
void run_is_over(Unfold&, const UnitId&) {}

}  // namespace polemarch::paean
