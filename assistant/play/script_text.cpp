/// A script as text: JSON Lines, each checked before anything is played.
#include <algorithm>
#include <array>
#include <cctype>
#include <nlohmann/json.hpp>
#include <sstream>

#include "assistant/play/script.hpp"
#include "models/io/measured.hpp"
#include "models/nearest_word.hpp"

namespace polemarch::assistant::play {

namespace {

using ScriptJson = nlohmann::json;

constexpr int kMostTyped = 999;  ///< the highest number a die or card may show

/// Keys that have a name instead of a letter.
const std::vector<std::string> kNamedKeys{"Enter", "Backspace", "Space", "Tab", "Escape", "PageUp", "PageDown", "Up", "Down", "Home",
                                          "F1",    "F2",        "F3",    "F4",  "F5",     "F6",     "F8",       "F9", "F11",  "F12"};

/// "Enter", "Ctrl-z", "Shift-n": one key.
bool is_named_key(const std::string& text) {
  for (const std::string_view held : {"Ctrl-", "Shift-"})
    if (text.starts_with(held) && text.size() > held.size())
      return text.size() == held.size() + 1 || is_named_key(text.substr(held.size()));
  return std::find(kNamedKeys.begin(), kNamedKeys.end(), text) != kNamedKeys.end();
}

/// "7", "3551", "Enter": a name of one key, or characters one by one.
std::vector<std::string> keys_of(const std::string& text) {
  if (is_named_key(text)) return {text};
  std::vector<std::string> keys;
  for (const char c : text) keys.push_back(c == ' ' ? "Space" : std::string(1, c));
  return keys;
}

std::optional<std::string> text_field(const ScriptJson& json, const char* name) {
  return json.contains(name) ? std::optional(json[name].get<std::string>()) : std::nullopt;
}

constexpr std::array kTexts{"key", "keys", "choose", "select", "target", "level", "say", "shot"};

/// What is wrong with the words of a line, whatever they mean; empty when nothing is.
std::string wrong_words(const ScriptJson& json) {
  for (const auto& [name, value] : json.items()) {
    const bool text = std::find(kTexts.begin(), kTexts.end(), name) != kTexts.end();
    if (text && !value.is_string()) return "/" + name + ": expected a text in quotes";
    if (!text && name != "t" && name != "answer" && name != "command" && name != "drag")
      return "/" + name + ": is not known here; expected t, key, keys, answer, choose, command, select, target, level, drag, say or shot";
  }
  if (json.contains("level") && !ui::help_level_named(json["level"].get<std::string>()))
    return "/level: expected measure, advise or umpire, found \"" + json["level"].get<std::string>() + "\"";
  if (const std::string key = json.value("key", "");
      key.size() > 1 && !is_named_key(key) && std::any_of(key.begin(), key.end(), [](unsigned char c) { return std::isalpha(c); }))
    return "/key: there is no key " + in_quotes(key) + "; " + meant_instead_of(key, kNamedKeys) + " (\"keys\" types letters one by one)";
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
    const ScriptJson& json = *read;
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
      const ScriptJson values = json["answer"].is_array() ? json["answer"] : ScriptJson::array({json["answer"]});
      const bool typed = !values.empty() && std::all_of(values.begin(), values.end(), [](const ScriptJson& value) {
        return value.is_number_integer() && value >= 0 && value <= kMostTyped;
      });
      if (!typed) return InputError{where + "/answer: expected a whole number from 0 to 999, or a list of them"};
      for (const ScriptJson& value : values) step.answer->push_back(value.get<int>());
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
      const ScriptJson& drag = json["drag"];
      if (!drag.is_object() || !drag.value("base", ScriptJson()).is_string() || !drag.value("x_mm", ScriptJson()).is_number() ||
          !drag.value("y_mm", ScriptJson()).is_number() || !drag.value("heading_deg", ScriptJson(90.0)).is_number())
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

std::optional<InputError> Script::wrong_for(const std::vector<ui::UnitView>& units) const {
  std::vector<std::string> known;
  for (const ui::UnitView& unit : units) known.push_back(unit.unit.text);
  for (const ScriptStep& step : steps_)
    for (const auto& [field, unit] : {std::pair{"select", &step.select}, {"target", &step.target}}) {
      if (!*unit || (*unit)->empty() || std::find(known.begin(), known.end(), **unit) != known.end()) continue;
      return InputError{name_ + ": line " + std::to_string(step.line) + ": /" + field + ": there is no unit " + **unit + "; " +
                        meant_instead_of(**unit, known)};
    }
  return std::nullopt;
}

}  // namespace polemarch::assistant::play
