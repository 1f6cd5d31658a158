#include "engine/core/fits.hpp"

namespace polemarch::engine {
namespace {

constexpr int kMostThrown = 1000;  ///< dice of one question, or faces of one die: a whole army's

}  // namespace

std::optional<std::string> misfit(const Wait& wait, int next) {
  if (wait.id.number < 1 || wait.id.number >= next) return "a question numbered w" + std::to_string(wait.id.number);
  if (wait.answer) return "a question that is answered before it is asked";
  if (wait.least < 0 || wait.most < 0) return "a question with fewer than no answers";
  if (!wait.chance) return std::nullopt;
  const ChanceSpec& chance = *wait.chance;
  if (chance.count < 0 || chance.count > kMostThrown) return "a throw of " + std::to_string(chance.count);
  if (chance.lowest < -kMostThrown || chance.highest > kMostThrown || chance.lowest > chance.highest)
    return "a throw from " + std::to_string(chance.lowest) + " to " + std::to_string(chance.highest);
  return std::nullopt;
}

std::optional<std::string> misfit(const Wait& wait, const Answer& answer) {
  Wait anywhere = wait;
  anywhere.region.clear();
  if (answer.values.empty() && !wait.options.empty()) anywhere.chance.reset();  // a throw that may be declined was
  const Verdict verdict = judge_answer(anywhere, Viewer::Umpire, answer);
  if (verdict.allowed()) return std::nullopt;
  return verdict.reasons.empty() ? "an answer that is none" : verdict.reasons.front().text;
}

std::optional<std::string> misfit(const OwedPlacement& owed, int next) {
  if (owed.id < 1 || owed.id > next) return "a placement numbered p" + std::to_string(owed.id);
  if (!owed.poses.empty() && owed.poses.size() != owed.bases.size()) return "a placement of other bases than it has poses for";
  return std::nullopt;
}

}  // namespace polemarch::engine
