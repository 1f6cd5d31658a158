/// What was told so far: the lines of the history and their cards.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>

#include "assistant/play/command_words.hpp"
#include "assistant/play/desk.hpp"
#include "assistant/session/hiding.hpp"
#include "assistant/session/news.hpp"
#include "engine/core/hidden.hpp"
#include "models/io/json_text.hpp"

namespace polemarch::assistant::play {

using Json = nlohmann::json;

namespace {

/// An event as the log has it, what only one side may know left out of it: "A takes a card" says not which. A sealed one stays sealed.
std::string as_all_know(const std::string& event) {
  const Json read = io::parsed_or_discarded(event);
  return engine::is_sealed(read) || !read.is_object() ? event : with_nulls(read).dump();
}

}  // namespace

/// A battle that is taken up again tells what its log has.
void Desk::take_up_history() {
  const std::vector<LogLine> lines = session_.lines();
  ToldThen told_then(namer_);
  if (!lines.empty() && !session_.log_path().empty()) static_cast<void>(Session::walk(session_.log_path(), told_then));  // else as of now
  if (!lines.empty()) head_ = lines.front().seq - 1;
  for (const LogLine& line : lines) {
    thinking_.spoke(line.by, line.t);
    const Json command = io::parsed_or_discarded(line.command);
    const std::optional<Side> whose = side_named(command.value("by", std::string()));
    const CommandThen then = told_then.of(line.seq);
    std::vector<std::string> events, told;
    for (const std::string& event : line.events) events.push_back(as_all_know(event));
    const std::vector<std::string> decided = decisions_in(events);
    for (std::size_t i = 0; i < decided.size(); ++i) {
      const auto words = decided[i] == events[i] && i < then.told.size() ? then.told[i] : std::nullopt;
      told.push_back(words ? *words : session_.battle().tell(decided[i]));
    }
    strike_out(line.events, log_);
    const bool work_of_hand = command.value("do", std::string()) == "place" && command.contains("owed");
    if (!work_of_hand || line.source != "camera")  // without a camera the screen did it, and nobody need hear of it
      for (const NewsLine& one : news_lines(gists_of(session_.battle(), events), told))
        log_.push_back({line.seq, one.text, Tone::Text, of_whom(one.text, whose)});
    if (!events.empty() && !work_of_hand) rule_then(line, then, events, told);
    if (then.settled) ordered_.reset();
    open_ruling_ = ruling_;
    remember(line.seq, line.events, work_of_hand, then.open && !then.answers ? of_side(then.words, line.by) : std::string());
  }
  open_log_ = log_, open_ruling_ = ruling_;
  forget_old_lines();
}

/// The card of a command that the log has, as it stood on the screen then; of one that not all may know, what is told of it.
void Desk::rule_then(const LogLine& line, const CommandThen& then, const std::vector<std::string>& events,
                     const std::vector<std::string>& told) {
  const Json command = io::parsed_or_discarded(line.command);
  const std::string verb = command.value("do", std::string());
  const auto stood = ruling_.taken_back ? stood_.find(head_) : stood_.end();
  const Ruling before = stood == stood_.end() ? ruling_ : stood->second.ruling;
  const bool goes_on = then.answers && before.card && !before.taken_back && !before.in_secret && then.moment == ruled_in_ &&
                       goes_on_with_card(then.words, then.throws_in_battle);
  Ruling ruling;
  if (then.open && verb != "undo") {
    Told outcome;
    outcome.verdict = engine::allow();
    outcome.lines = told;
    outcome.gists = gists_of(session_.battle(), events);
    ruling = ruling_of(outcome, Viewer::Both, line.by, then.words, then.chosen);
    say_once(ruling, then.plain, then.places ? then.acts : UnitId());
    go_on_with(ruling, goes_on ? before.card : std::nullopt, then.throws);
  } else {
    const std::vector<NewsLine> news = news_lines(gists_of(session_.battle(), events), told);
    if (news.empty()) return;
    const bool on_its_card = !then.open && goes_on;  // one line more of it
    ruling.card = ui::ResultView{.title = news.front().text, .whose = side_named(line.by), .rows = {}, .follows = {}, .throws = {}};
    for (auto one = news.begin() + (on_its_card ? 0 : 1); one != news.end(); ++one) ruling.card->follows.push_back({one->text, one->gist});
    ruling.title = ruling.result = ruling.card->title;
    if (on_its_card) go_on_with(ruling, before.card, {});
    ruling.in_secret = !then.open && !on_its_card;
    ruling.taken_back = verb == "undo";
  }
  if (goes_on && then.in_vain && route_ && ruling.card->title == route_->title && !ruling.card->throws.empty())
    ruling.card->title = route_->in_vain;
  if (then.open && !then.answers) {
    route_ = then.route.unit.empty() ? std::nullopt : std::optional(then.route);
    if (route_) route_->title = ruling.card->title;
    const bool somewhere = then.leads.pose || !then.leads.region.empty() || !then.leads.target.empty();
    ordered_ =
        then.acts.empty() || !somewhere ? std::nullopt : std::optional(present::Ordered{then.acts, then.leads, heading_in(line.command)});
    ordered_openly_ = true;
  }
  if (!goes_on) heading_ = then.answers ? then.words : std::string(), ruled_in_ = then.moment;
  ruling_ = std::move(ruling);
  told_.tell(line.seq, *ruling_.card, goes_on);
}

/// Whose a line of the history is: of whom it speaks first, else of whoever said what brought it.
std::optional<Side> Desk::of_whom(const std::string& line, std::optional<Side> said_by) const {
  const std::optional<Side> first = namer_.speaks_of(line);
  return first ? first : said_by;
}

/// Screens and bus tell the newest; the rest stands in the log's file.
void Desk::forget_old_lines() {
  constexpr std::size_t kKept = 200;
  const auto forget = [](std::vector<ui::LogLine>& log, std::size_t& before) {
    if (log.size() < 2 * kKept) return;
    before += log.size() - kKept;
    log.erase(log.begin(), log.end() - static_cast<std::ptrdiff_t>(kKept));
  };
  forget(log_, log_before_);
  forget(open_log_, open_log_before_);
}

/// A move that became a command is told by what came of it, and not noted beside it.
void Desk::forget_manoeuvre(const UnitId& unit) {
  for (const TableNotice& notice : report_.notices)
    if (notice.key == observe::manoeuvre_key(unit)) std::erase_if(notes_, [&](const Note& note) { return note.line.text == notice.text; });
}

}  // namespace polemarch::assistant::play
