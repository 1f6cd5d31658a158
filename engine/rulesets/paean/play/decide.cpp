#include "engine/rulesets/paean/play/play.hpp"

namespace polemarch::paean {

std::vector<Event> Rules::decide(const State& state, Viewer by, const Command& command) {
  Unfold u(state, by);
  std::visit(engine::Overloaded{[&](const engine::AnswerWait& c) { u.answer(c); },
                                [&](const engine::PlaceBases& c) {
                                  if (u.place(c)) return;
                                  put_down(u, c);
                                },
                                [&](const auto& c) {
                                  decide_one(u, c);
                                  u.run();
                                }},
             command);
  return u.take();
}

std::vector<Event> Rules::taken_off(const State& state, Viewer by, const UnitId& unit) {
  const Formation* formation = find_formation(state, unit);
  if (formation == nullptr) return {};
  Unfold u(state, by);
  lose_bases(u, unit, formation->bases, {}, "agreed at the table", "");
  u.run();
  return u.take();
}

}  // namespace polemarch::paean
