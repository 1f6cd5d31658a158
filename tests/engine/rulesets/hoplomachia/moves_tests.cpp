/// Marches, approaches, drift, manoeuvres, proximity, interpenetration, disarray by terrain, recovery.
#include "engine/rulesets/hoplomachia/topics/movement.hpp"

#include "tests/engine/rulesets/hoplomachia/support.hpp"

using namespace polemarch;
using test::hoplomachia_room::Json;
using test::hoplomachia_room::of_kind;
using test::hoplomachia_room::small_setup;
using test::hoplomachia_room::Table;
using test::hoplomachia_room::unit_at;

namespace {

constexpr double kIn = 25.4;

/// Signals, then everybody who is asked first is passed until the phase of marches; what dice are asked for show 3.
void to_marches(Table& table, const std::string& a, const std::string& b) {
  table.signals(a, b);
  for (int i = 0; i < 60 && table.phase() != "marches"; ++i) {
    if (table.asked()) {
      table.wait().chance ? table.dice(std::vector<int>(static_cast<std::size_t>(table.wait().chance->count), 3))
                          : table.choose(table.wait().options.back().key);
      continue;
    }
    bool said = false;
    for (const Viewer side : {Viewer::A, Viewer::B})
      for (const auto& offer : table.battle().offers(side, engine::AboutAll{})) {
        const Json command = Json::parse(offer.command);
        if (said || !offer.verdict.allowed() || command["do"] != "stand") continue;
        table.allowed(side == Viewer::A ? "A" : "B", command);
        said = true;
      }
    if (!said) break;
  }
  REQUIRE(table.phase() == "marches");
}
Json move(const std::string& unit, const Json& legs) {
  return {{"do", "move"}, {"unit", unit}, {"legs", legs.is_array() ? legs : Json::array({legs})}};
}
Json ahead(double in) { return {{"ahead_in", in}}; }

/// One unit against an enemy far off.
Json alone(Json unit, double enemy_y = 1190) {
  unit["strategos"] = true;
  return small_setup(Json::array({unit}), Json::array({unit_at("B1", "hoplite", 2, 900, enemy_y, true)}));
}
double x_of(const Table& table, const std::string& base) {
  for (const auto& place : const_cast<Table&>(table).battle().places())
    if (place.base.text == base) return place.pose.x.mm();
  return 0;
}
double y_of(Table& table, const std::string& base) {
  for (const auto& place : table.battle().places())
    if (place.base.text == base) return place.pose.y.mm();
  return 0;
}
bool disarrayed(const Table& table, const std::string& unit, int lochos = 0) {
  return table.at("/units/" + unit + "/lochoi/" + std::to_string(lochos) + "/disarrayed");
}

}  // namespace

TEST_CASE("a unit moves up to the inches of its card for its files", "[hoplomachia][HM-MOVE-01][HM-MARCH-01][HM-MARCH-03]") {
  Table table(alone(unit_at("A1", "hoplite", 4, 600, 280)));
  to_marches(table, "march", "");
  CHECK(table.refused("A", move("A1", ahead(4.25))) == "HM-MOVE-01");
  const double y = y_of(table, "A1.1");
  table.allowed("A", move("A1", ahead(4)));
  CHECK(y_of(table, "A1.1") == Approx(y + 4 * kIn));
}

TEST_CASE("a march is at least an inch or a change of files", "[hoplomachia][HM-MARCH-02][HM-ARR-08][HM-OTYP-04]") {
  const Json setup = alone(unit_at("A1", "hoplite", 4, 600, 280));
  Table table(setup);
  to_marches(table, "march", "");
  CHECK(table.refused("A", move("A1", ahead(0.5))) == "HM-MARCH-02");
  CHECK(table.refused("A", {{"do", "stand"}, {"unit", "A1"}}) == "HM-MARCH-02");
  table.allowed("A", move("A1", Json::array({{{"arrange", "OF"}}})));
  CHECK(table.at("/units/A1/arrangement") == "OF");
}

