#include "tests/assistant/play/robot.hpp"

#include <algorithm>
#include <set>

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

/// What a screen may not show: two keys alike, two things to pick that nobody can tell apart, a refusal without a reason, a unit said to
/// have nothing to do that has orders. Empty when all is well.
std::string contradiction(const ui::ViewState& view) {
  std::set<std::string> keys;
  const auto wrong_in = [&](const std::vector<ui::OptionView>& list) -> std::string {
    std::set<std::string> texts;
    for (const ui::OptionView& option : list) {
      if (option.text.empty()) return "an entry without words";
      if (!option.allowed && option.detail.empty()) return "refused without a reason: " + option.text;
      if (!option.allowed) continue;
      if (option.key.empty() || !keys.insert(option.key).second) return "the key " + option.key + " twice: " + option.text;
      if (!texts.insert(option.text).second) return "twice the same words: " + option.text;
    }
    return {};
  };
  std::string wrong = view.question ? wrong_in(view.question->options) : "";
  if (wrong.empty()) wrong = wrong_in(view.menu);
  if (wrong.empty()) wrong = wrong_in(view.offers);
  if (!wrong.empty() || view.question) return wrong;
  const bool orders = std::any_of(view.offers.begin(), view.offers.end(), [](const auto& offer) { return offer.allowed; });
  for (const ui::UnitView& unit : view.units)
    if (unit.unit.text == view.selected && (unit.can > 0) != orders)
      return "it can " + std::to_string(unit.can) + ", its orders say otherwise";
  return {};
}

/// What W does not explain of the last ruling: it names it, then a row for each thing it rests on, each with its rule or its phase.
std::string unexplained(const ui::ViewState& view) {
  if (view.result.empty()) return {};
  if (view.why.size() < 2) return "W says nothing of: " + view.result;
  for (std::size_t i = 0; i < view.why.size(); ++i) {
    if (view.why[i].text.empty()) return "W has an empty row of: " + view.result;
    if (i > 0 && view.why[i].rule.empty() && !view.why[i].text.starts_with("may be done in "))
      return "W names no rule for: " + view.why[i].text + " of: " + view.result;
  }
  return {};
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
  std::vector<const ui::OptionView*> fit, at_enemies;
  for (const ui::OptionView* option : allowed(list)) {
    if (option->ends == ends) fit.push_back(option);
    if (option->ends == ends && !option->target.empty()) at_enemies.push_back(option);
  }
  if (fit.empty()) return false;
  if (!at_enemies.empty() && upto(2) == 0) fit = std::move(at_enemies);  // a battle is fought, not walked
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
  std::int64_t before = 0, after = 0;  ///< commands before the last wish and after it
  std::string shown;                   ///< the screen it was picked on
  for (int wishes = 0; wishes < most; ++wishes) {
    seconds_ += 0.25;
    look();
    const ui::ViewState view = desk_.view();
    report.commands = desk_.battle().seq();
    const bool refused = std::any_of(view.log.begin(), view.log.end(), [&](const ui::LogLine& line) {
      return line.seq > before && line.seq <= after && line.tone == Tone::Blocked;
    });
    const bool lost =
        wishes > 0 && before == after && !view.notices.empty() && view.notices.back().text.find("expected") != std::string::npos;
    if (refused || lost) {
      report.stuck = "offered, then refused: " + wished_ + "\n" + words_of(view) + "BEFORE\n" + shown;
      return report;
    }
    if (view.ended) {
      report.ended = true;
      return report;
    }
    if (view.now.empty()) {
      report.stuck = "NOW says nothing\n" + words_of(view);
      return report;
    }
    if (const std::string wrong = unexplained(view); !wrong.empty()) {
      report.stuck = wrong + "\n" + words_of(view);
      return report;
    }
    if (const std::string wrong = contradiction(view); !wrong.empty()) {
      report.stuck = wrong + "\n" + words_of(view);
      return report;
    }
    before = desk_.battle().seq();
    shown = words_of(view);
    wished_.clear();
    if (view.question) {
      wished_ = "an answer to: " + view.question->text;
      answer(view);
    } else if (!act(view)) {
      report.stuck = "no way on\n" + words_of(view);
      return report;
    }
    after = desk_.battle().seq();
  }
  return report;
}

}  // namespace polemarch::test
