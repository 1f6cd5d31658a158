#include "engine/rulesets/blade_and_bow/topics/melee.hpp"

#include "tests/engine/rulesets/blade_and_bow/melee_table.hpp"
#include "tests/support/catch.hpp"

using namespace polemarch;
using namespace polemarch::blade_and_bow;

namespace {
std::string effects_text(const HitEffects& e) {
  std::string text(static_cast<std::size_t>(e.ignored), 'i');
  if (e.disrupted) text += 'D';
  text += std::string(static_cast<std::size_t>(e.ranks), 'R');
  if (e.recoil) text += 'C';
  return text + std::string(static_cast<std::size_t>(e.rout_dice), 'K');
}
Unit make(const char* type, bool disrupted) {
  Unit unit;
  unit.type = test_type(type);
  unit.disrupted = disrupted;
  return unit;
}
std::string refusal(const TestTable& t, const char* json) {
  const auto verdict = t.judge(json);
  return verdict.allowed() ? "" : verdict.reasons.front().rule;
}
}  // namespace

TEST_CASE("what hits do in melee",
          "[bb][BB-HIT-06][BB-HIT-07][BB-HIT-08][BB-HIT-09][BB-HIT-10][BB-HIT-11][BB-HIT-12][BB-HIT-14][BB-HIT-15][BB-HIT-T1][BB-UNIT-14]"
          "[BB-UNIT-21][BB-RANK-02][BB-RANK-03][BB-EX-12][BB-EX-13][BB-EX-14][BB-EX-15]") {
  struct Row {
    const char* type;
    bool disrupted;
    int ranks;
    const char* sequence;
  };
  for (const Row row : {Row{"peltast", false, 0, "DCKKKK"}, Row{"axemen", true, 0, "CKKKKK"}, Row{"hoplite", false, 0, "DCKKKK"},
                        Row{"hoplite", false, 1, "DRCKKK"}, Row{"hoplite", false, 2, "DRRCKK"}, Row{"hoplite", true, 2, "RRCKKK"},
                        Row{"maniple", false, 2, "iiiDRR"}, Row{"maniple", true, 2, "iiiRRC"}, Row{"hoplite", true, 0, "CKKKKK"},
                        Row{"hoplite", true, 1, "RCKKKK"}, Row{"hoplite", false, 3, "DRRRCK"}, Row{"maniple", false, 1, "iiDRCK"},
                        Row{"maniple", true, 1, "iiRCKK"}, Row{"maniple", false, 0, "iDCKKK"}, Row{"maniple", true, 0, "iCKKKK"},
                        Row{"medium_hoplite", false, 1, "DRCKKK"}}) {
    INFO(row.type << " +" << row.ranks << (row.disrupted ? " disrupted" : ""));
    const Unit unit = make(row.type, row.disrupted);
    for (int hits = 0; hits <= 6; ++hits)
      CHECK(effects_text(melee_effects(unit, row.ranks, hits)) == std::string(row.sequence).substr(0, static_cast<std::size_t>(hits)));
  }
  CHECK(effects_text(melee_effects(make("maniple", true), 2, 7)) == "iiiRRCK");
}

TEST_CASE("only what stands in a front square may be attacked, and an enemy directly ahead binds",
          "[bb][BB-MEL-01][BB-MEL-03][BB-MEL-04][BB-MEL-05][BB-MEL-09][BB-MEL-10][BB-MEL-12]") {
  TestTable t;
  t.leader("AL", at(5, 4));
  t.add("A1", "spears", at(5, 5), Facing::N);
  t.add("A2", "spears", at(4, 5), Facing::NE);
  t.add("B1", "axemen", at(5, 6), Facing::N);
  t.add("B2", "axemen", at(6, 6), Facing::N);
  t.add("B3", "axemen", at(6, 5), Facing::N);
  t.add("B4", "axemen", at(5, 9), Facing::N);
  CHECK(refusal(t, R"({"do":"melee","unit":"A1","target":"B1"})").empty());
  CHECK(refusal(t, R"({"do":"melee","unit":"A1","target":"B2"})") == "BB-MEL-03");
  CHECK(refusal(t, R"({"do":"melee","unit":"A1","target":"B3"})") == "BB-MEL-10");
  CHECK(refusal(t, R"({"do":"melee","unit":"A1","target":"B4"})") == "BB-MEL-10");
  CHECK(refusal(t, R"({"do":"melee","units":["A1","A2"],"target":"B1"})").empty());
  t.state.units.at({"B1"}).disrupted = true;
  CHECK(refusal(t, R"({"do":"melee","unit":"A1","target":"B2"})") == "BB-MEL-03");
  t.state.units.at({"B1"}).square = at(0, 11);
  CHECK(refusal(t, R"({"do":"melee","unit":"A1","target":"B2"})").empty());
  CHECK(refusal(t, R"({"do":"pass"})").empty());  // never compulsory
}

