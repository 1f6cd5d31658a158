/// Attacks out of an ambush, walls that shoot, terrain laid before the battle, objectives, and leaving the board.
#include "engine/rulesets/hoplomachia/topics/ambush.hpp"
#include "engine/rulesets/hoplomachia/topics/nike.hpp"
#include "engine/rulesets/hoplomachia/topics/sallying.hpp"
#include "engine/rulesets/hoplomachia/topics/sequence.hpp"
#include "engine/rulesets/hoplomachia/topics/shooting.hpp"
#include "tests/engine/rulesets/hoplomachia/fight_support.hpp"

namespace ambush_tests {

using namespace polemarch;
using namespace polemarch::test::hoplomachia_room;
using hoplomachia::State;
using test::hoplomachia_room::Table;

namespace {

Json pose(const std::string& base, double x, double y, double heading) {
  return {{"base", base}, {"x_mm", x}, {"y_mm", y}, {"heading_deg", heading}};
}
/// A1 marches before a wood in which B2 lies hidden; the phase is given.
Json ambush(const std::string& type, double inches_apart, const std::string& phase, int stage = 0) {
  Json setup = fight_setup(
      Json::array({unit_at("A1", "hoplite", 2, 900, 300, true)}),
      Json::array({unit_at("B1", "hoplite", 2, 1700, 1190, true), unit_at("B2", type, 1, 900, 300 + inches_apart * kInch)}), phase);
  setup["battle"]["start"] = "ambush";
  setup["battle"]["type"] = "C";
  setup["sides"]["B"]["units"][1].erase("at");
  setup["sides"]["B"]["units"][1]["hidden"] = true;
  setup["state"]["at"]["stage"] = stage;
  setup["state"]["units"]["B2"]["hideout"] = {{"secret", "B2.hideout"},
                                              {"owner", "B"},
                                              {"range", "a place"},
                                              {"revealed", false},
                                              {"value", Json::array({pose("B2.1", 900, 300 + inches_apart * kInch + 10, 270)})}};
  return setup;
}

}  // namespace

TEST_CASE("a hidden unit that charges shows itself, and the taxis it surprises rolls first",
          "[hoplomachia][HM-EVT-16][HM-AMB-39][HM-AMB-56]") {
  Json setup = ambush("hoplite", 4, "epidromos");
  setup["sides"]["B"]["units"][1]["bases"] = 1;
  Table table(setup);
  REQUIRE(table.phase() == "epidromos");  // it waits for whoever lies in ambush
  auto events = table.allowed("B", {{"do", "charge"}, {"unit", "B2"}});
  CHECK(of_kind(events, "unit_revealed").size() == 1);
  CHECK(of_kind(events, "surprise_told").size() == 1);
  REQUIRE(table.wait().rule == "HM-EVT-16");
  CHECK(table.wait().who == Viewer::A);
  table.dice({5});
  CHECK(arete_of(table, "a") == 13 - 4);
  CHECK(table.wait().rule == "HM-AND-15");  // now the charger checks
  CHECK(stand_of(table, "B2").x == Approx(900));
  CHECK(table.at("/units/A1/surprised") == true);
}

TEST_CASE("core troops in no files are surprised like a taxis, groups of lights are not", "[hoplomachia][HM-EVT-16][HM-SALP-03]") {
  State state = in_state(ambush("hoplite", 4, "epidromos"));
  hoplomachia::Taxis& peltastes = state.units.at({"A9"});
  CHECK(hoplomachia::surprised_by(state, {"B2"}, {{"A9"}}).empty());
  peltastes.core = true;
  CHECK(hoplomachia::surprised_by(state, {"B2"}, {{"A9"}}).size() == 1);
}

TEST_CASE("missiles out of an ambush surprise too, once a taxis", "[hoplomachia][HM-EVT-16][HM-AMB-39]") {
  {
    Table table(ambush("toxotes", 6, "offensive_belos"));
    table.allowed("B", {{"do", "shoot"}, {"unit", "B2"}});
    REQUIRE(table.wait().rule == "HM-EVT-16");
    table.dice({1});
    CHECK(arete_of(table, "a") == 12);
    CHECK(table.wait().rule == "HM-BCK-04");
  }
  {
    Table table(ambush("psiloi", 3, "offensive_belos", 1));
    table.allowed("B", {{"do", "belos_charge"}, {"unit", "B2"}, {"target", "A1"}});
    CHECK(table.wait().rule == "HM-EVT-16");
  }
  Json before = ambush("toxotes", 6, "offensive_belos");
  before["state"]["units"]["A1"]["surprised"] = true;
  Table table(before);
  table.allowed("B", {{"do", "shoot"}, {"unit", "B2"}});
  CHECK(table.wait().rule == "HM-BCK-04");
}

TEST_CASE("a group of lights is no taxis to surprise, and out of range is out of range", "[hoplomachia][HM-EVT-16]") {
  Json setup = ambush("toxotes", 6, "offensive_belos");
  setup["sides"]["A"]["units"][0]["type"] = "psiloi";
  setup["sides"]["A"]["units"][0]["bases"] = 1;
  Table lights(setup);
  lights.allowed("B", {{"do", "shoot"}, {"unit", "B2"}});
  CHECK(lights.wait().rule == "HM-BCK-04");
  Table far(ambush("toxotes", 9, "offensive_belos"));
  CHECK(far.refused("B", {{"do", "shoot"}, {"unit", "B2"}}) == "HM-BEL-10");
  far.allowed("B", {{"do", "stand"}, {"unit", "B2"}});
  CHECK(far.at("/units/B2/hidden") == true);
}

TEST_CASE("an enemy within six inches with a clear line comes upon an ambush, and a wood between hides it on", "[hoplomachia][HM-AMB-56]") {
  const auto found = [](double inches_apart, bool wood) {
    Json setup = ambush("psiloi", inches_apart, "marches");
    if (wood)
      setup["table"]["terrain"] = {{{"id", "wood"}, {"kind", "woods"}, {"outline_mm", {{800, 425}, {1000, 425}, {1000, 445}, {800, 445}}}}};
    setup["state"]["units"]["A1"]["order"] = {{"type", "march"}, {"source", "salpinx"}, {"turn", 3}, {"exempt", false}};
    setup["state"]["units"]["A1"]["mode"] = "march";
    Table table(setup);
    REQUIRE(table.phase() == "marches");
    const auto events = table.allowed("A", {{"do", "move"}, {"unit", "A1"}, {"legs", {{{"ahead_in", 4}}}}});
    const bool shown = of_kind(events, "unit_revealed").size() == 1;
    CHECK(table.at("/units/B2").value("hidden", false) == !shown);
    if (shown) {  // it stands where it lay, and is put there on the table
      CHECK(stand_of(table, "B2").y == Approx(300 + inches_apart * kInch + 10));
      REQUIRE(table.battle().owed().size() == 2);
      CHECK(table.battle().owed().back().unit == UnitId{"B2"});
    }
    return shown;
  };
  CHECK(found(10, false));           // six inches left
  CHECK_FALSE(found(10.25, false));  // a quarter more
  CHECK_FALSE(found(9, true));
}

TEST_CASE("a set-up says where a unit lies in ambush, and a place that everybody could read is refused", "[hoplomachia][HM-GEN-18]") {
  Json setup = ambush("peltaste", 4, "offensive_belos", 1);
  Json& unit = setup["sides"]["B"]["units"][1];
  const Json place = setup["state"]["units"]["B2"]["hideout"]["value"];
  setup["state"]["units"].erase("B2");
  unit.erase("hidden");
  unit["hideout"] = place;
  const hoplomachia::Taxis lies = in_state(setup).units.at({"B2"});
  CHECK(lies.hidden);
  CHECK_FALSE(lies.on_table());
  REQUIRE(lies.hideout);
  CHECK(lies.hideout->owner == Viewer::B);
  CHECK(lies.hideout->value->front().at.pose.x.mm() == Approx(900));
  const auto complaint = [&] {
    const auto made = hoplomachia::make_battle(setup.dump(), "b.json");
    return made ? std::string() : made.error().line;
  };
  CHECK(complaint().empty());
  unit["hideout"][0]["base"] = "B2.9";
  CHECK(complaint() == "b.json: /sides/B/units/1/hideout: the unit has no base B2.9, or has it twice");
  unit["hideout"] = Json::array();
  CHECK(complaint() == "b.json: /sides/B/units/1/hideout: where does B2.1 lie?");
  unit["hideout"] = nullptr;  // without the key of the log
  CHECK(complaint().empty());
  unit.erase("hideout");
  unit["hidden"] = true;
  unit["poses"] = place;
  CHECK(complaint() == "b.json: /sides/B/units/1/poses: a hidden unit lies where \"hideout\" says: give its poses there");
}

TEST_CASE("a hidden unit is offered a belos charge from where it lies, and says why it has none", "[hoplomachia][HM-AMB-39][HM-BEL-21]") {
  const auto offered = [](double inches_apart) {
    std::vector<engine::Offer<hoplomachia::Command>> charges;
    const State state = in_state(ambush("peltaste", inches_apart, "offensive_belos", 1));
    for (const Viewer viewer : {Viewer::A, Viewer::B, Viewer::Both, Viewer::Umpire})
      for (auto& offer : hoplomachia::Rules::offers(state, viewer, engine::AboutAll{}))
        if (const auto* charge = std::get_if<hoplomachia::BelosCharge>(&offer.command); charge != nullptr && charge->unit.text == "B2") {
          CHECK(offer.audience == Viewer::B);
          if (viewer == Viewer::B) charges.push_back(std::move(offer));
        }
    return charges;
  };
  const auto near = offered(4), far = offered(30);
  REQUIRE(near.size() == 1);
  CHECK(near[0].verdict.allowed());
  REQUIRE(far.size() == 1);
  CHECK_FALSE(far[0].verdict.allowed());
}

TEST_CASE("what a hidden unit could do is asked of its card alone", "[hoplomachia][HM-AMB-56]") {
  const State near = in_state(ambush("toxotes", 6, "offensive_belos")), far = in_state(ambush("toxotes", 30, "offensive_belos"));
  CHECK(hoplomachia::may_break_cover(near, {"B2"}));
  CHECK(hoplomachia::may_break_cover(far, {"B2"}));
  State horse = in_state(ambush("hippeis", 6, "offensive_belos"));
  horse.at.stage = 0;
  CHECK_FALSE(hoplomachia::may_break_cover(horse, {"B2"}));  // no range
}

TEST_CASE("with the option psiloi line the city wall: sheltered, no army's, never charged", "[hoplomachia][HM-AMB-91][HM-BATT-D3]") {
  Json setup =
      small_setup(Json::array({unit_at("A1", "hoplite", 4, 900, 280, true)}), Json::array({unit_at("B1", "hoplite", 4, 300, 1100, true)}));
  setup["battle"]["type"] = "D";
  setup["table"]["terrain"] = {
      {{"id", "wall"}, {"kind", "city_wall"}, {"outline_mm", {{600, 1150}, {1200, 1150}, {1200, 1219}, {600, 1219}}}}};
  CHECK_FALSE(in_state(setup).units.contains({"wall-wall"}));  // scenery alone
  setup["options"] = {{"wall_shoots", true}};
  State state = in_state(setup);
  REQUIRE(state.units.contains({"wall-wall"}));
  const auto& garrison = state.units.at({"wall-wall"});
  CHECK(garrison.lochoi.size() == 15);  // 600 mm of 40 mm
  CHECK(garrison.side == Side::B);
  CHECK(hoplomachia::nike(state) == std::nullopt);
  // An Invader two inches before it is shot at; nobody shoots back.
  for (auto& lochos : state.units.at({"A1"}).lochoi)
    for (auto& stand : lochos.stands) stand.at.pose.y += 1150_mm - 2_in - 280_mm;
  state.at.phase = hoplomachia::Phase::OffensiveBelos;
  CHECK_FALSE(hoplomachia::shots_of(state, {"wall-wall"}, false).empty());
  CHECK(hoplomachia::able_to_act(state, {"wall-wall"}));
}

TEST_CASE("no Invader ends within an inch of the city wall, but at the gate", "[hoplomachia][HM-AMB-91]") {
  for (const bool gate : {false, true}) {
    Json setup = fight_setup(Json::array({unit_at("A1", "psiloi", 1, 900, 1000), unit_at("A2", "hoplite", 2, 200, 200, true)}),
                             Json::array({unit_at("B1", "hoplite", 4, 300, 1100, true)}), "marches");
    setup["table"]["terrain"] = {
        {{"id", "wall"}, {"kind", "city_wall"}, {"outline_mm", {{600, 1150}, {1200, 1150}, {1200, 1219}, {600, 1219}}}}};
    if (gate)
      setup["table"]["terrain"].push_back(
          {{"id", "gate"}, {"kind", "gate"}, {"outline_mm", {{880, 1145}, {920, 1145}, {920, 1219}, {880, 1219}}}});
    setup["state"]["units"]["A1"]["order"] = {{"type", "forward_psiloi"}, {"source", "salpinx"}, {"turn", 3}, {"exempt", false}};
    setup["state"]["units"]["A1"]["mode"] = "march";
    Table table(setup);
    const Json move{{"do", "move"}, {"unit", "A1"}, {"legs", {{{"ahead_in", 5.5}}}}};  // its front at 1139.7 mm
    if (gate) {
      table.allowed("A", move);
    } else {
      CHECK(table.refused("A", move) == "HM-AMB-91");
    }
  }
}

TEST_CASE("terrain is laid and taken away before the battle, not in it", "[hoplomachia][HM-GEN-23][HM-GEN-25]") {
  Json setup =
      small_setup(Json::array({unit_at("A1", "hoplite", 4, 900, 280, true)}), Json::array({unit_at("B1", "hoplite", 4, 300, 1100, true)}));
  const Json wood{{"do", "lay_terrain"}, {"id", "w1"}, {"kind", "woods"}, {"outline", Json::array({{600, 500}, {800, 500}, {800, 700}})}};
  {
    Table begun(setup);
    CHECK_FALSE(begun.say("A", wood).verdict.allowed());
  }
  setup["sides"]["B"]["units"][0].erase("at");
  Table table(setup);
  REQUIRE(table.phase() == "deployment");
  table.allowed("A", wood);
  CHECK(table.at("/terrain").size() == 1);
  Json moved = wood;
  moved["outline"] = Json::array({{100, 500}, {300, 500}, {300, 700}});
  table.allowed("B", moved);
  REQUIRE(table.at("/terrain").size() == 1);
  CHECK(table.at("/terrain/0/outline/0/0") == 100);
  for (const auto& [x, y] : {std::pair{-10, 300}, {1839, 300}, {300, -10}, {300, 1230}}) {  // a corner off each edge
    Json off = wood;
    off["outline"][0] = {x, y};
    CHECK_FALSE(table.say("A", off).verdict.allowed());
  }
  CHECK_FALSE(table.say("A", {{"do", "lay_terrain"}, {"id", "x"}, {"kind", "swamp"}, {"outline", wood["outline"]}}).verdict.allowed());
  const auto offered = [&](const char* verb) {
    std::vector<std::string> found;
    for (const auto& offer : table.battle().offers(polemarch::Viewer::A, polemarch::engine::AboutNothing{}))
      if (Json::parse(offer.command).at("do") == verb && offer.verdict.allowed()) found.push_back(offer.text);
    return found;
  };
  CHECK(offered("lay_terrain").size() % 9 == 0);
  CHECK_FALSE(offered("lay_terrain").empty());
  CHECK(offered("clear_terrain") == std::vector<std::string>{"take away woods on A's left, between the armies (w1)"});
  table.allowed("B", {{"do", "clear_terrain"}, {"id", "w1"}});
  CHECK(table.state().value("terrain", Json::array()).empty());
}

TEST_CASE("when neither army breaks the battle's own objective decides", "[hoplomachia][HM-BATT-B5][HM-BATT-C4][HM-BATT-F4][HM-NIKE-04]") {
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 4, 900, 600, true)}),
                           Json::array({unit_at("B1", "hoplite", 4, 300, 1100, true)}), "marches");
  setup["table"]["terrain"] = {{{"id", "town"}, {"kind", "urban"}, {"outline_mm", {{800, 500}, {1000, 500}, {1000, 700}, {800, 700}}}}};
  State state = in_state(setup);
  state.battle.type = hoplomachia::BattleType::C;
  REQUIRE(hoplomachia::objective(state));
  CHECK(hoplomachia::objective(state)->winner == "A");
  CHECK(hoplomachia::time_up(state).rule == "HM-BATT-C4");
  state.battle.type = hoplomachia::BattleType::F;
  CHECK(hoplomachia::time_up(state).rule == "HM-BATT-F4");
  state.units.at({"A1"}).core = false;
  CHECK(hoplomachia::time_up(state).winner == "draw");
  state.units.at({"A1"}).core = true;
  state.battle.type = hoplomachia::BattleType::B;
  CHECK(hoplomachia::time_up(state).winner == "B");  // the pass was held
  state.armies.a.exited = 1;
  CHECK(hoplomachia::time_up(state).winner == "A");
  state.battle.type = hoplomachia::BattleType::H;
  CHECK(hoplomachia::time_up(state).rule == "HM-NIKE-08");
}

