#include "assistant/play/command_words.hpp"

#include <nlohmann/json.hpp>

#include "models/io/json_text.hpp"

namespace polemarch::assistant::play {

using Json = nlohmann::json;

std::optional<engine::Wait> wait_named(const engine::Battle& battle, const std::string& id) {
  for (const engine::Wait& wait : battle.waits(Viewer::Umpire))
    if ("w" + std::to_string(wait.id.number) == id) return wait;
  return std::nullopt;
}

std::string words_of(const engine::Battle& battle, const std::string& command) {
  const Json spoken = io::parsed_or_discarded(command);
  if (spoken.value("do", std::string()) == "answer")
    if (const auto wait = wait_named(battle, spoken.value("wait", std::string()))) return wait->question;
  if (spoken.value("do", std::string()) == "place" && !spoken.contains("unit"))
    for (const engine::OwedPlacement& owed : battle.owed())
      if (spoken.value("owed", std::string()) == "p" + std::to_string(owed.id))
        return owed.removed ? "take " + owed.unit.text + " off the table" : "put " + owed.unit.text + " in its place";
  if (std::string clause = battle.clause(command); !clause.empty()) return clause;
  return battle.say(command);
}

std::string of_side(std::string words, const std::string& by) {
  constexpr std::string_view kSide = "the side";
  if (words.starts_with(kSide)) words.replace(0, kSide.size(), by);
  return words;
}

std::string chosen_by(const engine::Battle& battle, const std::string& command) {
  const Json spoken = io::parsed_or_discarded(command);
  if (spoken.value("do", std::string()) != "answer" || !spoken.contains("choice") || !spoken["choice"].is_string()) return {};
  const auto wait = wait_named(battle, spoken.value("wait", std::string()));
  if (!wait) return {};
  for (const engine::Option& option : wait->options)
    if (option.key == spoken["choice"]) return option.text;
  return {};
}

bool throws_in_battle(const engine::Battle& battle, const std::string& command) {
  const auto wait = wait_named(battle, io::parsed_or_discarded(command).value("wait", std::string()));
  return wait && wait->chance && battle.now().turn > 0;
}

UnitId acts_in(const std::string& command) {
  const Json spoken = io::parsed_or_discarded(command);
  if (!spoken.is_object()) return {};
  const auto several = spoken.find("units");
  const Json first = several != spoken.end() && several->is_array() && !several->empty() ? several->front() : spoken.value("unit", Json());
  return first.is_string() ? UnitId{first.get<std::string>()} : UnitId{};
}

std::optional<double> heading_of(std::string_view facing) {
  switch (facing.empty() ? ' ' : facing.front()) {
    case 'N':
    case 'n':
      return 90.0;
    case 'E':
    case 'e':
      return 0.0;
    case 'S':
    case 's':
      return 270.0;
    case 'W':
    case 'w':
      return 180.0;
    default:
      return std::nullopt;
  }
}

std::optional<double> heading_in(const std::string& command) {
  const Json spoken = io::parsed_or_discarded(command);
  const auto facing = spoken.is_object() ? spoken.find("facing") : spoken.end();
  return spoken.is_object() && facing != spoken.end() && facing->is_string() ? heading_of(facing->get<std::string>()) : std::nullopt;
}

std::string moment_of(const engine::Battle& battle) {
  const engine::Now now = battle.now();
  return std::to_string(now.turn) + " " + std::string(name_of(now.who)) + " " + now.phase;
}

}  // namespace polemarch::assistant::play