TEST_CASE("a formation fights several melees, each unit and target once", "[bb][BB-MEL-06][BB-MEL-07][BB-MEL-11]") {
  TestTable t;
  t.leader("AL", at(5, 5));
  t.add("A1", "spears", at(5, 5), Facing::N);
  t.add("A2", "spears", at(6, 5), Facing::N);
  t.add("A3", "spears", at(4, 5), Facing::NE);
  t.add("B1", "axemen", at(5, 6), Facing::N);
  t.add("B2", "axemen", at(6, 6), Facing::N);
  REQUIRE(t.say(R"({"do":"activate","action":"melee","units":["A1","A2","A3"]})"));
  REQUIRE(t.say(R"({"do":"melee","unit":"A1","target":"B1"})"));
  fight(t, {4, 4, 4}, {4, 4, 4});
  CHECK(refusal(t, R"({"do":"melee","unit":"A3","target":"B1"})") == "BB-MEL-07");
  t.state.units.at({"A1"}).facing = Facing::E;
  t.state.units.at({"A1"}).facing = Facing::NE;
  CHECK(refusal(t, R"({"do":"melee","unit":"A1","target":"B2"})") == "BB-MEL-06");
  REQUIRE(t.say(R"({"do":"melee","unit":"A2","target":"B2"})"));
  fight(t, {4, 4, 4}, {4, 4, 4});
  CHECK(t.state.turn.actions == 2);
}

TEST_CASE("light units fall back before heavier foot, light horse before all but its like",
          "[bb][BB-RET-01][BB-RET-02][BB-RET-03][BB-RET-04][BB-RET-10][BB-RET-12][BB-SW-07]") {
  TestTable t;
  for (const char* id : {"A1", "A2", "A3", "A4", "A5", "A6"}) t.add(id, "spears", at(5, 5), Facing::N);
  t.state.units.at({"A1"}).type = test_type("hoplite");
  t.state.units.at({"A2"}).type = test_type("spears");
  t.state.units.at({"A3"}).type = test_type("psiloi");
  t.state.units.at({"A4"}).type = test_type("light_cavalry");
  t.state.units.at({"A5"}).type = test_type("heavy_cavalry");
  t.state.units.at({"A6"}).type = test_type("immortals");
  Unit foot = make("psiloi", false), horse = make("light_cavalry", false);
  const auto may = [&](const Unit& unit, const char* before) { return may_retreat(t.state, unit, {{before}}).allowed(); };
  CHECK(may(foot, "A1"));
  CHECK(may(foot, "A2"));
  CHECK(may(foot, "A6"));
  CHECK_FALSE(may(foot, "A3"));
  CHECK_FALSE(may(foot, "A4"));
  CHECK_FALSE(may(foot, "A5"));
  CHECK(may(horse, "A1"));
  CHECK(may(horse, "A3"));
  CHECK(may(horse, "A5"));
  CHECK_FALSE(may(horse, "A4"));
  CHECK_FALSE(may_retreat(t.state, foot, {{"A1"}, {"A3"}}).allowed());  // any barred attacker bars it
  foot.disrupted = true;
  CHECK_FALSE(may(foot, "A1"));
  foot.disrupted = false;
  foot.wall = true;
  CHECK_FALSE(may(foot, "A1"));
  CHECK_FALSE(may(make("spears", false), "A1"));
  CHECK_FALSE(may(make("heavy_cavalry", false), "A1"));
}

