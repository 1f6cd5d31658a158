// Copies, moves and comparisons of what the whole room passes about, made here once.
#include "engine/core/one_of.hpp"
#include "engine/rulesets/hail_caesar/commands.hpp"
#include "engine/rulesets/hail_caesar/events.hpp"
#include "engine/rulesets/hail_caesar/state.hpp"

template struct polemarch::engine::OneOf<polemarch::hail_caesar::CommandList>;
template struct polemarch::engine::OneOf<polemarch::hail_caesar::StepList>;
template struct polemarch::engine::OneOf<polemarch::hail_caesar::EventList>;

namespace polemarch::hail_caesar {

State::State() = default;
State::State(const State& other) = default;
State::State(State&& other) noexcept = default;
State& State::operator=(const State& other) = default;
State& State::operator=(State&& other) noexcept = default;
State::~State() = default;
bool State::operator==(const State& other) const = default;

}  // namespace polemarch::hail_caesar
