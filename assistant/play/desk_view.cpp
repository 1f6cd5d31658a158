/// What the desk shows: everything it knows as one ViewState. Battle questions are asked once a command, not once a picture.
#include "assistant/play/desk.hpp"
#include "assistant/present/measuring.hpp"
#include "assistant/present/table_scene.hpp"
#include "assistant/session/hiding.hpp"
#include "engine/core/beside.hpp"
#include "engine/core/hidden.hpp"
#include "engine/registry/registry.hpp"
#include "models/box_name.hpp"

#include <algorithm>
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

/// What a side may know alone once it is done, such as the counter under the salpinx, is not picked from a list that both sides see: it
/// stands behind the button that asks the others to look away. That there is such a choice everybody may know.
void make_out_of_sight(const engine::Battle& battle, present::SideOffers& mine) {
  for (engine::OfferText& offer : mine.offers) {
    if (offer.audience != Viewer::Both || !offer.verdict.allowed()) continue;
    engine::Json command = engine::Json::parse(offer.command);
    command["by"] = name_of(mine.who);
    if (audiences_of(battle, command.dump()).allowed != mine.who) continue;
    offer.audience = mine.who;
    mine.hides = true;
  }
}

/// Before the battle: where {"do":"place"}, which every ruleset shares, puts a unit down, as its box or the middle of its bases.
void mark_place(const Table& table, const nlohmann::json& command, engine::OfferMark& mark) {
  if (mark.pose || !mark.region.empty() || command.value("do", std::string()) != "place" || !command.contains("poses")) return;
  double x = 0, y = 0, count = 0, heading = 0;
  for (const nlohmann::json& base : command["poses"]) {
    x += base.value("x_mm", 0.0), y += base.value("y_mm", 0.0), ++count;
    heading = base.value("heading_deg", 0.0);
  }
  if (count == 0) return;
  const auto box = table.grid ? box_at(*table.grid, x / count, y / count) : std::nullopt;
  const auto middle = box ? middle_of(*table.grid, *box) : std::nullopt;
  if (!middle) {
    mark.pose = Pose{Length::from_mm(x / count), Length::from_mm(y / count), Angle::from_deg(heading)};
    return;
  }
  const Length half = table.grid->box / 2;
  mark.region = {{middle->x - half, middle->y - half},
                 {middle->x + half, middle->y - half},
                 {middle->x + half, middle->y + half},
                 {middle->x - half, middle->y + half}};
}

/// Endings that only both sides together may agree on: a draw, time called.
void add_endings_of_both(const engine::Battle& battle, std::vector<present::SideOffers>& sides) {
  present::SideOffers both{Viewer::Both, {}, false};
  for (engine::OfferText& offer : battle.offers(Viewer::Both, engine::AboutNothing{})) {
    const auto is_yes = [](const engine::Need& need) { return need.kind == engine::NeedKind::Yes; };
    const bool ending = offer.verdict.allowed() && std::any_of(offer.still_needed.begin(), offer.still_needed.end(), is_yes);
    const bool known = std::any_of(sides.begin(), sides.end(), [&](const present::SideOffers& mine) {
      return std::any_of(mine.offers.begin(), mine.offers.end(), [&](const auto& other) { return other.command == offer.command; });
    });
    if (ending && !known) both.offers.push_back(std::move(offer));
  }
  if (!both.offers.empty()) sides.push_back(std::move(both));
}

/// Which card of its hand each offer uses.
void name_cards(const engine::Battle& battle, present::SideOffers& mine) {
  const engine::Beside* room = engine::beside(battle);
  if (room == nullptr) return;
  for (const engine::OfferText& offer : mine.offers) {
    engine::Json command = engine::Json::parse(offer.command);
    command["by"] = name_of(mine.who);
    mine.cards.push_back(room->card_of(command.dump()));
  }
}

}  // namespace

