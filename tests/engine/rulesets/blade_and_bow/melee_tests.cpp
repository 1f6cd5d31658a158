#include "engine/rulesets/blade_and_bow/topics/melee.hpp"

#include <algorithm>
#include <tuple>

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
std::string melee_refusal(const TestTable& t, const char* json) {
  const auto verdict = t.judge(json);
  return verdict.allowed() ? "" : verdict.reasons.front().rule;
}
}  // namespace

namespace {
/// One counter and what one hit after another does to it: i ignored, D disrupt, R rank, C recoil, K rout die.
struct HitRow {
  const char* type;
  bool disrupted;
  int ranks;
  std::string sequence;
};
void check_hits(const std::vector<HitRow>& rows) {
  for (const HitRow& row : rows) {
    INFO(row.type << " +" << row.ranks << (row.disrupted ? " disrupted" : ""));
    const Unit unit = make(row.type, row.disrupted);
    for (std::size_t hits = 0; hits <= row.sequence.size(); ++hits)
      CHECK(effects_text(melee_effects(unit, row.ranks, static_cast<int>(hits))) == row.sequence.substr(0, hits));
  }
}
}  // namespace

TEST_CASE("an open unit is disrupted by the first hit, recoils by the next and checks for each more",
          "[bb][BB-HIT-06][BB-HIT-07][BB-HIT-T1][BB-EX-12][BB-EX-13]") {
  check_hits(
      {{"peltast", false, 0, "DCKKKK"}, {"peltast", true, 0, "CKKKKK"}, {"spears", false, 0, "DCKKKK"}, {"axemen", true, 0, "CKKKKK"}});
}

TEST_CASE("a dense unit is disrupted, then loses its ranks, then recoils and checks",
          "[bb][BB-HIT-08][BB-HIT-09][BB-HIT-14][BB-HIT-T1][BB-EX-14][BB-RANK-02][BB-RANK-03][BB-AMB-96]") {
  check_hits({{"hoplite", false, 0, "DCKKKK"},
              {"hoplite", true, 0, "CKKKKK"},
              {"hoplite", false, 1, "DRCKKK"},
              {"hoplite", true, 1, "RCKKKK"},
              {"hoplite", false, 2, "DRRCKK"},
              {"hoplite", true, 2, "RRCKKK"},
              {"hoplite", false, 3, "DRRRCK"},
              {"medium_hoplite", false, 1, "DRCKKK"}});  // density decides, not size
}

TEST_CASE("a flexible unit ignores as many hits as it has steps when they are applied, then takes them as a dense one",
          "[bb][BB-HIT-10][BB-HIT-11][BB-HIT-12][BB-HIT-T1][BB-EX-15][BB-AMB-59]") {
  check_hits({{"maniple", false, 0, "iDCKKK"},
              {"maniple", true, 0, "iCKKKK"},
              {"maniple", false, 1, "iiDRCK"},
              {"maniple", true, 1, "iiRCKK"},
              {"maniple", false, 2, "iiiDRR"},
              {"maniple", true, 2, "iiiRRCK"}});
}

TEST_CASE("the steps of a unit are itself and its ranks, and density says what a hit does to them", "[bb][BB-UNIT-14][BB-UNIT-21]") {
  for (int ranks = 0; ranks <= 6; ++ranks) {
    CHECK(melee_effects(make("maniple", false), ranks, 20).ignored == 1 + ranks);
    CHECK(melee_effects(make("hoplite", false), ranks, 20).ranks == ranks);
    CHECK(melee_effects(make("hoplite", false), ranks, 20).rout_dice == 20 - ranks - 2);
  }
  CHECK(melee_effects(make("axemen", false), 0, 20).rout_dice == 18);
}

TEST_CASE("the hits of one melee meet the ranks there are then: a second melee finds one fewer", "[bb][BB-HIT-15]") {
  TestTable t = duel("axemen", "hoplite", 0, 2);
  REQUIRE(t.say(kMelee));
  fight(t, {1, 1, 4}, {});
  CHECK(t.unit("B1").ranks.value == 1);
  t.turn_of(Side::A, 2);
  REQUIRE(t.say(kMelee));
  fight(t, {1, 1, 4}, {});
  CHECK(t.unit("B1").ranks.value == 0);
  CHECK(t.unit("B1").square == at(5, 7));  // the second hit finds no rank left
}