TEST_CASE("an objective is claimed by an army whose arete is above zero alone", "[hoplomachia][HM-NIKE-04][HM-AMB-105]") {
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 4, 900, 600, true)}),
                           Json::array({unit_at("B1", "hoplite", 4, 300, 1100, true)}), "marches");
  setup["table"]["terrain"] = {{{"id", "town"}, {"kind", "urban"}, {"outline_mm", {{800, 500}, {1000, 500}, {1000, 700}, {800, 700}}}}};
  for (const auto& [arete, wins] : {std::pair{1, true}, {0, false}}) {
    State state = in_state(setup);
    state.armies.a.arete = arete;
    state.battle.type = hoplomachia::BattleType::C;
    CHECK(hoplomachia::time_up(state).winner == (wins ? "A" : "draw"));
    state.battle.type = hoplomachia::BattleType::D;
    state.armies.a.exited = 4;
    CHECK(hoplomachia::nike(state).has_value() == wins);
    state.battle.type = hoplomachia::BattleType::B;
    state.armies.a.exited = 1;
    CHECK(hoplomachia::time_up(state).winner == (wins ? "A" : "draw"));
  }
}

TEST_CASE("core that walks off by the enemy's edge has left, not lost", "[hoplomachia][HM-BATT-B5][HM-PLAN-07]") {
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 2, 900, 1200, true), unit_at("A2", "hoplite", 2, 200, 200)}),
                           Json::array({unit_at("B1", "hoplite", 4, 300, 600, true)}), "marches");
  setup["battle"]["type"] = "B";
  setup["state"]["units"]["A1"]["order"] = {{"type", "march"}, {"source", "salpinx"}, {"turn", 3}, {"exempt", false}};
  setup["state"]["units"]["A1"]["mode"] = "march";
  Table table(setup);
  const auto events = table.allowed("A", {{"do", "move"}, {"unit", "A1"}, {"legs", {{{"ahead_in", 4}}}}});
  REQUIRE(of_kind(events, "lochoi_left").size() == 1);
  CHECK(table.at("/armies/a/exited") == 1);
  CHECK(arete_of(table, "a") == 13);
  CHECK(of_kind(events, "lost").empty());
  CHECK(lochos_of(table, "A1").at("left") == true);
}