TEST_CASE("a retreat goes two squares away, disrupts, ends the melee, and the lead attacker follows",
          "[bb][BB-RET-05][BB-RET-06][BB-RET-07][BB-RET-08][BB-RET-09][BB-RET-11][BB-RET-13][BB-RET-14][BB-EZ-16][BB-EZ-12][BB-ADV-01]") {
  TestTable t;
  t.add("A1", "hoplite", at(5, 5), Facing::N, 1).melee_marker = true;
  t.add("A2", "spears", at(3, 7), Facing::E);  // strong (4,7), weak (4,6), (4,8) ...
  t.add("B1", "psiloi", at(5, 6), Facing::S);
  t.leader("BL", at(5, 6));
  REQUIRE(t.say(R"({"do":"melee","unit":"A1","target":"B1"})"));
  REQUIRE(t.waiting() == "melee_retreat");  // before any commitment dice
  CHECK(t.wait().who == Viewer::B);
  for (const engine::Option& option : t.wait().options) CHECK(option.key.find("E8") == std::string::npos);  // (4,7) lies in an enemy zone
  REQUIRE(t.choose(name_of(at(6, 7)) + "-" + name_of(at(6, 8))));
  CHECK(t.unit("B1").square == at(6, 8));
  CHECK(t.unit("B1").facing == Facing::N);
  CHECK(t.unit("B1").disrupted);
  CHECK(t.state.leaders.at({"BL"}).square == at(6, 8));
  CHECK(t.unit("A1").square == at(5, 6));
  CHECK(t.waiting().empty());
  CHECK_FALSE(t.unit("A1").melee_marker);  // it did not fight (BB-AMB-79)
  // Standing goes on with the melee.
  TestTable stand;
  stand.add("A1", "hoplite", at(5, 5), Facing::N, 1);
  stand.add("B1", "psiloi", at(5, 6), Facing::S);
  REQUIRE(stand.say(R"({"do":"melee","unit":"A1","target":"B1"})"));
  REQUIRE(stand.choose("stand"));
  CHECK(stand.waiting() == "commit_roll");
}

TEST_CASE("commitment dice are one and the target's modifier for the side attacked",
          "[bb][BB-COM-01][BB-COM-02][BB-COM-03][BB-COM-04][BB-COM-05][BB-COM-19][BB-UNIT-11][BB-DIS-06][BB-MOR-06]") {
  TestTable t;
  t.leader("AL", at(11, 0), 3);
  t.add("B1", "hoplite", at(5, 6), Facing::S, 1);  // left 1, front 3, right 2
  t.add("A1", "spears", at(5, 5), Facing::N);
  const auto dice = [&](Square from) {
    t.state.units.at({"A1"}).square = from;
    const Commitment due = commitment_of(t.state, t.unit("A1"), &t.unit("B1"));
    return due.needs_dice ? commitment_check(t.state, t.unit("A1"), &t.unit("B1")).dice : 0;
  };
  CHECK(dice(at(5, 5)) == 4);
  CHECK(dice(at(4, 5)) == 4);
  CHECK(dice(at(6, 5)) == 4);
  CHECK(dice(at(6, 6)) == 2);  // its left, as it looks south
  CHECK(dice(at(4, 6)) == 3);  // its right
  CHECK(dice(at(5, 7)) == 0);
  CHECK(dice(at(4, 7)) == 0);
  t.state.units.at({"B1"}).disrupted = true;
  CHECK(dice(at(5, 5)) == 0);
  t.add("B1", "archers", at(5, 6), Facing::S);  // all modifiers 0
  CHECK(dice(at(5, 5)) == 1);
}

