/// What a player who made a slip in a roster is told: the file, the unit, the mend.
#include "assistant/cli/new_battle.hpp"

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "assistant/session/files.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"

namespace new_battle_tests {

using namespace polemarch;
using namespace polemarch::assistant;

namespace {

NewBattle wanted(const std::string& b) {
  NewBattle battle;
  battle.ruleset = "hail_caesar";
  battle.size = *table_size_from("6x4ft");
  battle.roster_a = "name,type,bases,marker\nSpears,heavy_block,1,\nStrategos,general,1,\n";
  battle.name_a = "a.csv";
  battle.roster_b = b;
  battle.name_b = "b.csv";
  battle.marking.strips = false;
  return battle;
}

std::string told(const std::string& b) {
  const auto made = new_battle(wanted(b));
  return made ? "" : made.error().line;
}

}  // namespace

TEST_CASE("a size that no table has says which sizes there are, one that is none how it is written", "[cli]") {
  CHECK(table_size_from("1000x1000ft").error().line == "--size 1000x1000ft: a table is 0.3 to 10 m wide and deep");
  CHECK(table_size_from("1x1in").error().line == "--size 1x1in: a table is 0.3 to 10 m wide and deep");
  CHECK(table_size_from("6x4").error().line.find("expected width x depth with a unit") != std::string::npos);
}

TEST_CASE("a type the ruleset does not know is told by roster and unit", "[assistant][session]") {
  const std::string line = told("name,type,bases,marker\nSpears,heavy_block,1,\nRiders,hussars,1,\n");
  CHECK(line.starts_with("b.csv: unit 2 (Riders): /type: "));
  CHECK(line.find("riders") != std::string::npos);  // the mend: the types there are
}

TEST_CASE("armies of every ruleset are written as a table, lists and commanders too", "[assistant][session]") {
  const auto units = [](const std::string& ruleset, const std::string& table) {
    NewBattle battle = wanted(table);
    battle.ruleset = ruleset;
    battle.roster_a = table;
    const auto made = new_battle(battle);
    INFO((made ? "" : made.error().line));
    REQUIRE(made);
    CHECK(made->unread.empty());
    return nlohmann::json::parse(made->text)["sides"]["A"]["units"];
  };
  const auto paean = units("paean",
                           "Name;Type;Arm;Ranks;Bases;Weapons;CV;Army commander\nHoplites;H;;2;4;;;\nPsiloi;L;;1;3;sling, javelin;;\n"
                           "Archon;;commander;;1;;9;TRUE\n");
  CHECK(paean[1]["weapons"] == nlohmann::json({"sling", "javelin"}));
  CHECK_FALSE(paean[2].contains("type"));
  CHECK(paean[2]["army_commander"] == true);
  const auto caesar = units("hail_caesar", "name,type,bases,base_mm,weapons\nArchers,archers,3,40x50,bow\nStrategos,general,1,,\n");
  CHECK(caesar[0]["base_mm"] == nlohmann::json({40, 50}));
  CHECK(caesar[0]["weapons"] == nlohmann::json::array({"bow"}));
  const auto strongest =
      units("to_the_strongest", "name,type,weapons\nToxotai,light_infantry_other,\"bow, javelin\"\nMore,light_infantry_other,bow\n");
  CHECK(strongest[0]["weapons"] == nlohmann::json({"bow", "javelin"}));
  // As whoever types a table writes them: a leader by his type, his unit by its name.
  CHECK(units("paean", "name,type,bases,army commander\nHoplites,H,4,\nArchon,commander,1,TRUE\n").size() == 2);
  CHECK(units("to_the_strongest", "name,type,with\nToxotai,light_infantry_other,\nStrategos,general,Toxotai\n").size() == 2);
}

TEST_CASE("a unit that needs a type is told by roster and unit", "[assistant][session]") {
  for (const char* ruleset : {"paean", "hail_caesar", "to_the_strongest", "blade_and_bow"}) {
    NewBattle battle = wanted("name,type\nHoplites,\n");
    battle.ruleset = ruleset;
    battle.roster_a = battle.roster_b;
    const auto made = new_battle(battle);
    CAPTURE(ruleset);
    REQUIRE_FALSE(made);
    CAPTURE(made.error().line);
    CHECK(made.error().line.starts_with("a.csv: unit 1 (Hoplites): "));
    CHECK(made.error().line.find("eeds") != std::string::npos);
    CHECK(made.error().line.find("type") != std::string::npos);
    CHECK(made.error().line.find(": :") == std::string::npos);
  }
}

TEST_CASE("a marker carried twice is told by the second roster, a good pair makes a battle", "[assistant][session]") {
  CHECK(told("name,type,bases,marker\nRiders,riders,1,7\nMore,riders,1,7\n").starts_with("b.csv: "));
  CHECK(told("name,type,bases,marker\nRiders,riders,1,7\nStrategos,general,1,\n").empty());
}

TEST_CASE("an army of Hail Caesar that names no division is one under its general, and one without a general is refused in a line",
          "[cli][HC-ORD-03][HC-ORD-04]") {
  const auto made = new_battle(wanted("name,type,bases\nBoii,horse,1\nBrennus,general,1\n"));
  REQUIRE(made);
  const auto units = nlohmann::json::parse(made->text)["sides"]["B"]["units"];
  CHECK(units[0]["division"] == units[1]["division"]);
  CHECK(units[1]["army_commander"] == true);
  CHECK(told("name,type,bases\nBoii,horse,1\n") == "b.csv: /units: needs a general, who gives the orders: a line of type general");
  CHECK(told("name,type,bases,division\nBoii,horse,1,\nBrennus,general,1,Left\nViridomarus,general,1,Right\n")
            .starts_with("b.csv: unit 1 (Boii): /division: is empty"));
}

TEST_CASE("a leader of Blade & Bow stands in a table among the units, and a fault behind him names its row", "[cli][BB-UNIT-05]") {
  NewBattle battle = wanted("name,type,rank,range,value,colour\nDatis,leader,1,6,3,red\nImmortals,hoplite,,,,\n");
  battle.ruleset = "blade_and_bow";
  battle.roster_a = battle.roster_b;
  const auto made = new_battle(battle);
  INFO((made ? "" : made.error().line));
  REQUIRE(made);
  const auto side = nlohmann::json::parse(made->text)["sides"]["A"];
  CHECK(side["units"].size() == 1);
  CHECK(side["leaders"][0]["name"] == "a's Datis");  // both armies have one
  CHECK(side["leaders"][0]["value"] == 3);
  battle.roster_a = "name,type,rank,range,value,colour\nDatis,leader,1,6,3,red\nRiders,hussars,,,,\n";
  const auto wrong = new_battle(battle);
  REQUIRE_FALSE(wrong);
  CHECK(wrong.error().line.starts_with("a.csv: unit 2 (Riders): "));
  battle.roster_a = "name,type,rank,range,value,colour\nImmortals,hoplite,,,,\nDatis,leader,1,6,30,red\n";
  const auto leader = new_battle(battle);
  REQUIRE_FALSE(leader);
  CHECK(leader.error().line.starts_with("a.csv: unit 2 (Datis): /value: "));
}

TEST_CASE("units that are renumbered keep whom they are under and whom they are with", "[assistant][session]") {
  const std::string army = R"({"v":1,"ruleset":"paean","army":"A1","units":[
    {"unit":"A1","name":"A5","type":"H","ranks":2,"bases":4,"commander":"A5"},
    {"unit":"A3","arm":"commander","army_commander":true,"cv":10,"bases":1},
    {"unit":"A5","arm":"commander","cv":9,"bases":1,"with":"A1"}]})";
  NewBattle battle;
  battle.ruleset = "paean";
  battle.size = *table_size_from("6x4ft");
  battle.roster_a = battle.roster_b = army;
  battle.name_a = "a.json";
  battle.name_b = "b.json";
  battle.marking.strips = false;
  const auto made = new_battle(battle);
  REQUIRE(made);
  const auto side = nlohmann::json::parse(made->text).at("sides").at("B");
  CHECK(side.at("army") == "A1 B");
  const auto& units = side.at("units");
  CHECK(units[0].at("unit") == "B1");
  CHECK(units[0].at("name") == "A1 B's A5");
  CHECK(units[0].at("commander") == units[2].at("unit"));
  CHECK(units[2].at("with") == "B1");
  CHECK(nlohmann::json::parse(made->text).at("sides").at("A").at("units")[0].at("commander") == "A5");
}