TEST_CASE("changing files costs an inch of the files moved into", "[hoplomachia][HM-ARR-06][HM-ARR-07][HM-AMB-68]") {
  Table table(alone(unit_at("A1", "hoplite", 4, 600, 280)));
  to_marches(table, "march", "");
  CHECK(table.refused("A", move("A1", Json::array({{{"arrange", "OF"}}, ahead(4.25)}))) == "HM-MOVE-01");
  CHECK(table.refused("A", move("A1", Json::array({ahead(1), {{"arrange", "OF"}}}))) == "HM-ARR-06");
  table.allowed("A", move("A1", Json::array({{{"arrange", "OF"}}, ahead(4)})));
}

TEST_CASE("files stand as the rules show them", "[hoplomachia][HM-ARR-10][HM-ARR-11][HM-ARR-12]") {
  Json unit = unit_at("A1", "hoplite", 4, 600, 280);
  const auto gaps = [&](const char* files, const std::string& type) {
    Json one = unit;
    one["type"] = type;
    one["arrangement"] = files;
    if (type == "psiloi") one["ranks"] = 2;
    Table table(alone(one));
    return std::pair{x_of(table, "A1.2") - x_of(table, "A1.1") - 40, y_of(table, "A1.1") - y_of(table, "A1.3") - 20};
  };
  CHECK(gaps("CF", "hoplite").first == Approx(0).margin(0.01));
  CHECK(gaps("CF", "hoplite").second == Approx(0).margin(0.01));
  CHECK(gaps("OF", "hoplite").first == Approx(10));
  CHECK(gaps("OF", "hoplite").second == Approx(20));
  CHECK(gaps("NF", "psiloi").second == Approx(0).margin(0.01));
}

TEST_CASE("a phalanx of nine lochoi drifts half an inch to the right after its move, one of eight does not",
          "[hoplomachia][HM-DX-19][HM-APPR-01][HM-APPR-04][HM-APPR-05][HM-APPR-06][HM-MAN-08][HM-AMB-31]") {
  for (const auto& [bases, drift] : {std::pair{18, 0.5}, {16, 0.0}}) {
    CAPTURE(bases);
    Table table(alone(unit_at("A1", "hoplite", bases, 700, 280)));
    to_marches(table, "begin_approach", "");
    const double x = x_of(table, "A1.1"), y = y_of(table, "A1.1");
    table.allowed("A", move("A1", ahead(4)));
    CHECK(y_of(table, "A1.1") == Approx(y + 4 * kIn));
    CHECK(x_of(table, "A1.1") == Approx(x + drift * kIn));
    CHECK(table.at("/units/A1/approach_moves") == 1);
  }
}

TEST_CASE("an approach is made in close files and a full move forward, at the pace of the slowest",
          "[hoplomachia][HM-APPR-02][HM-APPR-07][HM-APPR-08][HM-OTYP-21]") {
  Json open = unit_at("A1", "hoplite", 4, 700, 280);
  open["arrangement"] = "OF";
  Table table(alone(open));
  to_marches(table, "begin_approach", "");
  CHECK(table.refused("A", move("A1", ahead(4))) == "HM-APPR-02");
  CHECK(table.refused("A", move("A1", Json::array({{{"arrange", "CF"}}, ahead(1)}))) == "HM-APPR-07");
  table.allowed("A", move("A1", Json::array({{{"arrange", "CF"}}, ahead(3)})));
  Json slow = unit_at("A2", "hoplite", 4, 780, 280);
  slow["mov_cf"] = 3;
  slow["mov_of"] = 5;
  Json fast = unit_at("A1", "hoplite", 4, 700, 280, true);
  Table both(small_setup(Json::array({fast, slow}), Json::array({unit_at("B1", "hoplite", 2, 900, 1190, true)})));
  to_marches(both, "begin_approach", "");
  both.allowed("A", move("A2", ahead(3)));
  CHECK(both.refused("A", move("A1", ahead(2))) == "HM-APPR-07");
  both.allowed("A", move("A1", ahead(3)));
}

TEST_CASE("hoplites halt three inches before hoplites", "[hoplomachia][HM-PROX-01][HM-PROX-02]") {
  Table table(alone(unit_at("A1", "hoplite", 4, 900, 280), 280 + 5 * kIn));
  to_marches(table, "begin_approach", "");
  CHECK(table.refused("A", move("A1", ahead(2.25))) == "HM-PROX-01");
  table.allowed("A", move("A1", ahead(2)));
}

