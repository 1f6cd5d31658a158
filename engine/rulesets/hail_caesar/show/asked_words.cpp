/// Questions as the screen words them: what a number does, how far a way leads.
#include "engine/geometry/compare.hpp"
#include "engine/geometry/trig.hpp"
#include "engine/rulesets/hail_caesar/show/viewing.hpp"
#include "engine/rulesets/hail_caesar/text/fight_words.hpp"
#include "engine/rulesets/hail_caesar/topics/retreat.hpp"

namespace polemarch::hail_caesar {

using namespace engine;

void Showing::word(const State& state, Wait& wait) {
  const Step* step = asking_step(state.agenda, wait.id);
  if (const auto* choice = step == nullptr ? nullptr : std::get_if<BreakChoice>(step)) {
    const Unit& unit = unit_at(state, choice->unit);
    const auto back = way_back(state, choice->unit, state.config.move.retreat_moves);
    const auto length = [&] {
      return geometry::length_of(geometry::vec(pose_of(standing(unit, back->stands)).centre()) - geometry::vec(pose_of(unit).centre()));
    };
    for (Option& option : wait.options)
      if (back && option.key == "retreat") option.text += ", " + geometry::inches_text(geometry::rounded(length()));
  }
  if (const auto* test = step == nullptr ? nullptr : std::get_if<BreakTest>(step)) wait.question = test_title(state, *test);
}

}  // namespace polemarch::hail_caesar
