/// Charges one after the other: who goes when, who is a target, and whom nobody may charge.
#include <random>

#include "engine/core/shows.hpp"
#include "engine/rulesets/hoplomachia/topics/charging.hpp"
#include "engine/rulesets/hoplomachia/topics/movement.hpp"
#include "engine/rulesets/hoplomachia/topics/sequence.hpp"
#include "tests/engine/rulesets/hoplomachia/fight_support.hpp"

namespace charge_turns_tests {

using namespace polemarch;
using namespace polemarch::test::hoplomachia_room;
using hoplomachia::Mode;
using hoplomachia::OrderSource;
using hoplomachia::OrderType;
using hoplomachia::State;
using hoplomachia::Strikes;
using test::hoplomachia_room::Table;

TEST_CASE("charges go one after the other, the whole taxis goes, sphagia comes before the first check",
          "[hoplomachia][HM-EPI-02][HM-EPI-03][HM-EPI-05][HM-SEQ-09][HM-OTYP-23][HM-AMB-71]") {
  Json setup =
      fight_setup(Json::array({unit_at("A1", "hoplite", 4, 900, 300, true), unit_at("A2", "hoplite", 4, 500, 300)}),
                  Json::array({unit_at("B1", "hoplite", 4, 900, 300 + 5 * kInch, true), unit_at("B2", "hoplite", 4, 500, 300 + 5 * kInch)}),
                  "defensive_belos");
  for (const char* id : {"A1", "A2"}) charge_order(setup, id);
  setup["state"]["at"] = {{"turn", 3}, {"phase", "offensive_belos"}, {"stage", 2}, {"precedence", "A"}, {"next", "A"}};
  Table table(setup);
  REQUIRE(table.asked());
  CHECK(table.wait().rule == "HM-INSP-07");
  table.dice({3});
  CHECK(table.refused("A", {{"do", "charge"}, {"unit", "A2"}}) == "HM-ASEQ-09");
  table.allowed("A", {{"do", "charge"}, {"unit", "A1"}});
  table.dice({2, 2});
  table.dice({3});
  CHECK_FALSE(table.say("A", {{"do", "charge"}, {"unit", "A2"}}).verdict.allowed());  // the first is not over
  table.dice({6, 6});
  CHECK(fight_of(table, "A1", 0).at("engaged") == "epidromos");
  CHECK(fight_of(table, "A1", 1).at("engaged") == "epidromos");
  table.allowed("A", {{"do", "charge"}, {"unit", "A2"}});
}

TEST_CASE("hoplites who are to march back receive a charge halted, whatever their check says", "[hoplomachia][HM-AMB-12][HM-BRX-12]") {
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 2, 900, 300, true)}),
                           Json::array({unit_at("B1", "hoplite", 2, 900, 300 + 5 * kInch, true)}), "epidromos");
  charge_order(setup, "A1");
  for (const bool goes_back : {false, true}) {
    setup["state"]["units"]["B1"]["fight"] = {{"march_back", goes_back}, {"march_back_from", "A1"}};
    Table table(setup);
    table.allowed("A", {{"do", "charge"}, {"unit", "A1"}});
    table.dice({2, 2});
    table.dice({6});
    const auto events = table.dice({2, 2});  // B1 passes: C
    CHECK(table.asked() == !goes_back);      // its epidromos die
    CHECK((throw_of(events, "HM-AND-15").at("outcome").get<std::string>().find("but cannot") != std::string::npos) == goes_back);
    if (goes_back) CHECK(fight_of(table, "B1").at("engaged") == "epidromos");
  }
}

