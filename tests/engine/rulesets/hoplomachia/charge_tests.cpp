/// Charges from the check to the contact.
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/charging.hpp"
#include "engine/rulesets/hoplomachia/topics/sequence.hpp"
#include "tests/engine/rulesets/hoplomachia/fight_support.hpp"

namespace charge_tests {

using namespace polemarch;
using namespace polemarch::test::hoplomachia_room;
using test::hoplomachia_room::Table;

namespace {

const Json kCharge{{"do", "charge"}, {"unit", "A1"}};

/// A1 under Charge at y 300, B1 so many inches ahead of its front, both hoplites of that many lochoi.
Json facing(double inches_apart, int lochoi = 2, double shift_mm = 0) {
  Json setup =
      fight_setup(Json::array({unit_at("A1", "hoplite", 2 * lochoi, 900, 300, true)}),
                  Json::array({unit_at("B1", "hoplite", 2 * lochoi, 900 + shift_mm, 300 + inches_apart * kInch, true)}), "epidromos");
  charge_order(setup, "A1");
  return setup;
}

/// A lochos as a contact names it.
struct LochosAt {
  explicit LochosAt(const Json& ref) : unit(ref.at("unit").get<std::string>()), at(ref.value("at", std::size_t{0})) {}
  std::string unit;
  std::size_t at = 0;
};

}  // namespace

TEST_CASE("a charge is checked on the Charging line, then its die is thrown, then the target checks",
          "[hoplomachia][HM-EPI-15][HM-EPI-16][HM-EPI-17][HM-AND-04]") {
  Table table(facing(5));
  table.allowed("A", kCharge);
  CHECK(table.wait().rule == "HM-AND-15");
  CHECK(table.wait().who == Viewer::A);
  const auto events = table.dice({4, 3});
  const Json thrown = throw_of(events, "HM-AND-15");
  CHECK(thrown.at("need") == 8);  // andreia 7, Firm +1, phobos 2 - 2
  CHECK(thrown.at("good") == 1);
  check_rows(thrown);
  CHECK(table.wait().rule == "HM-EPI-16");
  table.dice({3});
  CHECK(table.wait().rule == "HM-AND-15");
  CHECK(table.wait().who == Viewer::B);
}

TEST_CASE("a failed check with Halt means no charge", "[hoplomachia][HM-EPI-34][HM-AND-32]") {
  Table table(facing(5));
  table.allowed("A", kCharge);
  table.dice({6, 6});
  CHECK(stand_of(table, "A1").y == Approx(290));
  CHECK(table.phase() != "epidromos");  // nobody else has anything to do
  CHECK(fight_of(table, "A1").at("contacts").empty());
}

TEST_CASE("who has failed its own charge check receives the charges of the phase standing", "[hoplomachia][HM-EPI-34][HM-AND-32]") {
  for (const bool fails : {true, false}) {
    CAPTURE(fails);
    Json setup = facing(5);
    charge_order(setup, "B1");
    setup["state"]["units"]["B1"]["mode"] = "charge";
    Table table(setup);
    table.allowed("umpire", {{"do", "call"}, {"unit", "B1"}});
    if (fails) {
      table.allowed("B", {{"do", "charge"}, {"unit", "B1"}});
      table.dice({6, 6});  // Firm: it halts
    } else {
      table.allowed("B", {{"do", "stand"}, {"unit", "B1"}});
    }
    table.allowed("A", kCharge);
    table.dice({3, 3});
    table.dice({6});  // 8 in
    const Json thrown = throw_of(table.dice({1, 1}), "HM-AND-15");
    CHECK(thrown.at("outcome") == (fails ? "passes: charges, but cannot: halts" : "passes: charges"));
    if (!fails) table.dice({6});
    CHECK(taxis_fight_of(table, "B1").at("charging") == !fails);
  }
}

TEST_CASE("a charge reaches a halted target, stops at it and squares up corner to corner",
          "[hoplomachia][HM-EPI-24][HM-EPI-25][HM-EPI-26][HM-EPI-28][HM-MEL-01]") {
  Table table(facing(5, 2, 13));
  table.allowed("A", kCharge);
  table.dice({3, 3});
  table.dice({6});     // 8"
  table.dice({6, 6});  // the target halts
  CHECK(stand_of(table, "A1").y == Approx(300 + 5 * kInch - 10).margin(0.01));
  CHECK(stand_of(table, "A1").heading == Approx(90));
  // 13 mm aside at first: each stand faces one enemy stand.
  CHECK(stand_of(table, "A1", 0).x == Approx(stand_of(table, "B1", 1).x).margin(0.01));
  CHECK(stand_of(table, "A1", 1).x == Approx(stand_of(table, "B1", 0).x).margin(0.01));
  CHECK(fight_of(table, "A1").at("engaged") == "epidromos");
  CHECK(fight_of(table, "B1").at("engaged") == "epidromos");
  CHECK(fight_of(table, "A1").at("contacts").at(0).at("foe").at("at") == 1);
  // The stands are owed on the table with a pose for each base.
  bool owed = false;
  for (const auto& placement : table.battle().owed())
    owed = owed || (placement.unit.text == "A1" && placement.poses.size() == placement.bases.size());
  CHECK(owed);
}

TEST_CASE("a lochos inside its line has no flank to be struck, wherever the enemy stands before the line",
          "[hoplomachia][HM-FLK-01][HM-FLK-05][HM-EVT-06][HM-AMB-32]") {
  // B1's right is to the west: from there its lochoi count. A1 stands before the rightmost one, past the right of all the others.
  const auto state = in_state(fight_setup(Json::array({unit_at("A1", "hoplite", 2, 825, 300, true)}),
                                          Json::array({unit_at("B1", "hoplite", 8, 900, 400, true)}), "epidromos"));
  const auto body = hoplomachia::shapes_in_hand(state, {"A1"});
  for (int at = 0; at < 4; ++at) {
    CAPTURE(at);
    const auto alone = hoplomachia::struck_from(body, hoplomachia::shapes_of(hoplomachia::lochos_at(state, {{"B1"}, at})));
    CHECK((alone.side == hoplomachia::Strikes::Unshielded) == (at > 0));
    CHECK(hoplomachia::struck_from(state, body, {{"B1"}, at}).side == hoplomachia::Strikes::Front);
  }
  CHECK_FALSE(hoplomachia::envelops(state, {"A1"}, {"B1"}));
  // Beyond the end of the line it is past a flank that nobody covers.
  const auto wide = in_state(fight_setup(Json::array({unit_at("A1", "hoplite", 2, 760, 300, true)}),
                                         Json::array({unit_at("B1", "hoplite", 8, 900, 400, true)}), "epidromos"));
  CHECK(hoplomachia::struck_from(wide, hoplomachia::shapes_in_hand(wide, {"A1"}), {{"B1"}, 0}).side == hoplomachia::Strikes::Unshielded);
  CHECK(hoplomachia::envelops(wide, {"A1"}, {"B1"}));
}

TEST_CASE("a line charged askew is struck on its front: the charger squares up to it, not onto a flank inside the line",
          "[hoplomachia][HM-EPI-25][HM-EPI-26][HM-FLK-01][HM-FLK-18]") {
  int struck = 0;
  for (const int heading : {50, 65, 80, 100, 115, 130})
    for (const double x : {800.0, 850.0, 905.0, 960.0}) {
      CAPTURE(heading, x);
      Json charger = unit_at("A1", "hoplite", 4, x, 310, true);
      charger["at"]["heading_deg"] = heading;
      Json setup =
          fight_setup(Json::array({charger}),
                      Json::array({unit_at("B1", "hoplite", 6, 820, 400, true), unit_at("B2", "hoplite", 6, 940, 400)}), "epidromos");
      charge_order(setup, "A1");
      Table table(setup);
      const engine::Outcome said = table.say("A", kCharge);
      if (!said.verdict.allowed()) continue;  // its lane leads past them
      table.dice({3, 3});
      table.dice({6});
      while (table.asked() && table.wait().rule == "HM-AND-15") table.dice({6, 6});
      for (std::size_t lochos = 0; lochos < 2; ++lochos) {
        const Json contacts = fight_of(table, "A1", lochos).at("contacts");
        for (const Json& contact : contacts) {
          const LochosAt foe{contact.at("foe")};
          ++struck;
          CHECK(stand_of(table, "A1", lochos).heading == Approx(90));
          CHECK(stand_of(table, foe.unit, foe.at).heading == Approx(270));
          const Json theirs = fight_of(table, foe.unit, foe.at).at("contacts");
          for (const Json& back : theirs) CHECK(back.value("on", "front") == "front");
        }
      }
    }
  CHECK(struck > 10);
}

TEST_CASE("who is in reach of the highest number checks even when the die falls short, three points of disarray for the next time",
          "[hoplomachia][HM-DX-27][HM-EPI-18][HM-EPI-31][HM-EPI-33][HM-DIS-05][HM-DIS-06][HM-AMB-74]") {
  Table table(facing(7));
  table.allowed("A", kCharge);
  table.dice({3, 3});
  table.dice({1});  // 4"
  REQUIRE(table.asked());
  CHECK(table.wait().who == Viewer::B);
  table.dice({6, 6});
  CHECK(stand_of(table, "A1").y == Approx(290 + 4 * kInch));
  CHECK(fight_of(table, "A1").at("contacts").empty());
  CHECK(taxis_fight_of(table, "A1").at("missed_in") == 3);
  // Next turn a die of 4 (1 point) and the three make 4: not over the qualifier of 4; a die of 6 (3 points) is.
  for (const auto& [die, disarrayed] : {std::pair{4, false}, {6, true}}) {
    Json setup = facing(5);
    setup["state"]["units"]["A1"]["fight"] = {{"missed_in", 2}};
    Table next(setup);
    next.allowed("A", kCharge);
    next.dice({3, 3});
    next.dice({die});
    next.dice({6, 6});
    CHECK(lochos_of(next, "A1").at("disarrayed") == disarrayed);
  }
}

TEST_CASE("half an inch beyond the row's highest number there is no target and no check", "[hoplomachia][HM-DX-27][HM-EPI-18]") {
  Table table(facing(8.5));
  CHECK(table.phase() != "epidromos");  // A1 has nothing to charge: the phase is over
}

TEST_CASE("only who is under Charge charges", "[hoplomachia][HM-EPI-35]") {
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 4, 900, 300, true), unit_at("A2", "hoplite", 4, 1200, 300)}),
                           Json::array({unit_at("B1", "hoplite", 4, 900, 427, true), unit_at("B2", "hoplite", 4, 1200, 427)}), "epidromos");
  charge_order(setup, "A1");
  Table table(setup);
  CHECK(table.refused("A", {{"do", "charge"}, {"unit", "A2"}}) == "HM-EPI-35");
}

