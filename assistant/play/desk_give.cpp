/// A command given to the session, and what of it the players see then: its ruling on a card, the order it leads to, lines of the log, the
/// question whether it shall stand all the same.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "assistant/play/command_words.hpp"
#include "assistant/play/desk.hpp"
#include "assistant/play/grounds.hpp"
#include "assistant/play/in_vain.hpp"
#include "assistant/present/throws.hpp"
#include "assistant/session/news.hpp"
#include "engine/core/hidden.hpp"
#include "engine/core/repair.hpp"
#include "models/io/json_text.hpp"

namespace polemarch::assistant::play {

using Json = nlohmann::json;

namespace {

/// It was offered for one side's eyes only: then it is not said to both, what comes of it tells enough.
bool was_private(const std::string& command, const std::vector<engine::OfferText>& of_unit, const std::vector<present::SideOffers>& menu) {
  Json spoken = io::parsed_or_discarded(command);
  if (!spoken.is_object()) return false;
  spoken.erase("by");
  const auto hidden = [&](const engine::OfferText& offer) {
    return offer.audience != Viewer::Both && io::parsed_or_discarded(offer.command) == spoken;
  };
  return std::any_of(of_unit.begin(), of_unit.end(), hidden) || std::any_of(menu.begin(), menu.end(), [&](const auto& mine) {
           return std::any_of(mine.offers.begin(), mine.offers.end(), hidden);
         });
}

}  // namespace

struct Desk::Given {
  std::string command, source;
  Json spoken;
  std::string by, verb;
  std::string said, plain;  ///< in players' words; as the room calls it
  std::string chosen;       ///< the option an answer picks
  UnitId acts;
  engine::OfferMark leads;
  Grounds grounds;
  std::optional<engine::Wait> asked;  ///< what it answers
  std::string moment;
  Viewer whose_turn;
  std::optional<Pose> stood_at;
  std::vector<UnitId> still_to_place;
  bool shown_to_one;  ///< it was offered for one side's eyes only
  bool interrupts;    ///< something was waited for
  bool one_card;      ///< an answer goes on with the last card
  bool work_owed;     ///< bases were to be put where the rules have them

