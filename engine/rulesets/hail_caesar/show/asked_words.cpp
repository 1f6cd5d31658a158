/// Questions as the screen words them: what a number does, how far a way leads.
#include "engine/geometry/compare.hpp"
#include "engine/geometry/trig.hpp"
#include "engine/rulesets/hail_caesar/show/viewing.hpp"
#include "engine/rulesets/hail_caesar/tables.hpp"
#include "engine/rulesets/hail_caesar/topics/measure.hpp"

namespace polemarch::hail_caesar {

using namespace engine;

void Showing::word(const State& state, Wait& wait) {
  const Step* step = asking_step(state.agenda, wait.id);
  if (const auto* choice = step == nullptr ? nullptr : std::get_if<BreakChoice>(step)) {
    const Unit& unit = unit_at(state, choice->unit);
    const double back = move_row(unit.profile, unit.formation, state.config).distance.mm() * state.config.move.retreat_moves;
    for (Option& option : wait.options)
      if (option.key == "retreat") option.text += ", " + geometry::inches_text(geometry::rounded(back));
  }
  const std::string roll = ", roll ";
  const std::size_t at = wait.question.find(roll);
  if (at != std::string::npos && wait.question.find(": break test") != std::string::npos)
    wait.question.replace(at, roll.size(), ", modifier ");
}

}  // namespace polemarch::hail_caesar