TEST_CASE("who can act in the epidromos phase is who may charge or wheel, however the armies stand",
          "[hoplomachia][HM-ASEQ-09][HM-EPI-18][HM-EPI-19][HM-EPI-06]") {
  State state = in_state(Json::parse(sample_setup()));
  state.agenda = {};
  state.at.turn = 2;
  state.at.phase = hoplomachia::Phase::Epidromos;
  for (auto& [id, unit] : state.units) {
    unit.order = {OrderType::Charge, OrderSource::Salpinx, 2, false};
    unit.mode = Mode::Charge;
  }
  const State start = state;
  std::mt19937 dice(7);
  const auto pick = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(dice); };
  int able = 0, not_able = 0;
  for (int battle = 0; battle < 150; ++battle) {
    state = start;
    if (pick(0, 3) == 0)
      state.terrain.push_back({"wall", "wall", {{300_mm, 900_mm}, {1500_mm, 900_mm}, {1500_mm, 905_mm}, {300_mm, 905_mm}}, {}});
    for (auto& [id, unit] : state.units) {  // nearer, aside, now and then askew or disarrayed, with a die already or done
      if (pick(0, 4) == 0) unit.fight.epidromos_die = pick(1, 6);
      if (pick(0, 7) == 0) state.at.acted.insert(id);
      const Length across = Length::from_mm(pick(-120, 120)), on = Length::from_mm(unit.side == Side::A ? pick(380, 480) : pick(-20, 20));
      const Angle askew = pick(0, 5) == 0 ? Angle::from_deg(pick(-40, 40)) : Angle{};
      const bool disarrayed = unit.arrangement != hoplomachia::Arrangement::NF && pick(0, 7) == 0;
      for (auto& lochos : unit.lochoi) {
        lochos.disarrayed = disarrayed;
        for (auto& stand : lochos.stands)
          stand.at.pose.x += across, stand.at.pose.y += on, stand.at.pose.heading = (stand.at.pose.heading + askew).normalised();
      }
    }
    for (const auto& [id, unit] : state.units) {
      if (!unit.on_table() || unit.baggage || state.at.acted.contains(id)) continue;
      const bool may =
          hoplomachia::may_charge(state, id, {}).ruling != engine::Ruling::Refused || !hoplomachia::wheel_targets(state, id).empty();
      CAPTURE(battle, id.text);
      CHECK(hoplomachia::able_to_act(state, id) == may);
      (may ? able : not_able) += 1;
    }
  }
  CHECK(able > 300);
  CHECK(not_able > 300);
}

TEST_CASE("one enemy that it may not charge does not keep a unit from another whose die is in doubt",
          "[hoplomachia][HM-AMB-48][HM-EPI-20]") {
  for (const double inches : {16.5, 18.5}) {
    CAPTURE(inches);
    Json setup = fight_setup(
        Json::array({unit_at("A1", "peltaste", 3, 900, 300), unit_at("A2", "hoplite", 2, 200, 100, true)}),
        Json::array({unit_at("B1", "hoplite", 2, 860, 300 + 5 * kInch, true), unit_at("B2", "peltaste", 1, 940, 300 + inches * kInch)}),
        "epidromos");
    for (const char* unit : {"A1", "B2"}) charge_order(setup, unit);
    const State state = in_state(setup);
    const auto targets = hoplomachia::targets_of(state, {"A1"});
    REQUIRE(targets.units.size() == 1);
    CHECK_FALSE(targets.units.front().may.allowed());
    CHECK(targets.doubts.size() == (inches < 18 ? 1U : 0U));  // nine inches and up to nine
    CHECK(hoplomachia::may_charge(state, {"A1"}, {}).allowed() == (inches < 18));
  }
}

TEST_CASE("who is out of reach but charging too is a target, by its own die where that is in doubt",
          "[hoplomachia][HM-EPI-19][HM-EPI-20]") {
  const auto state_at = [](double inches_apart, bool under_charge) {
    Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 2, 900, 300, true)}),
                             Json::array({unit_at("B1", "hoplite", 2, 900, 300 + inches_apart * kInch, true)}), "epidromos");
    charge_order(setup, "A1");
    State state = in_state(setup);
    state.at.phase = hoplomachia::Phase::Epidromos;
    if (under_charge) state.units.at({"B1"}).order = {OrderType::Charge, OrderSource::Salpinx, 3, false};
    return state;
  };
  CHECK(hoplomachia::targets_of(state_at(10, false), {"A1"}).units.empty());
  CHECK(hoplomachia::targets_of(state_at(11.5, true), {"A1"}).units.size() == 1);  // 8 and at least 4
  const auto doubtful = hoplomachia::targets_of(state_at(14, true), {"A1"});
  CHECK(doubtful.units.empty());
  CHECK(doubtful.doubts.size() == 1);
  State rolled = state_at(14, true);
  rolled.units.at({"B1"}).fight.epidromos_die = 6;  // 8 and 8
  CHECK(hoplomachia::targets_of(rolled, {"A1"}).units.size() == 1);
  rolled.units.at({"B1"}).fight.epidromos_die = 1;
  CHECK(hoplomachia::targets_of(rolled, {"A1"}).units.empty());
  CHECK(hoplomachia::targets_of(state_at(16.5, true), {"A1"}).doubts.empty());
}

TEST_CASE("a unit under Charge with nobody to charge marches to an inch, hoplites to three of hoplites",
          "[hoplomachia][HM-EPI-14][HM-AMB-29][HM-EPI-01]") {
  for (const auto& [type, target, limit] :
       {std::tuple{"hoplite", "hoplite", 3.0}, {"hippeis", "hoplite", 1.0}, {"hoplite", "baggage", 1.0}}) {
    CAPTURE(type, target);
    Json setup =
        fight_setup(Json::array({unit_at("A1", type, 2, 900, 300), unit_at("A2", "hoplite", 2, 200, 200, true)}),
                    Json::array({unit_at("B1", target, 2, 900, 300 + 4 * kInch), unit_at("B2", "hoplite", 2, 200, 1100, true)}), "marches");
    charge_order(setup, "A1");
    State state = in_state(setup);
    state.units.at({"A1"}).mode = Mode::Charge;
    state.at.phase = hoplomachia::Phase::Marches;
    const auto move = [&](double in) { return hoplomachia::may_move(state, {{"A1"}, {{.ahead = hoplomachia::inches(in)}}, {}, {}}); };
    CHECK(move(4 - limit).allowed());
    CHECK_FALSE(move(4 - limit + 0.25).allowed());  // contact is for the epidromos phase
  }
}

