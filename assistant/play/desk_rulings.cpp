/// What came of a command, in words, as somebody may know it: title, card and reasons of a ruling.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "assistant/play/desk.hpp"
#include "assistant/present/throws.hpp"
#include "assistant/session/news.hpp"
#include "engine/core/telling.hpp"

namespace polemarch::assistant::play {

using Json = nlohmann::json;

std::string Desk::why_of(const Ruling& ruling) { return ruling.reasons.empty() ? "" : present::say_reason(ruling.reasons.front()); }

std::string Desk::asked_of(const Ruling& ruling) {
  const std::string why = why_of(ruling);
  return ruling.what + ": " + (why.empty() ? "refused" : why);
}

Desk::Ruling Desk::ruling_of(const Told& told, Viewer viewer, const std::string& by, const std::string& said,
                             const std::string& chosen) const {
  const Told seen = seen_by(told, viewer);
  const std::string who = by == "A"        ? side_names_[0]
                          : by == "B"      ? side_names_[1]
                          : by == "both"   ? "both sides"
                          : by == "umpire" ? "the umpire"
                                           : by;
  const std::string own = by + ": ";  // "B: one die for initiative"
  Ruling ruling{.what = who + ": " + (said.starts_with(own) ? said.substr(own.size()) : said),
                .title = {},
                .result = {},
                .card = {},
                .reasons = seen.verdict.reasons};
  const std::string why = seen.verdict.allowed() ? "" : why_of(ruling);
  const char* word = seen.verdict.allowed() ? "" : seen.verdict.ruling == engine::Ruling::Refused ? "refused: " : "too close to call: ";
  ruling.title = word + ruling.what;
  ruling.result = ruling.title + (why.empty() ? "" : ", " + why);
  ruling.card = ui::ResultView{.title = ruling.title, .whose = {}, .rows = {}, .follows = {}, .throws = {}};
  if (by == "A" || by == "B") {  // its edge says whose it is
    ruling.card->whose = by == "A" ? Side::A : Side::B;
    ruling.card->title = said == kUnsaid ? ruling.title : present::with_capital(word + said);
  }
  for (const engine::Reason& reason : ruling.reasons) ruling.card->rows.push_back(present::row_of(reason));
  ruling.card->follows = news_of(told, viewer);
  const auto same = [&](const std::string& line) { return present::with_capital(line) == present::with_capital(said); };
  std::erase_if(ruling.card->follows, same);  // the command says it already
  // Where the battle goes on stands in NOW: the card tells what came of it.
  const std::string onward = ": " + session_.battle().now().phase;
  const auto goes_on = [&](const std::string& line) { return onward.size() > 2 && line.ends_with(onward); };
  if (!std::all_of(ruling.card->follows.begin(), ruling.card->follows.end(), goes_on)) std::erase_if(ruling.card->follows, goes_on);
  if (ruling.card->follows.empty() && seen.verdict.allowed() && said != kUnsaid && !chosen.empty()) ruling.card->follows = {chosen};
  for (const std::string& line : ruling.card->follows)
    ruling.result += (ruling.result.ends_with('?') ? " " : ". ") + present::with_capital(line);
  return ruling;
}

/// An answer goes on with the card of what it answers: order, hits, saves, and what came of them, on one card.
void Desk::go_on_with(Ruling& ruling, const std::optional<ui::ResultView>& before, const std::vector<engine::Thrown>& throws) {
  if (!ruling.card) return;
  if (before && !before->title.ends_with(kUnsaid)) {  // what was chosen in secret is no heading of what all see
    const std::vector<std::string> follows = std::exchange(ruling.card, before)->follows;
    ruling.card->follows.insert(ruling.card->follows.end(), follows.begin(), follows.end());
  }
  for (const engine::Thrown& thrown : throws) {
    ruling.card->throws.push_back(present::throw_view(thrown));
    std::erase(ruling.card->follows, engine::tell(thrown));  // it stands on the card itself
  }
}

/// A command in players' words: an answer by its question.
std::string Desk::words_of(const std::string& command) const {
  const Json spoken = Json::parse(command, nullptr, false);
  if (spoken.value("do", std::string()) == "answer")
    if (const auto wait = open_wait(spoken.value("wait", std::string()))) return wait->question;
  if (spoken.value("do", std::string()) == "place" && !spoken.contains("unit"))
    for (const engine::OwedPlacement& owed : session_.battle().owed())
      if (spoken.value("owed", std::string()) == "p" + std::to_string(owed.id))
        return owed.removed ? "take " + owed.unit.text + " off the table" : "put " + owed.unit.text + " in its place";
  if (std::string clause = session_.battle().clause(command); !clause.empty()) return clause;
  return session_.battle().say(command);
}

/// The words of the option that an answer picks; nothing for everything else.
std::string Desk::chosen_by(const std::string& command) const {
  const Json spoken = Json::parse(command, nullptr, false);
  if (spoken.value("do", std::string()) != "answer" || !spoken.contains("choice") || !spoken["choice"].is_string()) return {};
  const auto wait = open_wait(spoken.value("wait", std::string()));
  if (!wait) return {};
  for (const engine::Option& option : wait->options)
    if (option.key == spoken["choice"]) return option.text;
  return {};
}

}  // namespace polemarch::assistant::play