TEST_CASE("belos troops keep an inch from every enemy", "[hoplomachia][HM-PROX-03]") {
  Table table(alone(unit_at("A1", "psiloi", 2, 900, 280), 280 + 4 * kIn));
  to_marches(table, "forward_psiloi", "");
  CHECK(table.refused("A", move("A1", ahead(3.25))) == "HM-PROX-03");
  table.allowed("A", move("A1", ahead(3)));
}

TEST_CASE("a march stays six inches off enemy core, those nearer do not come nearer", "[hoplomachia][HM-OTYP-05][HM-AMB-109]") {
  {
    Table table(alone(unit_at("A1", "hoplite", 4, 900, 280), 280 + 8 * kIn));
    to_marches(table, "march", "");
    CHECK(table.refused("A", move("A1", ahead(2.25))) == "HM-OTYP-05");
    table.allowed("A", move("A1", ahead(2)));
  }
  Table near(alone(unit_at("A1", "hoplite", 4, 900, 280), 280 + 5 * kIn));
  to_marches(near, "march", "");
  CHECK(near.refused("A", move("A1", ahead(1))) == "HM-OTYP-05");
  near.allowed("A", {{"do", "stand"}, {"unit", "A1"}});
}

TEST_CASE("belos troops fall straight back before hoplites to three inches, facing them",
          "[hoplomachia][HM-PROX-04][HM-PROX-05][HM-PROX-06]") {
  Json setup = alone(unit_at("A1", "hoplite", 4, 900, 280));
  setup["sides"]["B"]["units"].push_back(unit_at("B2", "psiloi", 2, 900, 280 + 5 * kIn));
  Table table(setup);
  to_marches(table, "begin_approach", "");
  const double y = y_of(table, "B2.1");
  table.allowed("A", move("A1", ahead(4)));
  CHECK(y_of(table, "B2.1") > y + 1.9 * kIn);
  CHECK(y_of(table, "B2.1") < y + 2.3 * kIn);
  CHECK(table.at("/units/B2/lochoi/0/stands/0/at/heading_deg") == 270.0);
}

TEST_CASE("wheels beyond the limit of their files disarray",
          "[hoplomachia][HM-MAN-T1][HM-MAN-01][HM-MAN-02][HM-MAN-03][HM-MAN-06][HM-MAN-13][HM-AMB-22]") {
  using hoplomachia::Arrangement;
  using hoplomachia::TroopClass;
  using hoplomachia::UnitCard;
  using hoplomachia::wheel_limit;
  const UnitCard foot{.troop = TroopClass::Hoplite}, horse{.troop = TroopClass::Hippeis};
  CHECK(wheel_limit(foot, Arrangement::OF) == 90_deg);
  CHECK(wheel_limit(foot, Arrangement::CF) == 45_deg);
  CHECK_FALSE(wheel_limit(foot, Arrangement::NF));
  CHECK_FALSE(wheel_limit(horse, Arrangement::OF));
  CHECK(wheel_limit(horse, Arrangement::CF) == 90_deg);
  const auto wheeled = [](double degrees) {
    Table table(alone(unit_at("A1", "hoplite", 4, 600, 280)));
    to_marches(table, "march", "");
    table.allowed("A", move("A1", Json::array({{{"wheel_deg", degrees}}})));
    return disarrayed(table, "A1");
  };
  CHECK_FALSE(wheeled(45));
  CHECK(wheeled(50));
}

TEST_CASE("a wheel costs the way of the outer corner", "[hoplomachia][HM-MOVE-02][HM-MAN-02][HM-AMB-123]") {
  Table table(alone(unit_at("A1", "hoplite", 8, 600, 280)));  // a line of 160 mm
  to_marches(table, "march", "");
  CHECK(table.refused("A", move("A1", Json::array({{{"wheel_deg", 40}}}))) == "HM-MOVE-01");  // 111.7 mm of 101.6
  const double x = x_of(table, "A1.1");
  const auto moved = of_kind(table.allowed("A", move("A1", Json::array({{{"wheel_deg", 30}}}))), "stands_moved");
  REQUIRE_FALSE(moved.empty());
  CHECK(moved.front()["moved"].get<double>() == Approx(160 * 3.14159265 / 6).epsilon(0.001));
  CHECK(x_of(table, "A1.1") > x);
}

