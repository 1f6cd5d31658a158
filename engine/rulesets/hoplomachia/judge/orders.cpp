/// Signals and verbal orders.
#include <algorithm>

#include "engine/rulesets/hoplomachia/judge/judge.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/orders.hpp"

namespace polemarch::hoplomachia {

using engine::allow;
using engine::impossible;
using engine::refuse;

Verdict judge_of(const State& state, Viewer by, const Signal& c) {
  if (auto problem = busy(state)) return *problem;
  const auto side = side_of(by);
  if (!side) return impossible("say which side signals");
  if (state.at.phase != Phase::Salpinx) return impossible("signals are placed in the salpinx phase", "HM-SEQ-02");
  if (state.armies[*side].counter) return impossible("a counter lies under the salpinx already", "HM-ORD-18");
  if (!c.order) return allow();
  return may_signal(state, *side, *c.order);
}

Verdict judge_of(const Facts& facts, Viewer by, const VerbalOrder& c) {
  const State& state = facts.state();
  if (auto problem = busy(state)) return *problem;
  const auto from = state.strategoi.find(c.strategos);
  if (from == state.strategoi.end()) return impossible("there is no strategos " + c.strategos);
  if (!engine::may_answer(by, viewer_of(from->second.side))) return impossible(c.strategos + " is not yours");
  if (c.unit.empty() == c.to.empty()) return impossible("say to which unit, or with \"to\" to which strategos");
  if (!c.to.empty() && !state.strategoi.contains(c.to)) return impossible("there is no strategos " + c.to);
  if (!c.unit.empty())
    if (auto problem = not_his(state, by, c.unit)) return *problem;
  if (state.at.phase != Phase::Commands) return impossible("verbal orders are given in the commands phase", "HM-SEQ-03");
  return may_order(facts, c, by);
}

Verdict judge_of(const State& state, Viewer by, const EndCommands&) {
  if (auto problem = busy(state)) return *problem;
  const auto side = side_of(by);
  if (!side) return impossible("say which side");
  if (state.at.phase != Phase::Commands) return impossible("that is for the commands phase", "HM-SEQ-03");
  if (state.armies[*side].commands_done) return impossible("it said so already");
  return allow();
}

Verdict judge_of(const State& state, Viewer by, const Fulfilled& c) {
  if (auto problem = busy(state)) return *problem;
  if (auto problem = not_his(state, by, c.unit)) return *problem;
  if (!taxis_at(state, c.unit).order.exempt) return impossible(c.unit.text + " is under no verbal order", "HM-VERB-02");
  return allow();
}

}  // namespace polemarch::hoplomachia
