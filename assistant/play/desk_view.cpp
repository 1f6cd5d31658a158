/// What the desk shows: everything it knows as one ViewState.
#include "assistant/play/command_words.hpp"
#include "assistant/play/desk.hpp"
#include "assistant/present/measuring.hpp"
#include "engine/registry/registry.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <nlohmann/json.hpp>

namespace polemarch::assistant::play {

namespace {

/// Mean standard deviation of the places of the bases that are seen, own noise and shared calibration together.
std::optional<double> mean_error_mm(const TableState& table) {
  double sum = 0;
  int seen = 0;
  for (const ObservedBase& base : table.bases) {
    if (base.state != Seen::Seen) continue;
    double variance = base.own_cov[0] + base.own_cov[4];
    for (const auto& factor : base.shared) variance += factor[0] * factor[0] + factor[1] * factor[1];
    sum += std::sqrt(std::max(0.0, variance / 2));
    ++seen;
  }
  if (seen == 0) return std::nullopt;
  return sum / seen;
}

/// In the dark: a black picture tells nobody where anything stands.
bool sees_nothing(const TableState& table) {
  return table.border_seen.empty() && std::ranges::any_of(table.notices, [](const auto& notice) { return notice.key == "too_dark"; }) &&
         std::ranges::none_of(table.bases, [](const ObservedBase& base) { return base.state == Seen::Seen; });
}

}  // namespace

void Desk::note_placing() {
  std::set<BaseId> owed;
  for (const engine::OwedPlacement& one : session_.battle().owed())
    if (!one.removed) owed.insert(one.bases.begin(), one.bases.end());
  if (owed.empty()) placing_.put.clear();
  for (const BaseId& base : owed) placing_.put.erase(base);
  if (!owed.empty())
    for (const BaseId& base : placing_.owed)
      if (!owed.contains(base)) placing_.put.insert(base);
  placing_.owed = std::move(owed);
}

present::Inputs Desk::inputs() const {
  present::Inputs in;
  in.battle = &session_.battle();
  in.table = &table_;
  if (look_) in.seen = &look_->table;
  in.viewer = settings_.viewer;
  in.selection = selection_;
  in.group = group_;
  const Asked& asked = ask_about_selection();
  if (!selection_.unit.empty())
    in.advice = &asked.advice, in.overlay = &asked.overlay, in.offers = &asked.offers, in.offer_marks = &asked.marks;
  if (selection_.unit.empty()) in.next_places = &next_places();
  in.pointed = pointed_;
  const Both& both = ask_about_both();
  in.tip_advice = both.lines;
  in.tip_sight = both.sight;
  in.layers = layers_;
  in.measures = measures_;
  in.clipboard = clipboard_;
  in.clipboard_at = clipboard_at_;
  for (const auto& [base, since] : hidden_since_) in.hidden_for[base] = t_ - since;
  in.vouched = vouched_;
  in.moving = {report_.moving.begin(), report_.moving.end()};
  const Menu& menu = ask_menu();
  in.menu = menu.sides;
  in.can = menu.can;
  in.hand_shown = hand_shown_;
  in.offer_page = offer_page_;
  in.place = place_;
  in.menu_group = menu_group_;
  in.letters = letters_, in.card_keys = card_keys_;
  in.result = ruling_.result, in.undoes = undoes();
  in.card = told_.card() != nullptr ? std::optional(*told_.card()) : ruling_.card;
  in.opened = told_.opened();
  in.bases = bases_;
  in.namer = &namer_;
  in.side_names = side_names_;
  for (const observe::GhostBase& ghost : report_.ghosts)
    in.ghosts.push_back({ghost.place.base, ghost.place.unit, ghost.place.footprint, ghost.place.pose.x.mm(), ghost.place.pose.y.mm(),
                         ghost.place.pose.heading.deg(), ghost.label, ghost.rule, ghost.stood});
  for (const observe::Query& query : report_.queries)
    if (query.refused && !muted_) {  // with those that keep it from there
      std::set<UnitId>& others = in.refused[query.unit];
      if (!query.reasons.empty()) others = namer_.units_in(query.reasons.front().text);
      others.erase(query.unit);
    }
  in.in_place = placing_.put;
  if (look_)  // of a body some bases may be there before the others
    for (const ObservedBase& base : look_->table.bases) {
      const auto waited = [&](const present::Ghost& ghost) { return ghost.base == base.base; };
      if (base.state == Seen::Seen && placing_.owed.contains(base.base) && !in.ghosts.empty() &&
          std::none_of(in.ghosts.begin(), in.ghosts.end(), waited))
        in.in_place.insert(base.base);
    }
  if (ordered_openly_ || settings_.viewer == Viewer::Umpire) in.ordered = ordered_;
  in.table_questions = table_questions();
  in.own_question = tie_question();
  in.touched_card = card_;
  in.camera = camera_trouble();
  if (look_) in.border_seen = static_cast<int>(look_->table.border_seen.size());
  for (const auto& [marker, since] : border_hidden_since_) in.border_hidden_for[marker] = t_ - since;
  in.loose = loose_;
  in.markers = look_ && !look_->manual && !look_->lost;
  in.table_lines = report_.lines;
  if (typing_ && open_wait(typing_for_)) {
    in.typed = {typing_for_, typing_->text(), typing_->open(), typing_->complaint()};
  } else if (!picked_.empty()) {
    in.typed.wait = typing_for_;
    for (const std::string& option : picked_) in.typed.text += (in.typed.text.empty() ? "" : "  ") + option;
    in.typed.picked = {picked_.begin(), picked_.end()};
  }
  in.unveiled = unveiled_;
  in.question_turn = question_turn_;
  in.log = &log_, in.log_before = log_before_;
  in.used_s = thinking_.used(session_.battle().ending() ? Viewer::Both : who_acts(), t_);
  in.zoom = zoom_, in.zoom_at = zoom_at_;
  for (const Note& note : notes_) in.notices.push_back(note.line);
  if (!trouble_.empty()) in.notices.push_back({trouble_, Tone::Warn, {}});
  in.last_ruling = ruling_.reasons;
  in.last_ruling_title = ruling_.title;
  in.show_why = show_why_;
  in.show_keys = show_keys_;
  in.muted = muted_;
  in.paused = paused_;
  in.show_picture = show_picture_;
  in.help_level = observer_.level();
  in.quarter_turns = quarter_turns_;
  in.light = light_, in.touch = touch_;
  in.type_scale = type_scale_;
  const engine::Measures measures = engine::measures_of(session_.battle().info().key);
  in.length = measures.length, in.turn_word = measures.turn_word;
  if (look_) {
    if (!sees_nothing(look_->table)) in.picture = look_->picture;  // the table is drawn instead
    in.source = look_->source;
    in.source_lost = look_->lost || look_->frozen;
    if (!look_->manual && !look_->lost) in.error_mm = mean_error_mm(look_->table);
    in.can_drag = look_->manual;
  }
  return in;
}

Viewer Desk::who_acts() const {
  const auto waits = session_.battle().waits(Viewer::Umpire);
  return waits.empty() ? session_.battle().now().who : waits.front().who;
}

ui::ViewState Desk::public_view() const {
  present::Inputs in = inputs();
  in.viewer = Viewer::Both;
  in.picture.image.reset();  // the page has none: what the camera shows is drawn
  // On a shared screen everybody sees who is selected, so the page shows the same shapes; a screen of one side keeps its thoughts.
  const bool shared = settings_.viewer == Viewer::Both;
  if (!shared) in.selection = {}, in.group.clear();
  if (!shared) in.advice = nullptr, in.overlay = nullptr;
  static const std::vector<engine::OfferText> kNoOffers;
  static const std::vector<engine::OfferMark> kNoMarks;
  in.offers = &kNoOffers;
  in.offer_marks = &kNoMarks;
  in.next_places = nullptr;
  in.pointed = {};
  in.tip_advice.clear();
  in.tip_sight.clear();
  in.hand_shown = Viewer::Both;
  in.zoom = 1.0;
  if (!ordered_openly_) in.ordered.reset();
  in.typed = {};
  in.unveiled.clear();
  in.table_lines.clear();
  in.moving.clear();
  in.menu.clear();
  in.menu_group.clear();
  in.can.clear();
  in.table_questions = table_questions(true);
  in.own_question.reset();
  in.touched_card.reset();
  in.log = &open_log_, in.log_before = open_log_before_;
  in.notices.clear();
  in.result = open_ruling_.result, in.undoes.clear();
  in.card = open_ruling_.card, in.opened.reset();
  in.last_ruling = open_ruling_.reasons;
  in.last_ruling_title = open_ruling_.title;
  ui::ViewState shown = present::view_of(in);
  if (shown.question) shown.question->of_card = of_card();
  return shown;
}

std::string Desk::moment() const { return moment_of(session_.battle()); }

ui::ViewState Desk::view() const {
  ui::ViewState shown = present::view_of(inputs());
  for (const ui::OptionView& entry : shown.menu)
    if (entry.allowed && entry.key.size() == 1 && !std::holds_alternative<LookAtHand>(entry.intent)) letters_[entry.text] = entry.key;
  card_keys_.clear();
  for (const auto* card : present::answers_of_cards(shown))
    for (const ui::OptionView& answer : *card) card_keys_[present::id_of_answer(answer)] = answer.key;
  if (shown.ended && settings_.write_report)
    shown.menu.push_back({.key = "F8", .text = "write the report", .detail = {}, .intent = WriteReport{}, .target = {}, .region = {}});
  if (shown.question) shown.question->of_card = of_card();
  if (rolled_at_ && !shown.opened && t_ - *rolled_at_ < kRolls) shown.rolled_s = t_ - *rolled_at_;
  if (square_ || filling_)  // typing goes before every question
    for (const ui::QuestionView& question : table_questions())
      if (question.id == (filling_ ? kWordsQuestion : kSquareQuestion)) {
        shown.question = question;
        for (std::string* text : {&shown.question->who, &shown.question->text, &shown.question->hint}) *text = namer_(*text);
      }
  return shown;
}

}  // namespace polemarch::assistant::play