TEST_CASE("files changed for a charge cost an inch of it, an F reaction and a misreading do not", "[hoplomachia][HM-AMB-115]") {
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 2, 900, 300, true)}),
                           Json::array({unit_at("B1", "hoplite", 2, 900, 300 + 5 * kInch, true)}), "epidromos");
  setup["sides"]["A"]["units"][0]["arrangement"] = "OF";
  charge_order(setup, "A1");
  {
    Table read(setup);
    read.allowed("A", {{"do", "arrange"}, {"unit", "A1"}, {"to", "CF"}, {"read", true}});
    CHECK(hoplomachia::target_reach(in_state(setup), {"A1"}) == 8_in);
    CHECK_FALSE(read.at("/units/A1/turn").value("for_charge", false));
  }
  Table table(setup);
  table.allowed("A", {{"do", "arrange"}, {"unit", "A1"}, {"to", "CF"}});
  CHECK(table.at("/units/A1/turn/for_charge") == true);
  table.allowed("A", {{"do", "charge"}, {"unit", "A1"}});
  table.dice({1, 1});
  const auto die = engine::shows(table.battle())->pending(table.wait().id);
  REQUIRE(die);
  REQUIRE(die->outlooks.size() == 5);
  CHECK(die->outlooks.back().text.starts_with("7.0 in"));  // the card says 8 at most
  const Json rolled = table.dice({3});
  const auto distance =
      std::find_if(rolled.begin(), rolled.end(), [](const Json& event) { return event.value("event", "") == "charge_rolled"; });
  REQUIRE(distance != rolled.end());
  CHECK(distance->at("distance") == 5.0 * kInch);
  State state = in_state(setup);
  state.units.at({"A1"}).turn.rearranged = true;  // by a reaction in B2
  CHECK(hoplomachia::target_reach(state, {"A1"}) == 8_in);
  state.units.at({"A1"}).turn.for_charge = true;
  CHECK(hoplomachia::target_reach(state, {"A1"}) == 7_in);
}

TEST_CASE("hippeis do not charge who defends a wall or a ditch", "[hoplomachia][HM-EPI-06]") {
  for (const char* works : {"wall", "ditch", "road"}) {
    Json setup = fight_setup(Json::array({unit_at("A1", "hippeis", 2, 900, 300), unit_at("A2", "hoplite", 2, 200, 200, true)}),
                             Json::array({unit_at("B1", "psiloi", 1, 900, 300 + 5 * kInch), unit_at("B2", "hoplite", 2, 300, 1100, true)}),
                             "marches");
    const double front = 300 + 5 * kInch;
    setup["table"]["terrain"] = {
        {{"id", "w"}, {"kind", works}, {"outline_mm", {{850, front - 8}, {950, front - 8}, {950, front - 2}, {850, front - 2}}}}};
    const State state = in_state(setup);
    const auto verdict = hoplomachia::eligible(state, {"A1"}, {{"B1"}, 0}, Strikes::Front);
    CHECK(verdict.allowed() == (std::string(works) == "road"));
    if (!verdict.allowed()) CHECK(verdict.reasons.front().rule == "HM-EPI-06");
  }
}

TEST_CASE("one target it may charge is enough for the charge, the others are not contacted", "[hoplomachia][HM-AMB-48]") {
  Json setup = fight_setup(Json::array({unit_at("A1", "hippeis", 4, 900, 300), unit_at("A2", "hoplite", 2, 200, 200, true)}),
                           Json::array({unit_at("B1", "hoplite", 2, 880, 300 + 6 * kInch), unit_at("B3", "psiloi", 1, 920, 300 + 5 * kInch),
                                        unit_at("B2", "hoplite", 2, 300, 1100, true)}),
                           "epidromos");
  charge_order(setup, "A1");
  State state = in_state(setup);
  state.at.phase = hoplomachia::Phase::Epidromos;
  CHECK(hoplomachia::may_charge(state, {"A1"}, {}).allowed());
  state.units.at({"B3"}).lochoi[0].fate = hoplomachia::Fate::Gone;
  CHECK_FALSE(hoplomachia::may_charge(state, {"A1"}, {}).allowed());
}

}  // namespace charge_turns_tests
