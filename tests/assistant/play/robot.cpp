#include "tests/assistant/play/robot.hpp"

#include <algorithm>

#include "ui/keys.hpp"

namespace polemarch::test {

namespace {

constexpr int kPatience = 14;  ///< wishes after which it ends something when it may: battles must come to an end

std::vector<const ui::OptionView*> allowed(const std::vector<ui::OptionView>& list) {
  std::vector<const ui::OptionView*> out;
  for (const ui::OptionView& option : list)
    if (option.allowed && !option.gives_up) out.push_back(&option);  // giving up is no way on
  return out;
}

}  // namespace

std::string words_of(const ui::ViewState& view) {
  std::string text = "NOW " + view.now + "\n";
  if (view.question) {
    text += "QUESTION " + view.question->text + " (" + view.question->hint + ")\n";
    for (const ui::OptionView& option : view.question->options) text += "  " + option.key + " " + option.text + "\n";
  }
  for (const ui::OptionView& entry : view.menu) text += "MENU " + entry.key + " " + entry.text + "  " + entry.detail + "\n";
  int can = 0;
  for (const ui::UnitView& unit : view.units) can += unit.can;
  text += "SELECTED " + view.selected + ", all units can " + std::to_string(can) + "\n";
  for (std::size_t i = 0; i < view.offers.size() && i < 12; ++i)
    text += "  " + view.offers[i].key + " " + view.offers[i].text + "  " + view.offers[i].detail + "\n";
  for (const ui::TextLine& line : view.further) text += "ALSO " + line.text + "\n";
  for (const ui::TextLine& line : view.notices) text += "NOTICE " + line.text + "\n";
  return text + "RESULT " + view.result + "\n";
}

void Robot::look() {
  if (const auto seen = feed_.next()) desk_.see(*seen);
  for (const DragBase& move : desk_.take_drags()) feed_.drag(move);
}

void Robot::press(const std::string& key, const ui::ViewState& view) {
  if (const auto intent = ui::intent_of({.key = key}, view)) desk_.wish(*intent);
}

void Robot::answer(const ui::ViewState& view) {
  const ui::QuestionView& asked = *view.question;
  if (asked.veiled) return press("Enter", view);
  if (asked.takes_text) {  // it has nothing to say
    if (upto(2) == 0) return press("Escape", view);
    press("c", view);
    return press("Enter", view);
  }
  if (upto(4) == 0 && pick(view.menu, false)) return;  // a right to interrupt
  if (asked.takes_values) return press("v", view);
  const auto choices = allowed(asked.options);
  if (choices.empty()) return press("Enter", view);
  if (asked.most > 1) {  // picks and unpicks a few, then gives them in
    const bool any = std::any_of(choices.begin(), choices.end(), [](const auto* option) { return option->picked; });
    if (any && upto(2) == 0) return press("Enter", view);
    if (!any && upto(8) == 0) return press("Enter", view);
  }
  press(choices[upto(choices.size())]->key, view);
}

bool Robot::pick(const std::vector<ui::OptionView>& list, bool ends) {
  std::vector<const ui::OptionView*> fit;
  for (const ui::OptionView* option : allowed(list))
    if (option->ends == ends) fit.push_back(option);
  if (fit.empty()) return false;
  const ui::OptionView& chosen = *fit[upto(fit.size())];
  wished_ = chosen.text;
  desk_.wish(chosen.intent);
  return true;
}

bool Robot::act(const ui::ViewState& view) {
  // What ends something for this unit, such as letting it stand, when there is nothing else for it to do.
  if (!view.selected.empty() && (pick(view.offers, false) || pick(view.offers, true))) {
    desk_.wish(SelectUnit{});
    return true;
  }
  std::vector<const ui::UnitView*> able;
  for (const ui::UnitView& unit : view.units)
    if (unit.can > 0) able.push_back(&unit);
  if (++since_end_ > kPatience && upto(3) == 0 && pick(view.menu, true)) {
    since_end_ = 0;
    return true;
  }
  if (upto(5) == 0 && pick(view.menu, false)) return true;
  if (!able.empty()) {
    desk_.wish(SelectUnit{able[upto(able.size())]->unit});
    return true;
  }
  return pick(view.menu, true) || pick(view.menu, false);
}

RobotReport Robot::play(int most) {
  RobotReport report;
  for (int wishes = 0; wishes < most; ++wishes) {
    seconds_ += 0.25;
    look();
    const ui::ViewState view = desk_.view();
    report.commands = desk_.battle().seq();
    if (view.ended) {
      report.ended = true;
      return report;
    }
    if (view.now.empty()) {
      report.stuck = "NOW says nothing\n" + words_of(view);
      return report;
    }
    const std::int64_t before = desk_.battle().seq();
    wished_.clear();
    if (view.question) {
      wished_ = "an answer to: " + view.question->text;
      answer(view);
    } else if (!act(view)) {
      report.stuck = "no way on\n" + words_of(view);
      return report;
    }
    const ui::ViewState after = desk_.view();
    const bool refused = desk_.battle().seq() != before && (after.result.starts_with("refused") || after.result.starts_with("too close"));
    const bool lost =
        desk_.battle().seq() == before && !after.notices.empty() && after.notices.back().text.find("expected") != std::string::npos;
    if (refused || lost) {
      report.stuck = "offered, then refused: " + wished_ + "\n" + words_of(after) + "BEFORE\n" + words_of(view);
      return report;
    }
  }
  return report;
}

}  // namespace polemarch::test