TEST_CASE("two that charge meet between, each by its share, and both roll", "[hoplomachia][HM-EPI-27][HM-EPI-21][HM-AND-29][HM-AMB-60]") {
  Table table(facing(6));
  table.allowed("A", kCharge);
  table.dice({3, 3});
  table.dice({3});     // 6"
  table.dice({3, 3});  // the target passes: C
  CHECK(table.wait().who == Viewer::B);
  CHECK(table.wait().rule == "HM-EPI-16");
  table.dice({3});
  CHECK(stand_of(table, "A1").y == Approx(290 + 3 * kInch).margin(0.02));
  CHECK(stand_of(table, "B1").y == Approx(310 + 3 * kInch).margin(0.02));
  CHECK(fight_of(table, "A1").at("engaged") == "epidromos");
  CHECK(taxis_fight_of(table, "B1").at("charging") == true);
}

TEST_CASE("momentum comes with a qualifying die after an approach", "[hoplomachia][HM-MOM-01][HM-MOM-02][HM-AMB-64]") {
  for (const auto& [die, near, momentum] : {std::tuple{3, true, true}, {2, true, false}, {6, false, false}}) {
    Json setup = facing(4);
    if (near) approached(setup, "A1");
    Table table(setup);
    table.allowed("A", kCharge);
    table.dice({3, 3});
    table.dice({die});
    table.dice({6, 6});
    CHECK(taxis_fight_of(table, "A1").at("momentum") == momentum);
  }
}

