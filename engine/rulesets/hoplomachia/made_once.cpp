// Copies, moves and comparisons of what the whole room passes about, made here once.
#include "engine/core/one_of.hpp"
#include "engine/rulesets/hoplomachia/commands.hpp"
#include "engine/rulesets/hoplomachia/events.hpp"
#include "engine/rulesets/hoplomachia/state.hpp"
#include "engine/rulesets/hoplomachia/steps.hpp"

template struct polemarch::engine::OneOf<polemarch::hoplomachia::CommandList>;
template struct polemarch::engine::OneOf<polemarch::hoplomachia::StepList>;
template struct polemarch::engine::OneOf<polemarch::hoplomachia::EventList>;

namespace polemarch::hoplomachia {

State::State() = default;
State::State(const State& other) = default;
State::State(State&& other) noexcept = default;
State& State::operator=(const State& other) = default;
State& State::operator=(State&& other) noexcept = default;
State::~State() = default;
bool State::operator==(const State& other) const = default;

}  // namespace polemarch::hoplomachia
