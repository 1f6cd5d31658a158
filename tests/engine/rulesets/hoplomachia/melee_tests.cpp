/// Melees from contact to result, from the screen's side: charge, fight, push back, break, slaughter.
#include "engine/rulesets/hoplomachia/topics/melee.hpp"
#include "tests/engine/rulesets/hoplomachia/fight_support.hpp"

namespace melee_tests {

using namespace polemarch;
using namespace polemarch::test::hoplomachia_room;
using test::hoplomachia_room::Table;

namespace {

/// A1 charges B1 from 4" with momentum when it has approached; B1 halts.
Json clash(int lochoi = 1, int arete_a = 12, int arete_b = 12) {
  Json setup = fight_setup(
      Json::array({unit_at("A1", "hoplite", 2 * lochoi, 900, 300, true)}),
      Json::array({unit_at("B1", "hoplite", 2 * lochoi, 900, 300 + 4 * kInch, true), unit_at("B2", "hoplite", 4, 200, 1100)}), "epidromos");
  charge_order(setup, "A1");
  setup["sides"]["A"]["arete"] = arete_a;
  setup["sides"]["B"]["arete"] = arete_b;
  return setup;
}
/// The charge of A1, its die, the target's check.
std::vector<Json> charge(Table& table, int die, std::vector<int> target = {6, 6}) {
  std::vector<Json> events = table.allowed("A", {{"do", "charge"}, {"unit", "A1"}});
  for (const auto& values : {std::vector<int>{2, 2}, std::vector<int>{die}, target})
    for (const Json& event : table.dice(values)) events.push_back(event);
  return events;
}
}  // namespace

TEST_CASE("Firm with momentum breaks Unsteady without, in the melee of the charge",
          "[hoplomachia][HM-DX-01][HM-MEL-01][HM-RES-11][HM-RES-12][HM-RES-20][HM-DIS-03][HM-EVT-01][HM-EVT-02]") {
  Json setup = clash(1, 12, 8);
  approached(setup, "A1");
  Table table(setup);
  charge(table, 3);
  REQUIRE(fight_of(table, "A1").at("engaged") == "epidromos");
  const auto events = until(table, "katastrophe");
  const auto melees = of_kind(events, "melee_fought");
  REQUIRE(melees.size() == 1);
  const Json& melee = melees.front();
  int attack = 0, defence = 0;
  const Json& a = melee.at("first").at("lochos").at("unit") == "A1" ? melee.at("first") : melee.at("second");
  const Json& b = melee.at("first").at("lochos").at("unit") == "A1" ? melee.at("second") : melee.at("first");
  for (const Json& row : a.at("attack")) attack += row.at("value").get<int>();
  for (const Json& row : a.at("defence")) defence += row.at("value").get<int>();
  CHECK(attack == 8);
  CHECK(defence == 4);
  CHECK(a.at("level") == 3);
  CHECK(b.at("level") == 1);
  CHECK(melee.at("result") == "broken");
  CHECK(melee.at("losers").at(0).at("unit") == "B1");
  CHECK(lochos_of(table, "B1").at("fate") == "routing");
  CHECK(stand_of(table, "B1").heading == Approx(90));  // turned round
  CHECK(lochos_of(table, "A1").at("disarrayed") == true);
  CHECK(of_kind(events, "dead_laid").size() == 1);
  bool pursues = false;
  for (const Json& flight : flights_of(table)) pursues = pursues || (flight.at("unit") == "A1" && flight.at("mode") == "pursue");
  CHECK(pursues);
  // The only lochos of the senior taxis: -1 and -5, +1 and +3.
  CHECK(arete_of(table, "b") == 8 - 1 - 5);
  CHECK(arete_of(table, "a") == 12 + 1 + 3);
}

TEST_CASE("lights follow core whose lochoi are all broken in melee, as they follow core that routs as one",
          "[hoplomachia][HM-ORD-15][HM-AMB-54]") {
  for (const int lochoi : {1, 2}) {
    INFO(lochoi);
    Json setup = clash(lochoi, 12, 8);
    Json lights = unit_at("B5", "psiloi", 2, 900, 700);
    lights["allied_to"] = "B1";
    setup["sides"]["B"]["units"].push_back(lights);
    approached(setup, "A1");
    Table table(setup);
    charge(table, 3);
    until(table, "katastrophe");
    for (int i = 0; i < lochoi; ++i) CHECK(lochos_of(table, "B1", static_cast<std::size_t>(i)).at("fate") == "routing");
    CHECK(table.at("/units/B5/order/type") == "withdrawal");
    CHECK(table.at("/units/B5/mode") == "march");
  }
}

TEST_CASE("equal penetration leaves both where they are, and they fight an othismos next turn",
          "[hoplomachia][HM-RES-04][HM-MEL-01][HM-MEL-02][HM-ATK-05]") {
  Table table(clash());
  charge(table, 3);
  auto events = until(table, "katastrophe");
  auto melees = of_kind(events, "melee_fought");
  REQUIRE(melees.size() == 1);  // 6 against 4: strength hit, both ways
  CHECK(melees.front().at("othismos") == false);
  CHECK(melees.front().at("result") == "both_disarrayed");
  CHECK(fight_of(table, "A1").at("engaged") == "othismos");
  until(table, "marches");
  events = until(table, "katastrophe");
  melees = of_kind(events, "melee_fought");
  REQUIRE(melees.size() == 1);
  CHECK(melees.front().at("othismos") == true);
  bool shoves = false;
  for (const Json& row : melees.front().at("first").at("attack")) shoves = shoves || row.at("rule") == "HM-ATK-05";
  CHECK(shoves);
}

TEST_CASE("both disarrayed disarrays the two lochoi that fought", "[hoplomachia][HM-RES-05][HM-DIS-17][HM-AMB-75]") {
  Json setup = clash(2);
  setup["sides"]["B"]["units"][0]["bases"] = 2;
  setup["sides"]["B"]["units"][0]["at"]["x_mm"] = 880;  // in front of the left one of A1, whose other one overlaps its shielded side
  Table table(setup);
  charge(table, 3);
  until(table, "katastrophe");
  CHECK(lochos_of(table, "B1").at("disarrayed") == true);
  CHECK(lochos_of(table, "A1", 1).at("disarrayed") == true);
  CHECK(lochos_of(table, "A1", 0).at("disarrayed") == false);
}

TEST_CASE("pushed back is one stand depth, the winner follows, the loser checks on the Melee line at once",
          "[hoplomachia][HM-RES-06][HM-RES-07][HM-RES-09][HM-RES-18][HM-AND-06][HM-AMB-27]") {
  // 8 against 4: threshold hit; 6 against 6: shield hit would be broken. B Firm: 6 - 6: level 1. So A without momentum but Eager: 7 against
  // 4 = 3 over strength 2: threshold hit; B 6 against 4: strength hit. (3, 2): pushed back.
  Json setup = clash(1, 17, 12);
  Table table(setup);
  charge(table, 3);
  const double a = stand_of(table, "A1").y, b = stand_of(table, "B1").y;
  std::vector<Json> events;
  const auto checked = [&] { return table.asked() && table.wait().question.find("Melee line") != std::string::npos; };
  for (int i = 0; i < 50 && !checked(); ++i)
    if (!one_on(table, events, {})) break;
  REQUIRE(checked());
  CHECK(table.wait().who == Viewer::B);
  CHECK(stand_of(table, "B1").y == Approx(b + 20));
  CHECK(stand_of(table, "A1").y == Approx(a + 20));
  CHECK(fight_of(table, "B1").at("ground_given") == 1);
  CHECK(fight_of(table, "B1").at("pushed_back") == true);
  table.dice({1, 1});  // maintains
  CHECK(fight_of(table, "B1").at("contacts").size() == 1);
  CHECK(fight_of(table, "B1").at("engaged") == "othismos");
}

TEST_CASE("a failed melee check of an Unsteady army makes it worse: pushed back becomes broken into, with no second step or check",
          "[hoplomachia][HM-DX-29][HM-AND-36][HM-AMB-36]") {
  // B Unsteady: 5 - 1 = 4 against 4: shield hit. A Firm 6 against 4, 2 not over strength: strength hit. (2, 1): pushed back.
  Table table(clash(1, 12, 8));
  charge(table, 3);
  const double b = stand_of(table, "B1").y;
  const auto events = until(table, "katastrophe", {{"HM-AND-15", {6, 6}}});
  CHECK(stand_of(table, "B1").y == Approx(b + 20));
  CHECK(fight_of(table, "B1").at("ground_given") == 1);
  int melee_checks = 0;
  for (const Json& thrown : of_kind(events, "thrown"))
    if (thrown.at("rule") == "HM-AND-15" && thrown.at("purpose") == "andreia, Melee") ++melee_checks;
  CHECK(melee_checks == 1);
  CHECK(lochos_of(table, "B1").at("fate") == "sound");
}

TEST_CASE("a failed melee check of a Shaken army routs the checking lochos only",
          "[hoplomachia][HM-AND-35][HM-RES-08][HM-KAT-02][HM-AND-07]") {
  Json setup = clash(2, 12, 4);
  setup["sides"]["A"]["units"][0]["bases"] = 2;
  setup["sides"]["A"]["units"][0]["at"]["x_mm"] = 920;  // against one of two, the other beside its shielded side
  Table table(setup);
  charge(table, 3, {2, 2});  // it passes and countercharges
  const auto events = until(table, "salpinx", {{"HM-AND-15", {6, 6}}, {"HM-EPI-16", {3}}});
  // Shaken: 5 - 2 = 3 against 4: shield hit; 6 against 4: strength hit: pushed back, failed: X.
  int routing = 0;
  for (std::size_t i = 0; i < 2; ++i) routing += lochos_of(table, "B1", i).at("fate") == "routing" ? 1 : 0;
  CHECK(routing >= 1);
  bool katastrophe = false;
  for (const Json& thrown : of_kind(events, "thrown"))
    katastrophe = katastrophe || (thrown.at("purpose") == "andreia, Katastrophe" && thrown.at("thrower") == "B1");
  CHECK(katastrophe);
}

TEST_CASE("the winner chases the broken lochos in the next automatic moves: away, towards it, caught",
          "[hoplomachia][HM-ROUT-01][HM-ROUT-02][HM-ROUT-04][HM-ROUT-09][HM-PUR-01][HM-PUR-02][HM-PUR-03][HM-AMB-28]") {
  Json setup = clash(1, 12, 8);
  approached(setup, "A1");
  Table table(setup);
  charge(table, 3);
  until(table, "salpinx");
  const double a = stand_of(table, "A1").y, b = stand_of(table, "B1").y;
  std::vector<Json> events;
  for (int i = 0; i < 40 && !(table.asked() && table.wait().rule == "HM-ROUT-02"); ++i) one_on(table, events, {});
  REQUIRE(table.wait().rule == "HM-ROUT-02");
  table.dice({2});  // OF 5 and 2
  CHECK(stand_of(table, "B1").y == Approx(b + 7 * kInch).margin(0.1));
  REQUIRE(table.wait().rule == "HM-PUR-02");
  const auto caught = table.dice({6});  // 11"
  CHECK(of_kind(caught, "lost").size() == 1);
  CHECK(lochos_of(table, "B1").at("fate") == "gone");
  CHECK(stand_of(table, "A1").y == Approx(a + 7 * kInch).margin(0.2));  // to the contact
  // Scored once, when it first routed; its strategos is lost with it (HM-AMB-106).
  CHECK(arete_of(table, "b") == 8 - 1 - 5 - 2);
}

TEST_CASE("outdistanced hoplites may check to recover, R takes them out of the chase",
          "[hoplomachia][HM-PUR-06][HM-AND-01][HM-AND-26][HM-AMB-76][HM-AMB-77]") {
  Json setup = clash(1, 12, 8);
  approached(setup, "A1");
  Table table(setup);
  charge(table, 3);
  until(table, "salpinx");
  std::vector<Json> events;
  for (int i = 0; i < 40 && !(table.asked() && table.wait().rule == "HM-ROUT-02"); ++i) one_on(table, events, {});
  table.dice({6});  // 11"
  table.dice({1});  // 6": outdistanced
  CHECK(lochos_of(table, "B1").at("fate") == "routing");
  until(table, "salpinx");
  for (int i = 0; i < 40 && !(table.asked() && table.wait().rule == "HM-PUR-06"); ++i) one_on(table, events, {{"HM-ROUT-02", {6}}});
  REQUIRE(table.asked());
  REQUIRE(table.wait().rule == "HM-PUR-06");
  table.choose("y");
  table.dice({1, 1});  // passes: R
  for (const Json& flight : flights_of(table)) CHECK(flight.at("unit") != "A1");
  CHECK(lochos_of(table, "A1").at("disarrayed") == false);
  CHECK(table.at("/units/A1/arrangement") == "OF");
  CHECK(table.at("/units/A1/turn/recovered") == true);
}

TEST_CASE("routers go on to their own edge and are lost there", "[hoplomachia][HM-ROUT-07][HM-ROUT-10][HM-ROUT-11][HM-AMB-58]") {
  Json setup = clash(1, 12, 8);
  approached(setup, "A1");
  Table table(setup);
  charge(table, 3);
  until(table, "salpinx");
  const int before = arete_of(table, "b");
  for (int turn = 0; turn < 8 && lochos_of(table, "B1").at("fate") == "routing" && table.phase() != "ended"; ++turn) {
    std::vector<Json> events;
    one_on(table, events, {{"HM-ROUT-02", {6}}, {"HM-PUR-02", {1}}});
    until(table, "salpinx", {{"HM-ROUT-02", {6}}, {"HM-PUR-02", {1}}});
  }
  CHECK(lochos_of(table, "B1").at("fate") == "gone");
  CHECK(arete_of(table, "b") == before - 2);  // the strategos with it, the lochos not again
}

TEST_CASE("struck on the unshielded side and in front: the flanker goes straight at the threshold, broken on two sides is slaughtered",
          "[hoplomachia][HM-EX-21][HM-FLK-13][HM-FLK-14][HM-MULT-03][HM-MULT-05][HM-RES-14][HM-AMB-47]") {
  Json flanker = unit_at("A2", "hoplite", 2, 700, 300 + 5 * kInch + 20);
  flanker["at"]["heading_deg"] = 0;
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 2, 900, 300, true), flanker}),
                           Json::array({unit_at("B1", "hoplite", 2, 900, 300 + 5 * kInch), unit_at("B2", "hoplite", 2, 300, 1000, true)}),
                           "epidromos");
  charge_order(setup, "A1");
  charge_order(setup, "A2");
  Table table(setup);
  charge(table, 3);
  table.allowed("A", {{"do", "charge"}, {"unit", "A2"}});
  table.dice({3, 3});
  table.dice({6});
  table.dice({3, 3});
  REQUIRE(fight_of(table, "B1").at("contacts").size() == 2);
  const auto events = until(table, "katastrophe");
  bool flank = false;
  for (const Json& melee : of_kind(events, "melee_fought")) {
    if (melee.at("on") != "unshielded") continue;
    flank = true;
    CHECK(melee.at("first").at("lochos").at("unit") == "A2");
    CHECK(melee.at("first").at("level") == 4);  // 6 against 2
    CHECK(melee.at("second").at("level") == 0);
    CHECK_FALSE(melee.at("first").contains("defence"));
  }
  CHECK(flank);
  CHECK(lochos_of(table, "B1").at("fate") == "gone");
  CHECK(of_kind(events, "dead_laid").size() == 1);
  CHECK(arete_of(table, "b") == 11);
  CHECK(arete_of(table, "a") == 14);
}