TEST_CASE("the gate is tried when a Defender uses it, while the door is held lochoi go in, and four of them win",
          "[hoplomachia][HM-BATT-D5][HM-BATT-D6][HM-BATT-D7]") {
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 8, 900, 1150, true)}),
                           Json::array({unit_at("B1", "hoplite", 4, 300, 600, true)}), "marches");
  setup["battle"]["type"] = "D";
  setup["table"]["terrain"] = {{{"id", "gate"}, {"kind", "gate"}, {"outline_mm", {{880, 1160}, {920, 1160}, {920, 1219}, {880, 1219}}}}};
  setup["state"]["units"]["A1"]["order"] = {{"type", "march"}, {"source", "salpinx"}, {"turn", 3}, {"exempt", false}};
  setup["state"]["units"]["A1"]["mode"] = "march";
  const Json gate{{"do", "gate"}, {"unit", "A1"}};
  {
    Table nobody(setup);
    CHECK(nobody.refused("A", gate) == "HM-BATT-D5");
  }
  setup["state"]["armies"]["b"]["gate_used"] = 3;
  {
    Table shut(setup);
    shut.allowed("A", gate);
    shut.dice({2});
    CHECK(shut.refused("A", gate) == "HM-BATT-D6");
  }
  setup["state"]["units"]["A1"]["order"]["type"] = "halt";
  setup["state"]["units"]["A1"]["mode"] = "halt";
  Table table(setup);
  table.allowed("A", gate);
  table.dice({3});
  for (int i = 1; i <= 3; ++i) {
    table.allowed("A", gate);
    CHECK(table.at("/armies/a/exited") == i);
  }
  // Held open for one turn; while somebody stands at it the next one begins with a new roll.
  std::vector<Json> events;
  for (int i = 0; i < 60 && !(table.asked() && table.wait().rule == "HM-BATT-D6"); ++i)
    if (!one_on(table, events, {})) break;
  REQUIRE(table.asked());
  CHECK(table.wait().rule == "HM-BATT-D6");
  CHECK(table.at("/at/turn") == 4);
  CHECK(table.phase() == "salpinx");
  CHECK_FALSE(table.state().value("gates", Json::object()).contains("gate"));
  table.dice({2});
  CHECK(table.at("/gates/gate") == false);
  State state = in_state(setup);
  state.armies.a.exited = 3;
  CHECK_FALSE(hoplomachia::nike(state));
  state.armies.a.exited = 4;
  REQUIRE(hoplomachia::nike(state));
  CHECK(hoplomachia::nike(state)->rule == "HM-BATT-D7");
}

TEST_CASE("an ile inside the gate counts as a lochos, a stand of psiloi does not, and through the pass core alone counts",
          "[hoplomachia][HM-BATT-B5][HM-BATT-D7][HM-TROOP-40]") {
  for (const auto& [battle, type, counts] :
       {std::tuple{"D", "hippeis", 1}, {"D", "psiloi", 0}, {"D", "hoplite", 1}, {"B", "hippeis", 0}, {"B", "hoplite", 1}}) {
    CAPTURE(battle, type);
    Json setup = fight_setup(Json::array({unit_at("A1", type, 2, 900, 1150), unit_at("A2", "hoplite", 4, 200, 200, true)}),
                             Json::array({unit_at("B1", "hoplite", 4, 300, 600, true)}), "marches");
    setup["battle"]["type"] = battle;
    State state = in_state(setup);
    state = hoplomachia::Rules::evolve(std::move(state), hoplomachia::LochoiLeft{{"A1"}, {0}, true, "is through"});
    CHECK(state.armies.a.exited == counts);
  }
}

}  // namespace ambush_tests
