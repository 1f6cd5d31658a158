/// What came of a command, in words, as somebody may know it: title, card and reasons of a ruling.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "assistant/play/command_words.hpp"
#include "assistant/play/desk.hpp"
#include "assistant/present/throws.hpp"
#include "assistant/session/hiding.hpp"
#include "assistant/session/news.hpp"
#include "assistant/story/words.hpp"
#include "engine/core/hidden.hpp"
#include "engine/core/telling.hpp"
#include "engine/core/verbs.hpp"
#include "engine/registry/registry.hpp"
#include "models/io/json_text.hpp"

namespace polemarch::assistant::play {

using Json = nlohmann::json;

namespace {

std::vector<ui::FollowView> follows_of(const std::vector<engine::Gist>& gists, const std::vector<std::string>& lines) {
  std::vector<ui::FollowView> follows;
  for (NewsLine& line : news_lines(gists, lines)) follows.push_back({std::move(line.text), line.gist});
  return follows;
}

/// What came of a command, each thing once. Where the battle goes on stands in NOW: the phases it went through are told where nothing else
/// came of it, and then the last one alone.
std::vector<ui::FollowView> told_once(const std::vector<engine::Gist>& gists, const std::vector<std::string>& lines) {
  std::vector<engine::Gist> others;
  std::vector<std::string> other_lines, phases;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const engine::Gist gist = i < gists.size() ? gists[i] : engine::Gist();
    if (gist.news == engine::News::Course) {
      phases = {lines[i]};
    } else {
      other_lines.push_back(lines[i]);
      others.push_back(gist);
    }
  }
  std::vector<ui::FollowView> follows = follows_of(others, other_lines);
  return follows.empty() ? follows_of({}, phases) : follows;
}

}  // namespace

std::string Desk::why_of(const Ruling& ruling) { return ruling.reasons.empty() ? "" : present::say_reason(ruling.reasons.front()); }

Desk::Refused Desk::asked_of(const Ruling& ruling) {
  const std::string why = why_of(ruling);
  return {ruling.what + ": " + (why.empty() ? "refused" : why), ruling.card ? ruling.card->title : ruling.what, why,
          ruling.reasons.empty() ? std::string() : ruling.reasons.front().rule};
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
  const engine::LengthUnit unit = engine::measures_of(session_.battle().info().key).length;
  for (engine::Reason& reason : ruling.reasons) reason = present::in_unit_of(reason, unit);
  const std::string why = seen.verdict.allowed() ? "" : why_of(ruling);
  ruling.card = ui::ResultView{.title = ruling.what, .ruling = seen.verdict.ruling};
  ruling.title = std::string(ui::word_of(seen.verdict.ruling)) + ruling.what;
  ruling.result = ruling.title + (why.empty() ? "" : ", " + why);
  const std::string_view side = "the side";  // "the side passes"
  std::string spoken = said;
  if (by == "A" || by == "B") {  // its edge says whose it is
    ruling.card->whose = by == "A" ? Side::A : Side::B;
    if (spoken.starts_with(side)) spoken.replace(0, side.size(), by);
    if (said != kUnsaid) ruling.card->title = seen.verdict.allowed() ? present::with_capital(spoken) : spoken;
  }
  for (const engine::Reason& reason : ruling.reasons) ruling.card->rows.push_back(present::row_of(reason));
  ruling.card->follows = told_once(told.gists, seen.lines);
  const auto same = [&](const ui::FollowView& line) {
    return present::with_capital(namer_(line.text)) == present::with_capital(namer_(spoken));
  };
  std::erase_if(ruling.card->follows, same);  // the command says it already
  // "A places a wood in c5" of "place a wood in c5": the sentence that says who is its heading.
  const auto with_subject = [&](const ui::FollowView& follow) {
    const std::string& line = follow.text;
    if (!line.starts_with(by + " ")) return false;
    const std::size_t from = by.size() + 1, end = std::min(line.find(' ', from), line.size());
    return engine::verb_of_many(line.substr(from, end - from)) + line.substr(end) == spoken;
  };
  const auto told_who = std::find_if(ruling.card->follows.begin(), ruling.card->follows.end(), with_subject);
  if (seen.verdict.allowed() && told_who != ruling.card->follows.end()) {
    ruling.card->title = present::with_capital(told_who->text);
    ruling.card->follows.erase(told_who);
  }
  if (ruling.card->follows.empty() && seen.verdict.allowed() && said != kUnsaid && !chosen.empty())
    ruling.card->follows = {{ruling.chosen = chosen, {}}};
  for (const ui::FollowView& line : ruling.card->follows)
    ruling.result += (ruling.result.ends_with('?') ? " " : ". ") + present::with_capital(line.text);
  return ruling;
}

/// What follows is not what the card is headed with: neither "A1: move to d3, 2+" under "A1 moves to d3", nor "A1 stands in a7" under
/// "Place A1 in a7", where what it came to is the heading.
void Desk::say_once(Ruling& ruling, const std::string& plain, const UnitId& placed) {
  if (!ruling.card) return;
  auto& follows = ruling.card->follows;
  std::erase_if(follows, [&](const ui::FollowView& follow) { return !plain.empty() && follow.text.starts_with(plain); });
  if (placed.empty() || follows.empty() || !follows.front().text.starts_with(placed.text + " ")) return;
  ruling.title = ruling.result = ruling.card->title = follows.front().text;
  follows.erase(follows.begin());
  for (const ui::FollowView& line : follows) ruling.result += ". " + present::with_capital(line.text);
}