TEST_CASE("only what stands in a front square may be attacked, and an enemy directly ahead binds",
          "[bb][BB-MEL-01][BB-MEL-03][BB-MEL-04][BB-MEL-05][BB-MEL-09][BB-MEL-10][BB-MEL-12][BB-AMB-48]") {
  TestTable t;
  t.leader("AL", at(5, 4));
  t.add("A1", "spears", at(5, 5), Facing::N);
  t.add("A2", "spears", at(4, 5), Facing::NE);
  t.add("B1", "axemen", at(5, 6), Facing::N);
  t.add("B2", "axemen", at(6, 6), Facing::N);
  t.add("B3", "axemen", at(6, 5), Facing::N);
  t.add("B4", "axemen", at(5, 9), Facing::N);
  CHECK(melee_refusal(t, R"({"do":"melee","unit":"A1","target":"B1"})").empty());
  CHECK(melee_refusal(t, R"({"do":"melee","unit":"A1","target":"B2"})") == "BB-MEL-03");
  CHECK(melee_refusal(t, R"({"do":"melee","unit":"A1","target":"B3"})") == "BB-MEL-10");
  CHECK(melee_refusal(t, R"({"do":"melee","unit":"A1","target":"B4"})") == "BB-MEL-10");
  CHECK(melee_refusal(t, R"({"do":"melee","units":["A1","A2"],"target":"B1"})").empty());
  t.state.units.at({"B1"}).disrupted = true;
  CHECK(melee_refusal(t, R"({"do":"melee","unit":"A1","target":"B2"})") == "BB-MEL-03");
  t.state.units.at({"B1"}).square = at(0, 11);
  CHECK(melee_refusal(t, R"({"do":"melee","unit":"A1","target":"B2"})").empty());
  CHECK(melee_refusal(t, R"({"do":"pass"})").empty());  // never compulsory
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
  CHECK(melee_refusal(t, R"({"do":"melee","unit":"A3","target":"B1"})") == "BB-MEL-07");
  t.state.units.at({"A1"}).facing = Facing::E;
  t.state.units.at({"A1"}).facing = Facing::NE;
  CHECK(melee_refusal(t, R"({"do":"melee","unit":"A1","target":"B2"})") == "BB-MEL-06");
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

namespace {
/// A1 attacks the psiloi B1, with whom a leader stands, and B1 is asked whether it falls back.
TestTable psiloi_attacked() {
  TestTable t;
  t.add("A1", "hoplite", at(5, 5), Facing::N, 1).melee_marker = true;
  t.add("A2", "spears", at(3, 7), Facing::E);  // strong (4,7), weak (4,6), (4,8) ...
  t.add("B1", "psiloi", at(5, 6), Facing::S);
  t.leader("BL", at(5, 6));
  REQUIRE(t.say(R"({"do":"melee","unit":"A1","target":"B1"})"));
  REQUIRE(t.waiting() == "melee_retreat");
  return t;
}
}  // namespace

TEST_CASE("a retreat goes two squares away from the enemy, with the leader; the unit is disrupted and looks on",
          "[bb][BB-RET-06][BB-RET-07][BB-RET-08][BB-AMB-50]") {
  TestTable t = psiloi_attacked();
  REQUIRE(t.choose(name_of(at(6, 7)) + "-" + name_of(at(6, 8))));
  CHECK(t.unit("B1").square == at(6, 8));
  CHECK(t.unit("B1").facing == Facing::N);
  CHECK(t.unit("B1").disrupted);
  CHECK(t.state.leaders.at({"BL"}).square == at(6, 8));
}

TEST_CASE("each step of a retreat leads farther from the lead attacker, into free squares outside enemy zones",
          "[bb][BB-RET-05][BB-EZ-16][BB-AMB-49]") {
  TestTable t = psiloi_attacked();
  std::vector<std::string> keys;
  for (const engine::Option& option : t.wait().options) keys.push_back(option.key);
  std::sort(keys.begin() + 1, keys.end());
  // From (5,6): row 7 without (4,7), a strong zone; then row 8 without (4,8), a weak one. (6,7) also leads to (7,8).
  CHECK(keys == std::vector<std::string>{"stand", "F8-F9", "F8-G9", "G8-F9", "G8-G9", "G8-H9"});
  t.add("B2", "spears", at(5, 8), Facing::S);  // a friend's square is not free
  CHECK(retreat_paths(t.state, t.unit("B1"), at(5, 5)).size() == 3);
}

TEST_CASE("a retreat is the defender's choice before any commitment dice, and ends the melee", "[bb][BB-RET-11][BB-RET-13][BB-AMB-79]") {
  TestTable t = psiloi_attacked();
  CHECK(t.wait().who == Viewer::B);
  REQUIRE(t.choose("F8-F9"));
  CHECK(t.waiting().empty());
  CHECK_FALSE(t.state.fight.has_value());
  CHECK_FALSE(t.unit("A1").melee_marker);  // it did not fight
  TestTable stand = psiloi_attacked();
  stand.state.units.at({"A1"}).melee_marker = false;
  REQUIRE(stand.choose("stand"));
  CHECK(stand.waiting() == "commit_roll");
}

TEST_CASE("the lead attacker follows a retreat into the square given up", "[bb][BB-RET-09][BB-ADV-01]") {
  TestTable t = psiloi_attacked();
  REQUIRE(t.choose("F8-F9"));
  CHECK(t.unit("A1").square == at(5, 6));
  CHECK(t.unit("A1").facing == Facing::N);
}

TEST_CASE("a light unit in a strong zone may retreat: it is not movement", "[bb][BB-RET-14][BB-EZ-12]") {
  TestTable t = psiloi_attacked();
  CHECK(ZoneMap(t.state, Side::A).at(at(5, 6)) == Zone::Strong);
  REQUIRE(t.choose("F8-F9"));
  CHECK(t.unit("B1").square == at(5, 8));
}

namespace {
/// Commitment dice of spears in `from` against a hoplite at (5,6) that looks south: left 1, front 3, right 2; 0 = no check.
int commitment_dice(Square from, const char* target = "hoplite", bool disrupted = false) {
  TestTable t;
  t.leader("AL", at(11, 0), 3);
  t.add("B1", target, at(5, 6), Facing::S, 1).disrupted = disrupted;
  t.add("A1", "spears", from, Facing::N);
  const Commitment due = commitment_of(t.state, t.unit("A1"), &t.unit("B1"));
  return due.needs_dice ? commitment_check(t.state, t.unit("A1"), &t.unit("B1")).dice : 0;
}
}  // namespace

TEST_CASE("commitment dice are one and the target's modifier for its side attacked, as the target looks",
          "[bb][BB-COM-01][BB-COM-03][BB-COM-05][BB-UNIT-11][BB-MOR-06][BB-AMB-93]") {
  for (const Square front : {at(5, 5), at(4, 5), at(6, 5)}) CHECK(commitment_dice(front) == 4);
  CHECK(commitment_dice(at(6, 6)) == 2);  // its left
  CHECK(commitment_dice(at(4, 6)) == 3);  // its right
}

TEST_CASE("from behind no commitment check is due", "[bb][BB-COM-02]") {
  for (const Square behind : {at(5, 7), at(4, 7), at(6, 7)}) CHECK(commitment_dice(behind) == 0);
}

TEST_CASE("a modifier of nought still means one die", "[bb][BB-COM-04][BB-MOR-02]") {
  CHECK(commitment_dice(at(5, 5), "archers") == 1);
  CHECK(commitment_dice(at(6, 6), "archers") == 1);
}

TEST_CASE("a disrupted target has no morale modifiers: nobody checks to attack it", "[bb][BB-COM-19][BB-DIS-06]") {
  for (const Square from : {at(5, 5), at(6, 6), at(4, 6), at(5, 7)}) CHECK(commitment_dice(from, "hoplite", true) == 0);
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

TEST_CASE("a commitment point brings a failing die down; without it the unit does not attack",
          "[bb][BB-EX-01][BB-COM-15][BB-COM-20][BB-CARD-02][BB-CARD-14][BB-MOR-11]") {
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
      CHECK_FALSE(t.unit("A1").disrupted);  // no other penalty
      CHECK_FALSE(t.state.fight.has_value());
    }
  }
}

