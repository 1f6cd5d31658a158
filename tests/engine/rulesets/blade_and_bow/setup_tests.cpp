/// From the battle file to the first impulse, as text: what a setup must say, what is refused, and where the markers begin.
#include "engine/rulesets/blade_and_bow/from_lists.hpp"
#include "engine/rulesets/blade_and_bow/text/json_commands.hpp"
#include "engine/rulesets/blade_and_bow/topics/command.hpp"
#include "engine/rulesets/blade_and_bow/topics/grid.hpp"
#include "models/data/data.hpp"
#include "tests/engine/rulesets/blade_and_bow/table.hpp"
#include "tests/support/catch.hpp"

namespace setup_tests {

using namespace polemarch;
using namespace polemarch::blade_and_bow;
using Json = nlohmann::json;

namespace {

Json file_of(const std::string& name) { return Json::parse(find_embedded(data::embedded_files(), "blade_and_bow_" + name + ".json")); }

std::string error_of(const Json& battle) {
  const auto state = Rules::initial(battle.dump(), "my.json");
  return state ? "" : state.error().line;
}

TestTable table_of(const Json& battle) {
  auto state = Rules::initial(battle.dump(), "my.json");
  INFO((state ? "" : state.error().line));
  REQUIRE(state);
  TestTable t;
  t.state = std::move(*state);
  return t;
}

/// Both through setup, hands drawn (numbers from 1), initiative by these dice.
void begin(TestTable& t, int a, int b) {
  for (int i = 0; i < 4 && t.state.turn.phase == Phase::Setup; ++i)
    for (const char* ready : {R"({"by":"A","do":"ready"})", R"({"by":"B","do":"ready"})"})
      if (t.judge(ready).allowed()) REQUIRE(t.say(ready));
  int next = 1;
  while (t.waiting() == "take_cards") {
    std::vector<int> cards;
    for (int i = 0; i < t.dice_asked(); ++i) cards.push_back(next++);
    REQUIRE(t.dice(cards));
  }
  REQUIRE(t.dice({a}));
  REQUIRE(t.dice({b}));
}

}  // namespace

TEST_CASE("each hand is filled to the commander's value and one, once leaders and ranks are set",
          "[bb][BB-SET-10][BB-SET-27][BB-CARD-05]") {
  for (const int value : {2, 3, 5}) {
    Json battle = file_of("sample");
    battle["setup"] = "done";
    for (Json& leader : battle["sides"]["A"]["leaders"]) leader["value"] = value;
    TestTable t = table_of(battle);
    CHECK(t.waiting() == "take_cards");
    CHECK(t.wait().who == Viewer::A);
    CHECK(t.dice_asked() == value + 1);
  }
}

TEST_CASE("the markers begin where the scenario has them",
          "[bb][BB-SET-11][BB-SET-12][BB-SET-13][BB-SET-14][BB-SET-15][BB-SET-23][BB-SET-24]") {
  Json battle = file_of("marathon");
  battle["sides"]["A"]["rout_level"] = 5;
  battle["sides"]["B"]["impulses"] = 4;
  TestTable t = table_of(battle);
  CHECK(t.state.turn.number == 1);
  CHECK_FALSE(t.state.turn.initiative.has_value());
  begin(t, 5, 2);
  CHECK(t.state.turn.number == 1);
  CHECK(t.state.turn.initiative == Side::B);  // the turn marker shows the holder
  CHECK(t.state.army(Side::A).losses == 0);
  CHECK(t.state.army(Side::B).losses == 0);
  CHECK(rout_level(t.state, Side::A) == 5);
  CHECK(rout_level(t.state, Side::B) == 7);
  CHECK(t.state.army(Side::A).impulses == 3);
  CHECK(t.state.army(Side::B).impulses == 3);  // four, less the one just begun
  CHECK(t.state.turn.actions == 0);
  REQUIRE(t.waiting() == "draw_actions");
  REQUIRE(t.dice({22}));
  const Card& card = *card_numbered(t.state, 22);
  CHECK(t.state.turn.actions == card.actions[static_cast<std::size_t>(Colour::White)]);  // Datis' box is white
}

TEST_CASE("a tie of the first roll goes to the side the scenario names", "[bb][BB-SET-11][BB-SCN-12][BB-SEQ-06]") {
  for (const char* named : {"A", "B"}) {
    Json battle = file_of("marathon");
    battle["scenario"]["tie_breaker"] = named;
    TestTable t = table_of(battle);
    begin(t, 4, 4);
    CHECK(name_of(*t.state.turn.initiative) == named);
  }
}

TEST_CASE("a battle lasts six to twelve turns", "[bb][BB-SET-18]") {
  for (const int last : {6, 12}) {
    Json battle = file_of("sample");
    battle["scenario"]["last_turn"] = last;
    CHECK(error_of(battle).empty());
  }
  for (const int last : {5, 13}) {
    Json battle = file_of("sample");
    battle["scenario"]["last_turn"] = last;
    CHECK(error_of(battle).find("/scenario/last_turn") != std::string::npos);
  }
  Json battle = file_of("sample");
  battle["scenario"]["end_icons"] = {{"13", 2}};
  CHECK(error_of(battle).find("end_icons/13") != std::string::npos);
}

TEST_CASE("a deck has sixty cards, one of them the reshuffle, none twice", "[bb][BB-SET-17][BB-CARD-11][BB-CARD-24]") {
  Json battle = file_of("sample");
  Json deck = Json::array();
  for (int i = 1; i <= 60; ++i) deck.push_back({{"number", i}, {"title", "card " + std::to_string(i)}, {"actions", {1, 2, 3, 1}}});
  deck[59]["reshuffle"] = true;
  battle["deck"] = deck;
  CHECK(error_of(battle).empty());
  const auto with = [&](auto&& change) {
    Json changed = battle;
    change(changed["deck"]);
    return error_of(changed);
  };
  CHECK(with([](Json& d) { d.erase(7); }).find("/deck") != std::string::npos);
  CHECK(with([](Json& d) { d[59].erase("reshuffle"); }).find("exactly one reshuffle") != std::string::npos);
  CHECK(with([](Json& d) { d[0]["reshuffle"] = true; }).find("exactly one reshuffle") != std::string::npos);
  CHECK(with([](Json& d) { d[3]["number"] = 5; }).find("card 5 is there twice") != std::string::npos);
  CHECK(with([](Json& d) { d[3]["title"] = d[4]["title"]; }).find("is there twice") != std::string::npos);
  CHECK(with([](Json& d) { d[3]["title"] = d[4]["title"], d[3]["tough_luck"] = true; }).empty());
  CHECK(with([](Json& d) { d[59]["commitment"] = 2; }).find("no commitment") != std::string::npos);
  CHECK(with([](Json& d) { d[3]["actions"] = {0, 1, 1, 1}; }).find("expected 1, 2 or 3") != std::string::npos);
  CHECK(with([](Json& d) { d[3]["actions"] = {4, 1, 1, 1}; }).find("/deck") != std::string::npos);
}

TEST_CASE("a unit stands where the file says, as it faces there, one a square, on a square of its kind",
          "[bb][BB-SET-01][BB-SET-04][BB-SET-05][BB-SET-06][BB-STK-01][BB-AMB-01]") {
  Json battle = file_of("sample");
  Json& unit = battle["sides"]["A"]["units"][0];
  unit["square"] = "C7";
  unit["facing"] = "SW";
  const TestTable t = table_of(battle);
  CHECK(t.unit(unit["unit"]).square == Square{2, 6});
  CHECK(t.unit(unit["unit"]).facing == Facing::SW);
  unit["facing"] = 2;  // by the numbers of the compass rose, from N clockwise (BB-AMB-01)
  CHECK(table_of(battle).unit(unit["unit"]).facing == Facing::NE);
  Json twice = battle;
  twice["sides"]["A"]["units"][1]["square"] = "C7";
  CHECK(error_of(twice).find("one unit a square") != std::string::npos);
  Json off = battle;
  off["sides"]["A"]["units"][0]["square"] = "Z99";
  CHECK(error_of(off).find("/sides/A/units/0/square") != std::string::npos);
  Json listed = battle;
  listed["map"]["setup_squares"] = Json::array({{{"side", "B"}, {"type", unit["type"]}, {"squares", {"C7"}}}});
  CHECK(error_of(listed).find("is not a setup square") != std::string::npos);
  Json turned = battle;
  turned["sides"]["A"]["units"][0]["facing"] = "up";
  CHECK(error_of(turned).find("/sides/A/units/0/facing") != std::string::npos);
}

TEST_CASE("a leader has rank, range, value and colour, and does not start alone", "[bb][BB-SET-07][BB-SET-08][BB-UNIT-02]") {
  for (const char* field : {"rank", "range", "value", "colour"}) {
    Json battle = file_of("marathon");
    battle["sides"]["A"]["leaders"][0].erase(field);
    INFO(field);
    CHECK(error_of(battle).find("/sides/A/leaders/0") != std::string::npos);
  }
  Json battle = file_of("marathon");
  battle["sides"]["B"]["leaders"][0]["square"] = "S1";  // nobody there
  TestTable t = table_of(battle);
  REQUIRE(t.say(R"({"by":"A","do":"ready"})"));
  REQUIRE(t.say(R"({"by":"B","do":"ready"})"));
  CHECK_FALSE(t.say(R"({"by":"B","do":"ready"})"));
  CHECK(t.rule() == "BB-SET-07");
}

TEST_CASE("each side of the four battles has a camp on the map, the Greeks are A and the Persians B",
          "[bb][BB-SET-09][BB-SET-19][BB-SET-20]") {
  for (const char* name : {"marathon", "thermopylae", "plataea", "mycale"}) {
    const TestTable t = table_of(file_of(name));
    INFO(name);
    int camps[2] = {0, 0};
    for (const auto& [id, camp] : t.state.camps) {
      ++camps[static_cast<std::size_t>(camp.side)];
      CHECK(t.state.map.holds(camp.square));
      CHECK_FALSE(camp.sacked);
    }
    CHECK(camps[0] == 1);
    CHECK(camps[1] == 1);
    CHECK(t.state.camps.at({"GreekCamp"}).side == Side::A);
    CHECK(t.state.camps.at({"PersianCamp"}).side == Side::B);
  }
}

TEST_CASE("the maps have room for every printed square", "[bb][BB-SET-02][BB-SET-21]") {
  for (const char* name : {"marathon", "thermopylae", "plataea", "mycale"}) {
    const TestTable t = table_of(file_of(name));
    for (const char* square : {"A10", "A13", "D13", "O15", "P16", "R15", "S6", "S11", "S12", "S16"})
      CHECK(t.state.map.holds(*square_named(square)));
  }
}

TEST_CASE("a slip in a battle file is one line with its place", "[bb]") {
  Json battle = file_of("sample");
  battle["sides"]["A"]["units"][0]["colour"] = "red";
  CHECK(error_of(battle).find("/sides/A/units/0") != std::string::npos);
  battle = file_of("sample");
  battle["sides"]["A"]["units"][0]["type"] = "elephant";
  CHECK(error_of(battle).find("unknown counter type \"elephant\"; there are") != std::string::npos);
  battle = file_of("sample");
  battle["sides"]["A"]["units"][1]["unit"] = battle["sides"]["A"]["units"][0]["unit"];
  CHECK(error_of(battle).find("is there twice") != std::string::npos);
  battle = file_of("sample");
  battle["map"]["terrain"]["lava"] = {"C4"};
  CHECK(error_of(battle).find("/map/terrain/lava") != std::string::npos);
  CHECK(error_of(battle).find('\n') == std::string::npos);
}

TEST_CASE("row one lies at the top, unless the grid or the map says at the bottom", "[bb][BB-SET-01]") {
  Json battle = file_of("sample");
  battle["map"].erase("row_one");
  CHECK(table_of(battle).state.map.row_one_at_top);
  battle["map"]["row_one"] = "bottom";
  CHECK_FALSE(table_of(battle).state.map.row_one_at_top);
  battle["table"]["grid"]["row_one"] = "top";  // the grid's word goes first
  CHECK(table_of(battle).state.map.row_one_at_top);
  battle["table"]["grid"]["row_one"] = "left";
  CHECK(error_of(battle).find("row_one") != std::string::npos);
}

TEST_CASE("a side is not ready while one of its units or leaders that could stand has no place", "[bb][BB-SET-06][BB-SET-07][BB-SET-27]") {
  Json battle = file_of("sample");
  battle["setup"] = "open";
  battle["sides"]["A"]["units"][0].erase("square");
  battle["sides"]["A"]["leaders"][0].erase("square");
  TestTable t = table_of(battle);
  const std::string unit = battle["sides"]["A"]["units"][0]["unit"], leader = battle["sides"]["A"]["leaders"][0]["leader"];
  const auto judged = [&](const char* by) { return t.judge(std::string(R"({"by":")") + by + R"(","do":"ready"})"); };
  CHECK(judged("A").ruling == engine::Ruling::Refused);
  CHECK(judged("A").reasons.front().rule == "BB-SET-06");
  CHECK(judged("A").reasons.front().text == unit + " has no place yet");
  CHECK(judged("B").allowed());
  for (const engine::Offer<Command>& offer : Rules::offers(t.state, Viewer::A, UnitId{unit}))
    if (const auto* place = std::get_if<engine::PlaceBases>(&offer.command); place != nullptr && offer.verdict.allowed()) {
      const Pose at = place->poses.front().at.pose;
      const Json pose{{"base", unit + ".1"}, {"x_mm", at.x.mm()}, {"y_mm", at.y.mm()}, {"heading_deg", at.heading.deg()}};
      REQUIRE(t.say(Json{{"by", "A"}, {"do", "place"}, {"unit", unit}, {"poses", {pose}}}.dump()));
      break;
    }
  REQUIRE(t.say(R"({"by":"A","do":"ready"})"));
  REQUIRE(t.say(R"({"by":"B","do":"ready"})"));
  while (judged("B").allowed()) REQUIRE(t.say(R"({"by":"B","do":"ready"})"));
  REQUIRE(t.state.turn.phase == Phase::Setup);
  CHECK(judged("A").reasons.front().rule == "BB-SET-07");
  CHECK(judged("A").reasons.front().text == leader + " has no place yet");
}

TEST_CASE("until its side is ready a unit that stands is offered other squares, the nearest first, and no move", "[bb][BB-SET-27]") {
  Json battle = file_of("sample");
  battle["setup"] = "open";
  TestTable t = table_of(battle);
  REQUIRE(t.state.turn.phase == Phase::Setup);
  const auto stands = std::find_if(t.state.units.begin(), t.state.units.end(),
                                   [](const auto& entry) { return entry.second.on_map() && entry.second.side == Side::A; });
  REQUIRE(stands != t.state.units.end());
  std::vector<int> far;
  for (const engine::Offer<Command>& offer : Rules::offers(t.state, Viewer::A, stands->first)) {
    CHECK_FALSE(std::holds_alternative<MoveUnits>(offer.command));
    const auto* place = std::get_if<engine::PlaceBases>(&offer.command);
    if (place == nullptr) continue;
    CHECK(offer.verdict.allowed());
    const auto square = square_under(t.state.map, place->poses.front().at.pose.centre());
    REQUIRE(square);
    far.push_back(points_between(stands->second.square, *square));
  }
  REQUIRE(far.size() > 1);
  CHECK(std::is_sorted(far.begin(), far.end()));
}

TEST_CASE("a leader put down in the setup is judged as one placed by word, and reserves are not put down",
          "[bb][BB-SET-07][BB-SET-27][BB-MYC-10][BB-MYC-18][BB-AMB-109]") {
  TestTable t = table_of(file_of("mycale"));
  const auto place = [&](const char* by, const std::string& who, Square square) {
    const Pose pose = pose_in(t.state.map, square, Facing::N);
    return std::string(R"({"by":")") + by + R"(","do":"place","unit":")" + who + R"(","poses":[{"base":")" + who + R"(.1","x_mm":)" +
           std::to_string(pose.x.mm()) + R"(,"y_mm":)" + std::to_string(pose.y.mm()) + R"(,"heading_deg":90}]})";
  };
  const Square with_a1 = t.unit("A1").square, with_b1 = t.unit("B1").square;
  CHECK(t.refusal(place("A", "A9", *square_named("A16"))) == "BB-MYC-10");
  CHECK(t.refusal(place("B", "Tigranes", with_b1)) == "BB-SET-27");
  REQUIRE(t.say(R"({"by":"A","do":"ready"})"));
  REQUIRE(t.say(R"({"by":"B","do":"ready"})"));
  CHECK(t.refusal(place("B", "Tigranes", *square_named("A16"))) == "BB-SET-07");
  REQUIRE(t.say(place("B", "Tigranes", with_b1)));
  CHECK(t.state.leaders.at({"Tigranes"}).square == with_b1);
  REQUIRE(t.say(R"({"by":"B","do":"ready"})"));
  CHECK(t.refusal(place("B", "Tigranes", t.unit("B2").square)) == "BB-SET-27");  // A's stage
  CHECK(t.refusal(place("A", "Leotychidas", with_a1)) == "BB-MYC-18");
}

TEST_CASE("a battle that begins before its first impulse has nobody acting yet", "[bb][BB-SEQ-09][BB-SEQ-04]") {
  for (const char* phase : {"draw", "initiative"}) {
    INFO(phase);
    Json battle = file_of("sample");
    battle["setup"] = "done";
    battle["deck"] = "paper";
    battle["state"] = {{"turn", {{"number", 3}, {"phase", phase}, {"active", "A"}, {"actions", 2}}}};
    TestTable t = table_of(battle);
    CHECK_FALSE(t.state.turn.active);
    CHECK(t.state.turn.actions == 0);
    if (t.state.turn.phase == Phase::Initiative) t.state.armies[0].impulses = t.state.armies[1].impulses = 3;
    while (t.waiting() == "offer_card") REQUIRE(t.choose("pass"));
    REQUIRE(t.dice({1}));
    REQUIRE(t.dice({5}));
    CHECK(t.state.turn.initiative == Side::A);
    CHECK(t.state.turn.active == Side::A);
    CHECK(t.waiting() == "draw_actions");
  }
}

TEST_CASE("a table of units names a camp by its type", "[bb][BB-SET-09][BB-SET-20]") {
  Json lists = file_of("sample");
  for (const char* side : {"A", "B"}) lists["sides"][side].erase("camps");
  lists["sides"]["A"]["units"].push_back({{"unit", "AC"}, {"name", "Camp"}, {"type", "camp"}, {"square", "A16"}, {"front", 1}});
  const auto made = from_lists(lists.dump(), "battle");
  REQUIRE(made);
  const TestTable t = table_of(Json::parse(*made));
  REQUIRE(t.state.camps.contains({"AC"}));
  CHECK(t.state.camps.at({"AC"}).side == Side::A);
  CHECK(t.state.camps.at({"AC"}).front == 1);
  CHECK_FALSE(t.state.units.contains({"AC"}));
}

}  // namespace setup_tests