TEST_CASE("an enemy that overlaps the open right end gives the gap penalty",
          "[hoplomachia][HM-EX-19][HM-GAP-02][HM-GAP-03][HM-GAP-06][HM-GAP-08]") {
  // Y has 3 lochoi, X 4; X overlaps Y's right end (at smaller x) by one base.
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 8, 880, 300, true)}),
                           Json::array({unit_at("B1", "hoplite", 6, 900, 300 + 4 * kInch, true)}), "epidromos");
  charge_order(setup, "A1");
  Table table(setup);
  charge(table, 3);
  const auto events = until(table, "katastrophe");
  int with_gap = 0, melees = 0;
  for (const Json& melee : of_kind(events, "melee_fought")) {
    ++melees;
    for (const char* share : {"first", "second"})
      for (const Json& row : melee.at(share).value("defence", Json::array()))
        if (row.at("rule") == "HM-DEF-04") {
          ++with_gap;
          CHECK(row.at("value") == -2);
          const char* struck = std::string(share) == "first" ? "second" : "first";
          CHECK(melee.at(struck).at("lochos").at("unit") == "B1");
          CHECK(melee.at(struck).at("lochos").at("at") == 0);  // its rightmost
        }
  }
  CHECK(melees == 3);
  CHECK(with_gap == 1);
}

