#include "assistant/play/thinking_time.hpp"

#include "assistant/session/battle_log.hpp"

namespace polemarch::assistant::play {

void ThinkingTime::add(std::array<double, 2>& used, Viewer who, double seconds) const {
  if (seconds <= 0 || seconds > kPause) return;
  if (who == Viewer::A) used[0] += seconds;
  if (who == Viewer::B) used[1] += seconds;
}

void ThinkingTime::spoke(const std::string& by, double t) {
  if (by != "A" && by != "B") return;
  add(used_, by == "A" ? Viewer::A : Viewer::B, t - since_);
  since_ = t;
}

std::array<double, 2> ThinkingTime::used(Viewer acts, double t) const {
  std::array<double, 2> used = used_;
  add(used, acts, t - since_);
  return used;
}

}  // namespace polemarch::assistant::play
