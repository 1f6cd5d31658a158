/// Title and outcome of an act, and the one sentence a moment.
#include <algorithm>

#include "assistant/story/words.hpp"

namespace polemarch::assistant::story {
namespace {

/// Lines of what happened that a reader would miss: the last ones say how it ended.
std::string last_word(const Moment& moment) {
  for (auto line = moment.told.rbegin(); line != moment.told.rend(); ++line) {
    if (line->find(" good") != std::string::npos || line->find(" failed") != std::string::npos) continue;  // the throw says so
    for (const std::string_view telling :
         {"disordered", "Disordered", "good order", "in order",   "retreat", "gives ground", "recoil",  "evade",
          "break",      "broken",     "holds",      "falls back", "Shaken",  "demoralised",  "wounded", "rall",
          "disrupted",  "goes in",    "will not",   "stays",      "wins",    "casualt",      "saved"})
      if (line->find(telling) != std::string::npos) return *line;
  }
  return {};
}

/// The throws in words, the same kind one after the other said once: "needs 8 or more, turns 4; 6 or more to save, turns 2".
std::string throws_words(const Story& story, const std::vector<const engine::Thrown*>& throws, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < throws.size() && i < most; ++i) {
    const engine::Thrown& thrown = *throws[i];
    if (i == 0) {
      text = throw_text(thrown);
    } else {
      const bool same = throws[i - 1]->thrower == thrown.thrower;
      text += same ? "; " : "; " + story.name(thrown.thrower) + ": ";
      text += thrown.purpose + " " + throw_text(thrown);
    }
  }
  if (throws.size() > most) text += " ...";
  return text;
}

std::string repair_clause(const Moment& moment) {
  if (moment.back_to >= 0) return "taken back to command " + std::to_string(moment.back_to);
  if (moment.action == "rule") return moment.ruled ? "the players rule that it stands" : "the players leave it refused";
  if (moment.action == "amend") return "the umpire sets a value";
  if (moment.action == "hold") return "hold";
  if (moment.action == "release") return "play goes on";
  return moment.action;
}

/// What an act came to.
std::string outcome_of(const Story& story, const Act& act) {
  std::vector<std::string> lost;
  for (const std::uint32_t at : act.moments)
    for (const engine::Lost& loss : story.moments[at].losses) lost.push_back(loss_text(story, loss));
  if (!lost.empty()) {
    if (lost.size() > 3) return joined({lost[0], lost[1], counted(lost.size() - 2, "more loss", "more losses")});
    return joined(lost);
  }
  const Moment& first = story.moments[act.moments.front()];
  if (first.ruling == "refused") return first.reasons.empty() ? "refused" : "refused: " + first.reasons.front().text;
  if (first.ruling == "too_close") return "too close to call";
  for (auto at = act.moments.rbegin(); at != act.moments.rend(); ++at)
    if (const std::string word = last_word(story.moments[*at]); !word.empty()) return word;
  for (auto at = act.moments.rbegin(); at != act.moments.rend(); ++at)
    for (auto thrown = story.moments[*at].throws.rbegin(); thrown != story.moments[*at].throws.rend(); ++thrown)
      if (!thrown->outcome.empty())
        return thrown->outcome == "fails" ? "the throw fails" : thrown->outcome == "good" ? "" : thrown->outcome;
  return {};
}

std::string moment_sentence(const Story& story, const Moment& moment) {
  std::string text = moment.deed == Deed::Repair && moment.clause.empty() ? repair_clause(moment) : moment.clause;
  if (moment.deed == Deed::Place)
    text = moment.unit.empty() ? "bases are put right" : with_verb(story, moment.unit, "is", "are") + " put right";
  if (text.empty() && moment.throws.empty()) text = moment.answer;
  if (text.empty() && !moment.throws.empty()) {
    const engine::Thrown& thrown = moment.throws.front();
    text = (thrown.thrower.empty() ? story.side_name(thrown.who) : story.name(thrown.thrower)) + ", " + thrown.purpose;
  }
  if (text.empty() && !moment.told.empty()) text = moment.told.back();
  if (text.empty()) text = moment.deed == Deed::Answer ? "an answer" : moment.action;
  std::vector<const engine::Thrown*> throws;
  for (const engine::Thrown& thrown : moment.throws) throws.push_back(&thrown);
  if (!throws.empty()) text += ", " + throws_words(story, throws, 4);
  std::string end;
  for (const engine::Lost& lost : moment.losses) end += (end.empty() ? "" : ", ") + loss_text(story, lost);
  if (end.empty() && moment.ruling == "refused") end = moment.reasons.empty() ? "refused" : "refused, " + moment.reasons.front().text;
  if (end.empty() && moment.ruling == "too_close") end = "too close to call";
  if (end.empty() && !moment.throws.empty()) end = moment.throws.back().outcome;
  if (!end.empty()) text += ": " + end;
  return capital(text);
}

}  // namespace

void write_sentences(Story& story) {
  for (Moment& moment : story.moments) moment.sentence = moment_sentence(story, moment);
  for (Act& act : story.acts) {
    const Moment& first = story.moments[act.moments.front()];
    act.title = capital(first.deed == Deed::Repair && first.clause.empty() ? repair_clause(first) : first.clause);
    if (act.title.empty()) act.title = first.sentence;
    act.outcome = capital(outcome_of(story, act));
    if (act.outcome == act.title) act.outcome.clear();
    act.cost = std::any_of(act.moments.begin(), act.moments.end(), [&](auto at) { return !story.moments[at].losses.empty(); });
    act.failed = first.ruling == "refused";
    for (const std::uint32_t at : act.moments)
      if (!story.moments[at].throws.empty()) {
        const engine::Thrown& thrown = story.moments[at].throws.front();
        act.failed = act.failed || (thrown.need > 0 && thrown.good == 0);
        break;
      }
  }
}

}  // namespace polemarch::assistant::story
