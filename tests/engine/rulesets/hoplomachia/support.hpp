#pragma once
/// A battle of Hoplomachia for tests: the sample battle or a small one, commands said as JSON, dice given.

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "engine/rulesets/hoplomachia/rules.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"

namespace polemarch::test::hoplomachia_room {

using Json = nlohmann::json;

inline std::string sample_setup() {
  std::ifstream in(source_dir() + "/models/data/battles/hoplomachia_sample.json");
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

/// A battle with its state at hand.
class Table {
 public:
  explicit Table(const Json& setup) {
    auto made = hoplomachia::make_battle(setup.dump(), "test.json");
    if (!made) FAIL(made.error().line);
    battle_ = std::move(*made);
  }
  static Table sample() { return Table(Json::parse(sample_setup())); }

  engine::Battle& battle() { return *battle_; }
  Json state() const { return Json::parse(battle_->state_text()); }
  /// Any field of the state.
  Json at(const std::string& pointer) const { return state().at(Json::json_pointer(pointer)); }
  bool has(const std::string& pointer) const { return state().contains(Json::json_pointer(pointer)); }
  std::string phase() const { return at("/at/phase"); }

  /// Says a command; it has to be well formed.
  engine::Outcome say(const std::string& by, Json command) {
    command["by"] = by;
    auto outcome = battle_->submit(command.dump());
    if (!outcome) FAIL(outcome.error().line);
    return *outcome;
  }
  /// Says a command that has to be allowed; gives its events.
  std::vector<Json> allowed(const std::string& by, const Json& command) {
    const engine::Outcome outcome = say(by, command);
    INFO(command.dump());
    if (!outcome.verdict.allowed())
      FAIL("refused: " << (outcome.verdict.reasons.empty()
                               ? ""
                               : outcome.verdict.reasons.front().rule + " " + outcome.verdict.reasons.front().text));
    std::vector<Json> events;
    for (const std::string& event : outcome.events) events.push_back(Json::parse(event));
    return events;
  }
  /// Says a command that has to be refused; gives the rule of the first reason.
  std::string refused(const std::string& by, const Json& command) {
    const engine::Outcome outcome = say(by, command);
    INFO(command.dump());
    CHECK_FALSE(outcome.verdict.allowed());
    return outcome.verdict.reasons.empty() ? std::string() : outcome.verdict.reasons.front().rule;
  }
  /// Answers the first open question with dice.
  std::vector<Json> dice(std::vector<int> values) {
    const auto waits = battle_->waits(Viewer::Umpire);
    REQUIRE_FALSE(waits.empty());
    return allowed("umpire", {{"do", "answer"}, {"wait", "w" + std::to_string(waits.front().id.number)}, {"dice", values}});
  }
  /// Answers the first open question with an option.
  std::vector<Json> choose(const std::string& key) {
    const auto waits = battle_->waits(Viewer::Umpire);
    REQUIRE_FALSE(waits.empty());
    return allowed("umpire", {{"do", "answer"}, {"wait", "w" + std::to_string(waits.front().id.number)}, {"choice", key}});
  }
  const engine::Wait wait() const {
    const auto waits = battle_->waits(Viewer::Umpire);
    REQUIRE_FALSE(waits.empty());
    return waits.front();
  }
  bool asked() const { return !battle_->waits(Viewer::Umpire).empty(); }

  /// Lays both signals (empty: none), ends the commands of both, and answers what comes with sixes... as `dice` says.
  void signals(const std::string& a, const std::string& b) {
    for (const auto& [side, word] : {std::pair{"A", a}, {"B", b}}) {
      Json command{{"do", "signal"}};
      if (!word.empty()) command["order"] = word;
      if (phase() == "salpinx" && !has(std::string("/armies/") + (side == std::string("A") ? "a" : "b") + "/counter"))
        allowed(side, command);
    }
    for (const char* side : {"A", "B"})
      if (phase() == "commands" && !at(std::string("/armies/") + (side == std::string("A") ? "a" : "b") + "/commands_done").get<bool>())
        allowed(side, {{"do", "end_commands"}});
  }

 private:
  std::unique_ptr<engine::Battle> battle_;
};

/// Events of a kind.
inline std::vector<Json> of_kind(const std::vector<Json>& events, const std::string& kind) {
  std::vector<Json> out;
  for (const Json& event : events)
    if (event.at("event") == kind) out.push_back(event);
  return out;
}

/// A small battle: units as JSON by side, 6 by 4 feet, arete 12 and 11. A unit without "at" is not on the table.
inline Json small_setup(const Json& a, const Json& b) {
  const auto side = [](const Json& units, const char* nation, int arete) {
    return Json{{"army", nation},
                {"nation", nation},
                {"arete", arete},
                {"plan", "frontal_attack"},
                {"formation", "battle_phalanx"},
                {"units", units.is_array() ? units : Json::array({units})}};
  };
  return {{"v", 1},
          {"ruleset", "hoplomachia"},
          {"table", {{"size_mm", {1828.8, 1219.2}}}},
          {"battle", {{"situation", "hegemonic_war"}, {"type", "H"}, {"start", "arrayed"}, {"invader", "A"}, {"deployment", "sketch"}}},
          {"sides", {{"A", side(a, "Athenian", 12)}, {"B", side(b, "Boeotian", 11)}}}};
}
/// A unit of hoplites (or another type) whose front line's middle stands there.
inline Json unit_at(const std::string& id, const std::string& type, int bases, double x_mm, double y_mm, bool strategos = false) {
  Json unit{{"unit", id}, {"type", type}, {"bases", bases}, {"at", {{"x_mm", x_mm}, {"y_mm", y_mm}}}};
  if (strategos) unit["strategos"] = true;
  return unit;
}

}  // namespace polemarch::test::hoplomachia_room