TEST_CASE("who may turn in place, and what it costs",
          "[hoplomachia][HM-MAN-04][HM-MAN-05][HM-MAN-07][HM-MAN-09][HM-MAN-11][HM-MAN-12][HM-MAN-14]") {
  const auto rule_for = [](const char* card, const char* files, double degrees) {
    Json unit = unit_at("A1", "hoplite", 4, 600, 280);
    unit.erase("type");
    unit["card"] = card;
    unit["arrangement"] = files;
    Table table(alone(unit));
    to_marches(table, "march", "");
    const auto outcome = table.say("A", move("A1", Json::array({{{"turn_deg", degrees}}, ahead(1)})));
    return outcome.verdict.allowed() ? std::string("may") : outcome.verdict.reasons.front().rule;
  };
  CHECK(rule_for("SAMPLE-HOP", "OF", 90) == "may");
  CHECK(rule_for("SAMPLE-HOP", "OF", 180) == "may");
  CHECK(rule_for("SAMPLE-HOP", "CF", 90) == "HM-MAN-07");
  CHECK(rule_for("SAMPLE-PSI", "NF", 77) == "may");
  CHECK(rule_for("SAMPLE-THE", "OF", 180) == "may");
  CHECK(rule_for("SAMPLE-HIP", "OF", 90) == "HM-MAN-12");
  CHECK(rule_for("SAMPLE-HIP", "CF", 90) == "HM-MAN-14");
}

TEST_CASE("quarter turns and about turns keep order, any other turn in open files does not", "[hoplomachia][HM-MAN-05][HM-MAN-11]") {
  const auto keeps_order = [](const char* card, const char* files, double degrees) {
    Json unit = unit_at("A1", "hoplite", 4, 600, 280);
    unit.erase("type");
    unit["card"] = card;
    unit["arrangement"] = files;
    Table table(alone(unit));
    to_marches(table, "march", "");
    table.allowed("A", move("A1", Json::array({{{"turn_deg", degrees}}, ahead(1)})));
    return !disarrayed(table, "A1");
  };
  for (const double turn : {90.0, -90.0, 180.0}) CHECK(keeps_order("SAMPLE-HOP", "OF", turn));
  CHECK_FALSE(keeps_order("SAMPLE-HOP", "OF", 60));
  CHECK(keeps_order("SAMPLE-THE", "OF", -90));
  CHECK_FALSE(keeps_order("SAMPLE-THE", "OF", 45));
  CHECK(keeps_order("SAMPLE-PSI", "NF", 60));
}

TEST_CASE("a turn of infantry in open files costs an inch", "[hoplomachia][HM-MAN-04]") {
  Json open = unit_at("A1", "hoplite", 4, 600, 280);
  open["arrangement"] = "OF";
  Table table(alone(open));
  to_marches(table, "march", "");
  CHECK(table.refused("A", move("A1", Json::array({{{"turn_deg", 90}}, ahead(4.25)}))) == "HM-MOVE-01");
  table.allowed("A", move("A1", Json::array({{{"turn_deg", 90}}, ahead(4)})));
}

TEST_CASE("optional: Lakonians countermarch in close files on approach", "[hoplomachia][HM-OPT3-01]") {
  Json unit = unit_at("A1", "hoplite", 4, 600, 280);
  unit["nation"] = "Lakonian";
  Json setup = alone(unit);
  const Json turn = move("A1", Json::array({{{"turn_deg", 180}}, ahead(3)}));
  {
    Table table(setup);
    to_marches(table, "begin_approach", "");
    CHECK(table.refused("A", turn) == "HM-MAN-07");
  }
  setup["options"] = {{"countermarch", true}};
  Table table(setup);
  to_marches(table, "begin_approach", "");
  table.allowed("A", turn);
  CHECK_FALSE(disarrayed(table, "A1"));
}

