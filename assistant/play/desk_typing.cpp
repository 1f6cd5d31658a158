#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "assistant/play/desk.hpp"

namespace polemarch::assistant::play {

namespace {

using Json = nlohmann::json;

constexpr const char* kSquareQuestion = "square";

std::optional<double> heading_of(char facing) {
  switch (facing) {
    case 'n':
      return 90.0;
    case 'e':
      return 0.0;
    case 's':
      return 270.0;
    case 'w':
      return 180.0;
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<engine::Wait> Desk::open_wait(const std::string& id) const {
  for (const engine::Wait& wait : session_.battle().waits(Viewer::Umpire))
    if ("w" + std::to_string(wait.id.number) == id) return wait;
  return std::nullopt;
}

std::string Desk::asked() const {
  const ui::ViewState shown = view();
  return shown.question ? shown.question->id : std::string();
}

void Desk::answer_wait(const engine::Wait& wait, const std::vector<int>& values, const std::string& source) {
  const bool dice = wait.chance && wait.chance->source == "dice";
  const std::string by(name_of(wait.who));
  give(Json{{"by", by}, {"do", "answer"}, {"wait", "w" + std::to_string(wait.id.number)}, {dice ? "dice" : "cards", values}}.dump(),
       source);
}

void Desk::type(const std::string& key) {
  const std::string id = asked();
  if (square_) return type_square(key);
  const auto wait = open_wait(id);
  if (!wait) {
    if (key == "t" && !selection_.unit.empty()) square_ = "";
    return;
  }
  const bool for_one = wait->audience == Viewer::A || wait->audience == Viewer::B;
  if (settings_.viewer == Viewer::Both && for_one && unveiled_ != id) {
    if (key == "Enter") unveiled_ = id;
    return;
  }
  if (typing_for_ != id) {
    typing_.reset();
    picked_.clear();
    typing_for_ = id;
  }
  if (!wait->chance) {
    if (key == "Enter" && wait->most > 1)
      give(Json{{"by", name_of(wait->who)}, {"do", "answer"}, {"wait", id}, {"choices", std::exchange(picked_, {})}}.dump(), "typed");
    return;
  }
  if (key == "v") {
    typing_.reset();
    return answer_wait(*wait, chance_.draw(*wait->chance), "virtual");
  }
  if (!typing_) typing_.emplace(*wait->chance);
  if (const auto values = typing_->press(key)) {
    typing_.reset();
    answer_wait(*wait, *values, "typed");
  }
}

/// "c4", "c4 e" on a grid; "x y" or "x y heading" in mm on open ground. The unit keeps its shape.
void Desk::type_square(const std::string& key) {
  square_complaint_.clear();
  if (key == "Escape") return square_.reset();
  if (key == "Backspace") {
    if (!square_->empty()) square_->pop_back();
    return;
  }
  if (key != "Enter") {
    if (square_->size() < 24) *square_ += key == "Space" ? " " : key;
    return;
  }
  std::vector<ObservedBase> bases;
  if (look_)
    for (const ObservedBase& base : look_->table.bases)
      if (base.unit == selection_.unit) bases.push_back(base);
  if (bases.empty()) return square_.reset();
  double x = 0, y = 0, turn = 0;
  for (const ObservedBase& base : bases)
    x += base.x_mm / static_cast<double>(bases.size()), y += base.y_mm / static_cast<double>(bases.size());
  std::istringstream words(*square_);
  std::string first, second;
  double to_x = 0, to_y = 0;
  words >> first >> second;
  if (const auto box = box_named(first); box && table_.grid) {
    const auto middle = middle_of(*table_.grid, *box);
    if (!middle) {
      square_complaint_ = "there is no box " + first;
      return;
    }
    to_x = middle->x.mm();
    to_y = middle->y.mm();
    if (!second.empty())
      if (const auto heading = heading_of(second[0])) turn = *heading - bases.front().heading_deg;
  } else {
    std::istringstream numbers(*square_);
    double heading = bases.front().heading_deg;
    if (!(numbers >> to_x >> to_y)) {
      square_complaint_ = table_.grid ? "a box such as c4, or c4 e to face east" : "x and y in mm, and the heading in degrees if it turned";
      return;
    }
    if (numbers >> heading) turn = heading - bases.front().heading_deg;
  }
  const double c = std::cos(turn * 0.017453292519943295), s = std::sin(turn * 0.017453292519943295);
  for (const ObservedBase& base : bases) {
    const double dx = base.x_mm - x, dy = base.y_mm - y;
    drags_.push_back({base.base, {to_x + dx * c - dy * s, to_y + dx * s + dy * c}, std::fmod(base.heading_deg + turn + 360.0, 360.0)});
  }
  observer_.settle_now();
  square_.reset();
}

std::vector<ui::QuestionView> Desk::table_questions() const {
  std::vector<ui::QuestionView> out;
  if (square_) {
    ui::QuestionView question;
    question.id = kSquareQuestion;
    question.who = selection_.unit.text;
    question.text = "Where does it stand?";
    question.takes_text = true;
    question.typed = *square_;
    question.hint = !square_complaint_.empty() ? square_complaint_
                    : table_.grid              ? "a box such as c4, c4 e to face east; then Enter"
                                               : "x y in mm, and a heading if it turned; then Enter";
    out.push_back(std::move(question));
  }
  if (overrule_) {
    ui::QuestionView question;
    question.id = "overrule";
    question.who = "refused";
    question.text = overrule_->text;
    question.options = {{"", "leave it", true, {}, ChooseOption{"overrule", "leave"}},
                        {"", "both agree to allow it", true, {}, ChooseOption{"overrule", "both"}},
                        {"", "the umpire allows it", true, {}, ChooseOption{"overrule", "umpire"}}};
    out.push_back(std::move(question));
  }
  if (muted_) return out;
  for (const observe::Query& query : report_.queries) {
    ui::QuestionView question;
    question.id = query.id;
    question.who = "the table";
    question.text = query.text;
    question.rule = query.rule;
    for (const auto& [key, text] : query.options) question.options.push_back({"", text, true, {}, ChooseOption{query.id, key}});
    out.push_back(std::move(question));
  }
  return out;
}

const Desk::Asked& Desk::ask_about_selection() const {
  const engine::Battle& battle = session_.battle();
  if (asked_.seq == battle.seq() && asked_.selection.unit == selection_.unit && asked_.selection.target == selection_.target) return asked_;
  asked_ = {battle.seq(), selection_, {}, {}};
  if (selection_.unit.empty()) return asked_;
  asked_.advice = battle.advise(selection_, settings_.viewer);
  Viewer owner = settings_.viewer;  // both at one screen: what its owner may do with it
  if (owner == Viewer::Both)
    for (const engine::Place& place : battle.places())
      if (place.unit == selection_.unit) owner = viewer_of(place.side);
  asked_.offers = battle.offers(owner, selection_.unit);
  return asked_;
}

present::Inputs Desk::inputs() const {
  present::Inputs in;
  in.battle = &session_.battle();
  in.table = &table_;
  if (look_) in.seen = &look_->table;
  in.viewer = settings_.viewer;
  in.selection = selection_;
  const Asked& asked = ask_about_selection();
  if (!selection_.unit.empty()) in.advice = &asked.advice, in.offers = &asked.offers;
  in.bases = bases_;
  in.names = names_;
  in.side_names = side_names_;
  for (const observe::GhostBase& ghost : report_.ghosts)
    in.ghosts.push_back({ghost.place.base, ghost.place.unit, ghost.place.footprint, ghost.place.pose.x.mm(), ghost.place.pose.y.mm(),
                         ghost.place.pose.heading.deg(), ghost.label, ghost.rule});
  in.table_questions = table_questions();
  in.table_lines = report_.lines;
  if (typing_ && open_wait(typing_for_)) {
    in.typed = {typing_for_, typing_->text(), typing_->complaint()};
  } else if (!picked_.empty()) {
    in.typed.wait = typing_for_;
    for (const std::string& option : picked_) in.typed.text += (in.typed.text.empty() ? "" : "  ") + option;
  }
  in.unveiled = unveiled_;
  in.question_turn = question_turn_;
  in.log = log_;
  for (const Note& note : notes_) in.notices.push_back(note.line);
  if (!trouble_.empty()) in.notices.push_back({trouble_, Tone::Warn, {}});
  in.last_ruling = ruling_;
  in.last_ruling_title = ruling_title_;
  in.show_why = show_why_;
  in.show_keys = show_keys_;
  in.muted = muted_;
  in.paused = paused_;
  in.show_picture = show_picture_;
  in.help_level = observer_.level();
  in.quarter_turns = quarter_turns_;
  in.words = present::words_of(session_.battle().info().key);
  if (look_) {
    in.picture = look_->picture;
    in.source = look_->source;
    in.source_lost = look_->lost;
    in.can_drag = look_->manual;
  }
  return in;
}

ui::ViewState Desk::public_view() const {
  present::Inputs in = inputs();
  in.viewer = Viewer::Both;
  in.selection = {};
  in.advice = nullptr;
  in.offers = nullptr;
  in.typed = {};
  in.unveiled.clear();
  in.muted = true;
  return present::view_of(in);
}

ui::ViewState Desk::view() const {
  ui::ViewState shown = present::view_of(inputs());
  if (square_) {  // typing a place goes before every question
    for (const ui::QuestionView& question : table_questions())
      if (question.id == kSquareQuestion) shown.question = question;
  }
  return shown;
}

}  // namespace polemarch::assistant::play
