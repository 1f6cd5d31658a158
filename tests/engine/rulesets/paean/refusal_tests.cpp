/// Whoever finds no room, or no way, is told what is measured and what would be allowed.
#include <cmath>

#include "tests/engine/rulesets/paean/field.hpp"

namespace refusal_tests {

using namespace phalanx;

namespace {

/// What a command is refused for: the rule, the measure, the limit and their unit.
struct Refused {
  std::string rule;
  double value = -99, limit = -99;
  std::string unit;
};
Refused refused(const Field& field, json command, const std::string& by = "A") {
  command["by"] = by;
  const auto verdict = field.battle->judge(command.dump());
  if (!verdict) FAIL(verdict.error().line);
  REQUIRE_FALSE(verdict->allowed());
  const engine::Reason& reason = verdict->reasons.front();
  return {reason.rule, reason.value.value_or(-99), reason.limit.value_or(-99), reason.unit};
}

/// An ordered formation of 4 LH, 2 wide, at (600, 300), among these.
Field ordered(std::vector<json> a, std::vector<json> b, double y = 300, double heading = 90) {
  a.push_back(troops("A1", "LH", 4, 600, y, heading, 2));
  Field field(setup(std::move(a), std::move(b)));
  field.order("A1");
  return field;
}

}  // namespace

TEST_CASE("a charge that misses says how far aside, behind or too late its target lies", "[paean][PA-CHG-01]") {
  const auto charge = [](const std::string& at) { return json{{"do", "charge"}, {"unit", "A1"}, {"target", at}}; };
  const Field field = ordered({}, {troops("B1", "LH", 2, 600, 350, 270, 2), troops("B2", "LH", 2, 600, 390, 270, 2),
                                   troops("B3", "LH", 2, 750, 350, 270, 2), troops("B4", "LH", 2, 600, 200, 90, 2)});
  // The way is 8 cm wide, to x 640; B3 begins at x 710.
  const Refused aside = refused(field, charge("B3"));
  CHECK(aside.rule == "PA-CHG-01");
  CHECK(aside.value == Approx(7));
  CHECK(aside.limit == 0);
  CHECK(aside.unit == "cm");
  const Refused behind = refused(field, charge("B4"));
  CHECK(behind.rule == "PA-CHG-01");
  CHECK(behind.value == Approx(10));
  const Refused late = refused(field, charge("B2"));
  CHECK(late.rule == "PA-CHG-01");
  CHECK(late.value == Approx(9));
  CHECK(late.limit == Approx(5));
}

TEST_CASE("who would leave the table hears by how much, a formation and a leader", "[paean][PA-EVA-08][PA-CMD-17]") {
  Field field = ordered({}, {}, 60, 270);
  const Refused off = refused(field, {{"do", "move"}, {"unit", "A1"}, {"ahead_cm", 9}});
  CHECK(off.rule == "PA-EVA-08");
  CHECK(off.value == Approx(3));
  CHECK(off.limit == 0);
  field.does({{"do", "forgo"}});
  const Refused leader = refused(field, {{"do", "relinquish"}, {"commander", "AC"}, {"to", {{"x_mm", 30}, {"y_mm", -50}}}});
  CHECK(leader.rule == "PA-CMD-17");
  CHECK(leader.value == Approx(5));
  CHECK(leader.limit == 0);
}

TEST_CASE("who does not fit hears on whom and how deep, who may not touch, how near", "[paean][PA-FAC-13][PA-CHG-01][PA-MOV-02]") {
  const auto expand = json{{"do", "expand"}, {"unit", "A1"}, {"flank", "right"}};
  // The base it adds reaches to x 680; A2 begins at x 670.
  const Refused friendly = refused(ordered({troops("A2", "LH", 1, 690, 300)}, {}), expand);
  CHECK(friendly.rule == "PA-FAC-13");
  CHECK(friendly.value == Approx(10));
  CHECK(friendly.limit == 3);
  CHECK(friendly.unit == "mm");
  const Refused enemy = refused(ordered({}, {troops("B1", "LH", 1, 660, 300, 270)}), expand);
  CHECK(enemy.rule == "PA-CHG-01");
  CHECK(enemy.value == Approx(0).margin(0.01));
  CHECK(enemy.limit == 0);
  const Refused back = refused(ordered({}, {}), {{"do", "move"}, {"unit", "A1"}, {"ahead_cm", -2}});
  CHECK(back.rule == "PA-MOV-02");
  CHECK(back.value == Approx(2));
  CHECK(back.limit == 0);
}

TEST_CASE("who lies outside the arc of fire is told by how much", "[paean][PA-MIS-04]") {
  Field field(setup({troops("A1", "LM", 2, 600, 300, 90, 2, {{"weapons", {"bow"}}})}, {troops("B1", "LH", 1, 760, 320, 270, 1)}));
  field.order("A1");
  // The arc's edge runs at 45 degrees from (640, 300); the near corner of B1 at (740, 320) or its rear one at (740, 340) lies outside.
  const Refused aside = refused(field, {{"do", "shoot"}, {"unit", "A1"}, {"target", "B1"}});
  CHECK(aside.rule == "PA-MIS-04");
  CHECK(aside.value == Approx((100 - 40) / std::sqrt(2.0) / 10).margin(0.01));
  CHECK(aside.limit == 0);
  CHECK(aside.unit == "cm");
}

TEST_CASE("an umpire's amendment with a count that no battle has is refused in one line", "[paean][amend]") {
  Field field = ordered({hero("A6", 300, 100)}, {troops("B1", "LH", 2, 600, 900, 270, 2)});
  const auto told = [&](const std::string& path, const json& value) {
    const auto verdict = field.battle->judge(json{{"by", "umpire"}, {"do", "amend"}, {"path", path}, {"value", value}}.dump());
    return !verdict ? verdict.error().line : verdict->allowed() ? "" : verdict->reasons.front().text;
  };
  CHECK(told("/formations/A1/status/orders", -1) == "/formations/A1/status/orders: -1 is less than 0, the least it may be");
  CHECK(told("/formations/A1/status/orders", 101) == "/formations/A1/status/orders: 101 is more than 100, the most it may be");
  for (const char* path :
       {"/formations/A1/status/orders", "/formations/A1/status/reactions", "/formations/A1/status/phases", "/leaders/A6/moves",
        "/leaders/A6/bows", "/leaders/A6/heavy_orders", "/leaders/A6/medium_orders", "/leaders/A6/reactions", "/leaders/A6/leads_from",
        "/turn/bound", "/turn/orders_given", "/options/bound_limit", "/agenda/next_lane", "/agenda/next_wait", "/agenda/next_owed"})
    for (const int value : {-1, 1000000000}) {
      INFO(path << " " << value);
      CHECK(told(path, value).starts_with(std::string(path) + ": "));
    }
  CHECK(told("/formations/A1/status/orders", 2).empty());
  CHECK(told("/turn/bound", 7).empty());
  CHECK(told("/bases/A1.1/at/x_mm", 500'000) == "that would break the battle: A1.1 would stand 500000 mm from the table's corner");
  CHECK(told("/bases/A1.1/at/x_mm", 1e9) == "amend: /bases/A1.1/at/x_mm: expected a length in mm, at most a kilometre");
}

TEST_CASE("a set-up with a count that no battle has is refused with its pointer and the limit", "[paean][setup]") {
  const auto told = [](const json& state) {
    json battle = setup({troops("A1", "H", 2, 600, 300, 90, 2)}, {troops("B1", "LH", 2, 600, 900, 270, 2)});
    battle["state"].merge_patch(state);
    const auto made = paean::make_battle(battle.dump(), "battle.json");
    return made ? std::string() : made.error().line;
  };
  CHECK(told({{"turn", {{"bound", 7}}}}).empty());
  CHECK(told({{"turn", {{"bound", -3}}}}) == "battle.json: /state/turn/bound: -3 is less than 0, the least it may be");
  CHECK(told({{"formations", {{"A1", {{"status", {{"orders", 101}}}}}}}}) ==
        "battle.json: /state/formations/A1/status/orders: 101 is more than 100, the most it may be");
}

TEST_CASE("what stands open keeps its throw, and a lane its step, whatever is amended", "[paean][amend]") {
  Field field = ordered({}, {troops("B1", "LH", 2, 600, 340, 270, 2)});
  field.does({{"do", "charge"}, {"unit", "A1"}, {"target", "B1"}});
  const auto refused = [&](const std::string& path, const json& value) {
    const auto verdict = field.battle->judge(json{{"by", "umpire"}, {"do", "amend"}, {"path", path}, {"value", value}}.dump());
    return !verdict || !verdict->allowed();
  };
  const std::string wait = "/agenda/lanes/0/stack/0/waits/0";
  for (const int value : {-1, 1000000000}) {
    INFO(value);
    CHECK(refused(wait + "/chance/count", value));
    CHECK(refused(wait + "/chance/highest", value));
    CHECK(refused(wait + "/id", value));
  }
  CHECK(refused("/agenda/lanes/0/stack", json::array()));
  CHECK_FALSE(refused("/agenda/lanes", json::array()));
}

TEST_CASE("who has nothing to shoot with hears that, with an order in hand or without", "[paean][PA-MIS-02]") {
  Field field(setup({troops("A1", "LH", 4, 600, 300)}, {troops("B1", "LH", 2, 600, 350, 270)}));
  const json shoot{{"do", "shoot"}, {"unit", "A1"}, {"target", "B1"}};
  CHECK(field.why_not(shoot) == "PA-MIS-02");
  field.order("A1");
  CHECK(field.why_not(shoot) == "PA-MIS-02");
}

}  // namespace refusal_tests