const Desk::Asked& Desk::ask_about_selection() const {
  const engine::Battle& battle = session_.battle();
  if (asked_.seq == battle.seq() && asked_.selection.unit == selection_.unit && asked_.selection.target == selection_.target &&
      asked_.group == group_)
    return asked_;
  asked_ = {battle.seq(), selection_, group_, {}, {}, {}, {}};
  if (selection_.unit.empty()) return asked_;
  asked_.advice = battle.advise(selection_, settings_.viewer);
  add_enemy_zones(asked_.advice);
  present::add_advice(asked_.overlay, asked_.advice);
  Viewer owner = settings_.viewer;  // both at one screen: what its owner may do with it
  if (owner == Viewer::Both)
    for (const engine::Place& place : battle.places())
      if (place.unit == selection_.unit) owner = viewer_of(place.side);
  asked_.offers = battle.offers(owner, selection_.unit);
  const engine::Beside* beside = engine::beside(battle);
  const bool setting_up = beside != nullptr && !beside->placing().turns.empty();
  if (!group_.empty()) asked_.offers = orders_of_group(asked_.offers, owner);
  for (const engine::OfferText& offer : asked_.offers) {
    nlohmann::json spoken = nlohmann::json::parse(offer.command);
    spoken["by"] = name_of(owner);
    asked_.marks.push_back(engine::mark_of(battle, spoken.dump()));
    if (setting_up) mark_place(table_, spoken, asked_.marks.back());
  }
  return asked_;
}

/// Who may move has to know where enemies stop it: their zones take the place of its own.
void Desk::add_enemy_zones(engine::Advice& advice) const {
  const auto zone = [](const engine::AdviceShape& shape) {
    return shape.meaning == engine::Meaning::ZocStrong || shape.meaning == engine::Meaning::ZocWeak ||
           shape.meaning == engine::Meaning::ZocBond;
  };
  const auto moves = [](const engine::AdviceShape& shape) { return shape.meaning == engine::Meaning::LegalMove; };
  for (engine::AdviceShape& shape : advice.shapes)
    if (zone(shape) && shape.about.empty()) shape.about = selection_.unit.text;
  if (std::none_of(advice.shapes.begin(), advice.shapes.end(), zone) || std::none_of(advice.shapes.begin(), advice.shapes.end(), moves))
    return;
  const engine::Battle& battle = session_.battle();
  const std::vector<engine::Place> places = battle.places();
  std::optional<Side> mine;
  for (const engine::Place& place : places)
    if (place.unit == selection_.unit) mine = place.side;
  std::vector<engine::AdviceShape> zones;
  std::set<UnitId> asked;
  for (const engine::Place& place : places) {
    if (!place.on_table || place.side == mine || !asked.insert(place.unit).second) continue;
    for (engine::AdviceShape& shape : battle.advise({place.unit, std::nullopt}, settings_.viewer).shapes) {
      if (!zone(shape)) continue;
      shape.about = place.unit.text;
      zones.push_back(std::move(shape));
    }
  }
  if (zones.empty()) return;
  std::erase_if(advice.shapes, zone);
  advice.shapes.insert(advice.shapes.begin(), zones.begin(), zones.end());
}

const Desk::Both& Desk::ask_about_both() const {
  const engine::Battle& battle = session_.battle();
  const UnitId at = pointed_.empty() ? selection_.target.value_or(UnitId{}) : pointed_;
  if (both_.seq == battle.seq() && both_.of == selection_.unit && both_.at == at) return both_;
  both_ = {battle.seq(), selection_.unit, at, {}, {}};
  if (selection_.unit.empty() || at.empty() || at == selection_.unit) return both_;
  const std::vector<engine::AdviceLine> alone = battle.advise({selection_.unit, std::nullopt}, settings_.viewer).lines;
  const auto known = [&](const engine::AdviceLine& line) {
    return std::any_of(alone.begin(), alone.end(), [&](const engine::AdviceLine& other) {
      return other.reason.rule == line.reason.rule && other.reason.text == line.reason.text && other.reason.value == line.reason.value;
    });
  };
  engine::Advice said = battle.advise({selection_.unit, at}, settings_.viewer);
  for (engine::AdviceLine& line : said.lines)
    if (!known(line)) both_.lines.push_back(std::move(line));
  for (engine::AdviceShape& shape : said.shapes)
    if (present::is_sight_wedge(shape) && shape.about == at.text) both_.sight.push_back(std::move(shape));
  return both_;
}

