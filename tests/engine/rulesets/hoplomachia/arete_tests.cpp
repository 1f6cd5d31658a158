/// The arete sequence and the events that move the tracks.
#include "engine/rulesets/hoplomachia/topics/arete.hpp"

#include "engine/rulesets/hoplomachia/topics/command.hpp"
#include "engine/rulesets/hoplomachia/topics/sequence.hpp"
#include "tests/engine/rulesets/hoplomachia/support.hpp"

namespace arete_tests {

using namespace polemarch;
using namespace polemarch::hoplomachia;
using test::hoplomachia_room::Json;

namespace {

/// A state with two armies of these points and nothing else.
State tracks(int a, int b) {
  State state;
  state.armies.a.arete = a;
  state.armies.b.arete = b;
  return state;
}
void crafty(State& state, Side side) {
  Strategos who;
  who.side = side;
  who.hegemon = true;
  who.character = Character::Crafty;
  state.strategoi[std::string(name_of(side))] = who;
}

/// Hoplites of one lochos each, along the line, all with something to do in the phase of marches.
State line_of_units(const std::vector<std::pair<std::string, double>>& a, const std::vector<std::pair<std::string, double>>& b) {
  State state = tracks(16, 15);
  state.width = 72_in;
  state.depth = 48_in;
  state.cards["hop"] = UnitCard{.id = "hop", .mov_cf = 4_in, .mov_of = 5_in};
  for (const Side side : {Side::A, Side::B})
    for (const auto& [id, x] : side == Side::A ? a : b) {
      Taxis unit;
      unit.side = side;
      unit.card = "hop";
      unit.mode = Mode::March;
      unit.order = {OrderType::March, OrderSource::Salpinx, 1, false};
      Lochos lochos;
      lochos.fate = Fate::Sound;
      lochos.stands.push_back({.base = {id + ".1"}, .footprint = {Outline::Rectangle, 40_mm, 20_mm}});
      lochos.stands.back().at.pose = {Length::from_mm(x), side == Side::A ? 300_mm : 900_mm, side == Side::A ? 90_deg : 270_deg};
      unit.lochoi.push_back(lochos);
      state.units[{id}] = unit;
    }
  state.at.phase = Phase::Marches;
  state.at.turn = 1;
  return state;
}
std::string order_text(const State& state) {
  std::string text;
  for (const UnitId& id : to_come(state)) text += (text.empty() ? "" : " ") + id.text;
  return text;
}

}  // namespace

TEST_CASE("the better condition has precedence, then the points, then a Crafty hegemon, then a roll",
          "[hoplomachia][HM-EX-12][HM-EX-13][HM-ASEQ-02][HM-ASEQ-03][HM-ASEQ-04][HM-ASEQ-05][HM-STRAT-07]") {
  CHECK(precedence(tracks(16, 15)).side == Side::A);
  CHECK(precedence(tracks(16, 15)).rule == "HM-ASEQ-02");
  CHECK(precedence(tracks(10, 11)).side == Side::B);
  CHECK(precedence(tracks(12, 13)).side == Side::B);
  CHECK(precedence(tracks(12, 13)).rule == "HM-ASEQ-03");
  State even = tracks(12, 12);
  CHECK_FALSE(precedence(even).side);
  crafty(even, Side::B);
  CHECK(precedence(even).side == Side::B);
  CHECK(precedence(even).rule == "HM-ASEQ-04");
  crafty(even, Side::A);
  CHECK_FALSE(precedence(even).side);
}

TEST_CASE("a Crafty hegemon breaks ties, only by option he adds a point", "[hoplomachia][HM-AMB-09]") {
  State state = tracks(12, 13);
  crafty(state, Side::A);
  CHECK(precedence(state).side == Side::B);
  state.options.crafty_adds_one = true;
  CHECK_FALSE(precedence(state).rule == "HM-ASEQ-03");
}

TEST_CASE("optional rule 1 adds for the better condition", "[hoplomachia][HM-EX-14][HM-OPT1-01][HM-OPT1-02]") {
  State state = tracks(16, 8);  // Eager against Unsteady
  CHECK(sequence_bonus(state, Side::A) == 1);
  CHECK(sequence_bonus(state, Side::B) == 0);
  state.options.competitive_by_step = true;
  CHECK(sequence_bonus(state, Side::A) == 2);
  state.armies.b.arete = 3;
  CHECK(sequence_bonus(state, Side::A) == 3);
  CHECK(sequence_bonus(state, Side::B) == 0);
}

TEST_CASE("optional rule 1: dice decide each phase, ties are rolled again", "[hoplomachia][HM-OPT1-01][HM-AMB-112]") {
  auto setup = Json::parse(test::hoplomachia_room::sample_setup());
  setup["options"]["competitive_sequence"] = true;
  setup["sides"]["B"]["arete"] = 12;
  test::hoplomachia_room::Table table(setup);
  table.allowed("A", {{"do", "signal"}});
  table.allowed("B", {{"do", "signal"}});
  if (table.asked()) {  // equal points: the Commands phase is rolled off by the rules of the game
    table.dice({6});
    table.dice({1});
  }
  table.allowed("A", {{"do", "end_commands"}});
  table.allowed("B", {{"do", "end_commands"}});
  REQUIRE(table.asked());
  CHECK(table.wait().rule == "HM-OPT1-01");
  table.dice({2});
  table.dice({2});
  CHECK(table.wait().rule == "HM-AMB-112");
  table.dice({1});
  table.dice({5});
  CHECK(table.at("/at/precedence") == "B");
}

TEST_CASE("units come in turn from the right of the side with precedence",
          "[hoplomachia][HM-EX-16][HM-ASEQ-01][HM-ASEQ-09][HM-ASEQ-10][HM-ASEQ-11]") {
  // A looks up: its right is at high x; B's left faces it.
  State state = line_of_units({{"x1", 900}, {"x2", 700}, {"x3", 500}}, {{"y1", 890}, {"y2", 710}});
  CHECK(order_text(state) == "x1 y1 x2 y2 x3");
  state.at.precedence = state.at.next = Side::B;  // from B's right, at low x
  CHECK(order_text(state) == "y2 x3 y1 x2 x1");
}

TEST_CASE("a unit that reacted skips its action, one that was only told to maintain does not",
          "[hoplomachia][HM-EX-16][HM-ASEQ-12][HM-ASEQ-13]") {
  State state = line_of_units({{"x1", 900}, {"x2", 700}, {"x3", 500}}, {{"y1", 890}, {"y2", 710}});
  state = Rules::evolve(std::move(state), UnitReacted{{"y2"}, "halts"});
  CHECK(order_text(state) == "x1 y1 x2 x3");
}

TEST_CASE("precedence is fixed for the phase", "[hoplomachia][HM-ASEQ-06][HM-ASEQ-07]") {
  State state = line_of_units({{"x1", 900}, {"x2", 700}}, {{"y1", 890}});
  state.armies.a.arete = 2;
  CHECK(order_text(state) == "x1 y1 x2");
  CHECK(precedence(state).side == Side::B);
}

TEST_CASE("the player with precedence rules on the order of units", "[hoplomachia][HM-ASEQ-08]") {
  State state = line_of_units({{"x1", 900}, {"x2", 700}}, {{"y1", 890}});
  CHECK(Rules::judge(state, Viewer::A, CallUnit{{"x2"}}).allowed());
  CHECK(Rules::judge(state, Viewer::B, CallUnit{{"x2"}}).reasons.front().rule == "HM-ASEQ-08");
  state = Rules::evolve(std::move(state), UnitCalled{{"x2"}});
  CHECK(next_to_act(state) == UnitId{"x2"});
}

TEST_CASE("four of eight hoplite lochoi that gave way are a phalanx in retreat, three are not",
          "[hoplomachia][HM-DX-23][HM-EVT-10][HM-EVT-12][HM-AMB-33][HM-AMB-104]") {
  std::vector<std::pair<std::string, double>> units;
  for (int i = 0; i < 8; ++i) units.emplace_back("x" + std::to_string(i), 400.0 + 40 * i);
  State state = line_of_units(units, {{"y1", 890}});
  state.armies.a.hoplites_at_start = 8;
  for (int i = 0; i < 3; ++i) state.units.at({"x" + std::to_string(i)}).lochoi[0].fight.pushed_back = true;
  CHECK(given_way(state, Side::A).lochoi == 3);
  CHECK_FALSE(given_way(state, Side::A).retreat());
  state.units.at({"x7"}).turn.moved_away = true;
  CHECK(given_way(state, Side::A).retreat());
  state.units.at({"x7"}).lochoi[0].fight.pushed_back = true;  // each counts once
  CHECK(given_way(state, Side::A).lochoi == 4);
}

TEST_CASE("belos against hoplites, even without effect, calls for the die", "[hoplomachia][HM-EVT-13][HM-BCK-07]") {
  State state = line_of_units({{"x1", 900}}, {{"y1", 890}});
  CHECK_FALSE(phalanx_under_belos(state, Side::A));
  state.units.at({"x1"}).lochoi[0].fight.under_belos = true;
  CHECK(phalanx_under_belos(state, Side::A));
  state.units.at({"x1"}).troop = TroopClass::Peltaste;
  CHECK_FALSE(phalanx_under_belos(state, Side::A));
}

TEST_CASE("optional rule 11: weak missiles", "[hoplomachia][HM-DX-17][HM-OPT11-01][HM-OPT11-02]") {
  State state = line_of_units({{"x1", 900}, {"x2", 860}}, {{"y1", 890}, {"y2", 850}});
  state.units.at({"x1"}).lochoi[0].fight.under_belos = true;
  state.units.at({"y1"}).fight.at_phalanx = 1;
  CHECK_FALSE(weak_missiles(state, Side::A));  // off
  state.options.weak_missiles = true;
  CHECK(weak_missiles(state, Side::A));  // half were not attacked
  state.units.at({"x2"}).lochoi[0].fight.under_belos = true;
  CHECK_FALSE(weak_missiles(state, Side::A));
  state.units.at({"y1"}).fight.at_phalanx = 0;
  CHECK(weak_missiles(state, Side::A));  // no stands to speak of
  CHECK(under_belos_points(3 - 1) == 0);
  CHECK(under_belos_points(4 - 1) == 0);
  CHECK(under_belos_points(6 - 1) == -1);
}

TEST_CASE("One Step More needs most hoplites in othismos and a Crafty strategos in melee",
          "[hoplomachia][HM-INSP-09][HM-INSP-10][HM-STRAT-06]") {
  State state = line_of_units({{"x1", 900}, {"x2", 860}, {"x3", 820}}, {{"y1", 890}});
  crafty(state, Side::A);
  state.strategoi.at("A").in = {{"x1"}, 0};
  for (const char* id : {"x1", "x2"}) state.units.at({id}).lochoi[0].fight.engaged = Engaged::Othismos;
  CHECK(one_step_more(state, Side::A));
  state.strategoi.at("A").in = {{"x3"}, 0};
  CHECK_FALSE(one_step_more(state, Side::A));
  state.strategoi.at("A").in = {{"x1"}, 0};
  state.units.at({"x2"}).lochoi[0].fight.engaged = Engaged::Epidromos;
  CHECK_FALSE(one_step_more(state, Side::A));
  state.units.erase({"x3"});
  CHECK_FALSE(one_step_more(state, Side::A));  // half is not most
  state.units.erase({"x2"});
  CHECK(one_step_more(state, Side::A));
}

TEST_CASE("sphagia and mantis are for the army's first ordered charge of the core",
          "[hoplomachia][HM-INSP-07][HM-INSP-08][HM-SEQ-04][HM-AMB-73]") {
  State state = line_of_units({{"x1", 900}}, {{"y1", 890}});
  state.units.at({"x1"}).order = {OrderType::Charge, OrderSource::Salpinx, 1, false};
  CHECK_FALSE(sphagia_due(state, Side::A));  // no core
  state.units.at({"x1"}).core = true;
  CHECK(sphagia_due(state, Side::A));
  CHECK(mantis_due(state, Side::A));
  state.armies.a.sphagia_done = true;
  CHECK_FALSE(sphagia_due(state, Side::A));
}

TEST_CASE("the gate is shut on 1 and 2, four lochoi inside win", "[hoplomachia][HM-EX-15][HM-BATT-D6][HM-BATT-D7]") {
  CHECK_FALSE(gate_stays_open(2));
  CHECK(gate_stays_open(3));
  CHECK_FALSE(gate_won(3));
  CHECK(gate_won(4));
}

TEST_CASE("values of the arete events", "[hoplomachia][HM-EVT-T1][HM-EVT-06][HM-EVT-07][HM-EVT-11][HM-OPT6-05]") {
  CHECK(kLochosLost.own == -1);
  CHECK(kLochosLost.enemy == 1);
  CHECK(kSeniorLost.own == -5);
  CHECK(kSeniorLost.enemy == 3);
  CHECK(kStrategosKilled.own == -2);
  CHECK(kEnveloped.own == -2);
  CHECK(kEnveloped.enemy == 2);
  CHECK(kInRetreat.own == -2);
  CHECK(kInRetreat.enemy == 2);
  CHECK(kApproachHalted.own == -1);
  CHECK(kEkdromoiKilled.own == -1);
  CHECK(kLakonianEkdromoiKilled.own == -2);
}

}  // namespace arete_tests
