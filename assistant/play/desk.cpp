#include "assistant/play/desk.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "assistant/play/grounds.hpp"
#include "assistant/play/in_vain.hpp"
#include "assistant/present/measuring.hpp"
#include "assistant/present/table_scene.hpp"
#include "assistant/present/throws.hpp"
#include "assistant/session/news.hpp"
#include "engine/core/repair.hpp"
#include "models/io/json_text.hpp"
#include "models/io/measured.hpp"
#include "ui/shapes.hpp"

namespace polemarch::assistant::play {

using Json = nlohmann::json;

namespace {

/// The command that lets what was refused at `seq` stand.
std::string overruling(const std::string& by, std::int64_t seq, const std::string& reason) {
  return Json{{"by", by}, {"do", "rule"}, {"allow", true}, {"seq", seq}, {"reason", reason}}.dump();
}

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

/// Whether somebody goes on with the battle; else it is looked at in another way.
bool is_play(const Intent& intent) {
  return std::holds_alternative<SelectAt>(intent) || std::holds_alternative<SelectUnit>(intent) ||
         std::holds_alternative<AddUnit>(intent) || std::holds_alternative<TypeKey>(intent) ||
         std::holds_alternative<ChooseOption>(intent) || std::holds_alternative<GiveCommand>(intent) ||
         std::holds_alternative<FillIn>(intent) || std::holds_alternative<OpenMenu>(intent) || std::holds_alternative<NextQuestion>(intent);
}

}  // namespace

Desk::Desk(Session& session, Table table, std::vector<BaseSpec> bases, DeskSettings settings)
    : session_(session),
      table_(std::move(table)),
      bases_(std::move(bases)),
      settings_(settings),
      observer_(settings.observe),
      chance_(settings.seed ? chance::VirtualChance(*settings.seed) : chance::VirtualChance()) {
  observer_.set_level(settings_.help_level);
  t0_ = t_ = session_.last_t();
  head_ = session_.battle().seq();
  const names::Muster muster = names::muster_of(io::parsed_or_discarded(session_.setup()));
  side_names_ = muster.sides;  // as the log names them
  namer_ = names::Namer(muster);
  take_up_history();
  hear_of_log();
  know_parts();
}

/// What befell the log's files is told wherever the players look.
void Desk::hear_of_log() {
  const auto notice = session_.take_notice();
  if (!notice) return;
  note(*notice);
  diary_.push_back(Json{{"t", t_}, {"notice", "log"}, {"text", *notice}}.dump());
  for (auto* log : {&log_, &open_log_}) log->push_back({session_.battle().seq(), *notice, Tone::Warn, {}});
}

std::optional<engine::Verdict> Desk::give(const std::string& command, const std::string& source) {
  if (!unwritten_) return give_now(command, source);
  const Unwritten first = *std::exchange(unwritten_, std::nullopt);
  const auto verdict = give_now(first.command, first.source);
  if (unwritten_ || (first.command == command && first.source == source)) return verdict;  // pressed again
  return give_now(command, source);
}

std::optional<engine::Verdict> Desk::give_now(const std::string& command, const std::string& source) {
  const bool shown_to_one = was_private(command, asked_.offers, menu_.sides);
  const bool interrupts = !session_.battle().waits(Viewer::Umpire).empty();
  const engine::OfferMark leads = engine::mark_of(session_.battle(), command);
  const std::string said = words_of(command), chosen = chosen_by(command);
  const std::string plain = session_.battle().say(command);
  const bool one_card = goes_on_with_card(command, said);
  const auto asked = open_wait(io::parsed_or_discarded(command).value("wait", std::string()));
  const std::vector<UnitId> placed_with = still_to_place();
  const std::string asked_in = moment();
  const Viewer turn_before = session_.battle().now().who;
  const bool work_owed = !session_.battle().owed().empty();
  const Grounds grounds(session_.battle(), command, side_names_);
  const UnitId acts = who_acts(command);
  const std::optional<Pose> stood_at = stands_at(session_.battle(), acts);
  const auto outcome = session_.submit(command, source, t_);
  hear_of_log();
  if (!outcome) {
    if (session_.may_be_given_again()) unwritten_ = {command, source, t_};
    trouble_ = outcome.error().line;
    note(outcome.error().line);
    return std::nullopt;
  }
  know_parts();
  trouble_.clear();
  hand_shown_ = Viewer::Both;
  card_.reset();
  offer_page_ = 0;
  place_.reset();
  group_.clear();
  menu_group_.clear();
  const Json spoken = io::parsed_or_discarded(command);
  const std::string by = spoken.value("by", std::string());
  thinking_.spoke(by, t_);
  // What the log tells both once it is done, a card played, is no secret any more.
  const bool unsaid = shown_to_one && !(outcome->verdict.allowed() && outcome->audience == Viewer::Both);
  const auto words_for = [&](Viewer viewer) {
    const bool known = engine::may_know(viewer, outcome->audience) && !(unsaid && viewer == Viewer::Both);
    return !known ? std::string(kUnsaid) : outcome->verdict.allowed() ? said : in_vain(session_.battle(), namer_, said, plain);
  };
  // An answer belongs to the card of what asked for it; in another phase, or of another side's move, to one of its own.
  const bool answers = spoken.value("do", std::string()) == "answer";
  // A card played while dice are asked for belongs to what they are thrown for.
  const bool plays_in_between = interrupts && !answers && !engine::repair_from_json(spoken) && !spoken.contains("owed");
  // After an undo that is the card that stood there then.
  const auto then = ruling_.taken_back ? stood_.find(head_) : stood_.end();
  const Ruling last = ruling_, open_last = open_ruling_;
  const Ruling &before = then == stood_.end() ? last : then->second.ruling,
               &open_before = then == stood_.end() ? open_last : then->second.open_ruling;
  const bool goes_on = (answers || plays_in_between) && outcome->verdict.allowed() && !overrule_ && before.card && !before.taken_back &&
                       one_card && asked_in == ruled_in_;
  if (!goes_on) heading_ = answers ? said : std::string(), ruled_in_ = asked_in;
  ruling_ = ruling_of(*outcome, settings_.viewer, by, words_for(settings_.viewer), chosen);
  open_ruling_ = ruling_of(*outcome, Viewer::Both, by, words_for(Viewer::Both), chosen);
  const bool places = outcome->verdict.allowed() && session_.battle().deed(command) == engine::Deed::Place;
  for (Ruling* ruling : {&ruling_, &open_ruling_}) say_once(*ruling, plain, places ? acts : UnitId{});
  const engine::Shows* room = engine::shows(session_.battle());
  const bool public_throws = room != nullptr && engine::may_know(Viewer::Both, outcome->audience);
  const std::vector<engine::Thrown> throws = public_throws ? room->last_throws() : std::vector<engine::Thrown>();
  for (const auto& [ruling, viewer] : {std::pair{&ruling_, settings_.viewer}, {&open_ruling_, Viewer::Both}})
    if (outcome->verdict.allowed() && ruling->reasons.empty())
      ruling->reasons = grounds.of(seen_by(*outcome, viewer), throws, words_for(viewer) != kUnsaid);
  go_on_with(ruling_, goes_on && !before.in_secret ? before.card : std::nullopt, throws);
  go_on_with(open_ruling_, goes_on && !open_before.in_secret ? open_before.card : std::nullopt, throws);
  for (const auto& [ruling, viewer] : {std::pair{&ruling_, settings_.viewer}, {&open_ruling_, Viewer::Both}})
    if (outcome->verdict.allowed() && words_for(viewer) == kUnsaid) say_unseen(*ruling, by, asked);
  say_taken_back(outcome->events);
  if (throws.size() == 1 && grounds.needs().size() > 1)
    for (Ruling* ruling : {&ruling_, &open_ruling_})
      if (ruling->card) ruling->card->throws.back() = present::throw_view(throws.front(), grounds.needs());
  const bool put_in_place = work_owed && outcome->verdict.allowed() && spoken.value("do", std::string()) == "place";
  if (put_in_place) {  // what it follows stays in sight
    if (source == "typed") {
      if (last.card) ruling_.card = last.card;
      if (open_last.card) open_ruling_.card = open_last.card;
    } else {
      ruling_ = last;
      open_ruling_ = open_last;
    }
  }
  if (goes_on) say_in_vain();
  if (ruling_.card) told_.tell(outcome->seq, *ruling_.card, goes_on || put_in_place);
  if (outcome->verdict.allowed() && !acts.empty() && (leads.pose || !leads.region.empty() || !leads.target.empty())) {
    ordered_ = present::Ordered{acts, leads};
    ordered_openly_ = engine::may_know(Viewer::Both, outcome->audience) && !unsaid;
    if (ruling_.card && leads.target.empty())
      route_ = Route{acts, stood_at, ruling_.card->title, present::with_capital(came_to_nothing(session_.battle(), namer_, said, plain))};
  }
  if (session_.battle().waits(Viewer::Umpire).empty()) ordered_.reset();
  if (outcome->verdict.allowed())
    remember(outcome->seq, outcome->events, spoken.value("do", std::string()) == "place" && spoken.contains("owed"));
  if (look_ && look_->manual && !session_.battle().owed().empty()) observer_.settle_now();  // they go there by themselves, and at once
  if (source == "typed") take_next(placed_with);
  const Viewer turn = session_.battle().now().who;
  if (turn != turn_before && (turn == Viewer::A || turn == Viewer::B))  // what the other side had selected is in its way
    for (const engine::Place& place : session_.battle().places())
      if (place.unit == selection_.unit && viewer_of(place.side) != turn) {
        select({});
        break;
      }
  const std::int64_t seq = outcome->seq;
  const std::optional<Side> whose = side_named(by);
  const auto tell = [&](std::vector<ui::LogLine>& log, Viewer viewer) {
    const std::string gone = taken_back(decisions_in(outcome->events), log);
    for (const std::string& line : gone.empty() ? news_of(*outcome, viewer) : std::vector{gone})
      log.push_back({seq, line, outcome->ruled ? Tone::Warn : Tone::Text, of_whom(line, whose)});
  };
  forget_old_lines();
  const bool by_itself =
      source == "camera" && spoken.value("do", std::string()) == "place" && spoken.contains("owed") && look_ && look_->manual;
  if (!by_itself) {  // where the screen is the table, bases go to their places and nobody need hear of it
    tell(log_, settings_.viewer);
    tell(open_log_, Viewer::Both);
  }
  if (overrule_) {  // ruled on or done by another way, or no ruling makes it possible any more: the question is closed
    const auto still = session_.battle().judge(overruling("umpire", overrule_->seq, ""));
    const bool other_way = outcome->verdict.allowed() && !overrule_->unit.empty() && who_acts(command) == overrule_->unit;
    if (other_way || !still || !still->allowed()) overrule_.reset();
  }
  if (!outcome->verdict.allowed()) {
    log_.push_back({seq, ruling_.result, Tone::Blocked, whose});
    open_log_.push_back({seq, open_ruling_.result, Tone::Blocked, whose});
    if (outcome->verdict.may_be_overruled() && source != "camera") {
      overrule_ = {seq, who_acts(command), asked_of(ruling_), asked_of(open_ruling_)};
    } else if (source != "camera") {
      note_refusal(why_of(ruling_));
    }
  }
  return outcome->verdict;
}

void Desk::carry_out(const observe::Report& report) {
  for (const observe::Proposal& proposal : report.proposals) {
    auto verdict = give(proposal.command, proposal.source);
    if (verdict && !verdict->allowed() && verdict->may_be_overruled() && proposal.rule_by)
      verdict = give(overruling(*proposal.rule_by, session_.battle().seq(), proposal.rule_reason), proposal.source);
    if (verdict && verdict->allowed()) forget_manoeuvre(proposal.unit);
    observer_.done(proposal.id, verdict.value_or(engine::impossible("not understood")));
  }
}

void Desk::bring_up_to_date() {
  if (!look_ || look_->manual || paused_ || reported_at_ == session_.battle().seq()) return;
  reported_at_ = session_.battle().seq();
  observer_.compare_again(report_, look_->table, session_.battle());
}

void Desk::see(const Look& look) {
  const double t = t0_ + look.table.t;
  if (paused_) thinking_.paused(t - t_);
  t_ = t;
  if (look_ && look_->epoch != look.epoch) observer_.forget();
  look_ = look;
  take_loose(look.loose);
  note_camera(look);
  if (unwritten_ && t_ - unwritten_->tried >= 3.0) {
    const Unwritten again = *unwritten_;
    give(again.command, again.source);
  }
  note_unseen(look);
  if (paused_) return;
  report_ = observer_.look(look.table, table_, session_.battle());
  reported_at_ = session_.battle().seq();
  note_placing();
  for (const observe::Nudge& nudge : report_.nudges)
    diary_.push_back(
        Json{{"t", t_}, {"nudge", nudge.base.text}, {"mm", std::round(nudge.mm * 10) / 10}, {"deg", std::round(nudge.deg * 10) / 10}}
            .dump());
  for (const TableNotice& notice : report_.notices) {
    diary_.push_back(Json{{"t", t_}, {"notice", notice.key}, {"text", notice.text}}.dump());
    if (!is_told_by_card(notice.key)) note(notice.text);
  }
  carry_out(report_);
  if (settings_.roll_for_all) roll_open_waits();
  bring_up_to_date();
  std::erase_if(notes_, [&](const Note& note) { return t_ - note.t > 12.0; });
}

void Desk::give_offer(const std::string& json) {
  auto read = io::parse_message(json, "command");
  if (!read || !read->is_object()) return note(read ? "not a command: " + json.substr(0, 60) : read.error().line);
  Json command = std::move(*read);
  if (!command.contains("by")) {
    command["by"] = name_of(settings_.viewer);
    const std::string unit = command.value("unit", selection_.unit.text);
    for (const engine::Place& place : session_.battle().places())
      if (place.unit.text == unit) command["by"] = name_of(place.side);
  }
  give(command.dump(), "typed");
}

void Desk::choose(const ChooseOption& choice) {
  if (choice.wait == kTieQuestion) return choose_tie(choice.option);
  if (choice.wait == kCameraCard) return choose_camera(choice.option);
  if (choice.wait == kCardQuestion) {
    card_.reset();
    if (choice.option.size() > 2) card_.emplace(choice.option[0] == 'A' ? Side::A : Side::B, choice.option.substr(2));
    return;
  }
  if (choice.wait == "overrule" && overrule_) {
    const Overrule over = *std::exchange(overrule_, std::nullopt);
    if (choice.option != "leave")
      give(overruling(choice.option, over.seq, choice.option == "both" ? "agreed at the table" : "the umpire ruled"), "typed");
    return;
  }
  const auto wait = open_wait(choice.wait);
  if (!wait) {
    put_back(choice);
    return observer_.answer(choice.wait, choice.option);
  }
  if (wait->chance && choice.option.starts_with("#")) {  // a card by its name
    if (typing_for_ != choice.wait || !typing_) typing_.emplace(*wait->chance);
    typing_for_ = choice.wait;
    if (const auto values = typing_->add(std::stoi(choice.option.substr(1)))) {
      typing_.reset();
      answer_wait(*wait, *values, "typed");
    }
    return;
  }
  if (wait->most > 1) {
    const auto found = std::find(picked_.begin(), picked_.end(), choice.option);
    found == picked_.end() ? picked_.push_back(choice.option) : static_cast<void>(picked_.erase(found));
    if (static_cast<int>(picked_.size()) > wait->most) picked_.erase(picked_.begin());  // the first one makes room
    typing_for_ = choice.wait;
    return;
  }
  give(Json{{"by", name_of(wait->who)}, {"do", "answer"}, {"wait", choice.wait}, {"choice", choice.option}}.dump(), "typed");
}

void Desk::wish(const Intent& intent) {
  if (!std::holds_alternative<PointAt>(intent)) rolled_at_.reset();  // any key ends the rolling
  if (is_play(intent)) told_.close();
  const auto handle = engine::Overloaded{
      [&](const SelectAt& at) { select_at(at); },
      [&](const AddUnit& unit) { add_unit(unit.unit); },
      [&](const OpenTold& line) { told_.open(line.seq); },
      [&](const TurnTold& turn) { told_.turn(turn.by); },
      [&](const StepBack&) { step_back(); },
      [&](const PointAt& at) { pointed_ = at.unit; },
      [&](const MeasureFrom& wanted) { keep_measures(wanted); },
      [&](const ToggleLayer& toggled) {
        for (const ui::LayerView& layer : view().layers)
          if (layer.id == toggled.layer) layers_[layer.id] = !layer.on;
      },
      [&](const CopyMeasures&) {
        const present::Inputs in = inputs();
        clipboard_.clear();
        for (const present::Measured& measured : measures_) clipboard_ += present::line_of(measured, in) + "\n";
        if (!clipboard_.empty()) ++clipboard_at_, note("the measures are on the clipboard", Tone::Text);
      },
      [&](const SelectUnit& unit) { select(unit.unit); },
      [&](const TypeKey& key) { type(key.key); },
      [&](const ChooseOption& choice) { choose(choice); },
      [&](const GiveCommand& command) { give_offer(command.json); },
      [&](const FillIn& wanted) {
        filling_ = Filling{wanted, {}, {}};
      },
      [&](const OpenMenu& open) { menu_group_ = open.group; },
      [&](const LookAtHand& hand) {
        const Viewer side = viewer_of(hand.side);
        hand_shown_ = hand_shown_ == side ? Viewer::Both : side;
        card_.reset();
        menu_group_.clear();  // what is shown stands in the whole list
      },
      [&](const TurnPage& page) { offer_page_ += page.by; },
      [&](const DragUnit& move) { move_unit(move); },
      [&](const SetHelpLevel& level) {
        if (const auto named = ui::help_level_named(level.level)) observer_.set_level(*named);
      },
      [&](const RotateView& turn) { quarter_turns_ = ui::normal_turns(quarter_turns_ + turn.quarter_turns); },
      [&](const Zoom& zoom) { look_closer(zoom); },
      [&](const Pan& pan) {
        look_at({zoom_at_.x + pan.by.x, zoom_at_.y + pan.by.y});
      },
      [&](const ToggleMute&) { muted_ = !muted_; },
      [&](const AskWhy&) { show_why_ = !show_why_; },
      [&](const DragBase& move) { drags_.push_back(move); },
      [&](const PlaceAll&) {
        for (const engine::OwedPlacement& owed : session_.battle().owed())
          give(Json{{"by", "both"}, {"do", "place"}, {"owed", "p" + std::to_string(owed.id)}}.dump(), "typed");
      },
      [&](const SettleNow&) { observer_.settle_now(); },
      [&](const NextQuestion&) { ++question_turn_; },
      [&](const ToggleTouch&) { touch_ = !touch_; },
      [&](const ToggleLight&) { light_ = !light_; },
      [&](const ScaleType& scale) { type_scale_ = std::clamp(type_scale_ * scale.by, 0.8, 1.6); },
      [&](const TogglePicture&) { show_picture_ = !show_picture_; },
      [&](const ToggleKeys&) { show_keys_ = !show_keys_; },
      [&](const TogglePause&) { paused_ = !paused_; },
      [&](const Recalibrate&) { recalibrate_ = true; },
      [&](const SaveScreenshot&) { screenshot_ = true; },
      [&](const Hold&) {
        const auto holder = session_.battle().held_by();
        give(Json{{"by", holder ? std::string(name_of(*holder)) : "both"}, {"do", holder ? "release" : "hold"}}.dump(), "typed");
      },
      [&](const UndoLast&) { give(undo_command(), "typed"); },
      [&](const Quit&) { quit_ = true; },
  };
  std::visit(handle, intent);
  bring_up_to_date();
}

void Desk::note(std::string text, Tone tone) {
  if (!notes_.empty() && notes_.back().line.text == text) {
    notes_.back().t = t_;
    return;
  }
  notes_.push_back({{std::move(text), tone, {}}, t_});
}

void Desk::note_refusal(const std::string& why) {
  note(why.empty() ? "refused" : "refused: " + why);
  notes_.back().line.refusal = true;
}

}  // namespace polemarch::assistant::play
