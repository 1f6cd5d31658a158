/// What was told so far: the lines of the history and their cards.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>
#include <utility>

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

/// What the events of a log were told as when they happened: whom a fight was against the battle does not know any more at its end. Nothing
/// where an event holds what only one side may know.
class ToldThen : public Session::Visitor {
 public:
  void after(const engine::Battle& /*battle*/, const LogLine& line, const std::vector<std::string>& told) override {
    std::vector<std::optional<std::string>>& lines = lines_[line.seq];
    for (std::size_t i = 0; i < line.events.size() && i < told.size(); ++i) {
      const Json read = io::parsed_or_discarded(line.events[i]);
      const bool undo = read.is_object() && read.value("event", Json()) == "undone";  // what it took back is told by what was done
      const bool open = read.is_object() && !undo && !engine::is_sealed(read) && with_nulls(read) == read;
      lines.push_back(open ? std::optional(told[i]) : std::nullopt);
    }
  }
  std::optional<std::string> of(std::int64_t seq, std::size_t event) const {
    const auto lines = lines_.find(seq);
    return lines == lines_.end() || event >= lines->second.size() ? std::nullopt : lines->second[event];
  }

 private:
  std::map<std::int64_t, std::vector<std::optional<std::string>>> lines_;
};

}  // namespace

/// A battle that is taken up again tells what its log has.
void Desk::take_up_history() {
  const std::vector<LogLine> lines = session_.lines();
  ToldThen then;
  if (!lines.empty() && !session_.log_path().empty()) static_cast<void>(Session::walk(session_.log_path(), then));  // else told as of now
  for (const LogLine& line : lines) {
    thinking_.spoke(line.by, line.t);
    const Json command = io::parsed_or_discarded(line.command);
    const std::optional<Side> whose = side_named(command.value("by", std::string()));
    std::vector<std::string> events, told;
    for (const std::string& event : line.events) events.push_back(as_all_know(event));
    const std::vector<std::string> decided = decisions_in(events);
    for (std::size_t i = 0; i < decided.size(); ++i) {
      const auto words = decided[i] == events[i] ? then.of(line.seq, i) : std::nullopt;
      told.push_back(words ? *words : session_.battle().tell(decided[i]));
    }
    const std::vector<NewsLine> news = news_lines(gists_of(session_.battle(), events), told);
    for (const NewsLine& one : news) log_.push_back({line.seq, one.text, Tone::Text, of_whom(one.text, whose)});
    const bool work_of_hand = command.value("do", std::string()) == "place" && command.contains("owed");
    if (news.empty()) {
      remember(line.seq, line.events, work_of_hand);
      continue;
    }
    ruling_.card = ui::ResultView{.title = news.front().text, .whose = whose, .rows = {}, .follows = {}, .throws = {}};
    for (auto one = news.begin() + 1; one != news.end(); ++one) ruling_.card->follows.push_back({one->text, one->gist});
    told_.tell(line.seq, *ruling_.card, false);
    open_ruling_ = ruling_;
    remember(line.seq, line.events, work_of_hand);
  }
  open_log_ = log_, open_ruling_ = ruling_;
  forget_old_lines();
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