TEST_CASE("commitment modifiers add up", "[bb][BB-COM-10][BB-COM-11][BB-COM-12][BB-COM-13][BB-COM-14][BB-LDR-24][BB-LDR-25][BB-MOR-07]") {
  TestTable t;
  t.add("A1", "immortals", at(5, 5), Facing::N);
  t.add("B1", "psiloi", at(5, 6), Facing::S);
  const auto modifier = [&] { return commitment_check(t.state, t.unit("A1"), &t.unit("B1")).modifier; };
  CHECK(modifier() == -2);  // against a light unit, Immortals
  t.leader("AL", at(5, 4));
  CHECK(modifier() == -4);
  t.leader("AM", at(6, 4), 2, 4, 2);
  CHECK(modifier() == -4);  // two neighbours give it once
  t.leader("AM", at(7, 5), 2, 4, 2);
  CHECK(modifier() == -5);  // one next to it, another two away (BB-AMB-51)
  t.add("B1", "spears", at(5, 6), Facing::S);
  CHECK(modifier() == -4);
  t.add("A1", "psiloi", at(5, 5), Facing::N);
  t.add("B1", "psiloi", at(5, 6), Facing::S);
  CHECK(modifier() == -3);
}

TEST_CASE(
    "a failing die is brought down by a commitment point",
    "[bb][BB-EX-01][BB-MOR-01][BB-MOR-02][BB-MOR-03][BB-MOR-04][BB-MOR-11][BB-COM-15][BB-COM-20][BB-CARD-02][BB-CARD-14][BB-CARD-18]") {
  for (const bool pays : {false, true}) {
    TestTable t = commitment_table({1});
    t.leader("AL", at(4, 4), 3);  // next to the unit
    REQUIRE(t.say(R"({"do":"melee","unit":"A1","target":"B1"})"));
    REQUIRE(t.dice_asked() == 4);
    REQUIRE(t.dice({2, 4, 4, 6}));
    REQUIRE(t.waiting() == "commit_spend");
    if (pays) {
      REQUIRE(t.say(R"({"do":"commit","cards":[1]})"));
      CHECK(t.waiting() == "melee_attack");
      CHECK(t.unit("A1").melee_marker);
      CHECK(t.state.army(Side::A).hand.empty());
      CHECK(t.state.discards == std::vector<int>{1});
    } else {
      REQUIRE(t.choose("accept"));
      CHECK(t.waiting().empty());
      CHECK_FALSE(t.unit("A1").melee_marker);
      CHECK_FALSE(t.state.fight.has_value());
    }
  }
}

TEST_CASE("points of several cards are split over the dice", "[bb][BB-EX-02][BB-CARD-15][BB-CARD-16][BB-CARD-19]") {
  TestTable t = commitment_table({1, 3});  // four points in two cards
  t.leader("AL", at(11, 0), 3);
  REQUIRE(t.say(R"({"do":"melee","unit":"A1","target":"B1"})"));
  REQUIRE(t.dice({2, 3, 5, 5}));
  CHECK(t.judge(R"({"do":"commit","cards":[1,2],"spend":{"A1":[0,0,2,3]}})").reasons.front().rule == "BB-CARD-16");
  REQUIRE(t.say(R"({"do":"commit","cards":[1,2],"spend":{"A1":[0,0,2,2]}})"));
  CHECK(t.waiting() == "melee_attack");
  TestTable three = commitment_table({3});
  three.leader("AL", at(11, 0), 3);
  REQUIRE(three.say(R"({"do":"melee","unit":"A1","target":"B1"})"));
  REQUIRE(three.dice({2, 3, 5, 5}));
  REQUIRE(three.say(R"({"do":"commit","cards":[1]})"));
  CHECK_FALSE(three.state.fight.has_value());  // one die stays at 4
}

