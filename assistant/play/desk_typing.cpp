#include <algorithm>
#include <cctype>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>
#include <set>
#include <sstream>

#include "assistant/play/called_in_battle.hpp"
#include "assistant/play/command_words.hpp"
#include "assistant/play/desk.hpp"
#include "engine/registry/registry.hpp"
#include "models/io/json_text.hpp"

namespace polemarch::assistant::play {

namespace {

using Json = nlohmann::json;

/// "3" is a number, "yes" and "no" are said of what is so or not, all else is a word; blanks part the values of a row.
Json value_typed(const std::string& typed) {
  if (typed == "yes" || typed == "no") return typed == "yes";
  const Json number = io::parsed_or_discarded(typed);
  return number.is_number() ? number : Json(typed);
}
bool goes_on(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }
/// Characters, however many bytes each has.
std::ptrdiff_t letters_in(const std::string& text) {
  return std::count_if(text.begin(), text.end(), [](char byte) { return !goes_on(byte); });
}
void drop_last(std::string& text) {
  while (!text.empty() && goes_on(text.back())) text.pop_back();
  if (!text.empty()) text.pop_back();
}

std::string joined_by(const std::vector<std::string>& parts, const std::string& between) {
  std::string out;
  for (const std::string& part : parts) out += (out.empty() ? "" : between) + part;
  return out;
}
Json row_typed(const std::vector<std::string>& parts) {
  Json row = Json::array();
  for (const std::string& part : parts) row.push_back(value_typed(part));
  return row;
}

std::string cell_word(const engine::Battle& battle) { return std::string(engine::measures_of(battle.info().key).length.cell); }

/// "command: /boxes/0: expected a box" without the place in a command that nobody at the table has written.
std::string without_place(const std::string& line) {
  const std::size_t path = line.find(": /"), end = path == std::string::npos ? path : line.find(": ", path + 2);
  return end == std::string::npos ? line : line.substr(end + 2);
}

/// "a1.7" is the base A1.7, where no base or unit is called so.
std::string name_typed(const engine::Battle& battle, const std::string& word) {
  std::set<std::string> meant;
  for (const engine::Place& place : battle.places())
    for (const std::string* name : {&place.base.text, &place.unit.text}) {
      if (*name == word) return word;
      if (small(*name) == small(word)) meant.insert(*name);
    }
  return meant.size() == 1 ? *meant.begin() : word;
}

/// In what places are typed: as the rulers beside the table count.
std::string unit_words(const engine::Battle& battle) {
  const std::string_view name = engine::measures_of(battle.info().key).length.name;
  return name == "in" ? "inches" : std::string(name);
}

}  // namespace

std::optional<engine::Wait> Desk::open_wait(const std::string& id) const { return wait_named(session_.battle(), id); }

std::string Desk::asked() const {
  if (filling_) return kWordsQuestion;
  if (square_) return kSquareQuestion;
  return present::asked_id(inputs());
}

void Desk::answer_wait(const engine::Wait& wait, const std::vector<int>& values, const std::string& source) {
  const bool dice = wait.chance && wait.chance->source == "dice";
  const std::string by(name_of(wait.who));
  give(Json{{"by", by}, {"do", "answer"}, {"wait", "w" + std::to_string(wait.id.number)}, {dice ? "dice" : "cards", values}}.dump(),
       source);
}

void Desk::type(const std::string& key) {
  if (key == "Shift-Escape") return measures_.clear();
  const std::string id = asked();
  if (filling_) return type_words(key);
  if (square_) return type_square(key);
  const auto wait = open_wait(id);
  if (!wait) {
    if (key == "t" && !selection_.unit.empty()) square_ = "", square_of_ = selection_.unit;
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
    if (key == "Enter" && wait->most > 1 && static_cast<int>(picked_.size()) < wait->least)
      return note("pick at least " + std::to_string(wait->least) + ", then Enter", Tone::Text);
    if (key == "Enter" && wait->most > 1)
      give(Json{{"by", name_of(wait->who)}, {"do", "answer"}, {"wait", id}, {"choices", std::exchange(picked_, {})}}.dump(), "typed");
    return;
  }
  if (key == "v") {
    typing_.reset();
    answer_wait(*wait, chance_.draw(*wait->chance), "virtual");
    rolled_at_ = t_;
    return;
  }
  if (!typing_) typing_.emplace(*wait->chance);
  if (const auto values = typing_->press(key)) {
    typing_.reset();
    answer_wait(*wait, *values, "typed");
  }
}

/// Letters of the players' own words; Enter gives the command with them.
void Desk::type_words(const std::string& key) {
  constexpr std::ptrdiff_t kMost = 300;
  Filling& filling = *filling_;
  filling.complaint.clear();
  if (key == "Escape") return filling_.reset();
  if (key == "Backspace") return drop_last(filling.typed);
  if (key != "Enter") {
    if (letters_in(filling.typed) < kMost)
      filling.typed += key == "Space" ? " " : key;
    else
      filling.complaint = std::to_string(kMost) + " of " + std::to_string(kMost) + " letters: no more fit";
    return;
  }
  Json command = io::parsed_or_discarded(filling.wanted.json);
  std::istringstream words(filling.typed);
  std::vector<std::string> parts;
  for (std::string word; words >> word;) parts.push_back(word);
  if (parts.empty()) {
    filling.complaint = "nothing is typed yet; Escape leaves it";
    return;
  }
  const bool amends = command.value("do", std::string()) == "amend";
  switch (filling.wanted.as) {
    case FillIn::As::Text:
      command[filling.wanted.field] = amends ? value_typed(filling.typed) : Json(filling.typed);
      if (command.value("do", std::string()) == "agree") menu_group_.clear();
      break;
    case FillIn::As::Names:
      for (std::string& part : parts) part = name_typed(session_.battle(), part);
      command[filling.wanted.field] = parts;
      break;
    case FillIn::As::Yes:
      if (small(parts.front()) != "yes") {
        filling.complaint = "only yes does it; Escape leaves it";
        return;
      }
      if (!filling.wanted.field.empty()) command[filling.wanted.field] = true;
      menu_group_.clear();
      break;
  }
  auto judged = session_.battle().judge(command.dump());
  if (amends && (!judged || !judged->allowed())) {  // by another of its names, or as a row
    const CalledInBattle called(session_.battle(), settings_.viewer, namer_, side_names_);
    std::string name = filling.typed;
    std::replace(name.begin(), name.end(), ' ', '_');
    std::vector<Json> values{name, row_typed(parts)};
    for (std::string& known : called.of(joined_by(parts, " "))) values.emplace_back(std::move(known));
    for (std::string& part : parts)
      if (const auto known = called.of(part); known.size() == 1) part = known.front();
    values.push_back(row_typed(parts));
    for (const Json& value : values) {
      Json other = command;
      other[filling.wanted.field] = value;
      if (const auto fits = session_.battle().judge(other.dump()); fits && fits->allowed()) {
        judged = fits, command = std::move(other);
        break;
      }
    }
  }
  if (!judged || (!judged->allowed() && !judged->may_be_overruled())) {  // mended in place
    filling.complaint = !judged                   ? without_place(judged.error().line)
                        : judged->reasons.empty() ? "not understood"
                                                  : without_place(present::say_reason(judged->reasons.front()));
    return;
  }
  filling_.reset();
  give(command.dump(), "typed");
}

/// "c4", "c4 e" on a grid; "x y" or "x y heading" in the rulebook's unit on open ground. The unit keeps its shape.
void Desk::type_square(const std::string& key) {
  square_complaint_.clear();
  if (key == "Escape") return square_.reset();
  if (key == "Backspace") return drop_last(*square_);
  if (key != "Enter") {
    if (square_->size() < 24) *square_ += key == "Space" ? " " : key;
    return;
  }
  std::optional<double> heading;
  const std::string typed_square = small(*square_);
  std::istringstream words(typed_square);
  std::string first, second;
  double to_x = 0, to_y = 0;
  words >> first >> second;
  if (const auto box = box_named(first); box && table_.grid) {
    const auto middle = middle_of(*table_.grid, *box);
    if (!middle) {
      square_complaint_ = "there is no " + cell_word(session_.battle()) + " " + first;
      return;
    }
    to_x = middle->x.mm();
    to_y = middle->y.mm();
    heading = heading_of(second);
  } else {
    std::istringstream numbers(typed_square);
    if (!(numbers >> to_x >> to_y)) {
      square_complaint_ = table_.grid ? "a " + cell_word(session_.battle()) + " such as c4, or c4 e to face east"
                                      : "x and y in " + unit_words(session_.battle()) + ", and the heading in degrees if it turned";
      return;
    }
    const double one = engine::measures_of(session_.battle().info().key).length.one.mm();
    to_x *= one, to_y *= one;
    if (double typed = 0; numbers >> typed) heading = typed;
  }
  move_unit({selection_.unit.empty() ? square_of_ : selection_.unit, {to_x, to_y}, heading});
  square_.reset();
}

void Desk::roll_open_waits() {
  for (const engine::Wait& wait : session_.battle().waits(Viewer::Umpire)) {
    if (!wait.chance) continue;
    answer_wait(wait, chance_.draw(*wait.chance), "virtual");
    return;  // the answer may have changed what is open
  }
}

void Desk::move_unit(const DragUnit& move) {
  if (move.to.x < 0 || move.to.y < 0 || move.to.x > table_.width.mm() || move.to.y > table_.depth.mm())
    return note(move.unit.text + " stays where it was: that is beside the table", Tone::Text);
  if (put_down(move.unit, move.to, move.heading_deg)) return;
  std::vector<ObservedBase> bases;
  if (look_)
    for (const ObservedBase& base : look_->table.bases)
      if (base.unit == move.unit || base.base.text == move.unit.text) bases.push_back(base);
  if (bases.empty()) return;
  double x = 0, y = 0;
  for (const ObservedBase& base : bases)
    x += base.x_mm / static_cast<double>(bases.size()), y += base.y_mm / static_cast<double>(bases.size());
  const double turn = move.heading_deg ? *move.heading_deg - bases.front().heading_deg : 0.0;
  const double c = std::cos(turn * std::numbers::pi / 180.0), s = std::sin(turn * std::numbers::pi / 180.0);
  for (const ObservedBase& base : bases) {
    const double dx = base.x_mm - x, dy = base.y_mm - y;
    drags_.push_back(
        {base.base, {move.to.x + dx * c - dy * s, move.to.y + dx * s + dy * c}, std::fmod(base.heading_deg + turn + 360.0, 360.0)});
  }
  const auto left = [&](const ObservedBase& base) {
    const auto is_it = [&](const ObservedBase& moved) { return moved.base == base.base; };
    return base.unit == bases.front().unit && base.state != Seen::Gone && std::none_of(bases.begin(), bases.end(), is_it);
  };
  if (std::any_of(look_->table.bases.begin(), look_->table.bases.end(), left))
    note(move.unit.text + " is put down. The others of its unit may follow; Space: done", Tone::Text);
  else
    observer_.settle_now();
}

std::vector<ui::QuestionView> Desk::table_questions(bool for_everybody) const {
  std::vector<ui::QuestionView> out;
  if (filling_ && !for_everybody) {
    ui::QuestionView question;
    question.id = kWordsQuestion;
    question.who = "your words";
    question.text = filling_->wanted.prompt;
    question.takes_text = true;
    question.typed = filling_->typed;
    const bool clicked = filling_->wanted.as == FillIn::As::Names && table_.grid;
    question.hint = !filling_->complaint.empty() ? filling_->complaint
                    : clicked                    ? "type them or click the boxes; Escape leaves it"
                                                 : "Escape leaves it";
    out.push_back(std::move(question));
  }
  if (square_ && !for_everybody) {
    ui::QuestionView question;
    question.id = kSquareQuestion;
    question.who = (selection_.unit.empty() ? square_of_ : selection_.unit).text;
    question.text = "Where does it stand?";
    question.takes_text = true;
    question.typed = *square_;
    question.hint = !square_complaint_.empty() ? square_complaint_
                    : table_.grid              ? "a " + cell_word(session_.battle()) + " such as c4, c4 e to face east; then Enter"
                                               : "x y in " + unit_words(session_.battle()) +
                                        " from the lower left corner, and a heading in degrees if it turned; then Enter";
    out.push_back(std::move(question));
  }
  if (overrule_) {
    ui::QuestionView question;
    question.id = "overrule";
    question.who = "refused";
    question.aside = true;
    const Refused& refused = for_everybody ? overrule_->open : overrule_->here;
    question.text = refused.text, question.tried = refused.tried, question.why = refused.why, question.rule = refused.rule;
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
    question.aside = true;
    question.text = query.text;
    question.tried = query.tried, question.why = query.why;
    question.close = query.close;
    question.rule = query.rule;
    for (const auto& [key, text] : query.options) question.options.push_back({"", text, true, {}, ChooseOption{query.id, key}});
    out.push_back(std::move(question));
  }
  return out;
}

}  // namespace polemarch::assistant::play