  bool answers() const { return verb == "answer"; }
  /// A card played while dice are asked for belongs to what they are thrown for.
  bool plays_in_between() const { return interrupts && !answers() && !engine::repair_from_json(spoken) && !spoken.contains("owed"); }
  bool does_work() const { return verb == "place" && spoken.contains("owed"); }
  /// What the log tells both once it is done, a card played, is no secret any more.
  bool unsaid(const Told& told) const { return shown_to_one && !(told.verdict.allowed() && told.audience == Viewer::Both); }
};

Desk::Given Desk::about_to_give(const std::string& command, const std::string& source) const {
  const engine::Battle& battle = session_.battle();
  const Json spoken = io::parsed_or_discarded(command);
  const std::string said = words_of(battle, command);
  const UnitId acts = acts_in(command);
  return {.command = command,
          .source = source,
          .spoken = spoken,
          .by = spoken.value("by", std::string()),
          .verb = spoken.value("do", std::string()),
          .said = said,
          .plain = battle.say(command),
          .chosen = chosen_by(battle, command),
          .acts = acts,
          .leads = engine::mark_of(battle, command),
          .grounds = Grounds(battle, command, side_names_),
          .asked = open_wait(spoken.value("wait", std::string())),
          .moment = moment_of(battle),
          .whose_turn = battle.now().who,
          .stood_at = stands_at(battle, acts),
          .still_to_place = still_to_place(),
          .shown_to_one = was_private(command, asked_.offers, menu_.sides),
          .interrupts = !battle.waits(Viewer::Umpire).empty(),
          .one_card = goes_on_with_card(said, throws_in_battle(battle, command)),
          .work_owed = !battle.owed().empty()};
}

std::string Desk::overruling(const std::string& by, std::int64_t seq, const std::string& reason) {
  return Json{{"by", by}, {"do", "rule"}, {"allow", true}, {"seq", seq}, {"reason", reason}}.dump();
}

std::optional<engine::Verdict> Desk::give(const std::string& command, const std::string& source) {
  if (!unwritten_) return give_now(command, source);
  const Unwritten first = *std::exchange(unwritten_, std::nullopt);
  auto verdict = give_now(first.command, first.source);
  if (unwritten_ || (first.command == command && first.source == source)) return verdict;  // pressed again
  return give_now(command, source);
}

std::optional<engine::Verdict> Desk::give_now(const std::string& command, const std::string& source) {
  const Given given = about_to_give(command, source);
  const auto told = session_.submit(command, source, t_);
  hear_of_log();
  if (!told) {
    if (session_.may_be_given_again()) unwritten_ = {command, source, t_};
    trouble_ = told.error().line;
    note(told.error().line);
    return std::nullopt;
  }
  know_parts();
  trouble_.clear();
  forget_choosing();
  thinking_.spoke(given.by, t_);
  rule_on(given, *told);
  follow_order(given, *told);
  const bool all_know = given.verb != "answer" && told->audience == Viewer::Both && !engine::is_sealed(given.spoken);
  if (told->verdict.allowed())
    remember(told->seq, told->events, given.does_work(), all_know ? of_side(given.said, given.by) : std::string());
  if (look_ && look_->manual && !session_.battle().owed().empty()) observer_.settle_now();  // they go there by themselves, and at once
  if (source == "typed") take_next(given.still_to_place);
  hand_over(given.whose_turn);
  tell_in_log(given, *told);
  ask_to_overrule(given, *told);
  return told->verdict;
}

/// What somebody had picked on the way to a command.
void Desk::forget_choosing() {
  hand_shown_ = Viewer::Both;
  card_.reset();
  offer_page_ = 0;
  place_.reset();
  group_.clear();
  menu_group_.clear();
}

/// The command as this viewer may know it.
std::string Desk::words_for(Viewer viewer, const Given& given, const Told& told) const {
  const bool known = engine::may_know(viewer, told.audience) && !(given.unsaid(told) && viewer == Viewer::Both);
  if (!known) return kUnsaid;
  return told.verdict.allowed() ? given.said : in_vain(session_.battle(), namer_, given.said, given.plain);
}

/// What came of a command, on the card of what it goes on with or on one of its own.
void Desk::rule_on(const Given& given, const Told& told) {
  const bool allowed = told.verdict.allowed();
  const Ruling last = ruling_, open_last = open_ruling_;
  // An answer belongs to the card of what asked for it; in another phase, or of another side's move, to one of its own. After an undo that
  // is the card that stood there then.
  const auto then = ruling_.taken_back ? stood_.find(head_) : stood_.end();
  const Ruling &before = then == stood_.end() ? last : then->second.ruling,
               &open_before = then == stood_.end() ? open_last : then->second.open_ruling;
  const bool goes_on = (given.answers() || given.plays_in_between()) && allowed && !overrule_ && before.card && !before.taken_back &&
                       given.one_card && given.moment == ruled_in_;
  const bool put_in_place = given.work_owed && allowed && given.verb == "place";  // work of a command before it, on that one's card
  if (!goes_on && !put_in_place) heading_ = given.answers() ? given.said : std::string(), ruled_in_ = given.moment;
  const engine::Shows* room = engine::shows(session_.battle());
  const bool public_throws = room != nullptr && engine::may_know(Viewer::Both, told.audience);
  const std::vector<engine::Thrown> throws = public_throws ? room->last_throws() : std::vector<engine::Thrown>();
  const UnitId placed = allowed && session_.battle().deed(given.command) == engine::Deed::Place ? given.acts : UnitId{};
  const auto ruled = [&](Viewer viewer, const Ruling& on) {
    const std::string words = words_for(viewer, given, told);
    Ruling ruling = ruling_of(told, viewer, given.by, words, given.chosen);
    say_once(ruling, given.plain, placed);
    if (allowed && ruling.reasons.empty()) ruling.reasons = given.grounds.of(seen_by(told, viewer), throws, words != kUnsaid);
    const bool on_its_card = goes_on && !on.in_secret && on.card;
    if (allowed && words == kUnsaid) say_unseen(ruling, given.by, given.asked, on_its_card);
    go_on_with(ruling, on_its_card ? on.card : std::nullopt, throws);
    return ruling;
  };
  ruling_ = ruled(settings_.viewer, before);
  open_ruling_ = ruled(Viewer::Both, open_before);
  say_taken_back(told.events);
  if (throws.size() == 1 && given.grounds.needs().size() > 1)
    for (Ruling* ruling : {&ruling_, &open_ruling_})
      if (ruling->card) ruling->card->throws.back() = present::throw_view(throws.front(), given.grounds.needs());
  if (put_in_place && given.source != "typed") {  // what it follows stays in sight
    ruling_ = last;
    open_ruling_ = open_last;
  } else if (put_in_place) {
    if (last.card) ruling_.card = last.card;
    if (open_last.card) open_ruling_.card = open_last.card;
  }
  if (goes_on) say_in_vain();
  if (ruling_.card) told_.tell(told.seq, *ruling_.card, goes_on || put_in_place);
}

/// An order that leads somewhere is shown until its throw is done.
void Desk::follow_order(const Given& given, const Told& told) {
  const engine::OfferMark& leads = given.leads;
  const bool somewhere = leads.pose || !leads.region.empty() || !leads.target.empty();
  if (told.verdict.allowed() && !given.acts.empty() && somewhere) {
    ordered_ = present::Ordered{given.acts, leads, heading_in(given.command)};
    ordered_openly_ = engine::may_know(Viewer::Both, told.audience) && !given.unsaid(told);
    if (ruling_.card && leads.target.empty())
      route_ = Route{given.acts, given.stood_at, ruling_.card->title,
                     present::with_capital(came_to_nothing(session_.battle(), namer_, given.said, given.plain))};
  }
  if (session_.battle().waits(Viewer::Umpire).empty()) ordered_.reset();
}

/// Where the turn goes to the other side, what this one had selected is in its way.
void Desk::hand_over(Viewer turn_before) {
  const Viewer turn = session_.battle().now().who;
  if (turn == turn_before || (turn != Viewer::A && turn != Viewer::B)) return;
  const auto& places = session_.battle().places();
  const bool of_other = std::any_of(places.begin(), places.end(), [&](const engine::Place& place) {
    return place.unit == selection_.unit && viewer_of(place.side) != turn;
  });
  if (of_other) select({});
}

void Desk::tell_in_log(const Given& given, const Told& told) {
  const std::optional<Side> whose = side_named(given.by);
  forget_old_lines();
  // Where the screen is the table, bases go to their places by themselves and nobody need hear of it.
  if (!(given.source == "camera" && given.does_work() && look_ && look_->manual))
    for (const auto& [log, viewer] : {std::pair{&log_, settings_.viewer}, {&open_log_, Viewer::Both}}) {
      const std::string gone = taken_back(decisions_in(told.events), *log);
      strike_out(told.events, *log);
      for (const std::string& line : gone.empty() ? news_of(told, viewer) : std::vector{gone})
        log->push_back({told.seq, line, told.ruled ? Tone::Warn : Tone::Text, of_whom(line, whose)});
    }
  if (told.verdict.allowed()) return;
  log_.push_back({told.seq, ruling_.result, Tone::Blocked, whose});
  open_log_.push_back({told.seq, open_ruling_.result, Tone::Blocked, whose});
}

/// Of what was refused by rule it is asked whether it shall stand all the same. Once it is ruled on or done by another way, or no ruling
/// makes it possible any more, that question is closed.
void Desk::ask_to_overrule(const Given& given, const Told& told) {
  const bool allowed = told.verdict.allowed();
  if (overrule_) {
    const auto still = session_.battle().judge(overruling("umpire", overrule_->seq, ""));
    const bool other_way = allowed && !overrule_->unit.empty() && given.acts == overrule_->unit;
    if (other_way || !still || !still->allowed()) overrule_.reset();
  }
  if (allowed || given.source == "camera") return;
  if (told.verdict.may_be_overruled())
    overrule_ = {told.seq, given.acts, asked_of(ruling_), asked_of(open_ruling_)};
  else
    note_refusal(why_of(ruling_));
}

}  // namespace polemarch::assistant::play