TEST_CASE("the reshuffle card and cards without a number commit nothing", "[bb][BB-CARD-11][BB-COM-21]") {
  TestTable t = commitment_table({1});
  t.leader("AL", at(11, 0), 3);
  t.state.deck.push_back({.number = 2, .title = "Reshuffle", .reshuffle = true});
  t.state.deck.push_back({.number = 3, .title = "Blank"});
  for (const int card : {2, 3}) t.state.army(Side::A).hand.push_back({.id = "c", .owner = Viewer::A, .value = card});
  CHECK(t.judge(R"({"do":"commit","cards":[1]})").reasons.front().rule == "BB-CARD-14");
  REQUIRE(t.say(R"({"do":"melee","unit":"A1","target":"B1"})"));
  REQUIRE(t.dice({4, 3, 3, 3}));
  CHECK(t.judge(R"({"do":"commit","cards":[2]})").reasons.front().rule == "BB-CARD-11");
  CHECK(t.judge(R"({"do":"commit","cards":[3]})").reasons.front().rule == "BB-COM-21");
  CHECK(t.judge(R"({"do":"commit","cards":[9]})").reasons.front().rule == "BB-CARD-26");
  CHECK(t.judge(R"({"do":"commit","cards":[1]})").allowed());
}

TEST_CASE("several attackers check each for itself, those that pass go in",
          "[bb][BB-COM-06][BB-COM-07][BB-COM-08][BB-COM-22][BB-COM-23][BB-MEL-08]") {
  TestTable t;
  t.leader("AL", at(8, 2), 3, 9);
  t.add("A1", "spears", at(5, 5), Facing::N);
  t.add("A2", "spears", at(6, 5), Facing::NW);
  t.add("B1", "spears", at(5, 6), Facing::S);  // front 1: two dice each
  REQUIRE(t.say(R"({"do":"activate","action":"melee","units":["A1","A2"]})"));
  REQUIRE(t.say(R"({"do":"melee","units":["A1","A2"],"target":"B1"})"));
  REQUIRE(t.dice_asked() == 4);
  REQUIRE(t.dice({3, 3, 3, 5}));
  CHECK(t.waiting() == "melee_attack");
  CHECK(t.dice_asked() == 2);
  CHECK(t.unit("A1").melee_marker);
  CHECK_FALSE(t.unit("A2").melee_marker);
  dice_and_keep(t, {4, 4}, {4, 4});
  CHECK(refusal(t, R"({"do":"melee","unit":"A2","target":"B1"})") == "BB-COM-06");
}

TEST_CASE("a stacked leader commits his unit, a marker spares the check while it keeps fighting",
          "[bb][BB-EX-11][BB-COM-09][BB-COM-16][BB-COM-17][BB-COM-24][BB-LDR-23]") {
  TestTable t;
  t.leader("AL", at(5, 5), 3);
  t.add("A1", "spears", at(5, 5), Facing::N);
  t.add("A2", "spears", at(1, 1), Facing::N);
  t.add("B1", "spears", at(5, 6), Facing::S);
  t.turn_of(Side::A, 3);
  REQUIRE(t.say(R"({"do":"melee","unit":"A1","target":"B1"})"));
  CHECK(t.waiting() == "melee_attack");
  dice_and_keep(t, {4, 4}, {4, 4});
  CHECK(t.unit("A1").melee_marker);
  t.state.leaders.at({"AL"}).square = at(1, 1);
  REQUIRE(t.say(R"({"do":"melee","unit":"A1","target":"B1"})"));
  CHECK(t.waiting() == "melee_attack");  // still marked: no check
  dice_and_keep(t, {4, 4}, {4, 4});
  REQUIRE(t.say(R"({"do":"move","unit":"A2","path":["left"]})"));
  CHECK_FALSE(t.unit("A1").melee_marker);
  t.turn_of(Side::A, 1);
  REQUIRE(t.say(R"({"do":"melee","unit":"A1","target":"B1"})"));
  CHECK(t.waiting() == "commit_roll");  // a new check
  // The marker lasts over the other side's impulse.
  t.state.units.at({"A1"}).melee_marker = true;
  t.state.fight.reset();
  t.state.action.reset();
  t.state.agenda = {};
  t.turn_of(Side::B, 1);
  REQUIRE(t.say(R"({"do":"pass"})"));
  CHECK(t.unit("A1").melee_marker);
}
