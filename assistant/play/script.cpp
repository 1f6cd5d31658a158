#include "assistant/play/script.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <sstream>

#include "assistant/play/text_screen.hpp"
#include "models/io/measured.hpp"
#include "ui/keys.hpp"

namespace polemarch::assistant::play {

namespace {

using Json = nlohmann::json;

/// "7", "3551", "Enter": a name of one key, or characters one by one.
std::vector<std::string> keys_of(const std::string& text) {
  for (const char* special : {"Enter", "Backspace", "Space", "Tab", "Escape", "PageUp", "PageDown", "F2", "F3", "F4", "F5", "F9", "F12"})
    if (text == special) return {text};
  if (text.starts_with("Ctrl-")) return {text};
  std::vector<std::string> keys;
  for (const char c : text) keys.push_back(c == ' ' ? "Space" : std::string(1, c));
  return keys;
}

void press(Desk& desk, const std::string& key) {
  if (const auto intent = ui::intent_of(key_named(key), desk.view())) desk.wish(*intent);
}

std::optional<std::string> text_field(const Json& json, const char* name) {
  return json.contains(name) ? std::optional(json[name].get<std::string>()) : std::nullopt;
}

constexpr std::array kTexts{"key", "keys", "choose", "select", "target", "level", "say", "shot"};

/// What is wrong with the words of a line, whatever they mean; empty when nothing is.
std::string wrong_words(const Json& json) {
  for (const auto& [name, value] : json.items()) {
    const bool text = std::find(kTexts.begin(), kTexts.end(), name) != kTexts.end();
    if (text && !value.is_string()) return "/" + name + ": expected a text in quotes";
    if (!text && name != "t" && name != "answer" && name != "command" && name != "drag")
      return "/" + name + ": is not known here; expected t, key, keys, answer, choose, command, select, target, level, drag, say or shot";
  }
  if (json.contains("level") && !ui::help_level_named(json["level"].get<std::string>()))
    return "/level: expected measure, advise or umpire, found \"" + json["level"].get<std::string>() + "\"";
  for (const char* name : {"select", "target"})
    if (json.contains(name) && json[name] != "" && !is_valid_id(json[name].get<std::string>()))
      return "/" + std::string(name) + ": expected a unit's id of 1 to 32 letters, digits, '_', '.' or '-'";
  if (json.contains("shot") && !is_valid_id(json["shot"].get<std::string>()))
    return "/shot: expected a name of 1 to 32 letters, digits, '_', '.' or '-'";
  return {};
}

}  // namespace

Result<Script> Script::from_text(const std::string& text, const std::string& name) {
  Script script;
  script.name_ = name;
  std::istringstream lines(text);
  std::string line;
  for (int number = 1; std::getline(lines, line); ++number) {
    if (line.find_first_not_of(" \t\r") == std::string::npos || line[0] == '#') continue;
    const std::string where = name + ": line " + std::to_string(number) + ": ";
    const auto read = io::parse_message(line, name + ": line " + std::to_string(number));
    if (!read) return read.error();
    const Json& json = *read;
    if (!json.is_object()) return InputError{where + R"(expected an object such as {"t":12,"key":"7"})"};
    if (const std::string wrong = wrong_words(json); !wrong.empty()) return InputError{where + wrong};
    ScriptStep step;
    step.line = number;
    if (json.contains("t") && !json["t"].is_number()) return InputError{where + "/t: expected seconds"};
    step.t = json.value("t", script.steps_.empty() ? 0.0 : script.steps_.back().t);
    if (const auto key = text_field(json, "key")) step.keys = keys_of(*key);
    if (const auto keys = text_field(json, "keys")) step.keys = keys_of(*keys);
    if (json.contains("answer")) {
      step.answer.emplace();
      const Json& values = json["answer"];
      if (values.is_number_integer()) {
        step.answer->push_back(values.get<int>());
      } else {
        if (!values.is_array()) return InputError{where + "/answer: expected a number or a list of numbers"};
        for (const Json& value : values) {
          if (!value.is_number_integer()) return InputError{where + "/answer: expected whole numbers"};
          step.answer->push_back(value.get<int>());
        }
      }
    }
    if (json.contains("command")) {
      if (!json["command"].is_object()) return InputError{where + "/command: expected an object"};
      step.command = json["command"].dump();
    }
    step.choose = text_field(json, "choose");
    step.select = text_field(json, "select");
    step.target = text_field(json, "target");
    step.level = text_field(json, "level");
    step.say = text_field(json, "say");
    step.shot = text_field(json, "shot");
    if (json.contains("drag")) {
      const Json& drag = json["drag"];
      if (!drag.is_object() || !drag.value("base", Json()).is_string() || !drag.value("x_mm", Json()).is_number() ||
          !drag.value("y_mm", Json()).is_number() || !drag.value("heading_deg", Json(90.0)).is_number())
        return InputError{where + R"(/drag: expected {"base":..,"x_mm":..,"y_mm":..,"heading_deg":..})"};
      step.drag = DragBase{
          {drag["base"].get<std::string>()}, {drag["x_mm"].get<double>(), drag["y_mm"].get<double>()}, drag.value("heading_deg", 90.0)};
    }
    const bool does = !step.keys.empty() || step.answer || step.choose || step.command || step.select || step.target || step.level ||
                      step.say || step.shot || step.drag;
    if (!does) return InputError{where + "expected one of key, keys, answer, choose, command, select, target, level, drag, say, shot"};
    script.steps_.push_back(std::move(step));
  }
  return script;
}

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
    const auto option = std::find_if(view.question->options.begin(), view.question->options.end(), [&](const ui::OptionView& shown) {
      const auto* choice = std::get_if<ChooseOption>(&shown.intent);
      return shown.text == *step.choose || shown.key == *step.choose || (choice != nullptr && choice->option == *step.choose);
    });
    if (option == view.question->options.end()) return false;
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