TEST_CASE("a neighbour gone back with an enemy along the right side is a gap, even with the front fought",
          "[hoplomachia][HM-EX-20][HM-GAP-04][HM-GAP-05]") {
  // B's right lochos is a base depth back, and A's follower stands beside the right side of B's left one.
  hoplomachia::State state = in_state(clash(2));
  using hoplomachia::LochosRef;
  const auto stand_at = [&](const char* unit, std::size_t lochos, double x, double y, double heading) {
    for (std::size_t i = 0; i < 2; ++i) {
      auto& stand = state.units.at({unit}).lochoi[lochos].stands[i];
      const double back = 20.0 * static_cast<double>(i) * (heading == 90 ? -1 : 1);
      stand.at.pose = {Length::from_mm(x), Length::from_mm(y + back), Angle::from_deg(heading)};
    }
  };
  stand_at("B1", 0, 880, 430, 270), stand_at("B1", 1, 920, 410, 270);
  stand_at("A1", 0, 920, 390, 90), stand_at("A1", 1, 880, 390, 90);
  const LochosRef left{{"B1"}, 1};
  state.units.at({"B1"}).lochoi[1].fight.contacts = {{{{"A1"}, 0}, hoplomachia::Strikes::Front, false}};
  CHECK_FALSE(hoplomachia::gap_of(state, left));
  stand_at("A1", 1, 880, 410, 90);  // it has followed
  CHECK(hoplomachia::gap_of(state, left) == "HM-GAP-04");
  stand_at("B1", 0, 880, 410, 270), stand_at("A1", 1, 880, 390, 90);
  CHECK_FALSE(hoplomachia::gap_of(state, left));
  // Without an enemy in front there is no gap to speak of (HM-GAP-07).
  stand_at("B1", 0, 880, 430, 270), stand_at("A1", 1, 880, 410, 90);
  state.units.at({"B1"}).lochoi[1].fight.contacts.clear();
  CHECK_FALSE(hoplomachia::gap_of(state, left));
}

