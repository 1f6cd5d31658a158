#pragma once
/// A small field of battle in inches for tests: units with 2 x 1 inch bases (frontage x depth) unless told otherwise.

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "engine/rulesets/hail_caesar/rules.hpp"
#include "tests/support/catch.hpp"

namespace field {

using nlohmann::json;
using polemarch::Viewer;
using polemarch::engine::Battle;
using polemarch::engine::Ruling;
using polemarch::engine::Verdict;

/// Centre in inches, heading in degrees (90 = away from A).
inline json at(double x_in, double y_in, double heading = 90) {
  return {{"x_mm", x_in * 25.4}, {"y_mm", y_in * 25.4}, {"heading_deg", heading}};
}

inline json unit(const std::string& id, double x_in, double y_in, double heading = 90, json more = json::object()) {
  json j{{"unit", id},
         {"type", "test"},
         {"at", at(x_in, y_in, heading)},
         {"base_mm", {50.8, 25.4}},
         {"clash", 6},
         {"sustained", 5},
         {"short_ranged", 3},
         {"long_ranged", 3},
         {"morale_save", 4},
         {"stamina", 6},
         {"weapons", {"bow"}},
         {"division", "Centre"}};
  if (more.is_object()) j.update(more);
  return j;
}

inline json general(const std::string& id, double x_in, double y_in, json more = json::object()) {
  json j{{"unit", id}, {"type", "general"}, {"at", at(x_in, y_in)}, {"rating", 8}, {"division", "Centre"}, {"base_mm", {25.4, 25.4}}};
  if (more.is_object()) j.update(more);
  return j;
}

/// `more` may hold "options", "terrain" (in inches: kind, box [x0,y0,x1,y1], height_mm), "state", "first".
inline std::unique_ptr<Battle> battle(json a, json b, json more = json::object()) {
  if (!more.is_object()) more = json::object();
  json table{{"size_mm", {72 * 25.4, 72 * 25.4}}};
  if (more.contains("terrain") && more["terrain"].is_null()) more.erase("terrain");
  for (const json& piece : more.value("terrain", json::array())) {
    const auto box = piece.at("box").get<std::vector<double>>();
    json outline = json::array();
    for (const auto& [i, k] : {std::pair{0, 1}, {2, 1}, {2, 3}, {0, 3}})
      outline.push_back({box[static_cast<std::size_t>(i)] * 25.4, box[static_cast<std::size_t>(k)] * 25.4});
    table["terrain"].push_back(
        {{"id", piece.at("id")}, {"kind", piece.at("kind")}, {"height_mm", piece.value("height_mm", 0)}, {"outline_mm", outline}});
  }
  json setup{{"v", 1}, {"ruleset", "hail_caesar"}, {"table", table}, {"sides", {{"A", {{"units", a}}}, {"B", {{"units", b}}}}}};
  for (const char* key : {"options", "state", "first", "deployment", "terrain_kinds"})
    if (more.contains(key) && !more[key].is_null()) setup[key] = more[key];
  auto made = polemarch::hail_caesar::make_battle(setup.dump(), "test");
  if (!made) FAIL(made.error().line);
  return std::move(*made);
}

/// As `battle`, standing at the beginning of a step of A's turn 1.
inline std::unique_ptr<Battle> in_phase(const std::string& phase, json a, json b, json more = json::object()) {
  if (!more.is_object()) more = json::object();
  more["state"]["phase"] = phase;
  return battle(std::move(a), std::move(b), std::move(more));
}

inline Verdict judged(const Battle& battle, const json& command) {
  const auto verdict = battle.judge(command.dump());
  if (!verdict) FAIL(verdict.error().line);
  return *verdict;
}

inline std::string why(const Verdict& verdict) {
  std::string text;
  for (const auto& reason : verdict.reasons) text += reason.rule + " " + reason.text + "; ";
  return text;
}

/// Submits, expects it to go through, returns the events.
inline json go(Battle& battle, const json& command) {
  const auto outcome = battle.submit(command.dump());
  if (!outcome) FAIL(outcome.error().line);
  if (!outcome->verdict.allowed()) FAIL(command.dump() << ": " << why(outcome->verdict));
  json events = json::array();
  for (const std::string& event : outcome->events) events.push_back(json::parse(event));
  return events;
}

/// The rule a refusal names first; "allowed" when it is none.
inline std::string refusal(const Battle& battle, const json& command) {
  const Verdict verdict = judged(battle, command);
  if (verdict.allowed()) return "allowed";
  return verdict.reasons.empty() ? "" : verdict.reasons.front().rule;
}
inline bool allowed(const Battle& battle, const json& command) { return judged(battle, command).allowed(); }

/// Does the verdict name this rule, and with which value?
inline bool names(const Verdict& verdict, const std::string& rule) {
  for (const auto& reason : verdict.reasons)
    if (reason.rule == rule) return true;
  return false;
}

inline json state(const Battle& battle) { return json::parse(battle.state_text()); }
inline json unit_state(const Battle& battle, const std::string& id) { return state(battle).at("units").at(id); }
inline std::string phase(const Battle& battle) { return state(battle).at("phase").get<std::string>(); }

inline const json* event_named(const json& events, const std::string& name) {
  for (const json& event : events)
    if (event.at("event") == name) return &event;
  return nullptr;
}

inline json answer(const std::string& by, std::vector<int> dice) { return {{"by", by}, {"do", "answer"}, {"dice", dice}}; }
inline json move(const std::string& id, double x_in, double y_in, double heading = 90, const std::string& by = "A") {
  return {{"by", by}, {"do", "move"}, {"unit", id}, {"to", at(x_in, y_in, heading)}};
}
inline json act(const std::string& what, json fields = json::object(), const std::string& by = "A") {
  json j{{"by", by}, {"do", what}};
  if (fields.is_object()) j.update(fields);
  return j;
}
inline std::string question(const Battle& battle) {
  const auto waits = battle.waits(Viewer::Umpire);
  return waits.empty() ? "" : waits.front().question;
}
/// How many dice the open question asks for.
inline int dice_asked(const Battle& battle) {
  const auto waits = battle.waits(Viewer::Umpire);
  return waits.empty() || !waits.front().chance ? 0 : waits.front().chance->count;
}
inline json end_phase(const std::string& by = "A") { return act("end_phase", json::object(), by); }

}  // namespace field