TEST_CASE("units of one name get names of their own: numbers in one army, whose they are in two", "[assistant][session]") {
  NewBattle battle = wanted(
      "name,type,bases,marker\nSpears,heavy_block,1,\nRiders,riders,1,\nRiders,riders,1,\nRiders 1,riders,1,\n"
      "Chief,general,1,\n");
  const auto made = new_battle(battle);
  REQUIRE(made);
  const auto names_of = [&](const char* side) {
    const auto units = nlohmann::json::parse(made->text).at("sides").at(side).at("units");  // outlives what is taken from it
    std::vector<std::string> names;
    for (const auto& unit : units) names.push_back(unit.at("name"));
    return names;
  };
  CHECK(names_of("A") == std::vector<std::string>{"a's Spears", "Strategos"});
  CHECK(names_of("B") == std::vector<std::string>{"b's Spears", "Riders 2", "Riders 3", "Riders 1", "Chief"});
  CHECK(made->renamed == std::vector<std::string>{"of several called Spears one is a's Spears",
                                                  "of several called Spears one is b's Spears", "of several called Riders one is Riders 2",
                                                  "of several called Riders one is Riders 3"});
  battle.roster_b = "name,type,bases,marker\nRiders,riders,1,\nChief,general,1,\n";
  CHECK(new_battle(battle)->renamed.empty());
}