TEST_CASE("pairs fight from the right of the unit in turn, each once", "[hoplomachia][HM-MEL-03][HM-MEL-04][HM-MEL-05]") {
  Table table(clash(3));
  charge(table, 3);
  const auto melees = of_kind(until(table, "katastrophe"), "melee_fought");
  REQUIRE(melees.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) CHECK(melees[i].at("first").at("lochos").at("at") == static_cast<int>(i));
}

TEST_CASE("of a lochos struck in front and on the shielded flank the unit further right fights first",
          "[hoplomachia][HM-EX-17][HM-FLK-16][HM-FLK-09]") {
  // A has precedence; A2 stands on B1's left flank, which is A's right.
  Json flanker = unit_at("A2", "hoplite", 2, 1100, 300 + 5 * kInch + 20);
  flanker["at"]["heading_deg"] = 180;
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 2, 900, 300, true), flanker}),
                           Json::array({unit_at("B1", "hoplite", 2, 900, 300 + 5 * kInch), unit_at("B2", "hoplite", 2, 300, 1000, true)}),
                           "epidromos");
  charge_order(setup, "A1");
  charge_order(setup, "A2");
  setup["state"]["at"]["called"] = "A1";
  Table table(setup);
  charge(table, 3);
  table.allowed("A", {{"do", "charge"}, {"unit", "A2"}});
  table.dice({3, 3});
  table.dice({6});
  table.dice({3, 3});
  REQUIRE(fight_of(table, "B1").at("contacts").size() == 2);
  const auto melees = of_kind(until(table, "katastrophe", {{"HM-AND-15", {1, 1}}}), "melee_fought");
  REQUIRE(melees.size() >= 1);
  CHECK(melees.front().at("on") == "shielded");
  CHECK(melees.front().at("first").at("lochos").at("unit") == "A2");
  // Shield, strength and threshold in turn: 6 against 4, 2 not over strength; nothing comes back.
  CHECK(melees.front().at("first").at("level") == 2);
  CHECK(melees.front().at("second").at("level") == 0);
}

TEST_CASE("a card or chart that lacks what a melee needs: the players read the result from their own",
          "[hoplomachia][HM-NIS-01][HM-NIS-02]") {
  Json setup = clash();
  setup["charts"]["melee"] = Json::array();
  Table table(setup);
  charge(table, 3);
  std::vector<Json> events;
  for (int i = 0; i < 20 && !(table.asked() && table.wait().rule == "HM-NIS-02"); ++i) one_on(table, events, {});
  REQUIRE(table.asked());
  CHECK(table.wait().rule == "HM-NIS-02");
  const auto then = table.choose("3b");
  CHECK(of_kind(then, "melee_fought").front().at("result") == "pushed_back");
  CHECK(of_kind(then, "melee_fought").front().at("losers").at(0).at("unit") == "B1");
}

}  // namespace melee_tests
