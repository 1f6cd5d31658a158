// Copies, moves and comparisons of what the whole room passes about, made here once.
#include "engine/core/one_of.hpp"
#include "engine/rulesets/blade_and_bow/commands.hpp"
#include "engine/rulesets/blade_and_bow/events.hpp"
#include "engine/rulesets/blade_and_bow/state.hpp"
#include "engine/rulesets/blade_and_bow/steps.hpp"

template struct polemarch::engine::OneOf<polemarch::blade_and_bow::CommandList>;
template struct polemarch::engine::OneOf<polemarch::blade_and_bow::StepList>;
template struct polemarch::engine::OneOf<polemarch::blade_and_bow::EventList>;

namespace polemarch::blade_and_bow {

State::State() = default;
State::State(const State& other) = default;
State::State(State&& other) noexcept = default;
State& State::operator=(const State& other) = default;
State& State::operator=(State&& other) noexcept = default;
State::~State() = default;
bool State::operator==(const State& other) const = default;

}  // namespace polemarch::blade_and_bow