TEST_CASE("who charges in open files is disarrayed", "[hoplomachia][HM-EPI-04][HM-DIS-10]") {
  Json setup = facing(5);
  setup["sides"]["A"]["units"][0]["arrangement"] = "OF";
  Table table(setup);
  table.allowed("A", kCharge);
  table.dice({3, 3});
  table.dice({6});
  table.dice({6, 6});
  CHECK(lochos_of(table, "A1").at("disarrayed") == true);
}

TEST_CASE("lights charged by hoplites in order evade without a check, away and turned about",
          "[hoplomachia][HM-EPI-13][HM-AMB-52][HM-EPI-23][HM-EVA-01][HM-EVA-02][HM-EVA-03][HM-EVA-04]") {
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 4, 900, 300, true)}),
                           Json::array({unit_at("B1", "psiloi", 2, 900, 300 + 5 * kInch)}), "epidromos");
  charge_order(setup, "A1");
  Table table(setup);
  table.allowed("A", kCharge);
  table.dice({3, 3});
  table.dice({3});
  CHECK(table.wait().rule == "HM-EVA-02");
  CHECK(table.wait().who == Viewer::B);
  const double before = stand_of(table, "B1").y;
  const auto events = table.dice({2});
  CHECK(stand_of(table, "B1").y == Approx(before + 8 * kInch).margin(0.1));  // NF 6 and 2
  CHECK(stand_of(table, "B1").heading == Approx(90));
  CHECK(table.at("/units/B1/turn/evaded") == true);
  (void)events;
}