TEST_CASE("a check passes when every modified die is at or under the value; ones and sixes are nothing special",
          "[bb][BB-MOR-01][BB-MOR-03][BB-MOR-04][BB-AMB-09]") {
  const auto pass = [](int value, int modifier, const std::vector<int>& dice) {
    Check check;
    check.dice = static_cast<int>(dice.size());
    check.value = value;
    check.modifier = modifier;
    return passes(check, dice);
  };
  CHECK(pass(3, 0, {3, 3, 1}));
  CHECK_FALSE(pass(3, 0, {1, 1, 4}));  // one die too high fails the whole
  CHECK(pass(3, -2, {5, 5}));
  CHECK_FALSE(pass(3, -2, {5, 6}));
  CHECK_FALSE(pass(1, 1, {1}));
  CHECK(pass(6, 0, {6}));
}

TEST_CASE("a card's effect lasts for its action unless it says an impulse or a turn", "[bb][BB-CARD-18]") {
  for (const auto& [lasts, after_action, after_impulse] :
       std::vector<std::tuple<const char*, bool, bool>>{{"action", false, false}, {"impulse", true, false}, {"turn", true, true}}) {
    INFO(lasts);
    TestTable t;
    t.leader("AL", at(5, 5), 3);
    t.leader("BL", at(11, 11), 3);
    t.add("A1", "spears", at(5, 5), Facing::N);
    t.add("B1", "spears", at(11, 11), Facing::N);
    t.turn_of(Side::A, 2);
    t.state.deck = {{.number = 1, .title = "March", .effect = EffectKind::Movement, .amount = 4, .timing = "move", .lasts = lasts}};
    t.state.army(Side::A).hand.push_back({.id = "a", .owner = Viewer::A, .value = 1});
    const char* const far = R"({"do":"move","unit":"A1","path":["right","right","right","right","left","left","left","left"]})";  // 8 of 6
    CHECK_FALSE(t.judge(far).allowed());
    REQUIRE(t.say(R"({"do":"play_card","card":1,"unit":"A1"})"));
    CHECK(t.judge(far).allowed());
    REQUIRE(t.say(R"({"do":"move","unit":"A1","path":["advance"]})"));
    CHECK(t.judge(far).allowed() == after_action);
    REQUIRE(t.say(R"({"do":"pass"})"));  // the impulse is over
    CHECK(t.state.effects.empty() != after_impulse);
  }
  CHECK(Card{}.lasts == "action");
}

TEST_CASE("points of several cards are split over the dice", "[bb][BB-EX-02][BB-CARD-15][BB-CARD-16][BB-CARD-19][BB-AMB-10]") {
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
  CHECK(melee_refusal(t, R"({"do":"melee","unit":"A2","target":"B1"})") == "BB-COM-06");
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
