// Copies, moves and comparisons of what the whole room passes about, made here once.
#include "engine/core/one_of.hpp"
#include "engine/rulesets/paean/commands.hpp"
#include "engine/rulesets/paean/events.hpp"
#include "engine/rulesets/paean/state.hpp"
#include "engine/rulesets/paean/steps.hpp"

template struct polemarch::engine::OneOf<polemarch::paean::CommandList>;
template struct polemarch::engine::OneOf<polemarch::paean::StepList>;
template struct polemarch::engine::OneOf<polemarch::paean::EventList>;

namespace polemarch::paean {

State::State() = default;
State::State(const State& other) = default;
State::State(State&& other) noexcept = default;
State& State::operator=(const State& other) = default;
State& State::operator=(State&& other) noexcept = default;
State::~State() = default;
bool State::operator==(const State& other) const = default;

}  // namespace polemarch::paean
