/// What may be done says by how much: the measure of every action and what the rules allow.
#include "tests/engine/rulesets/paean/field.hpp"

namespace reason_tests {

using namespace phalanx;

namespace {

struct Measured {
  std::string rule;
  double value = -99, limit = -99;
  std::string unit;
  bool operator==(const Measured&) const = default;
};
std::ostream& operator<<(std::ostream& out, const Measured& m) {
  return out << m.rule << " " << m.value << " of " << m.limit << " " << m.unit;
}

/// The first reason of a command that is allowed; it has a measure and a limit.
Measured allowed(const Field& field, json command) {
  if (!command.contains("by")) command["by"] = "A";
  INFO(command.dump());
  const auto verdict = field.battle->judge(command.dump());
  if (!verdict) FAIL(verdict.error().line);
  INFO((verdict->reasons.empty() ? std::string() : verdict->reasons.front().text));
  REQUIRE(verdict->allowed());
  REQUIRE_FALSE(verdict->reasons.empty());
  const engine::Reason& reason = verdict->reasons.front();
  const auto tenth = [](double x) { return std::round(x * 10) / 10; };
  return {reason.rule, tenth(reason.value.value_or(-99)), tenth(reason.limit.value_or(-99)), reason.unit};
}

json act(const char* what, json more = json::object()) {
  json command{{"do", what}, {"unit", "A1"}};
  command.update(more);
  return command;
}

}  // namespace

TEST_CASE("a change of shape says what it measures and what one action allows",
          "[paean][PA-FAC-01][PA-FAC-02][PA-FAC-05][PA-FAC-13][PA-FAC-17]") {
  Field field(setup({troops("A1", "LH", 6, 600, 300, 90, 6)}));
  field.order("A1");
  CHECK(allowed(field, act("about_face")) == Measured{"PA-FAC-01", 180, 180, "degrees"});
  CHECK(allowed(field, act("change_facing", {{"to", "left"}})) == Measured{"PA-FAC-02", 90, 90, "degrees"});
  CHECK(allowed(field, act("change_formation", {{"files", 4}})) == Measured{"PA-FAC-05", 4, 3, "bases"});
  CHECK(allowed(field, act("contract", {{"flank", "left"}})) == Measured{"PA-FAC-13", 1, 1, "bases"});
  CHECK(allowed(field, act("traverse", {{"to", "right"}})) == Measured{"PA-FAC-17", 2, 2, "cm"});
  CHECK(allowed(field, act("give_ground")) == Measured{"PA-FAC-16", 2, 2, "cm"});
  CHECK(allowed(field, act("reorder", {{"bases", {"A1.2", "A1.1", "A1.3", "A1.4", "A1.5", "A1.6"}}})) == Measured{"PA-FAC-18", 0, 0, "cm"});
  CHECK(allowed(field, act("detach", {{"bases", {"A1.5", "A1.6"}}})) == Measured{"PA-FAC-06", 2, 5, "bases"});
  CHECK(allowed(field, act("move", {{"legs", {{{"wheel_left_deg", 10}}}}})) == Measured{"PA-MOV-T1", 4.2, 10, "cm"});
}

TEST_CASE("the measures of 15 mm figures are twice as long, and an expansion counts to its own limit", "[paean][PA-GEO-12][PA-FAC-05]") {
  Field field(setup({troops("A1", "LH", 6, 600, 300, 90, 2)}, {}, {{"scale", 2}}));
  field.order("A1");
  CHECK(allowed(field, act("change_formation", {{"files", 3}})) == Measured{"PA-FAC-05", 3, 3, "bases"});
  CHECK(allowed(field, act("traverse", {{"to", "left"}})) == Measured{"PA-FAC-17", 4, 4, "cm"});
  CHECK(allowed(field, act("give_ground")) == Measured{"PA-FAC-16", 4, 4, "cm"});
}

TEST_CASE("forming up says how near the two stand", "[paean][PA-FAC-10]") {
  Field field(setup({troops("A1", "LH", 2, 600, 300, 90, 2), troops("A2", "LH", 4, 735, 300, 90, 4)}));
  field.order("A1");
  CHECK(allowed(field, act("form", {{"with", "A2"}})) == Measured{"PA-FAC-10", 1.5, 2, "cm"});
}

TEST_CASE("leaders' ways and free orders say how far, too", "[paean][PA-CMD-07][PA-CMD-17][PA-HER-11][PA-HER-19]") {
  Field field(setup({troops("A1", "LH", 4, 600, 300, 90, 4), commander("AC", 600, 395), hero("AH", 400, 300),
                     troops("A2", "LH", 2, 900, 300, 90, 2), hero("AK", 900, 270, 10, {{"with", "A2"}})}));
  field.go_to("call_of_power");
  CHECK(allowed(field, act("call_of_power")) == Measured{"PA-CMD-07", 8, 10, "cm"});
  field.go_to("command_orders");
  CHECK(allowed(field, {{"do", "relinquish"}, {"commander", "AC"}, {"to", {{"x_mm", 750}, {"y_mm", 395}}}}) ==
        Measured{"PA-CMD-17", 15, 20, "cm"});
  CHECK(allowed(field, {{"do", "relinquish"}, {"commander", "AC"}, {"join", "A1"}}) == Measured{"PA-CMD-17", 8, 20, "cm"});
  field.go_to("call_of_might");
  CHECK(allowed(field, {{"do", "call_of_might"}, {"hero", "AK"}}) == Measured{"PA-HER-11", 1, 1, "free actions"});
  field.go_to("heroic_actions");
  field.does({{"do", "heroic_action"}, {"hero", "AH"}});
  field.dice({1, 1});
  CHECK(allowed(field, {{"do", "move_hero"}, {"hero", "AH"}, {"to", {{"x_mm", 400}, {"y_mm", 420}}}}) ==
        Measured{"PA-HER-19", 12, 20, "cm"});
}

}  // namespace reason_tests
