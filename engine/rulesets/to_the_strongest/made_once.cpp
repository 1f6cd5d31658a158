// Copies, moves and comparisons of what the whole room passes about, made here once.
#include "engine/core/one_of.hpp"
#include "engine/rulesets/to_the_strongest/commands.hpp"
#include "engine/rulesets/to_the_strongest/events.hpp"
#include "engine/rulesets/to_the_strongest/state.hpp"
#include "engine/rulesets/to_the_strongest/steps.hpp"

template struct polemarch::engine::OneOf<polemarch::to_the_strongest::CommandList>;
template struct polemarch::engine::OneOf<polemarch::to_the_strongest::StepList>;
template struct polemarch::engine::OneOf<polemarch::to_the_strongest::EventList>;

namespace polemarch::to_the_strongest {

State::State() = default;
State::State(const State& other) = default;
State::State(State&& other) noexcept = default;
State& State::operator=(const State& other) = default;
State& State::operator=(State&& other) noexcept = default;
State::~State() = default;
bool State::operator==(const State& other) const = default;

}  // namespace polemarch::to_the_strongest
