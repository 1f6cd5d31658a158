#include "ui/keys.hpp"

#include <algorithm>

namespace polemarch::ui {

namespace {

bool is_digit(const std::string& key) { return key.size() == 1 && key[0] >= '0' && key[0] <= '9'; }

/// One character, however many bytes it has; the names of keys are longer and of plain letters.
bool is_character(const std::string& key) { return key.size() == 1 || (!key.empty() && static_cast<unsigned char>(key[0]) >= 0x80); }

std::optional<Intent> while_typing_values(const KeyPress& press, const QuestionView& question) {
  if (is_digit(press.key) || press.key == "Enter" || press.key == "Backspace" || press.key == ".") return TypeKey{press.key};
  if (press.key == "v" || press.key == "*") return TypeKey{"v"};
  if (question.draws && letters_of_cards(question.lowest, question.highest).find(press.key) != std::string_view::npos &&
      press.key.size() == 1)
    return TypeKey{press.key};
  if (question.typed.empty()) return std::nullopt;
  if (press.key == "Space" || press.key == "+") return TypeKey{"Space"};
  if (press.key == "-") return TypeKey{"Backspace"};
  if (press.key == "Escape") return TypeKey{"Escape"};
  return std::nullopt;
}

/// What the list holds under this key; nothing that may not be picked.
std::optional<Intent> pick(const KeyPress& press, const std::vector<OptionView>& options) {
  for (const OptionView& option : options)
    if (option.allowed && option.key == press.key) return option.intent;
  if (press.key.size() == 1 && press.key[0] >= 'a' && press.key[0] <= 'z')  // a side's letter, without Shift
    for (const OptionView& option : options)
      if (option.allowed && option.key.size() == 1 && option.key[0] == press.key[0] - 'a' + 'A') return option.intent;
  return std::nullopt;
}

bool has_digits(const std::vector<OptionView>& options) {
  return std::any_of(options.begin(), options.end(), [](const OptionView& option) { return option.allowed && is_digit(option.key); });
}

/// The first, second, ... of what may be picked.
std::optional<Intent> pick_in_order(int number, const std::vector<OptionView>& options) {
  for (const OptionView& option : options)
    if (option.allowed && --number == 0) return option.intent;
  return std::nullopt;
}

/// How many digits up to this one no card under NOW has: with them the keypad counts what NOW offers.
int counted_beside_cards(int digit, const ViewState& view) {
  int count = digit;
  const auto leave_out = [&](const std::vector<OptionView>& options) {
    for (const OptionView& option : options) count -= option.allowed && is_digit(option.key) && option.key[0] - '0' <= digit;
  };
  if (view.question) leave_out(view.question->options);
  if (view.trouble) leave_out(view.trouble->options);
  if (view.unseen_question) leave_out(view.unseen_question->options);
  return count;
}

/// Answers under letters alone are counted: the keypad has no letters.
bool counts_its_answers(const QuestionView& question) {
  return !question.aside && !question.veiled && !question.takes_values && !question.takes_text && !has_digits(question.options);
}

std::optional<Intent> answer(const KeyPress& press, const QuestionView& question) {
  if (question.veiled) return press.key == "Enter" ? std::optional<Intent>(TypeKey{"Enter"}) : std::nullopt;
  if (question.takes_values)
    if (auto typed = while_typing_values(press, question)) return typed;
  if (auto picked = pick(press, question.options)) return picked;
  if (press.key == "Enter" && question.most > 1) return TypeKey{"Enter"};
  const bool by_default = !question.sealed || question.options.size() == 1;  // a stray Enter tells nothing in secret
  if (press.key == "Enter" && by_default && !question.options.empty() && question.options.front().allowed)
    return question.options.front().intent;
  if (!question.typed.empty() && press.key == "Backspace") return TypeKey{"Backspace"};
  return std::nullopt;
}

/// Who may do something comes before who may not; while units are placed, who is still to be placed comes first.
std::optional<Intent> step_unit(const ViewState& view, int by) {
  if (view.units.empty()) return std::nullopt;
  const auto rank = [&](const UnitView& unit) { return unit.can == 0 ? 2 : view.placing && unit.on_table ? 1 : 0; };
  std::vector<UnitId> order;
  for (const int wanted : {0, 1, 2})
    for (const UnitView& unit : view.units)
      if (rank(unit) == wanted) order.push_back(unit.unit);
  const auto count = static_cast<int>(order.size());
  const auto found = std::find(order.begin(), order.end(), UnitId{view.selected});
  int at = found == order.end() ? (by > 0 ? -1 : 0) : static_cast<int>(found - order.begin());
  at = (at + by + count) % count;
  return SelectUnit{order[static_cast<std::size_t>(at)]};
}

HelpLevel next_level(HelpLevel level) {
  switch (level) {
    case HelpLevel::Measure:
      return HelpLevel::Advise;
    case HelpLevel::Advise:
      return HelpLevel::Umpire;
    case HelpLevel::Umpire:
      return HelpLevel::Measure;
  }
  return level;
}

}  // namespace

std::optional<Intent> intent_of(const KeyPress& press, const ViewState& view) {
  if (press.control) {
    if (press.key == "z" && view.question && view.question->takes_text)  // of what is typed, not of the battle
      return TypeKey{view.question->typed.empty() ? "Escape" : "Backspace"};
    if (press.key == "z") return UndoLast{};
    if (press.key == "q") return Quit{};
    if (press.key == "c") return CopyMeasures{};
    return std::nullopt;
  }
  if (view.show_keys && !press.key.starts_with("F")) return ToggleKeys{};  // what it covers takes no key
  if (view.replay && press.key != "h" && press.key != "?" && press.key != "r" && !press.key.starts_with("F"))
    return TypeKey{press.shift ? "Shift-" + press.key : press.key};
  if (view.question && view.question->takes_text) {
    if (!press.text.empty()) return TypeKey{press.text};
    if (is_character(press.key) || press.key == "Enter" || press.key == "Backspace" || press.key == "Space" || press.key == "Escape")
      return TypeKey{press.key};
  }
  if (press.shift && press.key.size() == 1)  // a layer goes before an answer of the same letter
    for (const LayerView& layer : view.layers)
      if (layer.key == press.key) return ToggleLayer{layer.id};
  if (view.question)
    if (auto answered = answer(press, *view.question)) return answered;
  if (auto picked = pick(press, view.menu)) return picked;
  if (auto picked = pick(press, view.offers)) return picked;
  if (view.trouble)
    if (auto picked = pick(press, view.trouble->options)) return picked;
  if (view.unseen_question)
    if (auto picked = pick(press, view.unseen_question->options)) return picked;
  if (press.keypad && is_digit(press.key) && press.key != "0" && (!view.question || view.question->aside) && view.offers.empty())
    if (auto picked = pick_in_order(counted_beside_cards(press.key[0] - '0', view), view.menu)) return picked;
  if (is_digit(press.key) && view.question && view.offers.empty() && counts_its_answers(*view.question))
    if (auto picked = pick_in_order(press.key[0] - '0', view.question->options)) return picked;
  if (press.key == "Enter" && !view.owed.empty()) return PlaceAll{};
  if (press.key == "Enter" && press.keypad && !view.offers.empty()) return TurnPage{1};
  if (press.key == "Space" || (press.key == "0" && press.keypad)) return SettleNow{};
  if (press.key == "Tab") return step_unit(view, press.shift ? -1 : 1);
  if (press.keypad && press.key == "+") return step_unit(view, 1);
  if (press.keypad && press.key == "-") return step_unit(view, -1);
  if (press.key == "+" || press.key == "=") return Zoom{1.5, {}};
  if (press.key == "-") return Zoom{1 / 1.5, {}};
  if (press.key == "Home") return Zoom{0, {}};
  if (press.key == "Escape" && press.shift && !view.measures.empty()) return TypeKey{"Shift-Escape"};
  if (press.key == "Escape") return StepBack{};
  if (press.key == "." && !view.question) return StepBack{};
  if (press.key == "n" || press.key == ".") return NextQuestion{};
  if (press.key == "?" || press.key == "h") return ToggleKeys{};
  if (press.key == "w" || press.key == "/") return AskWhy{};
  if (press.key == "x") return Hold{};
  if (press.key == "l") return SetHelpLevel{std::string(name_of(next_level(view.help_level)))};
  if (press.key == "m") return ToggleMute{};
  if (press.key == "r") return RotateView{press.shift ? -1 : 1};
  if (press.key == "g") return TogglePicture{};
  if (press.key == "PageDown") return TurnPage{1};
  if (press.key == "PageUp") return TurnPage{-1};
  if (press.key == "Up") return TurnTold{-1};
  if (press.key == "Down") return TurnTold{1};
  if (press.key == "F2") return ToggleLight{};
  if (press.key == "F3") return ScaleType{1 / 1.1};
  if (press.key == "F4") return ScaleType{1.1};
  if (press.key == "F5") return Recalibrate{};
  if (press.key == "F6") return ToggleTouch{};
  if (press.key == "F8") return WriteReport{};
  if (press.key == "F9") return TogglePause{};
  if (press.key == "t" && view.can_drag && !view.selected.empty()) return TypeKey{"t"};
  if (press.key == "F12") return SaveScreenshot{};
  return std::nullopt;
}

std::optional<Intent> KeyQueue::next(const ViewState& view, double now_s) {
  const QuestionView* question = view.question ? &*view.question : nullptr;
  const bool veiled = veil_.unread(question != nullptr && question->veiled ? question->id : std::string(), now_s);
  const bool doubt = doubt_.unread(question != nullptr && question->aside ? question->id + "\n" + question->text : std::string(), now_s);
  const bool trouble = trouble_.unread(view.trouble ? view.trouble->title : std::string(), now_s);
  const bool unseen = unseen_.unread(view.unseen_question ? view.unseen_question->text : std::string(), now_s);
  const auto too_early = [&](const KeyPress& press) {
    return (veiled && press.key == "Enter") || (doubt && answer(press, *question)) || (trouble && pick(press, view.trouble->options)) ||
           (unseen && pick(press, view.unseen_question->options));
  };
  while (!keys_.empty()) {
    const KeyPress press = std::move(keys_.front());
    keys_.pop_front();
    const bool in_list = press.control || press.key.starts_with("F") || (question != nullptr && question->takes_text);
    if (!in_list && too_early(press)) continue;
    if (auto wish = intent_of(press, view)) return wish;
  }
  return std::nullopt;
}

}  // namespace polemarch::ui
