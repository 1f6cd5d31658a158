/// Nobody ends on anybody, whatever moves him: charges past friends and third parties, turns, files in a line; and what stands in a lane.
#include "engine/geometry/gap.hpp"
#include "engine/rulesets/hoplomachia/play/fight.hpp"
#include "engine/rulesets/hoplomachia/topics/charging.hpp"
#include "engine/rulesets/hoplomachia/topics/orders.hpp"
#include "engine/rulesets/hoplomachia/topics/running.hpp"
#include "engine/rulesets/hoplomachia/topics/shooting.hpp"
#include "tests/engine/rulesets/hoplomachia/fight_support.hpp"

namespace places_tests {

using namespace polemarch;
using namespace polemarch::test::hoplomachia_room;
using test::hoplomachia_room::Table;

namespace {

const Json kCharge{{"do", "charge"}, {"unit", "A1"}};

Json hoplites(const std::string& id, int bases, double x, double y, const std::string& files = "CF") {
  Json unit = unit_at(id, "hoplite", bases, x, y);
  unit["arrangement"] = files;
  return unit;
}
/// A1 under that order at x 900, y 300 (front of its first rank), with others; both strategoi far off.
Json beside(const std::string& order, const std::string& phase, std::vector<Json> mine, std::vector<Json> theirs) {
  mine.push_back(unit_at("A3", "hoplite", 2, 200, 200, true));
  theirs.push_back(unit_at("B2", "hoplite", 2, 1700, 1150, true));
  Json setup = fight_setup(mine, theirs, phase);
  for (const Json& unit : mine) {
    const std::string id = unit.at("unit");
    setup["state"]["units"][id]["order"] = {{"type", order}, {"source", "salpinx"}, {"turn", 3}, {"exempt", false}};
    if (order == "march") setup["state"]["units"][id]["mode"] = "march";
  }
  if (order == "charge")
    for (const Json& unit : mine)
      if (unit.at("unit") != "A1") setup["state"]["units"].erase(unit.at("unit").get<std::string>());
  setup["state"]["armies"]["a"]["sphagia_done"] = true;
  return setup;
}
/// Pairs of stands of different lochoi that lie more than half a millimetre deep in each other.
std::string stacked(Table& table) {
  std::string found;
  const auto places = table.battle().places();
  for (std::size_t i = 0; i < places.size(); ++i)
    for (std::size_t k = i + 1; k < places.size(); ++k) {
      if (!places[i].on_table || !places[k].on_table) continue;
      const auto a = geometry::placed(places[i].footprint, places[i].pose), b = geometry::placed(places[k].footprint, places[k].pose);
      if (geometry::gap_between(a, b).signed_gap.value < Length{-500}) found += places[i].base.text + " on " + places[k].base.text + "; ";
    }
  return found;
}
std::vector<Json> rows_named(const std::vector<Json>& melees, const std::string& share, const std::string& word) {
  std::vector<Json> rows;
  for (const Json& melee : melees)
    for (const Json& row : melee.at(share).at("defence"))
      if (row.at("text") == word) rows.push_back(row);
  return rows;
}

}  // namespace

TEST_CASE("every lochos broken in a melee of two lines routs away from the one that stood before it", "[hoplomachia][HM-ROUT-04]") {
  Json a = hoplites("A1", 6, 900, 300), b = hoplites("B1", 6, 900, 300 + 4 * kInch);
  a["spear"] = 12, b["spear"] = 0;
  Table table(beside("charge", "epidromos", {a}, {b}));
  table.allowed("A", kCharge);
  for (const auto& dice : {std::vector<int>{2, 2}, {6}, {6, 6}}) table.dice(dice);
  until(table, "katastrophe");
  int routs = 0;
  for (const Json& flight : flights_of(table)) {
    if (flight.at("unit") != "B1" || flight.value("mode", "rout") != "rout") continue;
    ++routs;
    CHECK(flight.at("away").get<double>() == Approx(90));
  }
  CHECK(routs == 3);
}

TEST_CASE("shooters before an equal line each take the stand straight ahead", "[hoplomachia][HM-BEL-13][HM-BEL-14][HM-AMB-98]") {
  for (const int many : {3, 4, 5}) {
    Table table(beside("halt", "offensive_belos", {unit_at("A1", "toxotes", many, 900, 500)}, {hoplites("B1", 2 * many, 900, 627)}));
    table.allowed("A", {{"do", "shoot"}, {"unit", "A1"}});
    CHECK(table.wait().chance->count == many);
  }
}

TEST_CASE("a second rank of toxotes that the camera has a little off still adds one and does not shoot", "[hoplomachia][HM-BEL-07]") {
  const auto shots = [](double back_mm, bool measured) {
    hoplomachia::State state =
        in_state(fight_setup(Json::array({unit_at("A1", "toxotes", 2, 900, 300), unit_at("A8", "hoplite", 2, 200, 200, true)}),
                             Json::array({unit_at("B1", "hoplite", 2, 900, 300 + 5 * kInch, true)}), "offensive_belos"));
    auto& lochoi = state.units.at({"A1"}).lochoi;
    hoplomachia::Stand &front = lochoi[0].stands[0], &back = lochoi[1].stands[0];
    back.at.pose = {front.at.pose.x, front.at.pose.y - Length::from_mm(20 + back_mm), front.at.pose.heading};
    if (measured)
      for (hoplomachia::Stand* stand : {&front, &back}) stand->at.error.own = {250000, 0, 0, 250000, 0, 0};
    return hoplomachia::shots_of(state, {"A1"}, false);
  };
  for (const double off : {0.0, 2.0, 4.0}) {
    const auto one = shots(off, true);
    REQUIRE(one.size() == 1);
    CHECK(one.front().second_ranks.size() == 1);
  }
  CHECK(shots(4, false).front().second_ranks.empty());  // where the rules set them down, a millimetre is a millimetre
  CHECK(shots(8, true).front().second_ranks.empty());   // not in contact
}

TEST_CASE("both ranks of an ile in open files count in a belos charge", "[hoplomachia][HM-BCH-03][HM-BCH-08][HM-BCK-09]") {
  Json horse = unit_at("A1", "hippeis", 2, 900, 500);
  horse["arrangement"] = "OF";
  Json target = hoplites("B1", 2, 900, 601.6);
  target["belos_shield"] = 0;
  Json setup = beside("halt", "offensive_belos", {horse}, {target});
  setup["state"]["at"]["stage"] = 1;
  Table table(setup);
  table.allowed("A", {{"do", "belos_charge"}, {"unit", "A1"}, {"target", "B1"}});
  const Json thrown = throw_of(table.dice({3}), "HM-BCK-04");
  CHECK(thrown.at("need") == 3);  // belos check 6, less 2 + 1 + 1: 2 passes, 3 fails
}

TEST_CASE("a charger with a friend at his front does not move", "[hoplomachia][HM-PEN-01][HM-AMB-72]") {
  Table table(
      beside("charge", "epidromos", {hoplites("A1", 2, 900, 300), hoplites("A2", 2, 905, 360, "OF")}, {hoplites("B1", 2, 900, 477.8)}));
  table.allowed("A", kCharge);
  for (const auto& dice : {std::vector<int>{2, 2}, {6}, {6, 6}}) table.dice(dice);
  CHECK(stand_of(table, "A1").y == Approx(290));
  CHECK(stacked(table) == "");
}

TEST_CASE("a countercharge meets whoever stands in its own lane first", "[hoplomachia][HM-EPI-25][HM-EPI-27][HM-EPI-28][HM-PEN-01]") {
  // A2 before the second lochos of B1, or before A1 itself.
  for (const double x : {940.0, 930.0}) {
    const double y = x == 940.0 ? 427.0 : 300 + 3 * kInch;
    Table table(beside("charge", "epidromos", {hoplites("A1", 2, 900, 300), hoplites("A2", 2, x, y)}, {hoplites("B1", 4, 900, 477.8)}));
    table.allowed("A", kCharge);
    for (const auto& dice : {std::vector<int>{2, 2}, {6}, {2, 2}, {6}, {6, 6}}) table.dice(dice);  // A2 is charged, and halts
    INFO(x);
    CHECK(stacked(table) == "");
    CHECK_FALSE(fight_of(table, "A2").at("contacts").empty());
  }
}

TEST_CASE("a stand that only touches the edge line of the lane is no target", "[hoplomachia][HM-EPI-18][HM-EPI-22][HM-FLK-01]") {
  const auto beside_lane = in_state(beside("charge", "epidromos", {hoplites("A1", 2, 900, 300)}, {hoplites("B3", 2, 940, 452.4)}));
  CHECK(hoplomachia::may_charge(beside_lane, {"A1"}, {}).reasons.front().rule == "HM-EPI-18");
  Table in_lane(beside("charge", "epidromos", {hoplites("A1", 2, 900, 300)}, {hoplites("B3", 2, 939, 452.4)}));
  in_lane.allowed("A", kCharge);
  in_lane.dice({2, 2});
  in_lane.dice({6});
  CHECK(throw_of(in_lane.dice({6, 6}), "HM-AND-15").at("purpose").get<std::string>().find("Charging") != std::string::npos);
}

TEST_CASE("lights before marching hoplites fall back to three inches, however near they stood",
          "[hoplomachia][HM-PROX-04][HM-PROX-05][HM-PROX-06]") {
  for (const double inches : {0.2, 0.5, 1.2, 2.0, 2.9, 5.0})
    for (const double heading : {270.0, 90.0, 0.0}) {
      Json lights = unit_at("B1", "psiloi", 1, 900, 300 + inches * kInch + (heading == 270 ? 0 : 20));
      lights["at"]["heading_deg"] = heading;
      Table table(beside("march", "marches", {hoplites("A1", 4, 900, 300)}, {lights}));
      table.allowed("A", {{"do", "move"}, {"unit", "A1"}, {"legs", Json::array({{{"ahead_in", 4}}})}});
      INFO(inches << " in, facing " << heading);
      CHECK(stand_of(table, "A1").y == Approx(290 + 4 * kInch));
      CHECK(stand_of(table, "B1").y == Approx(300 + 7 * kInch + 10).margin(0.1));
      CHECK(stand_of(table, "B1").heading == Approx(270));
    }
}

TEST_CASE("a stand of light horse in no files is no ile: it scores nothing when lost", "[hoplomachia][HM-AMB-57][HM-AMB-03][HM-TROOP-02]") {
  for (const char* type : {"hippotoxotes", "psiloi", "hippeis"}) {
    hoplomachia::State state = in_state(beside("halt", "marches", {hoplites("A1", 2, 900, 300)}, {unit_at("B1", type, 1, 900, 700)}));
    hoplomachia::Unfold u(state, Viewer::Umpire);
    hoplomachia::score_lochos_lost(u, {{"B1"}, 0});
    const int lost = std::string(type) == "hippeis" ? 1 : 0;
    CHECK(u.state().armies.b.arete == 12 - lost);
    CHECK(u.state().armies.a.arete == 13 + lost);
  }
}

TEST_CASE("an allied hipparchy checks at the first rout of a home taxis as allied hoplites do",
          "[hoplomachia][HM-AND-12][HM-KAT-07][HM-TROOP-40]") {
  Json horse = unit_at("B3", "hippeis", 4, 1500, 900), foot = hoplites("B4", 4, 1300, 900), lights = unit_at("B5", "psiloi", 2, 1100, 900);
  for (Json* ally : {&horse, &foot, &lights}) (*ally)["nation"] = "Argive";
  Json setup = beside("halt", "marches", {hoplites("A1", 2, 900, 300)}, {hoplites("B1", 2, 900, 700), horse, foot, lights});
  setup["sides"]["B"]["allies"] = Json::array({"Argive"});
  const hoplomachia::State state = in_state(setup);
  hoplomachia::Unfold u(state, Viewer::Umpire);
  hoplomachia::rout_unit(u, {"B1"}, {"A1"}, "HM-AND-34");
  const auto checks = [&](const char* id) { return u.state().units.at({id}).fight.katastrophe.contains("HM-KAT-07"); };
  CHECK(checks("B3"));
  CHECK(checks("B4"));
  CHECK_FALSE(checks("B5"));  // a group is no taxis
}

TEST_CASE("a lochos does not charge to where its fellow stands", "[hoplomachia][HM-PEN-01][HM-EPI-26]") {
  Json setup = beside("charge", "epidromos", {hoplites("A1", 4, 900, 300)}, {hoplites("B1", 2, 600, 600)});
  Json a, b;
  {
    Table plain(setup);
    a = plain.state().at("units").at("A1").at("lochoi"), b = plain.state().at("units").at("B1").at("lochoi");
  }
  const auto put = [](Json& lochos, double x, double y, double heading, double dx, double dy) {
    for (int rank = 0; rank < 2; ++rank)
      lochos["stands"][static_cast<std::size_t>(rank)]["at"] = {{"x_mm", x + rank * dx}, {"y_mm", y + rank * dy}, {"heading_deg", heading}};
  };
  put(a[0], 620, 570, 90, 0, -20);
  put(a[1], 590, 520, 90, 0, -20);
  put(b[0], 610, 600, 180, 20, 0);
  a[0]["fight"]["engaged"] = b[0]["fight"]["engaged"] = "othismos";
  a[0]["fight"]["contacts"] = Json::array({{{"foe", {{"unit", "B1"}, {"at", 0}}}, {"on", "front"}, {"othismos", true}}});
  b[0]["fight"]["contacts"] = Json::array({{{"foe", {{"unit", "A1"}, {"at", 0}}}, {"on", "shielded"}, {"othismos", true}}});
  setup["state"]["units"]["A1"]["lochoi"] = a, setup["state"]["units"]["B1"]["lochoi"] = b;
  Table table(setup);
  REQUIRE(stacked(table) == "");
  table.allowed("A", kCharge);
  for (const auto& dice : {std::vector<int>{2, 2}, {6}, {2, 2}})
    if (table.asked()) table.dice(dice);
  CHECK(stacked(table) == "");
  CHECK(fight_of(table, "A1", 1).at("contacts").empty());
}

TEST_CASE("lochoi that turn in open files give way and stand on nobody", "[hoplomachia][HM-MAN-05][HM-PEN-01]") {
  for (const double by : {90.0, -90.0, 180.0}) {
    Table table(beside("march", "marches", {hoplites("A1", 6, 900, 300, "OF")}, {}));
    table.allowed("A", {{"do", "move"}, {"unit", "A1"}, {"legs", Json::array({{{"turn_deg", by}}, {{"ahead_in", 1}}})}});
    CHECK(stacked(table) == "");
    CHECK(stand_of(table, "A1").heading == Approx(by == -90 ? 0.0 : 90 + by));
  }
}

TEST_CASE("a line of taxeis takes open files where it stands", "[hoplomachia][HM-OTYP-04][HM-ARR-11][HM-PEN-01]") {
  Table table(beside("march", "marches", {hoplites("A1", 4, 980, 300), hoplites("A2", 4, 900, 300), hoplites("A4", 4, 820, 300)}, {}));
  for (const char* unit : {"A1", "A2", "A4"})
    table.allowed("A", {{"do", "move"}, {"unit", unit}, {"legs", Json::array({{{"arrange", "OF"}}, {{"ahead_in", 4}}})}});
  CHECK(stacked(table) == "");
  CHECK(stand_of(table, "A2").y == Approx(290 + 4 * kInch));
  // Alone there is room, and it spreads by a quarter of a base.
  Table alone(beside("march", "marches", {hoplites("A1", 4, 980, 300)}, {}));
  alone.allowed("A", {{"do", "move"}, {"unit", "A1"}, {"legs", Json::array({{{"arrange", "OF"}}, {{"ahead_in", 4}}})}});
  CHECK(stand_of(alone, "A1", 0).x - stand_of(alone, "A1", 1).x == Approx(50));
}

TEST_CASE("who charges a wall does not defend it, and a ditch is no wall", "[hoplomachia][HM-DEF-03][HM-EPI-06]") {
  for (const char* works : {"wall", "ditch"}) {
    Json setup = beside("charge", "epidromos", {hoplites("A1", 2, 900, 300)}, {hoplites("B1", 2, 900, 427)});
    setup["table"]["terrain"] =
        Json::array({{{"id", "t"}, {"kind", works}, {"outline_mm", {{700, 422}, {1100, 422}, {1100, 426}, {700, 426}}}}});
    Table table(setup);
    table.allowed("A", kCharge);
    for (const auto& dice : {std::vector<int>{2, 2}, {6}, {6, 6}}) table.dice(dice);
    const auto melees = of_kind(until(table, "katastrophe"), "melee_fought");
    REQUIRE(melees.size() == 1);
    const bool a_first = melees[0].at("first").at("lochos").at("unit") == "A1";
    // The defence that stands with a share is the one it has to overcome.
    CHECK(rows_named(melees, a_first ? "first" : "second", "wall").size() == (std::string(works) == "wall" ? 1U : 0U));
    CHECK(rows_named(melees, a_first ? "second" : "first", "wall").empty());
  }
}

TEST_CASE("a friend pushed back with the line over a cliff or the table's edge is slaughtered", "[hoplomachia][HM-AMB-27]") {
  for (const char* behind : {"cliff", "road"}) {
    Json mine = hoplites("A1", 2, 900, 300), theirs = hoplites("B1", 2, 900, 300 + 4 * kInch);
    mine["spear"] = 6, theirs["arete_threshold"] = 15;
    Json setup = beside("charge", "epidromos", {mine}, {theirs, hoplites("B4", 2, 900, 340 + 4 * kInch)});
    setup["table"]["terrain"] =
        Json::array({{{"id", "c"}, {"kind", behind}, {"outline_mm", {{700, 486.6}, {1100, 486.6}, {1100, 540}, {700, 540}}}}});
    Table table(setup);
    table.allowed("A", kCharge);
    for (const auto& dice : {std::vector<int>{2, 2}, {1}, {6, 6}}) table.dice(dice);
    until(table, "katastrophe", {{"HM-AND-15", {1, 1}}});
    REQUIRE(fight_of(table, "B1").at("ground_given") == 1);
    CHECK((lochos_of(table, "B4").value("fate", "sound") == "sound") == (std::string(behind) == "road"));
    CHECK(stand_of(table, "B1").y > 300 + 4 * kInch + 20);
  }
}

TEST_CASE("who is pushed back onto another enemy has no room and is slaughtered", "[hoplomachia][HM-AMB-27][HM-PEN-01]") {
  Json setup = beside("halt", "marches", {hoplites("A1", 2, 900, 300), hoplites("A2", 2, 700, 300)}, {hoplites("B1", 2, 600, 600)});
  Json a1, a2, b;
  {
    Table plain(setup);
    const Json units = plain.state().at("units");
    a1 = units.at("A1").at("lochoi"), a2 = units.at("A2").at("lochoi"), b = units.at("B1").at("lochoi");
  }
  const auto put = [](Json& lochos, double x, double heading, double dx) {
    for (int rank = 0; rank < 2; ++rank)
      lochos["stands"][static_cast<std::size_t>(rank)]["at"] = {{"x_mm", x + rank * dx}, {"y_mm", 620}, {"heading_deg", heading}};
    lochos["fight"]["engaged"] = "othismos";
  };
  const auto contact = [](const std::string& foe, const std::string& on) {
    return Json{{"foe", {{"unit", foe}, {"at", 0}}}, {"on", on}, {"othismos", true}};
  };
  put(a1[0], 930, 180, 20), put(a2[0], 870, 0, -20), put(b[0], 900, 270, 0);
  for (int rank = 0; rank < 2; ++rank)
    b[0]["stands"][static_cast<std::size_t>(rank)]["at"] = {{"x_mm", 900}, {"y_mm", 610 + 20 * rank}, {"heading_deg", 270}};
  a1[0]["fight"]["contacts"] = Json::array({contact("B1", "front")}), a2[0]["fight"]["contacts"] = a1[0]["fight"]["contacts"];
  b[0]["fight"]["contacts"] = Json::array({contact("A1", "shielded"), contact("A2", "unshielded")});
  setup["state"]["units"]["A1"]["lochoi"] = a1, setup["state"]["units"]["A2"]["lochoi"] = a2, setup["state"]["units"]["B1"]["lochoi"] = b;
  hoplomachia::State state = in_state(setup);
  hoplomachia::Unfold u(state, Viewer::Umpire);
  hoplomachia::apply_result(u, {{"A1"}, 0}, {{"B1"}, 0}, hoplomachia::MeleeResult::PushedBack, false);
  CHECK_FALSE(u.state().units.at({"B1"}).lochoi[0].on_table());
  // With nobody on its other side it is pushed and stays.
  b[0]["fight"]["contacts"] = Json::array({contact("A1", "shielded")});
  setup["state"]["units"]["B1"]["lochoi"] = b;
  setup["state"]["units"]["A2"].erase("lochoi");
  hoplomachia::State free = in_state(setup);
  hoplomachia::Unfold v(free, Viewer::Umpire);
  hoplomachia::apply_result(v, {{"A1"}, 0}, {{"B1"}, 0}, hoplomachia::MeleeResult::PushedBack, false);
  CHECK(v.state().units.at({"B1"}).lochoi[0].on_table());
}

TEST_CASE("an ally's strategos does not keep a new hegemon away", "[hoplomachia][HM-STRAT-15][HM-STRAT-16]") {
  Json setup = small_setup(Json::array({hoplites("A1", 2, 900, 300), hoplites("A2", 4, 200, 200)}), hoplites("B1", 2, 900, 1000));
  setup["sides"]["A"]["units"][1]["nation"] = "Argive";
  setup["sides"]["A"]["strategoi"] = {
      {{"strategos", "S1"}, {"hegemon", true}, {"character", "crafty"}, {"stance", "philos"}, {"unit", "A1"}},
      {{"strategos", "S2"}, {"nation", "Argive"}, {"character", "fellow_hoplite"}, {"stance", "philos"}, {"unit", "A2"}}};
  hoplomachia::State state = in_state(setup);
  CHECK(hoplomachia::hegemon_of(state, Side::A) == "S1");
  state.strategoi.at("S1").alive = false;
  CHECK(hoplomachia::hegemon_of(state, Side::A).empty());
  state.strategoi.at("S2").hegemon = true;
  CHECK(hoplomachia::hegemon_of(state, Side::A) == "S2");
}

TEST_CASE("a caught evader's rout stops at the table's edge, another rout is lost there", "[hoplomachia][HM-AMB-97][HM-ROUT-10]") {
  hoplomachia::State state = in_state(beside("halt", "marches", {hoplites("A1", 2, 900, 300)}, {unit_at("B1", "psiloi", 1, 900, 1100)}));
  hoplomachia::Flight flight{.id = 1, .mode = hoplomachia::Mode::Rout, .unit = {"B1"}, .lochoi = {0}, .foe = {"A1"}, .away = 90_deg};
  CHECK(hoplomachia::run_of(state, flight, 9_in).destroyed);
  flight.stops = true;
  const hoplomachia::Run run = hoplomachia::run_of(state, flight, 9_in);
  CHECK_FALSE(run.destroyed);
  CHECK(run.moved < 5_in);
  CHECK(run.moved > 3_in);
}

TEST_CASE("away from an enemy is away from the stands that touch, not from one pair of them", "[hoplomachia][HM-ROUT-04][HM-AMB-97]") {
  const auto stand = [](Length x, Length y, Angle heading) {
    return geometry::placed({Outline::Rectangle, 40_mm, 20_mm}, MeasuredPose{{x, y, heading}, {}});
  };
  const hoplomachia::Shapes runners{stand(880_mm, 500_mm, 90_deg), stand(920_mm, 500_mm, 90_deg)};
  CHECK(hoplomachia::away_from(runners, {stand(900_mm, 520_mm, 90_deg)}) == 270_deg);  // they ran into its rear
  CHECK(hoplomachia::away_from(runners, {stand(900_mm, 480_mm, 90_deg)}) == 90_deg);   // its front drives them
}

TEST_CASE("a charger whose only target ran pursues it, whoever stands out of reach beyond", "[hoplomachia][HM-EPI-32][HM-EPI-18]") {
  Json runner = hoplites("B1", 2, 900, 300 + 5 * kInch);
  const Json codes{{"pass", "X"}, {"fail", {"X", "X", "X", "X"}}};
  const Json usual{{"pass", "M"}, {"fail", {"M", "D", "D", "X"}}};
  runner["andreia_chart"] = {{"recovering", usual}, {"charging", codes}, {"melee", usual}, {"katastrophe", usual}};
  Table table(beside("charge", "epidromos", {hoplites("A1", 2, 900, 300)}, {runner, hoplites("B4", 2, 900, 300 + 14 * kInch)}));
  table.allowed("A", kCharge);
  for (const auto& dice : {std::vector<int>{2, 2}, {1}, {3, 3}, {1}}) table.dice(dice);
  CHECK(table.wait().rule == "HM-EPI-32");
}

TEST_CASE("two groups that fall back before the same hoplites stand clear of each other",
          "[hoplomachia][HM-PROX-06][HM-PROX-07][HM-PEN-01]") {
  Table table(beside("march", "marches", {hoplites("A1", 4, 900, 300)},
                     {unit_at("B1", "psiloi", 1, 900, 300 + 4 * kInch), unit_at("B4", "psiloi", 1, 900, 300 + 6.5 * kInch)}));
  table.allowed("A", {{"do", "move"}, {"unit", "A1"}, {"legs", Json::array({{{"ahead_in", 4}}})}});
  CHECK(stacked(table) == "");
  CHECK(stand_of(table, "B1").y >= 300 + 7 * kInch + 9.9);
  CHECK(stand_of(table, "B4").y >= 300 + 7 * kInch + 9.9);
}

TEST_CASE("who has to charge after a C reaction may not stand", "[hoplomachia][HM-BRX-05][HM-AMB-42]") {
  Json setup = beside("charge", "epidromos", {hoplites("A1", 2, 900, 300)}, {hoplites("B1", 2, 900, 300 + 5 * kInch)});
  Table free(setup);
  CHECK(free.say("A", {{"do", "stand"}, {"unit", "A1"}}).verdict.allowed());
  setup["state"]["units"]["A1"]["fight"] = {{"must_charge", true}};
  Table forced(setup);
  CHECK(forced.refused("A", {{"do", "stand"}, {"unit", "A1"}}) == "HM-BRX-05");
}

TEST_CASE("after a belos charge it falls back aside where an inch is left to everybody, else straight back", "[hoplomachia][HM-BCH-14]") {
  for (const bool taken : {false, true}) {
    CAPTURE(taken);
    std::vector<Json> mine{unit_at("A1", "psiloi", 1, 900, 300)};
    if (taken) mine.push_back(unit_at("A2", "psiloi", 1, 850, 260));
    Table table(beside("march", "offensive_belos", mine, {unit_at("B1", "hoplite", 2, 900, 300 + 3 * kInch)}));
    for (int i = 0;
         i < 4 && table.say("A", {{"do", "belos_charge"}, {"unit", "A1"}, {"target", "B1"}}).verdict.ruling != engine::Ruling::Allowed; ++i)
      table.say("A", {{"do", "stand"}, {"unit", "A1"}});
    REQUIRE(table.asked());
    table.dice({1});
    REQUIRE(table.wait().rule == "HM-BCH-14");
    const At before = stand_of(table, "A1");
    table.choose("left");
    const At after = stand_of(table, "A1");
    CHECK(after.y < before.y - 1);
    CHECK((after.x < before.x - 1) == !taken);
  }
}

}  // namespace places_tests