TEST_CASE("when all targets have run within OF and 6 inches the charger pursues instead", "[hoplomachia][HM-EPI-32]") {
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 4, 900, 300, true)}),
                           Json::array({unit_at("B1", "psiloi", 2, 900, 300 + 2 * kInch)}), "epidromos");
  charge_order(setup, "A1");
  Table table(setup);
  table.allowed("A", kCharge);
  table.dice({3, 3});
  table.dice({1});
  table.dice({1});  // they run 7", 9" away
  CHECK(table.wait().rule == "HM-EPI-32");
  CHECK(table.wait().who == Viewer::A);
  table.dice({2});  // OF 5 and 2
  CHECK(stand_of(table, "A1").y == Approx(290 + 7 * kInch).margin(0.1));
  CHECK(lochos_of(table, "A1").at("disarrayed") == true);
  CHECK(taxis_fight_of(table, "A1").at("missed_in") == 3);
}

TEST_CASE("who may charge whom", "[hoplomachia][HM-EPI-07][HM-EPI-08][HM-EPI-09][HM-EPI-10][HM-EPI-11][HM-EPI-12]") {
  struct Row {
    const char* charger;
    const char* target;
    const char* rule;  // empty: may
    Json own;
  };
  const std::vector<Row> rows{{"hippeis", "hoplite", "HM-EPI-07", {}},
                              {"peltaste", "hoplite", "HM-EPI-08", {}},
                              {"peltaste", "hoplite", "", {{"long_spears", true}}},
                              {"psiloi", "hoplite", "HM-EPI-10", {}},
                              {"psiloi", "psiloi", "", {}},
                              {"hippeis", "psiloi", "", {}},
                              {"peltaste", "hippeis", "", {}},
                              {"psiloi", "hippeis", "HM-EPI-10", {}},
                              {"hoplite", "hippeis", "", {}}};
  for (const Row& row : rows) {
    INFO(row.charger << " at " << row.target);
    Json charger = unit_at("A1", row.charger, 2, 900, 300);
    if (!row.own.is_null()) charger.merge_patch(row.own);
    // Somebody else under Charge keeps the phase open.
    Json setup = fight_setup(Json::array({charger, unit_at("A2", "hoplite", 2, 300, 300, true)}),
                             Json::array({unit_at("B1", row.target, 2, 900, 300 + 4 * kInch), unit_at("B2", "hoplite", 2, 300, 427, true)}),
                             "epidromos");
    charge_order(setup, "A1");
    charge_order(setup, "A2");
    setup["state"]["at"]["called"] = "A1";
    Table table(setup);
    const engine::Outcome outcome = table.say("A", kCharge);
    if (std::string(row.rule).empty()) {
      CHECK(outcome.verdict.allowed());
    } else {
      CHECK(outcome.verdict.reasons.front().rule == row.rule);
    }
  }
  // Shooters never charge: toxotes have no epidromos chart, and would be refused by their class.
  Json setup = fight_setup(Json::array({unit_at("A1", "toxotes", 2, 900, 300), unit_at("A2", "hoplite", 2, 300, 300, true)}),
                           Json::array({unit_at("B1", "psiloi", 2, 900, 380), unit_at("B2", "hoplite", 2, 300, 427, true)}), "epidromos");
  setup["sides"]["A"]["units"][0]["epi_charge"] = {4, 4, 4, 4, 4, 4};
  charge_order(setup, "A1");
  charge_order(setup, "A2");
  Table table(setup);
  CHECK(table.refused("A", kCharge) == "HM-EPI-11");
}

