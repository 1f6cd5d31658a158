#pragma once
/// A battle at one of its phases, for tests of the turn.

#include "tests/engine/rulesets/blade_and_bow/table.hpp"

namespace polemarch::blade_and_bow {

/// Leaders of value 3, sixty cards; card n gives {1, 2, 3, 1} actions but for the reshuffle card, number 60.
inline TestTable war(Phase phase = Phase::Draw) {
  TestTable t;
  t.leader("AL", at(0, 0), 3, 6, 1, Colour::Red);
  t.leader("BL", at(11, 11), 3, 6, 1, Colour::White);
  t.add("A1", "spears", at(0, 0), Facing::N);
  t.add("B1", "spears", at(11, 11), Facing::S);
  for (int n = 1; n <= 60; ++n)
    t.state.deck.push_back({.number = n,
                            .title = "Card " + std::to_string(n),
                            .commitment = n == 60 ? std::nullopt : std::optional<int>(1),
                            .timing = "any",
                            .actions = {1, 2, 3, 1},
                            .reshuffle = n == 60});
  t.state.turn = {.number = 1, .phase = phase};
  return t;
}
/// Lets the sequence go on from where it stands, as after a command.
inline void go_on(TestTable& t) {
  t.state.turn.phase = t.state.turn.phase == Phase::Setup ? Phase::Draw : t.state.turn.phase;
  if (t.state.agenda.idle()) t.overrule(R"({"do":"look","unit":"A1"})");  // a harmless command: its course runs on
}
inline void finish_impulses(TestTable& t) {
  t.state.armies[0].impulses = t.state.armies[1].impulses = 0;
  t.state.turn.phase = Phase::Impulses;
  t.state.turn.active = Side::A;
  t.state.turn.actions = 0;
  go_on(t);
}

}  // namespace polemarch::blade_and_bow