TEST_CASE("optional: an army inclines up to an inch to the right on approach", "[hoplomachia][HM-OPT2-01][HM-AMB-112]") {
  Json setup = alone(unit_at("A1", "hoplite", 4, 600, 280));
  setup["sides"]["A"]["units"][0]["nation"] = "Theban";
  setup["options"] = {{"inclining", true}};
  Table table(setup);
  to_marches(table, "begin_approach", "");
  CHECK(table.refused("A", move("A1", Json::array({ahead(4), {{"right_in", 1.25}}}))) == "HM-OPT2-01");
  const double x = x_of(table, "A1.1");
  table.allowed("A", move("A1", Json::array({ahead(4), {{"right_in", 1}}})));
  CHECK(x_of(table, "A1.1") == Approx(x + kIn));
}

TEST_CASE("terrain crossed beyond the disarray qualifier disarrays, equal to it does not",
          "[hoplomachia][HM-DIS-07][HM-DIS-08][HM-TER-01][HM-TER-02][HM-TER-03][HM-AMB-17][HM-DIS-16]") {
  const auto crossing = [](const std::vector<const char*>& kinds) {
    Json setup = alone(unit_at("A1", "hoplite", 4, 600, 280));
    double y = 290;
    for (const char* kind : kinds) {
      setup["table"]["terrain"].push_back({{"kind", kind}, {"outline_mm", {{400, y}, {800, y}, {800, y + 20}, {400, y + 20}}}});
      y += 20;
    }
    Table table(setup);
    to_marches(table, "march", "");
    table.allowed("A", move("A1", ahead(4)));
    return disarrayed(table, "A1", 1);
  };
  CHECK_FALSE(crossing({"woods", "gentle_hill"}));  // 4 against 4
  CHECK(crossing({"woods", "farmland"}));           // 5
  CHECK_FALSE(crossing({"farmland", "farmland"}));  // one kind counts once
}

TEST_CASE("undisciplined troops are not disarrayed", "[hoplomachia][HM-DIS-01][HM-DIS-18][HM-EX-22][HM-MARCH-05]") {
  Json setup = alone(unit_at("A1", "psiloi", 2, 600, 280));
  setup["table"]["terrain"] = {{{"kind", "surf"}, {"outline_mm", {{400, 290}, {800, 290}, {800, 400}, {400, 400}}}},
                               {{"kind", "woods"}, {"outline_mm", {{400, 200}, {800, 200}, {800, 290}, {400, 290}}}}};
  Table table(setup);
  to_marches(table, "march", "");
  table.allowed("A", move("A1", ahead(4)));
  CHECK_FALSE(disarrayed(table, "A1"));
}

TEST_CASE("who halts all the turn recovers in open files", "[hoplomachia][HM-DIS-12][HM-DIS-13][HM-DIS-14][HM-AMB-124]") {
  Json setup = alone(unit_at("A1", "hoplite", 4, 600, 280));
  setup["state"]["units"]["A1"]["order"] = {{"type", "march"}, {"source", "salpinx"}};
  setup["state"]["units"]["A1"]["mode"] = "march";
  Table table(setup);
  table.allowed("umpire", {{"do", "amend"}, {"path", "/units/A1/lochoi/0/disarrayed"}, {"value", true}, {"reason", "test"}});
  to_marches(table, "march", "");
  CHECK(table.refused("A", move("A1", Json::array({{{"arrange", "OF"}}}))) == "HM-AMB-124");
  table.allowed("A", move("A1", ahead(5)));  // at the rate of open files
  while (table.at("/at/turn") == 1 && !table.asked()) {
    bool said = false;
    for (const Viewer side : {Viewer::A, Viewer::B})
      for (const auto& offer : table.battle().offers(side, engine::AboutAll{}))
        if (!said && offer.verdict.allowed() && Json::parse(offer.command)["do"] == "stand")
          table.allowed(side == Viewer::A ? "A" : "B", Json::parse(offer.command)), said = true;
    if (!said) break;
  }
  REQUIRE(table.at("/at/turn") == 2);
  CHECK(disarrayed(table, "A1"));
  table.signals("halt", "");
  REQUIRE(table.at("/at/turn") == 3);
  CHECK_FALSE(disarrayed(table, "A1"));
  CHECK(table.at("/units/A1/arrangement") == "OF");
}

