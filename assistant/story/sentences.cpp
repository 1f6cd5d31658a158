/// Title and outcome of an act, and the one sentence a moment.
#include <algorithm>

#include "assistant/story/close_calls.hpp"
#include "assistant/story/words.hpp"

namespace polemarch::assistant::story {
namespace {

/// Lines of what happened that a reader would miss: the last ones say how it ended.
std::string last_word(const Moment& moment) {
  const auto has = [](const std::string& line, std::string_view part) { return line.find(part) != std::string::npos; };
  for (auto line = moment.told.rbegin(); line != moment.told.rend(); ++line) {
    if (has(*line, " good") || has(*line, " failed")) continue;          // the throw says so
    if (moment.deed == Deed::Rally && has(*line, " rally: ")) continue;  // so does the order
    for (const std::string_view telling :
         {"disordered", "Disordered", "good order", "in order",   "retreat", "gives ground", "recoil",  "evade",
          "break",      "broken",     "holds",      "falls back", "Shaken",  "demoralised",  "wounded", "rall",
          "disrupted",  "goes in",    "will not",   "stays",      "wins",    "casualt",      "saved"})
      if (has(*line, telling)) return without_rules(*line);
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
      text += same || thrown.thrower.empty() ? "; " : "; " + story.name(thrown.thrower) + ", ";
      text += thrown.purpose + ", " + throw_text(thrown);
    }
  }
  if (throws.size() > most) text += " ...";
  return text;
}

std::string repair_clause(const Moment& moment) {
  if (moment.back_to == 0) return "everything is taken back";
  if (moment.back_to > 0) return "taken back to command " + std::to_string(moment.back_to);
  if (moment.action == "rule") return moment.ruled ? "the players rule that it stands" : "the players leave it refused";
  if (moment.action == "amend") return "the umpire sets a value";
  if (moment.action == "hold") return "hold";
  if (moment.action == "release") return "play goes on";
  return moment.action;
}

/// "too close to call: range of bows, 17.999 ± 0.002 in, limit 18 in".
std::string too_close_text(const Moment& moment) {
  const std::string measures = close_text(moment);
  return measures.empty() ? "too close to call" : "too close to call: " + measures;
}

/// "contact reaction passed"; whose it is, where it is not the one that acts.
std::string thrown_words(const Story& story, const Moment& first, const engine::Thrown& thrown) {
  if (thrown.outcome == "good") return {};
  if (thrown.outcome == "fails" && thrown.thrower == first.unit) return "the throw fails";
  if (thrown.outcome != "passed" && thrown.outcome != "failed" && thrown.outcome != "fails") return thrown.outcome;
  const std::string whose = thrown.thrower.empty() || thrown.thrower == first.unit ? "" : story.name(thrown.thrower) + ", ";
  return whose + thrown.purpose + " " + thrown.outcome;
}

/// What an act came to.
std::string outcome_of(const Story& story, const Act& act) {
  std::vector<engine::Lost> all;
  for (const std::uint32_t at : act.moments) all.insert(all.end(), story.moments[at].losses.begin(), story.moments[at].losses.end());
  if (const std::vector<std::string> lost = losses_text(story, all); !lost.empty()) {
    if (lost.size() > 3) return joined({lost[0], lost[1], counted(lost.size() - 2, "more loss", "more losses")});
    return joined(lost);
  }
  const Moment& first = story.moments[act.moments.front()];
  if (first.ruling == "refused") return first.reasons.empty() ? "refused" : "refused: " + reason_words(first.reasons.front());
  if (first.ruling == "too_close") return too_close_text(first);
  for (auto at = act.moments.rbegin(); at != act.moments.rend(); ++at)
    if (const std::string word = last_word(story.moments[*at]); !word.empty()) return word;
  for (auto at = act.moments.rbegin(); at != act.moments.rend(); ++at)
    for (auto thrown = story.moments[*at].throws.rbegin(); thrown != story.moments[*at].throws.rend(); ++thrown)
      if (!thrown->outcome.empty()) return thrown_words(story, first, *thrown);
  return {};
}

/// An outcome that begins with the title's own words goes on where they end.
std::string beyond_title(const std::string& title, std::string outcome) {
  if (title.empty() || !outcome.starts_with(title)) return outcome;
  outcome.erase(0, title.size());
  const auto at = outcome.find_first_not_of(" ,:;");
  return at == std::string::npos ? std::string() : outcome.substr(at);
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
  for (const std::string& lost : losses_text(story, moment.losses)) end += (end.empty() ? "" : ", ") + lost;
  if (end.empty() && moment.ruling == "refused")
    end = moment.reasons.empty() ? "refused" : "refused, " + reason_words(moment.reasons.front());
  if (end.empty() && moment.ruling == "too_close") end = too_close_text(moment);
  if (end.empty() && !moment.throws.empty()) end = moment.throws.back().outcome;
  if (!end.empty()) text += ": " + end;
  if (moment.ruling != "too_close" && is_close(moment)) text += " (" + too_close_text(moment) + ", " + settled_text(story, moment) + ")";
  return capital(text);
}

}  // namespace

void write_sentences_from(Story& story, std::size_t first) {
  for (std::size_t i = first; i < story.moments.size(); ++i) story.moments[i].sentence = moment_sentence(story, story.moments[i]);
}

void write_sentences(Story& story) {
  write_sentences_from(story, 0);
  for (Act& act : story.acts) {
    const Moment& first = story.moments[act.moments.front()];
    act.title = capital(first.deed == Deed::Repair && first.clause.empty() ? repair_clause(first) : first.clause);
    if (act.title.empty()) act.title = first.sentence;
    act.outcome = capital(beyond_title(act.title, capital(outcome_of(story, act))));
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