const Desk::Menu& Desk::ask_menu() const {
  const engine::Battle& battle = session_.battle();
  if (menu_.seq == battle.seq() && menu_.hand_shown == hand_shown_) return menu_;
  menu_ = {battle.seq(), {}, {}, hand_shown_};
  const bool one_side = settings_.viewer == Viewer::A || settings_.viewer == Viewer::B;
  const engine::Json open = one_side ? engine::Json() : engine::Json::parse(battle.state_text(Viewer::Both));
  for (const Viewer who : {Viewer::A, Viewer::B})
    if (!one_side || who == settings_.viewer) {
      menu_.sides.push_back({who, battle.offers(who, engine::AboutNothing{}), engine::hides_something(open, who)});
      if (!one_side) make_out_of_sight(battle, menu_.sides.back());
      if (one_side || hand_shown_ == who) name_cards(battle, menu_.sides.back());
    }
  if (!one_side) add_endings_of_both(battle, menu_.sides);
  if (!battle.waits(Viewer::Umpire).empty()) return menu_;  // the answer comes first
  for (const engine::OwedPlacement& owed : battle.owed())
    if (!owed.removed) ++menu_.can[owed.unit];
  std::set<UnitId> counted;
  for (const engine::Place& place : battle.places()) {
    if (!counted.insert(place.unit).second) continue;
    int& can = menu_.can[place.unit];
    if (one_side && viewer_of(place.side) != settings_.viewer) continue;
    for (const engine::OfferText& offer : battle.offers(viewer_of(place.side), place.unit))
      can += offer.verdict.allowed() && offer.whole && (one_side || offer.audience == Viewer::Both || offer.audience == hand_shown_);
  }
  return menu_;
}

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
  in.letters = letters_;
  in.result = ruling_.result;
  in.card = told_.card() != nullptr ? std::optional(*told_.card()) : ruling_.card;
  in.opened = told_.opened();
  in.bases = bases_;
  in.namer = &namer_;
  in.side_names = side_names_;
  for (const observe::GhostBase& ghost : report_.ghosts)
    in.ghosts.push_back({ghost.place.base, ghost.place.unit, ghost.place.footprint, ghost.place.pose.x.mm(), ghost.place.pose.y.mm(),
                         ghost.place.pose.heading.deg(), ghost.label, ghost.rule});
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
  // On a shared screen everybody sees who is selected, so the page shows the same shapes; a screen of one side keeps its thoughts.
  const bool shared = settings_.viewer == Viewer::Both;
  if (!shared) in.selection = {}, in.group.clear();
  if (!shared) in.advice = nullptr, in.overlay = nullptr;
  static const std::vector<engine::OfferText> kNoOffers;
  static const std::vector<engine::OfferMark> kNoMarks;
  in.offers = &kNoOffers;
  in.offer_marks = &kNoMarks;
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
  in.result = open_ruling_.result;
  in.card = open_ruling_.card, in.opened.reset();
  in.last_ruling = open_ruling_.reasons;
  in.last_ruling_title = open_ruling_.title;
  ui::ViewState shown = present::view_of(in);
  if (shown.question) shown.question->of_card = of_card();
  return shown;
}

/// Whose move of which phase it is: what is asked within it belongs to the command that began it.
std::string Desk::moment() const {
  const engine::Now now = session_.battle().now();
  return std::to_string(now.turn) + " " + std::string(name_of(now.who)) + " " + now.phase;
}

ui::ViewState Desk::view() const {
  ui::ViewState shown = present::view_of(inputs());
  for (const ui::OptionView& entry : shown.menu)
    if (entry.allowed && entry.key.size() == 1 && !std::holds_alternative<LookAtHand>(entry.intent)) letters_[entry.text] = entry.key;
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
