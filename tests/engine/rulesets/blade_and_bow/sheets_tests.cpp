/// Counters, cards and terrain chart typed in as tables: the shipped samples as CSV say the same as the shipped JSON, a battle takes
/// either, and each slip is one line that names file, line, column and mend.
#include "engine/rulesets/blade_and_bow/text/json_commands.hpp"
#include "engine/rulesets/blade_and_bow/text/sheets.hpp"
#include "models/data/data.hpp"
#include "models/embedded.hpp"
#include "tests/support/catch.hpp"

namespace polemarch::blade_and_bow::data {
std::span<const EmbeddedFile> embedded_files();
}

namespace sheets_tests {

using namespace polemarch;
using namespace polemarch::blade_and_bow;
using Json = nlohmann::json;

namespace {

std::string shipped(const char* file) { return std::string(find_embedded(blade_and_bow::data::embedded_files(), file)); }

Json sample_battle() { return Json::parse(find_embedded(polemarch::data::embedded_files(), "blade_and_bow_sample.json")); }

std::string sheet_error(const Json& battle) {
  const auto state = Rules::initial(battle.dump(), "my.json");
  return state ? "" : state.error().line;
}

/// The counters as read, by name.
std::map<std::string, UnitType> types_of(const Json& list) {
  std::map<std::string, UnitType> types;
  for (const Json& j : list) types[j.at("name")] = j.get<UnitType>();
  return types;
}

}  // namespace

TEST_CASE("the sample tables say the same as the sample JSON", "[bb][BB-NIS-01][BB-NIS-03][BB-NIS-04]") {
  const Json counters = counters_from_csv(shipped("blade_and_bow_counters_sample.csv"), "c.csv");
  CHECK(types_of(counters) == types_of(Json::parse(shipped("blade_and_bow_counters_sample.json")).at("types")));
  const Json cards = cards_from_csv(shipped("blade_and_bow_deck_sample.csv"), "d.csv");
  CHECK(cards.get<std::vector<Card>>() == Json::parse(shipped("blade_and_bow_deck_sample.json")).at("cards").get<std::vector<Card>>());
  const Json kinds = kinds_from_csv(shipped("blade_and_bow_terrain_sample.csv"), "t.csv");
  using Kinds = std::map<std::string, TerrainKind>;
  CHECK(kinds.get<Kinds>() == Json::parse(shipped("blade_and_bow_terrain_sample.json")).at("kinds").get<Kinds>());
}

TEST_CASE("a battle takes typed tables and whole JSON files in the place of its lists", "[bb][BB-NIS-03]") {
  const Json plain = sample_battle();
  Json typed = plain;
  typed["types"] = {{"file", "c.csv"}, {"text", shipped("blade_and_bow_counters_sample.csv")}};
  typed["deck"] = {{"file", "d.csv"}, {"text", shipped("blade_and_bow_deck_sample.csv")}};
  typed["map"]["kinds"] = {{"file", "t.csv"}, {"text", shipped("blade_and_bow_terrain_sample.csv")}};
  INFO(sheet_error(typed));
  const auto from_tables = Rules::initial(typed.dump(), "my.json");
  REQUIRE(from_tables);
  typed["types"] = {{"file", "c.json"}, {"text", shipped("blade_and_bow_counters_sample.json")}};
  typed["deck"] = {{"file", "d.json"}, {"text", shipped("blade_and_bow_deck_sample.json")}};
  INFO(sheet_error(typed));
  const auto from_files = Rules::initial(typed.dump(), "my.json");
  REQUIRE(from_files);
  CHECK(*from_tables == *from_files);
  CHECK(from_tables->deck == Rules::initial(plain.dump(), "my.json")->deck);
}

TEST_CASE("a slip in a table is one line with file, line, column and mend", "[bb]") {
  const std::string head = "name,side,class,movement,left,front,right,size,density\n";
  const auto counters = [&](const std::string& rows) {
    Json battle = sample_battle();
    battle["types"] = {{"file", "mine.csv"}, {"text", head + rows}};
    const std::string error = sheet_error(battle);
    CHECK(error.find('\n') == std::string::npos);
    return error;
  };
  CHECK(counters("hoplite,good,infantry,many,1,3,2,H,dense\n") ==
        "my.json: /: mine.csv line 2: movement: expected a whole number 0 to 30, found \"many\"");
  CHECK(counters("hoplite,good,infantry,6,1,3,2,huge,dense\n").find("line 2: size: expected one of L, M, H") != std::string::npos);
  CHECK(counters("hoplite,disrupted,,6,,,,,\n").find("give its good side first") != std::string::npos);
  CHECK(counters("hoplite,good,infantry,6,1,3,2,H,\n").find("density: must not be empty") != std::string::npos);
  CHECK(counters("hoplite,good,infantry,6,3,3,2,H,dense\n").empty());  // as printed, if odd (BB-AMB-118)
  CHECK(counters("\"hoplite,good,infantry\n").find("quote is not closed") != std::string::npos);
  CHECK(counters("a,good,infantry,6,1,3,2,H,dense,7\n").find("has 10 cells, the header 9") != std::string::npos);
  Json battle = sample_battle();
  battle["types"] = {{"file", "mine.csv"}, {"text", "name,moevment\nx,3\n"}};
  CHECK(sheet_error(battle).find("mine.csv line 1: unknown column \"moevment\"") != std::string::npos);
  battle = sample_battle();
  std::string deck = shipped("blade_and_bow_deck_sample.csv");
  deck.erase(deck.rfind("\n60,") + 1);
  battle["deck"] = {{"file", "deck.csv"}, {"text", deck}};
  CHECK(sheet_error(battle).find("the deck has 59 cards, expected 60") != std::string::npos);  // BB-SET-17
  battle["deck"] = {{"file", "deck.json"}, {"text", R"({"cards":[]})"}};
  CHECK(sheet_error(battle).find("deck.json") != std::string::npos);
}

TEST_CASE("tables may be separated by semicolons or tabs and quote their texts", "[bb]") {
  const Json kinds = kinds_from_csv("# mine\nKind;Missile Dice;stop\nwoods;+1;yes\n\n\"deep; marsh\";0;x\n", "t.csv");
  CHECK(kinds.at("woods").at("missile_dice") == 1);
  CHECK(kinds.at("deep; marsh").at("stop") == true);
  CHECK_THROWS(kinds_from_csv("kind,stop\nwoods,perhaps\n", "t.csv"));
  CHECK_THROWS(kinds_from_csv("kind,stop\nwoods,yes\nwoods,no\n", "t.csv"));
}

}  // namespace sheets_tests
