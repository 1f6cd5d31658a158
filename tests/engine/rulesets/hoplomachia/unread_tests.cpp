/// A field of a set-up that nobody reads is told with its place and what may be meant, and the battle is played all the same.
#include "engine/rulesets/hoplomachia/unread.hpp"

#include "tests/engine/rulesets/hoplomachia/support.hpp"

namespace unread_tests {

using namespace polemarch;
using test::hoplomachia_room::Json;
using test::hoplomachia_room::sample_setup;
using test::hoplomachia_room::small_setup;
using test::hoplomachia_room::Table;
using test::hoplomachia_room::unit_at;

namespace {

using Lines = std::vector<std::string>;

Lines told(const Json& setup) {
  Table table(setup);  // it begins
  return hoplomachia::unread(setup.dump(), "b.json");
}
Json small() {
  return small_setup(Json::array({unit_at("A1", "hoplite", 4, 600, 280, true)}),
                     Json::array({unit_at("B1", "hoplite", 4, 900, 1100, true)}));
}

}  // namespace

TEST_CASE("set-ups of known fields have nothing to tell", "[hoplomachia][setup]") {
  CHECK(told(Json::parse(sample_setup())).empty());
  Json setup = small();
  setup["note"] = "rain";
  setup["sides"]["A"]["units"][0]["_made_by"] = "hand";
  setup["sides"]["A"]["units"][0]["spear"] = 6;
  setup["charts"] = {{"gap", 3}};
  CHECK(told(setup).empty());
}

TEST_CASE("an unknown field is told with the nearest name, in units, strategoi, options, battle, charts and cards",
          "[hoplomachia][setup]") {
  Json setup = small();
  setup["options"] = {{"weak_misiles", true}};
  setup["battle"]["epoc"] = 3;
  setup["charts"] = {{"gaps", 3}};
  setup["cards"] = {{{"id", "own"}, {"class", "hoplite"}, {"spears", 4}}};
  setup["sides"]["B"]["units"][0]["rank"] = 2;
  setup["sides"]["B"]["strategoi"] = {{{"strategos", "Nikias"}, {"unit", "B1"}, {"charakter", "crafty"}}};
  const Lines lines = told(setup);
  const auto holds = [&](const std::string& line) { return std::find(lines.begin(), lines.end(), line) != lines.end(); };
  CHECK(holds("b.json: /options/weak_misiles: is not read; did you mean weak_missiles?"));
  CHECK(holds("b.json: /battle/epoc: is not read; did you mean epoch?"));
  CHECK(holds("b.json: /charts/gaps: is not read; did you mean gap?"));
  CHECK(holds("b.json: /cards/0/spears: is not read; did you mean spear?"));
  CHECK(holds("b.json: /sides/B/units/0/rank: is not read; did you mean ranks?"));
  CHECK(holds("b.json: /sides/B/strategoi/0/charakter: is not read; did you mean character?"));
  CHECK(lines.size() == 6);
}

TEST_CASE("of a battle half-way a field at its usual value is read, one that the state has not is told", "[hoplomachia][setup]") {
  Json setup = small();
  setup["state"] = {
      {"at", {{"turn", 2}, {"phase", "marches"}, {"stage", 0}, {"precedence", "A"}, {"next", "A"}}},
      {"units",
       {{"A1",
         {{"mode", "halt"}, {"approach_moves", 0}, {"turn", {{"moved", 0}, {"halted_all", true}}}, {"fight", {{"momentum", false}}}}}}}};
  CHECK(told(setup).empty());
  setup["state"]["units"]["A1"]["fight"]["momentm"] = true;
  setup["state"]["units"]["A1"]["disarrayed"] = true;
  const Lines lines = told(setup);
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].starts_with("b.json: /state/units/A1/disarrayed: is not read"));
  CHECK(lines[1].starts_with("b.json: /state/units/A1/fight/momentm: is not read"));
}

}  // namespace unread_tests
