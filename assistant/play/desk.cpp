#include "assistant/play/desk.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "assistant/play/written.hpp"
#include "assistant/present/measuring.hpp"
#include "models/io/json_text.hpp"
#include "models/io/measured.hpp"

namespace polemarch::assistant::play {

using Json = nlohmann::json;

namespace {

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
      settings_(std::move(settings)),
      observer_(settings_.observe),
      chance_(settings_.seed ? chance::VirtualChance(*settings_.seed) : chance::VirtualChance()) {
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
      [&](const DragBase& move) { drag(move); },
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
      [&](const WriteReport&) { write_report(); },
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

/// A hand that lets go beside the table, over a panel, has put nothing down.
void Desk::drag(const DragBase& move) {
  const bool on_table = move.to.x >= 0 && move.to.y >= 0 && move.to.x <= table_.width.mm() && move.to.y <= table_.depth.mm();
  if (on_table)
    drags_.push_back(move);
  else
    note(move.base.text + " stays where it was: let go beside the table", Tone::Text);
}

void Desk::write_report() {
  if (!settings_.write_report) return;
  if (const auto written = settings_.write_report())
    note(said_of_report(*written), Tone::Ink);
  else
    note(written.error().line);
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