/// Whether an answer goes on with the last card. That of an order takes all that it asks for. One that a question heads, which nobody
/// ordered, takes what is thrown for that question and, in the battle, dice that follow it.
bool Desk::goes_on_with_card(const std::string& said, bool throws_in_battle) const {
  return heading_.empty() || said == heading_ || throws_in_battle;
}

/// An answer goes on with the card of what it answers: order, hits, saves, and what came of them, on one card.
void Desk::go_on_with(Ruling& ruling, const std::optional<ui::ResultView>& before, const std::vector<engine::Thrown>& throws) {
  if (!ruling.card) return;
  if (before && !before->title.ends_with(kUnsaid)) {  // what was chosen in secret is no heading of what all see
    const ui::ResultView answer = *std::exchange(ruling.card, before);
    if (!answer.follows.empty() || !throws.empty())
      for (ui::FollowView& line : ruling.card->follows) line.earlier = true;
    for (const ui::FollowView& line : answer.follows)
      if (present::with_capital(line.text) != ruling.card->title)  // the order says it already
        ruling.card->follows.push_back({line.text == ruling.chosen ? answer.title + " " + line.text : line.text, line.gist});
  }
  // Words with which rooms tell a throw once more in a sentence.
  std::vector<std::string> said{ruling.card->title, "rolled needs or less more than with dice die only a activation good failed in all"};
  for (const engine::Thrown& thrown : throws) {
    ruling.card->throws.push_back(present::throw_view(thrown));
    std::erase_if(ruling.card->follows, [&, told = engine::tell(thrown)](const auto& one) { return one.text == told; });  // the card has it
    const std::string fell = thrown.values.size() == 1 && thrown.need > 0
                                 ? std::to_string(thrown.values.front()) + " (" + present::say_need(thrown.need, thrown.better) + ")"
                                 : std::string();
    std::erase_if(ruling.card->follows, [&](const auto& one) { return !fell.empty() && one.text.find(fell) != std::string::npos; });
    std::string values;
    int sum = 0;
    for (const int value : thrown.values) values += " " + std::to_string(value), sum += value;
    said.push_back(present::say_need(thrown.need, thrown.better) + " " + std::to_string(thrown.values.size()) + " " + std::to_string(sum) +
                   " " + std::to_string(thrown.good));
    said.push_back(thrown.thrower.text + " " + thrown.at.text + " " + thrown.purpose + " " + thrown.outcome + values);
  }
  if (throws.empty()) return;
  const std::vector<std::string> words = story::words_said(said);
  const auto threw = [&](Side side) {
    return std::any_of(ruling.card->throws.begin(), ruling.card->throws.end(), [&](const auto& one) { return one.whose == side; });
  };
  const bool against = threw(Side::A) && threw(Side::B);  // then who came out ahead is news, in the words of the throws too
  std::erase_if(ruling.card->follows, [&](const ui::FollowView& follow) {
    const std::string& line = follow.text;
    const bool of_a_side = line.starts_with("A ") || line.starts_with("B ");
    return !(against && of_a_side) && story::says_again(line, words);
  });
}

/// The order given as this command of the log, in words: once it is taken back the battle stands again where it was given. Empty for
/// answers and for what is not for all to know.
std::string Desk::said_in_log(std::int64_t seq) const {
  const std::vector<LogLine> lines = session_.lines();
  const auto line = std::find_if(lines.begin(), lines.end(), [&](const LogLine& one) { return one.seq == seq; });
  if (line == lines.end()) return {};
  const Json command = io::parsed_or_discarded(line->command);
  if (!command.is_object() || command.value("do", std::string()) == "answer" || engine::is_sealed(command)) return {};
  if (audiences_of(session_.battle(), line->command).allowed != Viewer::Both) return {};
  std::string words = session_.battle().clause(line->command);
  if (words.empty()) words = session_.battle().say(line->command);
  return present::with_capital(of_side(std::move(words), command.value("by", std::string("the side"))));
}

/// What an undo took back: "Taken back: Cretan archers move to h3, and 2 more"; of an answer what is told of it first. Empty where nothing
/// was taken back, or where nothing is told of it.
std::string Desk::taken_back(const std::vector<std::string>& events, const std::vector<ui::LogLine>& log) const {
  const std::string taken = "Taken back: ";
  std::vector<std::int64_t> gone;
  for (const std::string& text : events) {
    const Json event = io::parsed_or_discarded(text);
    if (event.is_object() && event.value("event", std::string()) == "undone" && event.contains("seqs"))
      gone = event["seqs"].get<std::vector<std::int64_t>>();
  }
  std::sort(gone.begin(), gone.end());
  for (const std::int64_t seq : gone) {
    std::string what = said_in_log(seq);
    const auto told = std::find_if(log.begin(), log.end(), [&](const ui::LogLine& line) {
      return line.seq == seq && line.tone != Tone::Blocked && !line.text.starts_with(taken);
    });
    if (what.empty() && told != log.end()) what = told->text;
    if (!what.empty()) return taken + what + (gone.size() > 1 ? ", and " + std::to_string(gone.size() - 1) + " more" : "");
  }
  return {};
}

/// An order that led somewhere and whose throw is done while its unit still stands where it stood has failed: its card does not say that
/// it goes there.
void Desk::say_in_vain() {
  if (!route_ || !session_.battle().waits(Viewer::Umpire).empty()) return;
  const Route route = *std::exchange(route_, std::nullopt);
  if (stands_at(session_.battle(), route.unit) != route.from) return;
  for (Ruling* ruling : {&ruling_, &open_ruling_})
    if (ruling->card && ruling->card->title == route.title && !ruling->card->throws.empty()) ruling->card->title = route.in_vain;
}

}  // namespace polemarch::assistant::play
