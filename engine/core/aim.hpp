#pragma once
/// What a throw is for, as far as it is told or counted apart. A step that asks for dice or cards says so as its commands say their deed:
/// `static constexpr Aim kAim = Aim::Save;`, or `Aim aim() const` where it hangs on the step. Pure.

#include <variant>

namespace polemarch::engine {

enum class Aim {
  Other,       ///< nothing that is counted: initiative, ground, how far somebody charges
  Blow,        ///< blows of close combat: what is good is a hit
  Shot,        ///< missiles: what is good is a hit
  Save,        ///< what was hit saves itself from `at`
  Order,       ///< whether somebody obeys
  Rally,       ///< whether somebody rallies
  Check,       ///< morale, break test, reaction
  Evade,       ///< whether somebody gets away
  Flight,      ///< how far somebody runs from `at`; the purpose is the verb, "evades"
  Pursuit,     ///< how far somebody runs after `at`; the purpose is the verb
  Casualty,    ///< whether a leader falls
  Spirit,      ///< points that the thrower's army gains or loses
  FoesSpirit,  ///< points that the other army gains or loses
};

/// What the throw is for that a step asks for.
template <class Step>
Aim aim_in(const Step& step) {
  if constexpr (requires { Step::kAim; })
    return Step::kAim;
  else if constexpr (requires { step.aim(); })
    return step.aim();
  else
    return Aim::Other;
}

/// The same of a room's list of steps.
template <class Steps>
Aim aim_of(const Steps& steps) {
  return std::visit([](const auto& step) { return aim_in(step); }, steps);
}

}  // namespace polemarch::engine
