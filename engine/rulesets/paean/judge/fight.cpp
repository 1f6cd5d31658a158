#include "engine/rulesets/paean/judge/judge.hpp"

namespace polemarch::paean {

engine::Verdict judge_one(const State& state, Viewer by, const Shoot& c) {
  if (const engine::Verdict may = judge_action(state, by, c.unit); !may.allowed()) return may;
  return engine::impossible("shooting is not built yet");
}

engine::Verdict judge_one(const State& state, Viewer by, const ChargeAt& c) {
  if (const engine::Verdict may = judge_action(state, by, c.unit); !may.allowed()) return may;
  return engine::impossible("charging is not built yet");
}

}  // namespace polemarch::paean
