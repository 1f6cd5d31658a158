/// One step back: to which command, what is said of it, and what stands on the screen then. Work of the hand that a result left to do goes
/// with the result. What was put elsewhere goes back. And the words of a card drawn unseen.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "assistant/play/desk.hpp"
#include "assistant/present/present.hpp"
#include "models/io/json_text.hpp"

namespace polemarch::assistant::play {

using nlohmann::json;

namespace {

constexpr std::size_t kKept = 200;  ///< commands that can be gone back to with their cards

/// Of the event that takes back: the seq the battle stands at now.
std::optional<std::int64_t> undone_to(const std::vector<std::string>& events) {
  for (const std::string& text : events) {
    const json event = io::parsed_or_discarded(text);
    if (event.is_object() && event.value("event", std::string()) == "undone") return event.value("to_seq", std::int64_t{0});
  }
  return std::nullopt;
}

}  // namespace

/// After a command: what an undo that leads back to it shows.
void Desk::remember(std::int64_t seq, const std::vector<std::string>& events, bool work_of_hand, const std::string& said) {
  if (events.empty()) return;  // refused: nothing has changed
  const auto back = undone_to(events);
  Stood now{.parent = back.value_or(head_),
            .undoes = back.has_value(),
            .aside = back.has_value() || work_of_hand,
            .ruling = ruling_,
            .open_ruling = open_ruling_,
            .heading = heading_,
            .ruled_in = ruled_in_,
            .said = said,
            .ordered = ordered_,
            .ordered_openly = ordered_openly_,
            .route = route_};
  if (back) go_back_to(*back);
  if (const auto before = stood_.find(now.parent); now.aside && before != stood_.end()) {
    const std::int64_t parent = now.parent;
    now = before->second;
    now.parent = parent, now.undoes = back.has_value(), now.aside = true;
  }
  head_ = seq;
  stood_[head_] = std::move(now);
  if (stood_.size() > kKept) forget_one();
}

/// What was taken back goes first, then what lies furthest back.
void Desk::forget_one() {
  std::set<std::int64_t> chain;
  for (auto at = stood_.find(head_); at != stood_.end() && chain.insert(at->first).second;) at = stood_.find(at->second.parent);
  const auto off = std::find_if(stood_.begin(), stood_.end(), [&](const auto& stood) { return !chain.contains(stood.first); });
  stood_.erase(off != stood_.end() ? off : stood_.begin());
}

/// The order whose throw is waited for again, and which card its answer goes on with.
void Desk::go_back_to(std::int64_t seq) {
  const auto then = stood_.find(seq);
  if (then == stood_.end()) return;
  heading_ = then->second.heading;
  ruled_in_ = then->second.ruled_in;
  if (session_.battle().waits(Viewer::Umpire).empty()) return;
  ordered_ = then->second.ordered;
  ordered_openly_ = then->second.ordered_openly;
  route_ = then->second.route;
}

/// The same events, where what was taken back counts decisions alone.
std::vector<std::string> Desk::decisions_in(const std::vector<std::string>& events) const {
  std::vector<std::string> out = events;
  for (std::string& text : out) {
    json event = io::parsed_or_discarded(text);
    if (!event.is_object() || event.value("event", std::string()) != "undone" || !event.contains("seqs")) continue;
    const auto aside = [&](const json& seq) {
      const auto stood = stood_.find(seq.get<std::int64_t>());
      return stood != stood_.end() && stood->second.aside;
    };
    json decided = json::array();
    for (const json& seq : event["seqs"])
      if (!aside(seq)) decided.push_back(seq);
    event["seqs"] = std::move(decided);
    text = event.dump();
  }
  return out;
}

/// Lines of what was taken back hold no more.
void Desk::strike_out(const std::vector<std::string>& events, std::vector<ui::LogLine>& log) {
  std::set<std::int64_t> gone;
  for (const std::string& text : events) {
    const json event = io::parsed_or_discarded(text);
    if (!event.is_object() || event.value("event", std::string()) != "undone" || !event.contains("seqs")) continue;
    for (const json& seq : event["seqs"]) gone.insert(seq.get<std::int64_t>());
  }
  const auto of_undo = [](const std::string& text) { return text.starts_with("Taken back: ") || text.ends_with(" is taken back"); };
  for (ui::LogLine& line : log)  // that something was taken back holds, whatever was taken back since
    if (line.tone != Tone::Blocked && gone.contains(line.seq) && !of_undo(line.text)) line.taken_back = true;
}

void Desk::say_taken_back(const std::vector<std::string>& events) {
  for (auto [ruling, log] : {std::pair{&ruling_, &log_}, {&open_ruling_, &open_log_}})
    if (const std::string gone = taken_back(decisions_in(events), *log); ruling->card && !gone.empty()) {
      ruling->card->follows.clear();
      ruling->card->title = ruling->title = ruling->result = gone;
      ruling->taken_back = true;
    }
}

/// Before the last decision. Without a seq the battle goes before its last command, which may be mere work of the hand: the table would
/// do that at once again.
std::string Desk::undo_command() const {
  json command{{"by", "both"}, {"do", "undo"}, {"agreed", true}};
  bool past_work = false;
  auto at = stood_.find(head_);
  while (at != stood_.end() && at->second.aside) {
    past_work = past_work || !at->second.undoes;
    at = stood_.find(at->second.parent);
  }
  if (past_work && at != stood_.end()) command["to"] = at->second.parent;
  return command.dump();
}

const std::string& Desk::undoes() const {
  if (undoes_.first == head_) return undoes_.second;
  undoes_ = {head_, {}};
  auto at = stood_.find(head_);
  while (at != stood_.end() && at->second.aside) at = stood_.find(at->second.parent);
  if (at == stood_.end()) return undoes_.second;
  undoes_.second = present::with_capital(at->second.said);
  const auto told =
      std::ranges::find_if(log_, [&](const ui::LogLine& line) { return line.seq == at->first && line.tone != Tone::Blocked; });
  if (undoes_.second.empty()) undoes_.second = told == log_.end() ? "the last command" : told->text;
  return undoes_.second;
}

/// "Put it back where the ghost is": where the screen is the table, the answer is the hand that does it.
void Desk::put_back(const ChooseOption& answer) {
  if (!look_ || !look_->manual) return;
  for (const observe::Query& query : report_.queries) {
    if (query.id != answer.wait || query.puts_back.empty() || answer.option != query.puts_back) continue;
    for (const engine::Place& place : session_.battle().places())
      if (place.on_table && place.unit == query.unit)
        drags_.push_back({place.base, {place.pose.x.mm(), place.pose.y.mm()}, place.pose.heading.deg()});
    observer_.settle_now();  // what is put down next is a move of its own, however soon
  }
}

/// Of what was said in secret the heading is what all may hear of it: "Greeks take 4 cards", "Lakonians lay a counter under the salpinx".
/// On the card of what asked for it that is one line more.
void Desk::say_unseen(Ruling& ruling, const std::string& by, const std::optional<engine::Wait>& asked, bool on_its_card) const {
  const bool drawn = asked && asked->chance;
  if (!ruling.card || (!drawn && ruling.card->follows.empty())) return;
  auto& follows = ruling.card->follows;
  if (drawn) {
    const std::string who = by == "A" ? side_names_[0] : by == "B" ? side_names_[1] : by;
    ruling.card->title = who + (asked->chance->source == "dice" ? ": thrown in secret" : ": drawn in secret");
    if (on_its_card && follows.empty()) follows.push_back({ruling.card->title, {}});
  }
  if (on_its_card) {
    ruling.title = ruling.result = present::with_capital(follows.front().text);
    for (auto line = follows.begin() + 1; line != follows.end(); ++line) ruling.result += ". " + present::with_capital(line->text);
    return;
  }
  ruling.in_secret = true;
  if (!follows.empty()) {
    ruling.card->title = present::with_capital(follows.front().text);
    follows.erase(follows.begin());
  }
  ruling.title = ruling.result = ruling.card->title;
  for (const ui::FollowView& line : follows) ruling.result += ". " + present::with_capital(line.text);
}

}  // namespace polemarch::assistant::play