TEST_CASE("units that are numbered 1, 2, 3 get ids that no turn or count can be taken for", "[assistant][session]") {
  const auto made = new_battle(wanted("unit,name,type,bases,marker\n1,Horse,heavy_block,1,\n2,Foot,heavy_block,1,\n3,Chief,general,1,\n"));
  REQUIRE(made);
  const auto units = nlohmann::json::parse(made->text).at("sides").at("B").at("units");
  CHECK(units[0].at("unit") == "B1");
  CHECK(units[1].at("unit") == "B2");
  CHECK(units[0].at("name") == "Horse");
}

TEST_CASE("a marker that no family has is refused with its unit, at once", "[assistant][session]") {
  CHECK(told("name,type,bases,marker\nHorse,heavy_block,2,2147483647\n").find("b.csv: line 2: marker: expected a number") == 0);
  CHECK(told("name,type,bases,marker\nHorse,heavy_block,1,700\nChief,general,1,\n") ==
        "unit B1: marker 700: DICT_APRILTAG_36h11 has the numbers 0 to 586");
  CHECK(told(R"({"v":1,"army":"x","units":[{"unit":"B1","name":"x","type":"heavy_block","bases":1,"marker":4294967297}]})")
            .find("b.csv: /units/0/marker: ") == 0);
}

TEST_CASE("an army written for side B fights on side A under ids of A", "[assistant][session]") {
  NewBattle battle;
  battle.ruleset = "hoplomachia";
  battle.size = *table_size_from("6x4ft");
  battle.roster_a = *read_text_file(test::source_dir() + "/models/data/armies/hoplomachia_athens.json");
  battle.roster_b = *read_text_file(test::source_dir() + "/models/data/armies/hoplomachia_sparta.json");
  battle.name_a = "athens.json";
  battle.name_b = "sparta.json";
  const auto made = new_battle(battle);
  REQUIRE(made);
  const auto sides = nlohmann::json::parse(made->text).at("sides");
  for (const char* side : {"A", "B"})
    for (const auto& unit : sides.at(side).at("units")) {
      INFO(unit.dump());
      CHECK(unit.at("unit").get<std::string>().front() == *side);
      if (unit.contains("allied_to")) CHECK(unit.at("allied_to").get<std::string>().front() == *side);
    }
}

TEST_CASE("the same army on both sides: leaders and camps have ids of their side, too", "[assistant][session]") {
  struct Army {
    const char *ruleset, *file, *list, *id;
  };
  for (const Army& army : {Army{"to_the_strongest", "to_the_strongest_romans.json", "generals", "general"},
                           Army{"to_the_strongest", "to_the_strongest_romans.json", "camps", "camp"},
                           Army{"blade_and_bow", "blade_and_bow_greeks.json", "leaders", "leader"}}) {
    NewBattle battle;
    battle.ruleset = army.ruleset;
    battle.size = *table_size_from("6x4ft");
    battle.roster_a = battle.roster_b = *read_text_file(test::source_dir() + "/models/data/armies/" + army.file);
    battle.name_a = battle.name_b = army.file;
    const auto made = new_battle(battle);
    INFO(army.file << (made ? "" : made.error().line));
    REQUIRE(made);
    const auto sides = nlohmann::json::parse(made->text).at("sides");
    REQUIRE_FALSE(sides.at("B").at(army.list).empty());
    for (const char* side : {"A", "B"})
      for (const auto& leader : sides.at(side).at(army.list)) {
        CHECK(leader.at(army.id).get<std::string>().front() == *side);
        if (leader.contains("with")) CHECK(leader.at("with").get<std::string>().front() == *side);
      }
  }
}

namespace {

/// Two sample armies of Blade & Bow; A's as its text is given.
NewBattle with_leaders(const std::string& greeks) {
  const auto text = [](const char* name) { return read_text_file(test::source_dir() + "/models/data/armies/" + name); };
  NewBattle battle;
  battle.ruleset = "blade_and_bow";
  battle.size = *table_size_from("6x4ft");
  battle.roster_a = greeks.empty() ? *text("blade_and_bow_greeks.json") : greeks;
  battle.name_a = "greeks.json";
  battle.roster_b = *text("blade_and_bow_persians.json");
  battle.name_b = "persians.json";
  return battle;
}

}  // namespace

