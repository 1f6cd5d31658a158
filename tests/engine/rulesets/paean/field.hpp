#pragma once
/// Small Paean battles for tests: formations put where a test wants them, commands given, dice answered.

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/rulesets/paean/rules.hpp"
#include "tests/support/catch.hpp"

namespace phalanx {

using nlohmann::json;
using namespace polemarch;
using engine::Battle;
using engine::Outcome;

/// A formation of `bases` with the middle of its front at (x, y), facing `heading` (90: away from A's edge).
inline json troops(const std::string& id, const std::string& type, int bases, double x, double y, double heading = 90, int files = 0,
                   json more = json::object()) {
  json unit{{"unit", id}, {"type", type}, {"bases", bases}, {"at", {{"x_mm", x}, {"y_mm", y}, {"heading_deg", heading}}}};
  if (files > 0) unit["files"] = files;
  unit.update(more);
  return unit;
}
inline json commander(const std::string& id, double x, double y, int cv = 10, bool army = true, json more = json::object()) {
  json unit{{"unit", id}, {"arm", "commander"}, {"cv", cv}, {"at", {{"x_mm", x}, {"y_mm", y}}}};
  if (army) unit["army_commander"] = true;
  unit.update(more);
  return unit;
}
inline json hero(const std::string& id, double x, double y, int hv = 10, json more = json::object()) {
  json unit{{"unit", id}, {"arm", "hero"}, {"hv", hv}, {"at", {{"x_mm", x}, {"y_mm", y}}}};
  unit.update(more);
  return unit;
}

/// A battle of these units; each side gets an army commander AC or BC in its corner when the test brings none, and B a block BH far off.
/// It begins in A's first bound unless `more` says otherwise.
inline json setup(std::vector<json> a, std::vector<json> b = {}, json more = json::object()) {
  const auto has_army = [](const std::vector<json>& units) {
    for (const json& unit : units)
      if (unit.value("army_commander", false)) return true;
    return false;
  };
  if (!has_army(a)) a.push_back(commander("AC", 30, 30));
  if (!has_army(b)) b.push_back(commander("BC", 1770, 1170));
  if (b.size() == 1) b.push_back(troops("BH", "H", 2, 1600, 1100, 270));
  json out{{"table", {{"size_mm", {1800, 1200}}}}, {"sides", {{"A", {{"units", a}}}, {"B", {{"units", b}}}}}, {"first", "A"}};
  for (const auto& [key, value] : more.items()) {
    if (key == "table") {
      out["table"].update(value);
    } else if (value.is_null()) {
      out.erase(key);
    } else {
      out[key] = value;
    }
  }
  return out;
}

struct Field {
  std::unique_ptr<Battle> battle;
  explicit Field(const json& from) {
    auto made = paean::make_battle(from.dump(), "field.json");
    if (!made) FAIL(made.error().line);
    battle = std::move(*made);
  }

  Outcome say(json command, const std::string& by = "A") {
    if (!command.contains("by")) command["by"] = by;
    INFO(command.dump());
    auto outcome = battle->submit(command.dump());
    if (!outcome) FAIL(outcome.error().line);
    if (const auto broken = battle->broken_invariant()) FAIL(*broken << " after " << command.dump());
    return *outcome;
  }
  /// Must be allowed.
  Outcome does(json command, const std::string& by = "A") {
    Outcome outcome = say(std::move(command), by);
    INFO((outcome.verdict.reasons.empty() ? std::string()
                                          : outcome.verdict.reasons.front().rule + " " + outcome.verdict.reasons.front().text));
    REQUIRE(outcome.verdict.allowed());
    return outcome;
  }
  /// The rule it is refused by; empty when it is allowed, "impossible" when no ruling helps.
  std::string why_not(json command, const std::string& by = "A") const {
    if (!command.contains("by")) command["by"] = by;
    const auto verdict = battle->judge(command.dump());
    if (!verdict) FAIL(verdict.error().line);
    if (verdict->allowed()) return {};
    if (verdict->reasons.front().rule.empty()) return "impossible";
    return verdict->reasons.front().rule;
  }
  /// Answers the open question with dice.
  Outcome dice(std::vector<int> values) { return does({{"by", "umpire"}, {"do", "answer"}, {"dice", values}}); }
  Outcome choose(const std::string& key) { return does({{"by", "umpire"}, {"do", "answer"}, {"choice", key}}); }

  json state() const { return json::parse(battle->state_text()); }
  json at(const std::string& pointer) const { return state().at(json::json_pointer(pointer)); }
  std::string phase() const { return at("/turn/phase"); }
  bool asks() const { return !battle->waits(Viewer::Umpire).empty(); }

  /// Goes on to a phase of the bound in hand.
  void go_to(const std::string& wanted) {
    for (int i = 0; i < 12 && phase() != wanted; ++i) does({{"do", "end_phase"}}, at("/turn/active"));
    REQUIRE(phase() == wanted);
  }
  /// Orders the unit by a throw of two ones, and takes the bound to the orders phase for that.
  void order(const std::string& unit, const std::string& commander = "AC") {
    if (phase() != "command_orders") go_to("command_orders");
    does({{"do", "order"}, {"commander", commander}, {"unit", unit}}, at("/turn/active"));
    dice({1, 1});
  }
  /// Orders it and acts at once.
  Outcome acts(const std::string& unit, json action, const std::string& commander = "AC") {
    order(unit, commander);
    action["unit"] = unit;
    return does(std::move(action), at("/turn/active"));
  }

  struct Spot {
    double x = 0, y = 0, heading = 0;
  };
  Spot spot(const std::string& base) const {
    const json j = at("/bases/" + base + "/at");
    return {j.at("x_mm"), j.at("y_mm"), j.value("heading_deg", 0.0)};
  }
  std::vector<std::string> bases(const std::string& unit) const {
    return state().at("formations").value(unit, json::object()).value("bases", std::vector<std::string>{});
  }
  bool in_play(const std::string& unit) const { return !bases(unit).empty(); }
  bool has(const std::string& unit) const { return state().at("formations").contains(unit); }
  json status(const std::string& unit) const { return at("/formations/" + unit + "/status"); }
};

/// The first event of that name an outcome has, or null.
inline json event_of(const Outcome& outcome, const std::string& name) {
  for (const std::string& text : outcome.events) {
    json event = json::parse(text);
    if (event.at("event") == name) return event;
  }
  return nullptr;
}

}  // namespace phalanx
