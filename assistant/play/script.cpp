#include "assistant/play/script.hpp"

#include <algorithm>

#include "assistant/play/text_screen.hpp"
#include "ui/keys.hpp"

namespace polemarch::assistant::play {

namespace {

void press(Desk& desk, const std::string& key) {
  if (const auto intent = ui::intent_of(key_named(key), desk.view())) desk.wish(*intent);
}

}  // namespace

bool Script::perform(const ScriptStep& step, Desk& desk) {
  if (step.answer) {
    const ui::ViewState view = desk.view();
    if (!view.question || !view.question->takes_values) return false;
    for (const int value : *step.answer) {
      if (value > 10) {
        for (const char digit : std::to_string(value)) press(desk, std::string(1, digit));
        press(desk, "Space");
      } else {
        press(desk, value == 10 ? "0" : std::to_string(value));
      }
    }
    if (step.answer->size() > 1 || step.answer->front() > 10) press(desk, "Enter");
  }
  if (step.choose) {
    const ui::ViewState view = desk.view();
    if (!view.question) return false;
    const std::vector<ui::OptionView>& options = view.question->options;
    const auto begins = [&](const ui::OptionView& shown) { return shown.text.starts_with(*step.choose); };
    auto option = std::find_if(options.begin(), options.end(), [&](const ui::OptionView& shown) {
      const auto* choice = std::get_if<ChooseOption>(&shown.intent);
      return shown.text == *step.choose || shown.key == *step.choose || (choice != nullptr && choice->option == *step.choose);
    });
    if (option == options.end() && std::count_if(options.begin(), options.end(), begins) == 1)
      option = std::find_if(options.begin(), options.end(), begins);
    if (option == options.end()) return false;
    desk.wish(option->intent);
  }
  if (step.say) caption_ = *step.say;
  if (step.select) desk.wish(SelectUnit{{*step.select}});
  if (step.target) desk.select_target({*step.target});
  if (step.level) desk.wish(SetHelpLevel{*step.level});
  if (step.command) desk.wish(GiveCommand{*step.command});
  if (step.drag) desk.wish(*step.drag);
  for (const std::string& key : step.keys) press(desk, key);
  return true;
}

std::vector<std::string> Script::run(Desk& desk, double seconds) {
  std::vector<std::string> shots;
  while (!done() && steps_[at_].t <= seconds) {
    if (!perform(steps_[at_], desk)) break;  // not asked yet: the rest waits behind it
    if (steps_[at_].shot) shots.push_back(*steps_[at_].shot);
    ++at_;
  }
  return shots;
}

std::string Script::pending() const {
  if (done()) return {};
  const ScriptStep& step = steps_[at_];
  return name_ + ": line " + std::to_string(step.line) + (step.answer || step.choose ? " was never asked for" : " was not reached");
}

}  // namespace polemarch::assistant::play
