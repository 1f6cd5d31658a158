/// The decide door: what a command leads to, and what may come between any two steps.
#include <algorithm>

#include "engine/rulesets/to_the_strongest/play/common.hpp"
#include "engine/rulesets/to_the_strongest/show/offering.hpp"

namespace polemarch::to_the_strongest {

bool Rules::interject(Unfold& u) {
  if (u.state().phase != Phase::Battle) return false;
  const auto* lane = u.in_hand();
  if (lane != nullptr) {
    // Saves of one blow, and a whole rampage, count as one event (TTS-AMB-117).
    for (const auto& opened : lane->stack) {
      if (std::holds_alternative<RampageStep>(opened.step)) return false;
      if (&opened == &lane->stack.back() && std::holds_alternative<SavesStep>(opened.step)) return false;
      if (&opened == &lane->stack.back() && std::holds_alternative<WoundStep>(opened.step)) return false;
    }
  }
  for (const auto& [id, command] : u.state().commands) {
    const bool now = is_demoralised(u.state(), id);
    const bool told = std::find(u.state().demoralised.begin(), u.state().demoralised.end(), id) != u.state().demoralised.end();
    if (now != told) {
      u.emit(CommandDemoralised{id, now});
      return true;
    }
  }
  const bool a = is_beaten(u.state(), Side::A), b = is_beaten(u.state(), Side::B);
  if (a || b) {
    u.emit(BattleEnded{a && b ? "draw" : a ? "B" : "A", {}});
    return true;
  }
  for (const auto& [id, general] : u.state().generals) {
    if (general.status != Status::InPlay || !general.attached || general.unit.empty()) continue;
    const Unit* with = u.state().unit(general.unit);
    const bool asked = is_asked_to_join(u.state(), id) || (lane != nullptr && std::holds_alternative<JoinStep>(lane->stack.back().step));
    if (with != nullptr && with->where == Where::Lost && !asked) {
      join(u, id, "TTS-GEN-11");
      return true;
    }
  }
  return false;
}

namespace {

/// J diamonds: the order an option of its question stands for. TTS-STR-10.
std::optional<Order> blunder_chosen(const State& state, const engine::Wait& wait, const engine::Answer& answer) {
  if (wait.rule != "TTS-STR-10" || answer.choices.size() != 1) return std::nullopt;
  for (std::size_t i = 1; i < wait.options.size(); ++i) {
    if (wait.options[i].key != answer.choices.front()) continue;
    const std::vector<Order> orders = blunder_orders(state);
    if (i <= orders.size()) return orders[i - 1];
  }
  return std::nullopt;
}

void take_answer(Unfold& u, engine::AnswerWait spoken) {
  engine::Verdict problem;
  const std::vector<engine::Wait> open = u.state().agenda.open_waits();
  const engine::Wait* wait = engine::wait_for(open, u.by(), spoken, problem);
  if (wait == nullptr) return;
  if (const auto chosen = blunder_chosen(u.state(), *wait, spoken.answer)) return order(u, *chosen);
  spoken.answer = plain_answer(*wait, std::move(spoken.answer));
  u.answer(spoken);
}

}  // namespace

std::vector<Event> Rules::decide(const State& state, Viewer by, const Command& command) {
  Unfold u(state, by);
  const auto and_on = [&](const auto& spoken) {  // it may bring something about
    carry_out(u, spoken);
    u.run();
  };
  std::visit(engine::Overloaded{[&](const engine::AnswerWait& answer) { take_answer(u, answer); },
                                [&](const EndBattle& end) { and_on(end); }, [&](const CommandMove& move) { and_on(move); },
                                [&](const Mark& told) { and_on(told); }, [&](const PlayStratagem& card) { and_on(card); },
                                [&](const auto& spoken) {
                                  if constexpr (requires { spoken.order; })
                                    order(u, spoken.order);
                                  else
                                    carry_out(u, spoken);
                                }},
             command);
  return u.take();
}

std::vector<Event> Rules::taken_off(const State& state, Viewer by, const UnitId& unit) {
  if (state.unit(unit) == nullptr) return {};
  Unfold u(state, by);
  lose_unit(u, unit, "agreed at the table");
  u.run();
  return u.take();
}

}  // namespace polemarch::to_the_strongest