TEST_CASE("disarrayed hoplites have no shielded side against horse and lights", "[hoplomachia][HM-EPI-07][HM-EPI-08][HM-EPI-10]") {
  for (const char* charger : {"hippeis", "peltaste", "psiloi"}) {
    INFO(charger);
    Json setup = fight_setup(Json::array({unit_at("A1", charger, 2, 900, 300)}),
                             Json::array({unit_at("B1", "hoplite", 2, 900, 300 + 4 * kInch, true)}), "epidromos");
    charge_order(setup, "A1");
    Table first(setup);
    Json lochoi = first.at("/units/B1/lochoi");
    for (Json& lochos : lochoi) lochos["disarrayed"] = true;
    setup["state"]["units"]["B1"]["lochoi"] = lochoi;
    Table table(setup);
    CHECK(table.say("A", kCharge).verdict.allowed());
  }
}

TEST_CASE("a charger wholly past the side of a target that a friend fights strikes its flank, the target checks on the Katastrophe line",
          "[hoplomachia][HM-FLK-01][HM-FLK-03][HM-AND-05][HM-EPI-22][HM-EPI-29][HM-AMB-118]") {
  // A2 stands beyond B1's right side (B1 looks down the table: its right is at smaller x) and looks at it.
  Json flanker = unit_at("A2", "hoplite", 2, 700, 300 + 5 * kInch + 20);
  flanker["at"]["heading_deg"] = 0;
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 2, 900, 300, true), flanker}),
                           Json::array({unit_at("B1", "hoplite", 2, 900, 300 + 5 * kInch, true)}), "epidromos");
  charge_order(setup, "A1");
  charge_order(setup, "A2");
  Table table(setup);
  table.allowed("A", kCharge);
  table.dice({3, 3});
  table.dice({3});
  table.dice({6, 6});  // B1 halts; contact in front
  REQUIRE(fight_of(table, "B1").at("contacts").size() == 1);
  Json later = setup;
  later["state"] = table.state();
  hoplomachia::State state = in_state(later);
  CHECK(hoplomachia::able_to_act(state, {"A2"}));
  state.units.at({"A2"}).turn.recovered = true;  // it may not wheel either (HM-AMB-77)
  CHECK_FALSE(hoplomachia::able_to_act(state, {"A2"}));
  table.allowed("A", {{"do", "charge"}, {"unit", "A2"}});
  table.dice({3, 3});
  table.dice({6});  // 8"
  INFO(table.wait().question);
  CHECK(table.wait().question.find("Katastrophe") != std::string::npos);
  table.dice({3, 3});  // maintains
  const Json contacts = fight_of(table, "B1").at("contacts");
  REQUIRE(contacts.size() == 2);
  CHECK(contacts.at(1).at("on") == "unshielded");
  CHECK(contacts.at(1).at("foe").at("unit") == "A2");
}

TEST_CASE("who is struck on a side with nobody in front turns to face it", "[hoplomachia][HM-AMB-80][HM-FLK-02][HM-FLK-18][HM-EX-23]") {
  Json flanker = unit_at("A1", "hoplite", 2, 700, 447);
  flanker["at"]["heading_deg"] = 0;
  Json setup = fight_setup(Json::array({flanker}), Json::array({unit_at("B1", "hoplite", 2, 900, 427, true)}), "epidromos");
  charge_order(setup, "A1");
  Table table(setup);
  table.allowed("A", kCharge);
  table.dice({3, 3});
  table.dice({6});
  table.dice({3, 3});
  const auto events = until(table, "salpinx", {{"HM-AND-15", {3, 3}}});
  const std::vector<Json> melees = of_kind(events, "melee_fought");
  bool frontal = false;
  for (const Json& event : of_kind(events, "contact_made")) frontal = frontal || event.at("contact").at("on") == "front";
  CHECK(frontal);
  REQUIRE_FALSE(melees.empty());
  for (const Json& melee : melees) CHECK(melee.at("on") == "front");
}

TEST_CASE("a taxis of a long phalanx drifts to its right by its die", "[hoplomachia][HM-DRIFT-01][HM-DRIFT-02][HM-DRIFT-03]") {
  for (const auto& [lochoi, drifts] : {std::pair{9, true}, {8, false}}) {
    Json setup = facing(12, lochoi);
    setup["sides"]["B"]["units"][0]["at"]["y_mm"] = 300 + 7.9 * kInch;
    Table table(setup);
    table.allowed("A", kCharge);
    table.dice({3, 3});
    table.dice({5});  // 7": falls short; DRIFT 1"
    const double x = stand_of(table, "A1").x;
    table.dice({6, 6});
    CHECK(stand_of(table, "A1").y == Approx(290 + 7 * kInch).margin(0.02));
    CHECK(stand_of(table, "A1").x - x == Approx(drifts ? kInch : 0).margin(0.02));
  }
}

}  // namespace charge_tests