TEST_CASE("nobody ends on a friend", "[hoplomachia][HM-PEN-01]") {
  Json setup = small_setup(Json::array({unit_at("A1", "hoplite", 4, 600, 280, true), unit_at("A2", "psiloi", 2, 600, 350)}),
                           Json::array({unit_at("B1", "hoplite", 2, 900, 1190, true)}));
  Table table(setup);
  to_marches(table, "march", "");
  table.say("A", {{"do", "call"}, {"unit", "A1"}});
  CHECK(table.refused("A", move("A1", ahead(3))) == "HM-PEN-01");
}

TEST_CASE("psiloi pass through open files without harm, anything else disarrays",
          "[hoplomachia][HM-PEN-02][HM-PEN-03][HM-PEN-05][HM-AMB-96]") {
  const auto passed = [](const char* type, const char* files) {
    Json wall = unit_at("A2", "hoplite", 4, 600, 330);
    wall["arrangement"] = files;
    Json setup = small_setup(Json::array({unit_at("A1", type, 2, 600, 220, true), wall}),
                             Json::array({unit_at("B1", "hoplite", 2, 900, 1190, true)}));
    Table table(setup);
    to_marches(table, "march", "");
    for (int i = 0; i < 3; ++i) {  // A2 first stands or not: A1 is what matters
      const auto outcome = table.say("A", {{"do", "call"}, {"unit", "A1"}});
      if (outcome.verdict.allowed()) break;
    }
    table.allowed("A", move("A1", ahead(6)));
    return disarrayed(table, "A2");
  };
  CHECK_FALSE(passed("psiloi", "OF"));
  CHECK(passed("psiloi", "CF"));
  CHECK(passed("peltaste", "OF"));
}

TEST_CASE("an army that had breakfast does not move in turn 1", "[hoplomachia][HM-PAR-05][HM-AMB-45]") {
  Json setup = alone(unit_at("A1", "hoplite", 4, 600, 280));
  setup["sides"]["A"]["breakfast"] = true;
  Table table(setup);
  table.signals("march", "");
  CHECK(table.at("/at/turn") == 2);  // nobody could act
}

TEST_CASE("measured poses are explained by the cheapest move", "[hoplomachia][HM-MOVE-02]") {
  Table table(alone(unit_at("A1", "hoplite", 2, 600, 280)));
  to_marches(table, "march", "");
  const auto poses = [](double y) {
    return Json{{"do", "move"},
                {"unit", "A1"},
                {"poses",
                 {{{"base", "A1.1"}, {"x_mm", 600}, {"y_mm", y}, {"heading_deg", 90}},
                  {{"base", "A1.2"}, {"x_mm", 600}, {"y_mm", y - 20}, {"heading_deg", 90}}}}};
  };
  CHECK(table.refused("A", poses(270 + 5 * kIn)) == "HM-MOVE-01");
  table.allowed("A", poses(270 + 3.9 * kIn));
  CHECK(table.battle().owed().empty());
  CHECK(y_of(table, "A1.1") == Approx(270 + 3.9 * kIn).margin(0.01));
}

TEST_CASE("taxeis wheel together", "[hoplomachia][HM-MAN-16]") {
  Json setup = small_setup(Json::array({unit_at("A1", "hoplite", 2, 600, 280, true), unit_at("A2", "hoplite", 2, 640, 280)}),
                           Json::array({unit_at("B1", "hoplite", 2, 900, 1190, true)}));
  Table table(setup);
  to_marches(table, "march", "");
  Json command = move("A2", Json::array({{{"wheel_deg", 40}}}));
  command["with"] = {"A1"};
  const auto moved = of_kind(table.allowed("A", command), "stands_moved");
  CHECK(table.at("/units/A1/lochoi/0/stands/0/at/heading_deg") == 130.0);
  CHECK(table.at("/units/A2/lochoi/0/stands/0/at/heading_deg") == 130.0);
  REQUIRE(moved.size() == 2);
  CHECK(moved.front()["moved"].get<double>() == Approx(80 * 40 * 3.14159265 / 180).epsilon(0.001));
}
