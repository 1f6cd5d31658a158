/// Before the battle: what is asked in which order, and what it brings.
#include "engine/rulesets/hoplomachia/tables.hpp"
#include "tests/engine/rulesets/hoplomachia/support.hpp"

namespace pre_game_tests {

using namespace polemarch;
using test::hoplomachia_room::Json;
using test::hoplomachia_room::of_kind;
using test::hoplomachia_room::small_setup;
using test::hoplomachia_room::Table;
using test::hoplomachia_room::unit_at;

namespace {

Json hoplites(const std::string& id, int bases, double x, double y, bool strategos = true) {
  return unit_at(id, "hoplite", bases, x, y, strategos);
}

/// Nothing is settled; units off the table.
Json blank_setup() {
  Json setup = small_setup(hoplites("A1", 4, 600, 280), hoplites("B1", 4, 600, 940));
  setup["battle"] = Json::object();
  for (const char* side : {"A", "B"}) {
    Json& army = setup["sides"][side];
    for (const char* field : {"arete", "plan", "formation"}) army.erase(field);
    army["units"][0].erase("at");
  }
  return setup;
}
/// A battle whose start is given, everything else of an army open.
Json open_setup(const std::string& type, const std::string& start) {
  Json setup = blank_setup();
  setup["battle"] = {{"situation", "hegemonic_war"}, {"type", type}, {"start", start}, {"invader", "A"}, {"deployment", "sketch"}};
  for (const char* side : {"A", "B"}) {
    setup["sides"][side]["units"][0].erase("strategos");
    setup["sides"][side]["strategoi"] = {
        {{"strategos", std::string("S") + side}, {"hegemon", true}, {"character", "fellow_hoplite"}, {"unit", std::string(side) + "1"}}};
  }
  return setup;
}
int arete(const Table& table, const char* side) { return table.at(std::string("/armies/") + side + "/arete"); }

}  // namespace

TEST_CASE("situation, battle type and invader come before the armies' own affairs",
          "[hoplomachia][HM-GEN-01][HM-GEN-02][HM-GEN-06][HM-PRE-01][HM-AMB-61]") {
  Table table(blank_setup());
  CHECK(table.phase() == "pre_game");
  CHECK(table.wait().rule == "HM-GEN-03");
  table.choose("4");  // Hegemonic War
  CHECK(table.wait().rule == "HM-GEN-02");
  table.choose("y");
  REQUIRE(table.battle().waits(Viewer::Umpire).size() == 2);
  table.dice({3});
  table.dice({3});  // 6: H
  CHECK(table.at("/battle/type") == "H");
  CHECK(table.at("/battle/start") == "arrayed");
  CHECK(table.wait().rule == "HM-GEN-06");
  table.choose("r");
  table.dice({2});
  table.dice({5});
  CHECK(table.at("/battle/invader") == "B");
  CHECK(table.wait().rule == "HM-STRAT-03");  // attributes of characters
  table.dice({1});
  table.dice({4});
  CHECK(table.wait().rule == "HM-PAR-01");
  table.dice({1});
  CHECK(arete(table, "a") == 5);
  CHECK(table.wait().rule == "HM-PAR-03");
  table.choose("n");
  CHECK(table.wait().rule == "HM-PAR-08");
  table.choose("n");
  table.dice({6});
  CHECK(arete(table, "b") == 8);
  table.choose("n");
  table.choose("n");
  CHECK(table.wait().rule == "HM-PLAN-01");
  table.choose("1");
  CHECK(table.wait().rule == "HM-FORM-01");
  table.choose("1");
  table.choose("4");
  table.choose("1");
  CHECK(table.wait().rule == "HM-DEPL-01");
  table.choose("1");
  CHECK(table.phase() == "deployment");
}

TEST_CASE("an agreed battle type is not rolled", "[hoplomachia][HM-GEN-02]") {
  Table table(blank_setup());
  table.choose("1");
  table.choose("n");
  table.choose("B");
  CHECK(table.at("/battle/type") == "B");
  CHECK(table.wait().rule == "HM-AMB-90");
}

TEST_CASE("in the battle of the Fortified Camp the natives are the Invader and the garrison the smaller Defender",
          "[hoplomachia][HM-AMB-02][HM-BATT-F2]") {
  Json setup = open_setup("F", "arrayed");
  setup["battle"].erase("invader");
  Table table(setup);
  CHECK(table.wait().rule == "HM-AMB-02");
  CHECK(table.wait().question.find("natives") != std::string::npos);
  table.choose("B");
  CHECK(table.at("/battle/invader") == "B");
  CHECK(hoplomachia::battle_of(hoplomachia::BattleType::F).sizes == hoplomachia::SizeRelation::DefenderOneLess);
  // Of any other battle the question is the usual one.
  setup["battle"]["type"] = "H";
  CHECK(Table(setup).wait().rule == "HM-GEN-06");
}

TEST_CASE("breakfast brings two points, four to Thracians, none to barbarians",
          "[hoplomachia][HM-PAR-03][HM-PAR-04][HM-PAR-18][HM-AMB-93]") {
  Json setup = open_setup("H", "arrayed");
  setup["sides"]["B"]["thracian"] = true;
  Table table(setup);
  table.dice({1});
  table.choose("y");
  CHECK(arete(table, "a") == 7);
  table.choose("n");
  table.dice({1});
  table.choose("y");
  CHECK(arete(table, "b") == 9);
  setup["sides"]["A"]["hellenic"] = false;
  Table barbarians(setup);
  barbarians.dice({1});
  CHECK(barbarians.wait().rule == "HM-PAR-08");
}

TEST_CASE("hieres is rolled up to three times and its result hangs on how many it took",
          "[hoplomachia][HM-PAR-07][HM-PAR-08][HM-PAR-09][HM-PAR-10][HM-PAR-17][HM-PAR-19]") {
  const auto after = [](const std::vector<int>& dice) {
    Table table(open_setup("H", "arrayed"));
    table.dice({1});
    table.choose("n");
    table.choose("y");
    for (const int die : dice) table.dice({die});
    CHECK(table.at("/armies/a/hieres") == static_cast<int>(dice.size()));
    return arete(table, "a");
  };
  CHECK(after({5}) == 7);        // target 5: +2
  CHECK(after({4, 5}) == 6);     // +1
  CHECK(after({4, 1, 6}) == 5);  // +0
  CHECK(after({4, 4, 4}) == 4);  // -1
}

TEST_CASE("no omens in an Encounter", "[hoplomachia][HM-PAR-11]") {
  Table table(open_setup("G", "encounter"));
  table.dice({1});
  table.choose("n");
  CHECK(table.wait().rule == "HM-PAR-01");  // the other army's base
}

TEST_CASE("an ambushed Invader rolls his base and nothing else", "[hoplomachia][HM-GEN-17][HM-PAR-12][HM-PAR-16][HM-AMB-08]") {
  Json setup = open_setup("C", "ambush");
  setup["sides"]["A"]["strategoi"][0]["character"] = "crafty";
  Table table(setup);
  table.dice({1});
  CHECK(arete(table, "a") == 5);
  CHECK(table.wait().rule == "HM-PAR-01");
  CHECK(table.wait().who == Viewer::B);
  setup["options"] = {{"ambushed_base_lowest", true}};
  Table fixed(setup);
  CHECK(arete(fixed, "a") == 5);
  CHECK(fixed.wait().who == Viewer::B);
}

TEST_CASE("a Crafty strategos speaks though the chart gives no leave, after deployment when the armies are arrayed",
          "[hoplomachia][HM-PAR-13][HM-PAR-14][HM-STRAT-05][HM-STRAT-08]") {
  Json setup = small_setup(hoplites("A1", 4, 600, 280, false), hoplites("B1", 4, 600, 940, false));
  setup["sides"]["A"]["strategoi"] = {{{"strategos", "SA"}, {"character", "crafty"}, {"stance", "philos"}, {"unit", "A1"}}};
  setup["sides"]["B"]["strategoi"] = {{{"strategos", "SB"}, {"character", "fellow_hoplite"}, {"stance", "philos"}, {"unit", "B1"}}};
  setup["sides"]["A"].erase("arete");
  setup["sides"]["A"]["units"][0].erase("at");
  Table table(setup);
  table.dice({1});
  table.choose("n");
  table.choose("n");
  REQUIRE(table.phase() == "deployment");
  CHECK_FALSE(table.asked());
  for (const auto& offer : table.battle().offers(Viewer::A, engine::AboutAll{}))
    if (Json::parse(offer.command)["do"] == "place") {
      table.allowed("A", Json::parse(offer.command));
      break;
    }
  table.allowed("A", {{"do", "ready"}});
  CHECK(table.wait().rule == "HM-PAR-13");
  table.choose("y");
  table.dice({6});
  CHECK(arete(table, "a") == 7);
  CHECK(table.phase() == "salpinx");
}

TEST_CASE("a Demagogue's speech may cost", "[hoplomachia][HM-STRAT-10]") {
  Json setup = open_setup("C", "ambush");
  setup["sides"]["B"]["strategoi"][0]["character"] = "demagogue";
  setup["sides"]["B"]["strategoi"][0]["rhetoria_allowed"] = true;
  Table table(setup);
  table.dice({1});
  table.dice({1});
  table.choose("n");
  table.choose("n");
  CHECK(table.wait().rule == "HM-PAR-13");
  table.choose("y");
  table.dice({1});
  CHECK(arete(table, "b") == 3);
}

TEST_CASE("Dispersed is for ambushers", "[hoplomachia][HM-FORM-13]") {
  Table table(open_setup("H", "arrayed"));
  while (table.wait().rule != "HM-FORM-01") {
    if (table.wait().chance)
      table.dice({1});
    else
      table.choose(table.wait().options.back().key);
  }
  CHECK(table.wait().options.size() == 3);
  Table ambush(open_setup("C", "ambush"));
  while (!(ambush.wait().rule == "HM-FORM-01" && ambush.wait().who == Viewer::B)) {
    if (ambush.wait().chance)
      ambush.dice({1});
    else
      ambush.choose(ambush.wait().options.front().key);
  }
  CHECK(ambush.wait().options.size() == 4);
}

TEST_CASE("units are set up in their own zone and not in the metaichmion", "[hoplomachia][HM-DEPL-06][HM-GEN-14][HM-GEN-20]") {
  Json setup = small_setup(hoplites("A1", 2, 600, 280), hoplites("B1", 2, 600, 940));
  setup["sides"]["A"]["units"][0].erase("at");
  Table table(setup);
  REQUIRE(table.phase() == "deployment");
  const auto place = [](double y) {
    return Json{{"do", "place"},
                {"unit", "A1"},
                {"poses",
                 {{{"base", "A1.1"}, {"x_mm", 600}, {"y_mm", y}, {"heading_deg", 90}},
                  {{"base", "A1.2"}, {"x_mm", 600}, {"y_mm", y - 20}, {"heading_deg", 90}}}}};
  };
  CHECK(table.refused("A", place(400)) == "HM-DEPL-06");
  CHECK(table.refused("A", {{"do", "ready"}}) == "HM-PRE-01");
  table.allowed("A", place(290));
  table.allowed("A", {{"do", "ready"}});
  CHECK(table.phase() == "salpinx");
}

TEST_CASE("unit by unit: the army of higher arete says who sets up first, then in turn", "[hoplomachia][HM-DEPL-03]") {
  Json setup = small_setup(Json::array({hoplites("A1", 2, 600, 280), hoplites("A2", 2, 700, 280, false)}),
                           Json::array({hoplites("B1", 2, 600, 940), hoplites("B2", 2, 700, 940, false)}));
  for (const char* side : {"A", "B"})
    for (auto& unit : setup["sides"][side]["units"]) unit.erase("at");
  setup["battle"]["deployment"] = "alternate";
  setup["sides"]["B"]["arete"] = 14;
  Table table(setup);
  CHECK(table.wait().rule == "HM-DEPL-03");
  CHECK(table.wait().who == Viewer::B);
  table.choose("A");
  const auto place = [&](const std::string& side, const std::string& unit) {
    for (const auto& offer : table.battle().offers(side == "A" ? Viewer::A : Viewer::B, UnitId{unit}))
      if (Json::parse(offer.command)["do"] == "place") return Json::parse(offer.command);
    FAIL("no place for " << unit);
    return Json();
  };
  CHECK(table.refused("B", place("B", "B1")) == "HM-DEPL-03");
  table.allowed("A", place("A", "A1"));
  CHECK(table.refused("A", place("A", "A2")) == "HM-DEPL-03");
  table.allowed("B", place("B", "B1"));
  table.allowed("A", place("A", "A2"));
}

TEST_CASE("until the Alkibiadean epoch a strategos stands among hoplites", "[hoplomachia][HM-STRAT-12][HM-STRAT-13][HM-STRAT-14]") {
  Json setup = small_setup(Json::array({hoplites("A1", 2, 600, 280), unit_at("A2", "hippeis", 2, 800, 280)}), hoplites("B1", 2, 600, 940));
  setup["sides"]["A"]["units"][1].erase("at");
  const Json with_horse{{"do", "strategos"}, {"strategos", "A1-strategos"}, {"unit", "A2"}};
  for (const int epoch : {1, 3}) {
    setup["battle"]["epoch"] = epoch;
    CHECK(Table(setup).refused("A", with_horse) == "HM-STRAT-12");
  }
  setup["battle"]["epoch"] = 4;
  Table(setup).allowed("A", with_horse);
}

TEST_CASE("the senior taxis is the one in which the hegemon stands when the armies have deployed", "[hoplomachia][HM-AMB-85][HM-ORD-19]") {
  Json setup = small_setup(
      Json::array({hoplites("A1", 2, 600, 280), hoplites("A2", 2, 900, 280, false)}),
      Json::array({unit_at("B1", "hippeis", 2, 900, 940), hoplites("B2", 2, 1200, 940, false), hoplites("B3", 2, 600, 940, false)}));
  setup["battle"]["epoch"] = 4;
  setup["sides"]["B"]["strategoi"] = {{{"strategos", "Epaminondas"}, {"hegemon", true}, {"unit", "B1"}}};
  setup["sides"]["B"]["units"][2].erase("at");
  setup["sides"]["A"]["units"][1].erase("at");
  Table table(setup);
  REQUIRE(table.phase() == "deployment");
  table.allowed("A", {{"do", "strategos"}, {"strategos", "A1-strategos"}, {"unit", "A2"}});
  const auto placed = [&](const char* side, const char* unit, double x, double y, double heading) {
    const std::string id(unit);
    const double back = heading < 180 ? -20 : 20;
    table.allowed(side, {{"do", "place"},
                         {"unit", id},
                         {"poses",
                          {{{"base", id + ".1"}, {"x_mm", x}, {"y_mm", y}, {"heading_deg", heading}},
                           {{"base", id + ".2"}, {"x_mm", x}, {"y_mm", y + back}, {"heading_deg", heading}}}}});
  };
  placed("A", "A2", 900, 280, 90);
  placed("B", "B3", 1500, 940, 270);  // further on B's left than B2
  table.allowed("A", {{"do", "ready"}});
  table.allowed("B", {{"do", "ready"}});
  CHECK(table.at("/armies/a/senior") == "A2");
  CHECK(table.at("/armies/b/senior") == "B2");
}

TEST_CASE("a Spartan or Thracian army is one by its nation, unless the roster says otherwise",
          "[hoplomachia][HM-PAR-04][HM-PAR-T1][HM-AMB-93]") {
  const auto army = [](const char* nation) {
    Json setup = open_setup("H", "arrayed");
    setup["sides"]["A"]["nation"] = nation;
    return Table(setup).at("/armies/a");
  };
  CHECK(army("Spartan").value("spartan", false));
  CHECK_FALSE(army("Athenian").value("spartan", false));
  CHECK(army("Thracian").value("thracian", false));
  CHECK_FALSE(army("Persian").value("hellenic", true));
  CHECK(army("Macedonian").value("hellenic", true));
  Json setup = open_setup("H", "arrayed");
  setup["sides"]["A"]["nation"] = "Spartan";
  setup["sides"]["A"]["spartan"] = false;
  CHECK_FALSE(Table(setup).at("/armies/a").value("spartan", false));
}

TEST_CASE("omens and speeches by a table's own charts are asked for as points", "[hoplomachia][HM-NIS-02][HM-PAR-10][HM-PAR-13]") {
  Json setup = open_setup("H", "arrayed");
  setup["charts"] = {{"hieres", nullptr}, {"rhetoria", nullptr}};
  setup["sides"]["A"]["strategoi"][0]["character"] = "crafty";
  Table table(setup);
  table.dice({1});    // base 5
  table.choose("n");  // no breakfast
  REQUIRE(table.wait().rule == "HM-PAR-08");
  table.choose("y");
  REQUIRE(table.wait().rule == "HM-NIS-02");
  table.choose("-2");
  CHECK(arete(table, "a") == 3);
  for (int i = 0; i < 20 && !(table.asked() && table.wait().rule == "HM-PAR-13"); ++i) {
    if (!table.asked()) {
      for (const char* side : {"A", "B"}) {
        const std::string unit = std::string(side) + "1";
        for (const auto& offer : table.battle().offers(side == std::string("A") ? Viewer::A : Viewer::B, engine::AboutAll{}))
          if (offer.verdict.allowed() && Json::parse(offer.command)["do"] == "place" && !table.asked() && table.phase() == "deployment") {
            table.allowed(side, Json::parse(offer.command));
            break;
          }
        if (table.phase() == "deployment") table.allowed(side, {{"do", "ready"}});
      }
    } else if (table.wait().chance) {
      table.dice({1});
    } else {
      table.choose(table.wait().options.back().key);
    }
  }
  REQUIRE(table.wait().rule == "HM-PAR-13");
  table.choose("y");
  REQUIRE(table.wait().rule == "HM-NIS-02");
  table.choose("3");
  CHECK(arete(table, "a") == 6);
}

}  // namespace pre_game_tests
