/// Who gets out of close combat after a phase: L by itself, LM by a test. PA-EVA-20, PA-EVA-21.
#include "engine/rulesets/paean/play/fighting.hpp"
#include "engine/rulesets/paean/play/play.hpp"
#include "engine/rulesets/paean/play/rolling.hpp"
#include "engine/rulesets/paean/topics/pushback.hpp"
#include "engine/rulesets/paean/topics/reactions.hpp"

namespace polemarch::paean {

using namespace engine;

namespace {
void leave_combat(Unfold& u, const UnitId& unit, const char* rule) {
  auto fray = fray_of(u.state(), unit);
  if (!fray) fray = nearest_fray(u.state(), unit);  // its front is cut down, or the enemy is pushed off it
  if (!fray) return;
  u.emit(Reacted{unit, fray->foe, "evades", rule});
  gets_away(u, unit, fray->away, fray->foe);
  won_free(u);  // PA-AMB-69: the enemy has the free hand of a winner
}
}  // namespace

void resume(Unfold& u, const LightEvades& step, const Answers&) {
  if (find_formation(u.state(), step.unit) != nullptr) leave_combat(u, step.unit, "PA-EVA-20");
}

void resume(Unfold& u, const BreakOffChoice& step, const Answers& answers) {
  const Formation* formation = find_formation(u.state(), step.unit);
  if (formation == nullptr || formation->contacts.empty() || rallying(*formation)) return;
  if (answers.empty())
    return u.ask(
        step, ask_yes_no(formation->side, "PA-EVA-21", "does " + step.unit.text + " test to evade from the combat?", "test", "fight on"));
  if (said_yes(answers.front()))
    u.ask(BreakOffDice{step.unit},
          ask_two(formation->side, "PA-EVA-21", step.unit.text + " breaks off", reaction_need(u.state(), step.unit).need));
}

void resume(Unfold& u, const BreakOffDice& step, const Answers& answers) {
  const ReactionNeed number = reaction_need(u.state(), step.unit);
  const bool good = told_two(u, step.kAim, *side_of(u.state(), step.unit), step.unit, {}, "contact reaction", "PA-EVA-21",
                             {number.need, number.rows}, answers.front(), "evades", "fights on");
  if (!good) return;
  Status status = formation_at(u.state(), step.unit).status;
  status.reactions += 1;
  mark(u, step.unit, status);
  leave_combat(u, step.unit, "PA-EVA-21");
}

}  // namespace polemarch::paean