TEST_CASE("leaders with a base of their own get markers, the one their roster names or the next free one", "[assistant][session]") {
  auto greeks = nlohmann::json::parse(*read_text_file(test::source_dir() + "/models/data/armies/blade_and_bow_greeks.json"));
  greeks["leaders"][1]["marker"] = 150;
  const auto made = new_battle(with_leaders(greeks.dump()));
  REQUIRE(made);
  const auto battle = nlohmann::json::parse(made->text);
  std::map<std::string, int> markers;
  std::set<int> numbers;
  for (const auto& base : battle["bases"]) {
    markers[base["unit"]] = base["marker"];
    CHECK(numbers.insert(base["marker"].get<int>()).second);
  }
  CHECK(markers.contains("AL1"));
  CHECK(markers.at("AL2") == 150);
  CHECK(markers.contains("BL1"));
  CHECK(markers.contains("BL2"));
  greeks["leaders"][0]["marker"] = 150;
  const auto twice = new_battle(with_leaders(greeks.dump()));
  REQUIRE_FALSE(twice);
  CHECK(twice.error().line == "greeks.json: marker 150 is on AL1 and AL2; give one of them another number");
}

TEST_CASE("armies with the same marker are told both units by the ids they have in the battle, and whose the other one is",
          "[assistant][session]") {
  NewBattle battle = with_leaders("");
  const auto marked = [](const std::string& text, int marker) {
    auto army = nlohmann::json::parse(text);
    army["units"][0]["unit"] = "B1";
    army["units"][0].erase("markers");
    army["units"][0]["marker"] = marker;
    return army.dump();
  };
  battle.roster_a = marked(battle.roster_a, 300);
  battle.roster_b = marked(battle.roster_b, 300);
  const auto made = new_battle(battle);
  REQUIRE_FALSE(made);
  CHECK(made.error().line == "persians.json: marker 300 is on A1 of greeks.json and B1; give one of them another number");
}

TEST_CASE("a battle begins in the phase that is asked for, before any terrain lies, a phase the ruleset has not is told",
          "[assistant][session]") {
  const auto army = [](const char* name) { return *read_text_file(test::source_dir() + "/models/data/armies/" + name); };
  NewBattle battle = wanted(army("to_the_strongest_britons.json"));
  battle.ruleset = "to_the_strongest";
  battle.roster_a = army("to_the_strongest_romans.json");
  battle.name_a = "romans.json";
  battle.from = "terrain";
  const auto made = new_battle(battle);
  INFO((made ? "" : made.error().line));
  REQUIRE(made);
  CHECK(nlohmann::json::parse(made->text)["phase"] == "terrain");
  battle.from = "breakfast";
  const auto unknown = new_battle(battle);
  REQUIRE_FALSE(unknown);
  CHECK(unknown.error().line.starts_with("--from breakfast"));
  NewBattle other = wanted("name,type,bases,marker\nRiders,riders,1,7\n");
  other.from = "terrain";  // this ruleset has none
  const auto none = new_battle(other);
  REQUIRE_FALSE(none);
  CHECK(none.error().line.starts_with("--from terrain"));
  NewBattle greeks = wanted(army("blade_and_bow_greeks.json"));
  greeks.ruleset = "blade_and_bow";
  greeks.roster_a = army("blade_and_bow_persians.json");
  greeks.from = "scouting";  // nor this one, whose set-up knows no phase at all
  const auto unheard = new_battle(greeks);
  REQUIRE_FALSE(unheard);
  CHECK(unheard.error().line.ends_with("has no such phase to begin in"));
}

TEST_CASE("a name of five thousand letters is told in sixty, with what tells it apart", "[assistant][session]") {
  const std::string name(5000, 'x'), said = std::string(57, 'x') + "...";
  CHECK(told("name,type,bases,marker\n" + name + ",riders,1,\n").starts_with("b.csv: unit 1 (" + said + "): /name: "));
  NewBattle battle = wanted("name,type,arm,army commander\n" + name + ",,commander,TRUE\n" + name + ",H,,\n");
  battle.ruleset = "paean";
  battle.roster_a = "name,type,arm,army commander\nPolemarch,,commander,TRUE\nHoplites,H,,\n";
  const auto made = new_battle(battle);
  REQUIRE(made);
  REQUIRE(made->renamed.size() == 2);
  CHECK(made->renamed[1] == "of several called " + said + " one is " + said + " 2");
  CHECK(nlohmann::json::parse(made->text)["sides"]["B"]["units"][1]["name"] == name + " 2");
}

}  // namespace new_battle_tests
