#include "assistant/story/close_calls.hpp"

#include <algorithm>
#include <string_view>

#include "assistant/story/words.hpp"

namespace polemarch::assistant::story {

namespace {

constexpr std::string_view kWords = "too close to call";
constexpr std::string_view kTieBreak = "the tie-break";

bool says_close(const engine::Reason& reason) { return reason.text.find(kWords) != std::string::npos; }

/// What was measured: the reason's words up to those that say how close it was.
std::string subject_of(const engine::Reason& reason) {
  std::string text = reason_words(reason);
  if (const auto at = text.find(kWords); at != std::string::npos) text.erase(at);
  while (text.ends_with(" ") || text.ends_with(":") || text.ends_with(",")) text.pop_back();
  return text;
}

}  // namespace

bool is_close(const Moment& moment) {
  return moment.ruling == "too_close" || std::any_of(moment.reasons.begin(), moment.reasons.end(), says_close);
}

std::vector<engine::Reason> close_reasons(const Moment& moment) {
  std::vector<engine::Reason> close;
  const auto take = [&](const auto& fits) {
    for (const engine::Reason& reason : moment.reasons)
      if (fits(reason)) close.push_back(reason);
  };
  take(says_close);
  if (!close.empty() || moment.ruling != "too_close") return close;
  take([](const engine::Reason& reason) { return reason.sd && *reason.sd > 0; });
  if (close.empty() && !moment.reasons.empty()) close.push_back(moment.reasons.front());
  return close;
}

std::string close_text(const Moment& moment) {
  std::string text;
  for (const engine::Reason& reason : close_reasons(moment)) {
    std::string one = subject_of(reason);
    if (const std::string measure = measure_text(reason); !measure.empty()) one += (one.empty() ? "" : ", ") + measure;
    if (!one.empty() && text.find(one) == std::string::npos) text += (text.empty() ? "" : "; ") + one;
  }
  return text;
}

std::string settled_text(const Story& story, const Moment& moment) {
  std::string text;
  for (const engine::Reason& reason : close_reasons(moment))
    if (const auto at = reason.text.find(kTieBreak); at != std::string::npos)
      if (const std::string how = reason.text.substr(at); text.find(how) == std::string::npos) text += (text.empty() ? "" : "; ") + how;
  if (!text.empty() || moment.ruling != "too_close") return text;
  for (const Moment& later : story.moments) {
    if (later.seq <= moment.seq) continue;
    if (later.turn != moment.turn) break;
    if (later.action == "rule" && !moment.clause.empty() && later.clause.ends_with(moment.clause))
      return later.ruled ? "the players rule that it stands" : "the players leave it refused";
    if (later.action == moment.action && later.unit == moment.unit && later.target == moment.target && later.ruling == "allowed")
      return "the players say how it is";
  }
  return "left open";
}

bool is_slip(const Moment& moment) { return moment.deed == Deed::Answer && moment.ruling == "refused" && !moment.ruled; }
bool is_ruling(const Moment& moment) {
  return moment.ruled || moment.action == "rule" || moment.action == "amend" || moment.action == "take_off" || moment.back_to >= 0;
}

}  // namespace polemarch::assistant::story
