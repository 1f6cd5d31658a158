/// Normal movement: how far, by which ways, over which ground, past whom.
#include "tests/engine/rulesets/paean/field.hpp"

namespace move_tests {

using namespace phalanx;

namespace {

json area(const std::string& kind, double x0, double y0, double x1, double y1) {
  return {{"id", kind}, {"kind", kind}, {"outline_mm", {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}}};
}

json with_ground(std::vector<json> a, std::vector<json> ground) { return setup(std::move(a), {}, {{"table", {{"terrain", ground}}}}); }

/// The rule against moving it so far ahead with an order; empty: it may.
std::string why_no_move(const json& battle, json move) {
  Field field(battle);
  if (field.at("/formations/A1/weight") == "L") {
    field.does({{"do", "skirmish"}, {"unit", "A1"}});
    field.dice({1, 1});
  } else {
    field.order("A1");
  }
  move["do"] = "move";
  move["unit"] = "A1";
  return field.why_not(move);
}

json ahead(double cm) { return {{"ahead_cm", cm}}; }

}  // namespace

TEST_CASE("what a camera measures ends on no friend, but where it may pass freely", "[paean][PA-INT-07][PA-INT-02]") {
  for (const bool light : {true, false})
    for (const bool measured : {true, false}) {
      Field field(setup({troops("A1", "LH", 2, 600, 300, 90, 2), troops("A2", light ? "L" : "LH", 2, 600, 360, 90, 2)}));
      field.order("A1");
      json to{{"x_mm", 600}, {"y_mm", 340}, {"heading_deg", 90}};  // the middle of the body: its front at 360
      if (measured) to["cov"] = {1000000, 0, 0, 1000000, 0, 1000000};
      INFO(light << measured);
      CHECK(field.why_not({{"do", "move"}, {"unit", "A1"}, {"to", to}}) == (measured && !light ? "PA-INT-07" : ""));
    }
}

TEST_CASE("a normal move is as long as the type's, times the scale", "[paean][PA-MOV-T1][PA-GEO-T1][PA-GEO-12][PA-GEO-13]") {
  const std::vector<std::tuple<std::string, std::string, int>> rows{{"infantry", "H", 5},   {"infantry", "LH", 10}, {"infantry", "M", 10},
                                                                    {"infantry", "LM", 15}, {"infantry", "L", 15},  {"cavalry", "M", 20},
                                                                    {"cavalry", "LM", 25},  {"cavalry", "L", 30}};
  for (const auto& [arm, type, cm] : rows)
    for (const int k : {1, 2}) {
      CAPTURE(arm, type, k);
      const json battle =
          setup({troops("A1", type, 1, 600, 300, 90, 0, {{"arm", arm}}), troops("A9", "H", 1, 1500, 300)}, {}, {{"scale", k}});
      CHECK(why_no_move(battle, ahead(cm * k)).empty());
      CHECK(why_no_move(battle, ahead(cm * k + 0.5)) == "PA-MOV-T1");
    }
}

TEST_CASE("M, LH and H slide up to 45 degrees off ahead at full speed, facing kept", "[paean][PA-MOV-02][PA-AMB-06]") {
  const json battle = setup({troops("A1", "LH", 3, 600, 300)});
  const auto slide = [](double cm, double deg) { return json{{"legs", {{{"echelon_cm", cm}, {"deg", deg}}}}}; };
  CHECK(why_no_move(battle, slide(10, 45)).empty());
  CHECK(why_no_move(battle, slide(10, -45)).empty());
  CHECK(why_no_move(battle, slide(10, 46)) == "PA-MOV-02");
  CHECK(why_no_move(battle, slide(10.5, 30)) == "PA-MOV-T1");
  Field field(battle);
  field.acts("A1", {{"do", "move"}, {"legs", {{{"echelon_cm", 10}, {"deg", 45}}}}});
  CHECK(field.spot("A1.2").x == Approx(600 - 70.711).margin(0.01));
  CHECK(field.spot("A1.2").y == Approx(290 + 70.711).margin(0.01));
  CHECK(field.spot("A1.2").heading == 90);
}

TEST_CASE("L and LM pay no more for a wheel than others: a deep column goes by its outer front corner", "[paean][PA-MOV-01][PA-AMB-07]") {
  const json battle = setup({troops("A1", "LM", 9, 600, 700, 90, 1)});
  const auto wheel = [](double deg) { return json{{"legs", {{{"wheel_left_deg", deg}}}}}; };
  CHECK(why_no_move(battle, wheel(80)).empty());  // 40 mm wide: 56 mm; the last base goes 180
}

TEST_CASE("M, LH and H wheel on a front corner, the outer front corner's path counts", "[paean][PA-MOV-03][PA-AMB-07]") {
  // 120 mm wide: 47.7 degrees are 10 cm of arc.
  const json battle = setup({troops("A1", "LH", 3, 600, 300)});
  const auto wheel = [](const std::string& way, double deg) { return json{{"legs", {{{way, deg}}}}}; };
  CHECK(why_no_move(battle, wheel("wheel_left_deg", 47.7)).empty());
  CHECK(why_no_move(battle, wheel("wheel_left_deg", 50)) == "PA-MOV-T1");
  Field field(battle);
  field.acts("A1", {{"do", "move"}, {"legs", {{{"wheel_right_deg", 30}}}}});
  // The right front corner (660, 300) stays.
  const Field::Spot right = field.spot("A1.3");
  CHECK(right.heading == Approx(60));
  const double c = 0.8660254, s = 0.5;
  CHECK(right.x + 10 * s + 20 * c == Approx(660).margin(0.01));
  CHECK(right.y + 10 * c - 20 * s == Approx(300).margin(0.01));
}

TEST_CASE("L and LM go any way and face as they like within a normal move", "[paean][PA-MOV-01]") {
  for (const std::string type : {"L", "LM"}) {
    const json battle = setup({troops("A1", type, 1, 600, 300), troops("A9", "H", 1, 1500, 300)});
    CAPTURE(type);
    CHECK(why_no_move(battle, {{"to", {{"x_mm", 600}, {"y_mm", 150}, {"heading_deg", 270}}}}).empty());
    CHECK(why_no_move(battle, {{"to", {{"x_mm", 745}, {"y_mm", 290}, {"heading_deg", 0}}}}).empty());
    CHECK(why_no_move(battle, {{"to", {{"x_mm", 760}, {"y_mm", 290}, {"heading_deg", 0}}}}) == "PA-MOV-T1");
  }
  CHECK(why_no_move(setup({troops("A1", "H", 1, 600, 300)}), {{"legs", {{{"back_cm", 2}}}}}) == "PA-MOV-02");
}

TEST_CASE("slow ground counts twice for M, LH and H and unforms them, L and LM go on as in the open",
          "[paean][PA-MOV-04][PA-MOV-05][PA-MOV-06][PA-AMB-08][PA-TER-08][PA-TER-09][PA-TER-10]") {
  for (const std::string kind : {"wood", "stream", "settlement", "difficult"}) {
    CAPTURE(kind);
    // The wood begins 4 cm ahead: 10 cm allow 3 cm in it.
    const std::vector<json> ground{area(kind, 400, 340, 800, 900)};
    const json battle = with_ground({troops("A1", "LH", 3, 600, 300)}, ground);
    CHECK(why_no_move(battle, ahead(7)).empty());
    CHECK(why_no_move(battle, ahead(7.5)) == "PA-MOV-06");
    Field field(battle);
    field.acts("A1", {{"do", "move"}, {"ahead_cm", 7}});
    CHECK_FALSE(field.in_play("A1"));
    CHECK(field.in_play("A1.2"));
    CHECK(why_no_move(with_ground({troops("A1", "LM", 3, 600, 300)}, ground), ahead(15)).empty());
    Field light(with_ground({troops("A1", "LM", 3, 600, 300)}, ground));
    light.acts("A1", {{"do", "move"}, {"ahead_cm", 15}});
    CHECK(light.bases("A1").size() == 3);
  }
}

TEST_CASE("hills are open ground unless tagged steep", "[paean][PA-AMB-09]") {
  CHECK(why_no_move(with_ground({troops("A1", "LH", 3, 600, 300)}, {area("hill", 400, 340, 800, 900)}), ahead(10)).empty());
  CHECK(why_no_move(with_ground({troops("A1", "LH", 3, 600, 300)}, {area("steep_hill", 400, 340, 800, 900)}), ahead(10)) == "PA-MOV-06");
}

TEST_CASE("other difficult ground unforms too, or only slows when the table has it so", "[paean][PA-AMB-89]") {
  for (const bool unforms : {true, false}) {
    json battle = with_ground({troops("A1", "LH", 3, 600, 300)}, {area("rough", 400, 340, 800, 900)});
    battle["options"] = {{"other_difficult_unforms", unforms}};
    Field field(battle);
    field.acts("A1", {{"do", "move"}, {"ahead_cm", 7}});
    CHECK(field.in_play("A1") != unforms);
  }
}

TEST_CASE("a move ends off the table for nobody and in contact for none but a charger", "[paean][PA-CHG-01]") {
  CHECK(why_no_move(setup({troops("A1", "LM", 2, 600, 1150)}, {troops("B1", "H", 2, 100, 600, 270)}), ahead(10)) == "PA-EVA-08");
  CHECK(why_no_move(setup({troops("A1", "LH", 2, 600, 300)}, {troops("B1", "H", 2, 600, 380, 270)}), ahead(8)) == "PA-CHG-01");
  CHECK(why_no_move(setup({troops("A1", "LH", 2, 600, 300)}, {troops("B1", "H", 2, 600, 380, 270)}), ahead(7.5)).empty());
}

TEST_CASE("a formation in close combat does not walk away", "[paean][PA-AMB-42]") {
  const json battle = setup({commander("AC", 600, 200, 10, true, {{"with", "A1"}}), troops("A1", "LH", 2, 600, 300)},
                            {troops("B1", "H", 2, 600, 300, 270)});
  json field = battle;
  field["state"] = {{"turn", {{"permit", {{"unit", "A1"}, {"source", "order"}, {"by", "AC"}}}, {"phase", "command_orders"}}}};
  Field at(field);
  REQUIRE(at.at("/formations/A1/contacts").size() == 1);
  CHECK(at.why_not({{"do", "move"}, {"unit", "A1"}, {"legs", {{{"back_cm", 2}}}}}) != "");
  CHECK(at.why_not({{"do", "move"}, {"unit", "A1"}, {"legs", {{{"wheel_left_deg", 10}}}}}) == "PA-AMB-42");
  CHECK(at.why_not({{"do", "traverse"}, {"unit", "A1"}, {"to", "left"}}) == "PA-AMB-42");
}

TEST_CASE("bases moved by hand are read as the cheapest way there", "[paean]") {
  Field field(setup({troops("A1", "LH", 3, 600, 300)}));
  field.order("A1");
  json poses = json::array();
  for (int i = 0; i < 3; ++i)
    poses.push_back({{"base", "A1." + std::to_string(i + 1)}, {"x_mm", 560 + 40 * i}, {"y_mm", 370.4}, {"heading_deg", 90.2}});
  const Outcome outcome = field.does({{"do", "move"}, {"unit", "A1"}, {"poses", poses}});
  CHECK(event_of(outcome, "bases_moved").at("distance").get<double>() == Approx(80).margin(1));
  CHECK(field.battle->owed().empty());  // they stand already
}

TEST_CASE("a move given in centimetres owes the bases their places", "[paean]") {
  Field field(setup({troops("A1", "LH", 3, 600, 300)}));
  field.acts("A1", {{"do", "move"}, {"ahead_cm", 8}});
  const auto owed = field.battle->owed();
  REQUIRE(owed.size() == 1);
  CHECK(owed.front().poses.size() == 3);
  field.does({{"do", "place"}, {"owed", "p1"}});
  CHECK(field.battle->owed().empty());
}

TEST_CASE("light formations pass through anybody, LM through LM and M", "[paean][PA-INT-02][PA-INT-03][PA-AMB-82]") {
  for (const std::string other : {"L", "LM", "M", "LH", "H"}) {
    CAPTURE(other);
    // Through it and out at the far side.
    Field light(setup({troops("A1", "L", 1, 600, 300), troops("A2", other, 3, 600, 360), troops("A9", "H", 1, 1500, 300)}));
    light.does({{"do", "skirmish"}, {"unit", "A1"}});
    light.dice({1, 1});
    light.does({{"do", "move"}, {"unit", "A1"}, {"ahead_cm", 14}});
    CHECK(light.in_play("A2"));
    CHECK(light.status("A2").value("passed", json::array()).empty());
    if (other == "L") continue;
    Field mid(setup({troops("A1", "LM", 1, 600, 300), troops("A2", other, 3, 600, 360), troops("A9", "H", 1, 1500, 300)}));
    mid.acts("A1", {{"do", "move"}, {"ahead_cm", 14}});
    CHECK(mid.status("A2").value("passed", json::array()).empty() == (other == "LM" || other == "M"));
  }
}

TEST_CASE("others may be passed through while they stand still all bound, when both move, both come apart",
          "[paean][PA-INT-04][PA-INT-05][PA-UNF-09][PA-AMB-24]") {
  const auto battle = [] {
    return setup(
        {commander("AC", 400, 300, 11), troops("A1", "LH", 2, 600, 300), troops("A2", "LH", 2, 600, 345), troops("A9", "H", 1, 1500, 300)});
  };
  Field still(battle());
  still.acts("A1", {{"do", "move"}, {"ahead_cm", 8}});
  CHECK(still.in_play("A1"));
  CHECK(still.in_play("A2"));
  // It moves later in the bound: both unform at that moment.
  still.acts("A2", {{"do", "traverse"}, {"to", "left"}});
  CHECK_FALSE(still.in_play("A1"));
  CHECK_FALSE(still.in_play("A2"));
  Field first(battle());
  first.acts("A2", {{"do", "traverse"}, {"to", "left"}});
  first.acts("A1", {{"do", "move"}, {"ahead_cm", 8}});
  CHECK_FALSE(first.in_play("A1"));
  CHECK_FALSE(first.in_play("A2"));
  CHECK(first.in_play("A1.1"));
}

TEST_CASE("commanders and heroes pass through friends", "[paean][PA-INT-01][PA-MOV-07]") {
  Field field(setup({commander("AC", 600, 300, 10), troops("A1", "H", 4, 600, 380)}));
  field.go_to("command_orders");
  CHECK(field.why_not({{"do", "relinquish"}, {"commander", "AC"}, {"to", {{"x_mm", 600}, {"y_mm", 480}}}}).empty());
}

TEST_CASE("friends that end the bound on each other: the lighter is displaced behind with a gap",
          "[paean][PA-INT-07][PA-INT-08][PA-INT-10][PA-INT-11]") {
  Field field(setup({troops("A1", "L", 1, 600, 300), troops("A2", "H", 3, 600, 360), troops("A9", "H", 1, 1500, 300)}));
  field.does({{"do", "skirmish"}, {"unit", "A1"}});
  field.dice({1, 1});
  field.does({{"do", "move"}, {"unit", "A1"}, {"ahead_cm", 6}});
  CHECK(field.spot("A1.1").y > 340);
  while (field.at("/turn/bound") == 1) field.does({{"do", "end_phase"}});
  CHECK(field.spot("A1.1").y + 7.5 < 340);  // behind A2's rear edge
  CHECK(field.spot("A2.1").y == 350);
}

TEST_CASE("an M, LH or H displaced by another unforms both", "[paean][PA-INT-09][PA-UNF-11]") {
  Field field(setup({troops("A1", "LH", 2, 600, 300), troops("A2", "H", 2, 600, 310), troops("A9", "H", 1, 1500, 300)}));
  while (field.at("/turn/bound") == 1) field.does({{"do", "end_phase"}});
  CHECK_FALSE(field.in_play("A1"));
  CHECK_FALSE(field.in_play("A2"));
}

TEST_CASE("LM that ends on light friends is told so, and they are displaced when the bound ends",
          "[paean][PA-INT-02][PA-INT-07][PA-INT-08][PA-INT-11]") {
  Field field(
      setup({commander("AC", 600, 200), troops("A1", "LM", 3, 600, 300), troops("A2", "L", 3, 600, 400), troops("A9", "H", 1, 1500, 300)}));
  const auto verdict = field.acts("A1", {{"do", "move"}, {"ahead_cm", 10}}).verdict;
  std::string told;
  for (const engine::Reason& reason : verdict.reasons)
    if (reason.rule == "PA-INT-07") told = reason.text;
  CHECK(told == "ends in the place of A2: if both still stand there at the end of the bound, A2 is displaced");
  const engine::Advice advice = field.battle->advise({UnitId{"A1"}, std::nullopt}, Viewer::A);
  CHECK(std::count_if(advice.shapes.begin(), advice.shapes.end(), [](const auto& shape) { return shape.rule == "PA-INT-10"; }) == 3);
  while (field.at("/turn/bound") == 1) field.does({{"do", "end_phase"}});
  CHECK(field.spot("A1.1").y == 390);
  CHECK(field.spot("A2.1").y + 7.5 < 380);  // behind A1's rear edge
  // Who has gone on is displaced no more.
  Field on(
      setup({commander("AC", 600, 200), troops("A1", "LM", 3, 600, 300), troops("A2", "L", 3, 600, 400), troops("A9", "H", 1, 1500, 300)}));
  on.acts("A1", {{"do", "move"}, {"ahead_cm", 10}});
  on.acts("A1", {{"do", "move"}, {"ahead_cm", 10}});
  while (on.at("/turn/bound") == 1) on.does({{"do", "end_phase"}});
  CHECK(on.spot("A2.1").y == 392.5);
}

TEST_CASE("a place that is said for a base is nobody else's", "[paean][PA-INT-07]") {
  Field field(setup({troops("A1", "LM", 1, 600, 300), troops("A2", "L", 1, 900, 300)}, {}, {{"first", nullptr}}));
  const auto place = [](double x, double y) {
    return json{{"do", "place"}, {"unit", "A1"}, {"poses", {{{"base", "A1.1"}, {"x_mm", x}, {"y_mm", y}, {"heading_deg", 90}}}}};
  };
  REQUIRE(field.phase() == "deployment");
  CHECK(field.why_not(place(880, 300)) == "PA-INT-07");
  CHECK(field.why_not(place(860, 292.5)).empty());  // side by side
  // What a camera measures stands there: two bases never do.
  json seen = place(880, 300);
  seen["poses"][0]["cov"] = {10000, 0, 0, 10000, 0, 100};
  CHECK(field.why_not(seen).empty());
}

TEST_CASE("a narrow stream unforms whoever crosses it, and a wood in the way of one base slows the whole line",
          "[paean][PA-MOV-05][PA-MOV-06][PA-TER-08][PA-UNF-06]") {
  Field stream(with_ground({troops("A1", "LH", 3, 600, 300)}, {area("stream", 0, 330, 1800, 340)}));
  stream.acts("A1", {{"do", "move"}, {"ahead_cm", 8}});
  CHECK_FALSE(stream.in_play("A1"));
  CHECK(stream.in_play("A1.1"));
  // Two centimetres of wood before the middle base alone: eight centimetres of way cost ten.
  const json wood = with_ground({troops("A1", "LH", 3, 600, 300)}, {area("wood", 595, 320, 605, 340)});
  CHECK(why_no_move(wood, ahead(9)) == "PA-MOV-06");
  CHECK(why_no_move(wood, ahead(8)).empty());
}

TEST_CASE("who does not get past a friend in one move stands in its place until the next, at the end of the bound both come apart",
          "[paean][PA-INT-04][PA-INT-07][PA-INT-09][PA-UNF-11]") {
  const auto battle = [] {
    return setup({commander("AC", 600, 200, 11), troops("A1", "H", 2, 600, 300, 90, 2), troops("A2", "LH", 4, 600, 350, 90, 2)});
  };
  Field through(battle());
  through.acts("A1", {{"do", "move"}, {"ahead_cm", 5}});
  CHECK(through.spot("A1.1").y == 340);
  through.acts("A1", {{"do", "move"}, {"ahead_cm", 5}});
  while (through.at("/turn/bound") == 1) through.does({{"do", "end_phase"}});
  CHECK(through.in_play("A1"));
  CHECK(through.in_play("A2"));
  Field stays(battle());
  stays.acts("A1", {{"do", "move"}, {"ahead_cm", 5}});
  while (stays.at("/turn/bound") == 1) stays.does({{"do", "end_phase"}});
  CHECK_FALSE(stays.in_play("A1"));
  CHECK_FALSE(stays.in_play("A2"));
  CHECK(stays.in_play("A1.1"));
  CHECK(stays.in_play("A2.1"));
  for (const std::string other : {"LM", "M"}) {
    Field mid(setup({commander("AC", 600, 200, 11), troops("A1", "LM", 2, 600, 300, 90, 2), troops("A2", other, 2, 600, 380, 90, 2)}));
    mid.acts("A1", {{"do", "move"}, {"ahead_cm", 8}});
    CHECK(mid.in_play("A1"));
  }
}

TEST_CASE("a way is told in whole degrees, rounded, with its side", "[paean][PA-MOV-02][PA-MOV-03]") {
  Field field(setup({troops("A1", "LH", 2, 600, 300, 90, 2)}));
  field.order("A1");
  const auto told = [&](json leg) {
    const auto verdict = field.battle->judge(json{{"by", "A"}, {"do", "move"}, {"unit", "A1"}, {"legs", {std::move(leg)}}}.dump());
    REQUIRE(verdict);
    REQUIRE(verdict->allowed());
    return verdict->reasons.front().text;
  };
  CHECK(told({{"wheel_left_deg", 20.6}}) == "wheels 21 degrees left");
  CHECK(told({{"wheel_right_deg", 20.4}}) == "wheels 20 degrees right");
  CHECK(told({{"echelon_cm", 4}, {"deg", 30.5}}) == "goes 4.0 cm, 31 degrees left off ahead");
  CHECK(told({{"echelon_cm", 4}, {"deg", -30.4}}) == "goes 4.0 cm, 30 degrees right off ahead");
}

TEST_CASE("of two friends of one weight on each other at the end of the bound the smaller is displaced", "[paean][PA-INT-07][PA-INT-08]") {
  Field field(setup({troops("A1", "L", 4, 600, 300), troops("A2", "L", 2, 600, 300), troops("A9", "H", 1, 1500, 300)}));
  while (field.at("/turn/bound") == 1) field.does({{"do", "end_phase"}});
  CHECK(field.spot("A1.1").y == 292.5);
  CHECK(field.spot("A2.1").y < 290);
}

TEST_CASE("the shapes a formation can take are drawn while it acts, and hide it at no other time", "[paean][PA-FAC-17][PA-FAC-03]") {
  Field field(setup({commander("AC", 600, 200), troops("A1", "LH", 4, 600, 400, 90, 2), troops("A2", "LH", 4, 900, 400, 90, 2)}));
  const auto ghosts = [&](const char* unit) {
    const engine::Advice advice = field.battle->advise({UnitId{unit}, std::nullopt}, Viewer::A);
    return std::count_if(advice.shapes.begin(), advice.shapes.end(), [](const auto& shape) { return shape.rule == "PA-FAC-17"; });
  };
  CHECK(ghosts("A1") == 0);
  field.order("A1", "AC");
  CHECK(ghosts("A1") > 0);
  CHECK(ghosts("A2") == 0);
}

}  // namespace move_tests
