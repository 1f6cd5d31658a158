/// Dice, lead, re-rolls, hits shared out, ground, cards and hidden ranks in melee.
#include "engine/rulesets/blade_and_bow/topics/melee.hpp"

#include <tuple>

#include "tests/engine/rulesets/blade_and_bow/melee_table.hpp"
#include "tests/support/catch.hpp"

namespace melee_dice_tests {

using namespace polemarch;
using namespace polemarch::blade_and_bow;

namespace {
std::string refusal(const TestTable& t, const char* json) {
  const auto verdict = t.judge(json);
  return verdict.allowed() ? "" : verdict.reasons.front().rule;
}
}  // namespace

namespace {
/// A1 at (5,5) before B1, a heavy hoplite with two ranks at (5,6) that faces it.
TestTable before_hoplite() {
  TestTable t;
  t.add("A1", "hoplite", at(5, 5), Facing::N, 1);
  t.add("B1", "hoplite", at(5, 6), Facing::S, 2);
  return t;
}
MeleeCount count_of(const TestTable& t, const std::vector<UnitId>& who) { return melee_count(t.state, who, &t.unit("B1"), false); }
}  // namespace

TEST_CASE("a light unit has one die, a medium two, a heavy three, and one more for each rank, in attack and defence",
          "[bb][BB-DICE-01][BB-DICE-02][BB-UNIT-12][BB-RANK-07]") {
  TestTable t = before_hoplite();
  for (const auto& [type, ranks, dice] : std::vector<std::tuple<const char*, int, int>>{{"psiloi", 0, 1},
                                                                                        {"spears", 0, 2},
                                                                                        {"axemen", 0, 3},
                                                                                        {"hoplite", 0, 3},
                                                                                        {"hoplite", 2, 5},
                                                                                        {"maniple", 3, 6},
                                                                                        {"medium_hoplite", 1, 3}}) {
    INFO(type << " +" << ranks);
    t.add("A1", type, at(5, 5), Facing::N, ranks);
    CHECK(count_of(t, {{"A1"}}).attack == dice);
    t.add("A1", "spears", at(5, 5), Facing::N);
    t.add("B1", type, at(5, 6), Facing::S, ranks);
    CHECK(count_of(t, {{"A1"}}).defence == dice);
    t.add("B1", "hoplite", at(5, 6), Facing::S, 2);
  }
}

TEST_CASE("an attacker in the flank, a support too, gives a die, and the defender then hits on ones only",
          "[bb][BB-DICE-04][BB-DICE-05][BB-DICE-29][BB-DX-13]") {
  TestTable t = before_hoplite();
  CHECK(count_of(t, {{"A1"}}).attack == 4);
  CHECK(count_of(t, {{"A1"}}).defence_hits_up_to == 2);
  t.add("A2", "spears", at(6, 6), Facing::W);
  CHECK(count_of(t, {{"A1"}, {"A2"}}).attack == 7);  // 3 + 1 + 2 + 1
  CHECK(count_of(t, {{"A1"}, {"A2"}}).defence_hits_up_to == 1);
  t.state.units.at({"A2"}).square = at(4, 6);
  CHECK(count_of(t, {{"A1"}, {"A2"}}).attack == 7);
  t.state.units.at({"A2"}).square = at(4, 5);  // a front square: none of it
  CHECK(count_of(t, {{"A1"}, {"A2"}}).attack == 6);
  CHECK(count_of(t, {{"A1"}, {"A2"}}).defence_hits_up_to == 2);
}

TEST_CASE("an attacker behind gives a die and makes all the defender's hits void, flank and rear do not add",
          "[bb][BB-DICE-06][BB-DICE-07][BB-DICE-08][BB-AMB-53]") {
  TestTable t = before_hoplite();
  for (const Square behind : {at(5, 7), at(4, 7), at(6, 7)}) {
    t.add("A2", "spears", behind, Facing::S);
    CHECK(count_of(t, {{"A1"}, {"A2"}}).attack == 7);
    CHECK(count_of(t, {{"A1"}, {"A2"}}).defence_hits_up_to == 0);
  }
  t.add("A1", "spears", at(5, 5), Facing::N);
  t.add("A3", "psiloi", at(4, 6), Facing::E);
  CHECK(count_of(t, {{"A1"}, {"A2"}, {"A3"}}).attack == 6);  // 2 + 2 + 1 and one die, not two
  CHECK(count_of(t, {{"A1"}, {"A2"}, {"A3"}}).defence_hits_up_to == 0);
}

TEST_CASE("supports give their base dice, never their ranks", "[bb][BB-DICE-15][BB-AMB-58]") {
  TestTable t = before_hoplite();
  t.add("A2", "hoplite", at(6, 5), Facing::NW, 3);
  CHECK(count_of(t, {{"A1"}, {"A2"}}).attack == 7);
  CHECK(count_of(t, {{"A2"}, {"A1"}}).attack == 9 - 1);  // 6 + 3 over the limit of eight
  t.add("A2", "immortals", at(6, 5), Facing::NW);
  CHECK(count_of(t, {{"A1"}, {"A2"}}).attack == 6);  // no Immortals' die either
}

TEST_CASE("eight dice are the most, ground, walls and cards counted before the limit", "[bb][BB-DICE-03][BB-SET-16][BB-AMB-56]") {
  TestTable t = before_hoplite();
  t.add("A2", "hoplite", at(6, 5), Facing::NW, 3);
  t.add("A3", "hoplite", at(4, 5), Facing::NE, 3);
  CHECK(count_of(t, {{"A1"}, {"A2"}, {"A3"}}).attack == 8);
  t.state.units.at({"B1"}).ranks.value = 6;
  t.state.units.at({"B1"}).wall = true;
  CHECK(count_of(t, {{"A1"}}).defence == 8);
  t.state.effects.push_back({.card = 1, .kind = EffectKind::DefenceDice, .amount = -2, .side = Side::B});
  CHECK(count_of(t, {{"A1"}}).defence == 8);  // 3 + 6 + 1 - 2: the limit comes last
  t.state.effects.front().amount = -3;
  CHECK(count_of(t, {{"A1"}}).defence == 7);
}

TEST_CASE("a defender rolls its dice once, ranks and all, whoever and how many attack it", "[bb][BB-DICE-27][BB-DICE-28]") {
  TestTable t = before_hoplite();
  t.leader("AL", at(5, 5), 3);
  t.add("A2", "spears", at(6, 6), Facing::W).melee_marker = true;
  t.add("A3", "spears", at(5, 7), Facing::S);
  CHECK(count_of(t, {{"A1"}}).defence == 5);
  CHECK(count_of(t, {{"A2"}}).defence == 5);
  CHECK(count_of(t, {{"A3"}}).defence == 5);
  REQUIRE(t.say(R"({"do":"melee","units":["A1","A2","A3"],"target":"B1"})"));
  REQUIRE(t.waiting() == "melee_attack");
  REQUIRE(t.dice(std::vector<int>(static_cast<std::size_t>(t.dice_asked()), 4)));
  CHECK(t.waiting() == "melee_defence");
  CHECK(t.dice_asked() == 5);
  REQUIRE(t.dice({4, 4, 4, 4, 4}));
  CHECK(t.waiting() != "melee_defence");
}

TEST_CASE("Immortals attack with one die more, not in support or defence", "[bb][BB-EX-18][BB-DICE-10][BB-UNIT-07]") {
  TestTable t;
  t.add("A1", "immortals", at(5, 5), Facing::N);
  t.add("A2", "immortals", at(6, 5), Facing::NW);
  t.add("B1", "immortals", at(5, 6), Facing::S);
  CHECK(melee_count(t.state, {{"A1"}}, &t.unit("B1"), false).attack == 3);
  CHECK(melee_count(t.state, {{"A1"}}, &t.unit("B1"), false).defence == 2);
  CHECK(melee_count(t.state, {{"A1"}, {"A2"}}, &t.unit("B1"), false).attack == 5);
}

TEST_CASE("the attacker directly ahead of the defender leads, else one in front, else whom the owner names",
          "[bb][BB-DICE-11][BB-DICE-12][BB-DICE-13][BB-DICE-14][BB-DICE-30]") {
  TestTable t;
  t.leader("AL", at(5, 4), 3);
  t.add("A1", "spears", at(6, 5), Facing::NW);
  t.add("A2", "hoplite", at(5, 5), Facing::N, 1);
  t.add("A3", "spears", at(6, 6), Facing::W);
  t.add("A4", "spears", at(4, 6), Facing::E);
  t.add("A5", "spears", at(4, 5), Facing::NE);
  t.add("B1", "spears", at(5, 6), Facing::S);
  const auto leads = [&](std::vector<UnitId> who) { return lead_candidates(t.state, who, &t.unit("B1")); };
  CHECK(leads({{"A1"}, {"A2"}, {"A3"}}) == std::vector<UnitId>{{"A2"}});
  CHECK(leads({{"A1"}, {"A3"}}) == std::vector<UnitId>{{"A1"}});
  CHECK(leads({{"A1"}, {"A3"}, {"A5"}}) == std::vector<UnitId>{{"A1"}, {"A5"}});
  CHECK(leads({{"A3"}, {"A4"}}) == std::vector<UnitId>{{"A3"}, {"A4"}});
  CHECK(refusal(t, R"({"do":"melee","units":["A1","A2"],"lead":"A1","target":"B1"})") == "BB-DICE-12");
  t.state.units.at({"B1"}).disrupted = true;
  REQUIRE(t.say(R"({"do":"melee","units":["A3","A4"],"target":"B1"})"));
  REQUIRE(t.waiting() == "choose_lead");
  REQUIRE(t.choose("A4"));
  CHECK(t.state.fight->attackers.front() == UnitId{"A4"});
  CHECK(t.waiting() == "melee_attack");
}

TEST_CASE("one and two hit, five and six cancel, three and four do nothing", "[bb][BB-DICE-20][BB-DICE-25][BB-DICE-26][BB-AMB-104]") {
  CHECK(count_hits({1, 2, 3, 4, 5, 6}, 0, 2) == 2);
  CHECK(count_cancels({1, 2, 3, 4, 5, 6}, 0) == 2);
  CHECK(count_hits({1, 2}, 1, 2) == 1);
  CHECK(count_hits({1, 6}, -5, 2) == 2);  // 0 or less reads as 1, 7 or more as 6 (BB-AMB-104)
  CHECK(count_cancels({4, 6}, 1) == 2);
  CHECK(count_hits({1, 2}, 0, 0) == 0);
}

TEST_CASE("a disrupted defender cancels but does not hit", "[bb][BB-DX-15][BB-DICE-16][BB-DIS-05]") {
  TestTable t;
  t.leader("AL", at(5, 5), 3);
  t.add("A1", "spears", at(5, 5), Facing::N);
  t.disrupted("B1", "hoplite", at(5, 6), Facing::S, 1);
  REQUIRE(t.say(R"({"do":"melee","unit":"A1","target":"B1"})"));
  REQUIRE(t.dice({1, 1}));
  REQUIRE(t.dice_asked() == 4);
  REQUIRE(t.dice({1, 2, 5, 6}));
  REQUIRE(t.choose("pass"));
  CHECK(t.happened("hits_counted"));
  CHECK_FALSE(t.unit("A1").disrupted);
  CHECK(t.unit("B1").ranks.value == 1);
  CHECK(t.unit("B1").square == at(5, 6));
}

TEST_CASE("the attacker always has a re-roll, each leader in the melee gives one more, the new die stands",
          "[bb][BB-DICE-21][BB-DICE-22][BB-DICE-23][BB-DICE-24][BB-LDR-26][BB-LDR-37][BB-AMB-57]") {
  TestTable t;
  t.leader("AL", at(6, 5), 3);
  t.leader("BL", at(5, 6), 3);
  t.add("A1", "spears", at(5, 5), Facing::N);
  t.add("A2", "spears", at(6, 5), Facing::NW);
  t.add("B1", "spears", at(5, 6), Facing::S);
  t.state.units.at({"B1"}).type.good.front = 0;
  REQUIRE(t.say(R"({"do":"melee","units":["A1","A2"],"target":"B1"})"));
  REQUIRE(t.dice({1}));  // A1's commitment; A2 has the leader
  REQUIRE(t.dice({3, 3, 3, 3}));
  REQUIRE(t.dice({4, 4}));
  REQUIRE(t.waiting() == "ask_reroll");
  CHECK(t.wait().who == Viewer::B);  // the side without the initiative first
  CHECK(t.wait().most == 1);
  REQUIRE(t.choose("1"));
  REQUIRE(t.dice({6}));
  CHECK(t.state.fight->defence_dice == std::vector<int>{6, 4});
  CHECK(t.wait().who == Viewer::A);
  CHECK(t.wait().most == 2);
  REQUIRE(t.choose("2"));
  REQUIRE(t.dice({5}));
  CHECK(t.state.fight->attack_dice == std::vector<int>{3, 5, 3, 3});  // even if it is worse
  CHECK(t.wait().who == Viewer::A);                                   // B has none left
  REQUIRE(t.choose("2"));                                             // again on the same die
  REQUIRE(t.dice({1}));
  // The melee is over: one hit cancelled by the six.
  CHECK_FALSE(t.unit("B1").disrupted);
  CHECK_FALSE(t.state.fight.has_value());
}

TEST_CASE("defensive hits go to the lead first and in turn to the others in front",
          "[bb][BB-EX-17][BB-HIT-03][BB-HIT-04][BB-HIT-05][BB-HIT-02][BB-AMB-55]") {
  CHECK(shared_hits(5, 2) == std::vector<int>{3, 2});
  CHECK(shared_hits(7, 3) == std::vector<int>{3, 2, 2});
  CHECK(shared_hits(1, 2) == std::vector<int>{1, 0});
  TestTable t;
  t.add("A1", "spears", at(5, 5), Facing::N);
  t.add("A2", "spears", at(6, 5), Facing::NW);
  t.add("A3", "spears", at(6, 6), Facing::W);
  t.add("B1", "hoplite", at(5, 6), Facing::S, 3);
  Fight fight;
  fight.target = {"B1"};
  fight.target_square = at(5, 6);
  for (const char* id : {"A1", "A2", "A3"}) {
    fight.attackers.push_back({id});
    fight.from[{id}] = t.unit(id).square;
  }
  CHECK(hit_sharers(t.state, fight) == std::vector<UnitId>{{"A1"}, {"A2"}});  // A3 stands on a flank
  fight.attackers = {{"A3"}};
  CHECK(hit_sharers(t.state, fight) == std::vector<UnitId>{{"A3"}});  // nobody in front: all share
}

TEST_CASE("ground gives dice to the other side and modifies its own", "[bb][BB-TER-09][BB-DICE-09]") {
  TestTable t;
  t.add("A1", "spears", at(5, 5), Facing::N);
  t.add("B1", "spears", at(5, 6), Facing::S);
  const auto count = [&] { return melee_count(t.state, {{"A1"}}, &t.unit("B1"), false); };
  t.state.map.terrain[at(5, 6)] = "marsh";
  CHECK(count().attack == 3);
  CHECK(count().defence == 2);
  t.state.map.terrain = {{at(5, 5), "marsh"}};
  CHECK(count().attack == 2);
  CHECK(count().defence == 3);
  t.state.map.kinds["marsh"].melee_modifier = 1;
  CHECK(count().attack_modifiers.front() == 1);
  CHECK(count().defence_modifier == 0);
}

TEST_CASE("a card that gives a fighting unit dice gives them to the defender too", "[bb][BB-DICE-17]") {
  TestTable t;
  t.leader("AL", at(5, 5), 3);
  t.add("A1", "spears", at(5, 5), Facing::N);
  t.add("B1", "spears", at(5, 6), Facing::S);
  t.state.deck = {{.number = 1, .title = "Push", .effect = EffectKind::AttackDice, .amount = 2, .timing = "melee"}};
  t.state.army(Side::B).hand.push_back({.id = "b", .owner = Viewer::B, .value = 1});
  REQUIRE(t.say(R"({"do":"melee","unit":"A1","target":"B1"})"));
  REQUIRE(t.say(R"({"by":"B","do":"play_card","card":1,"unit":"B1"})"));
  CHECK(t.dice_asked() == 2);
  REQUIRE(t.dice({4, 4}));
  CHECK(t.dice_asked() == 4);
}

TEST_CASE("a card for the other side of a fight, or for dice that lie already, is not wasted", "[bb][BB-CARD-17][BB-CARD-21]") {
  TestTable t;
  t.leader("AL", at(5, 5), 3);
  t.add("A1", "spears", at(5, 5), Facing::N);
  t.add("B1", "spears", at(5, 6), Facing::S);
  t.state.deck = {{.number = 1, .title = "Stand", .effect = EffectKind::DefenceDice, .amount = 1, .timing = "melee"},
                  {.number = 2, .title = "Edge", .effect = EffectKind::MeleeModifier, .amount = -1, .timing = "melee"},
                  {.number = 3, .title = "Effort", .effect = EffectKind::Reroll, .amount = 1, .timing = "melee"}};
  for (const int card : {1, 2, 3}) t.state.army(Side::A).hand.push_back({.id = "a", .owner = Viewer::A, .value = card});
  REQUIRE(t.say(R"({"do":"melee","unit":"A1","target":"B1"})"));
  CHECK(refusal(t, R"({"by":"A","do":"play_card","card":1,"unit":"A1"})") == "BB-CARD-17");
  REQUIRE(t.dice({4, 4}));
  REQUIRE(t.dice({4, 4}));
  REQUIRE(t.waiting() == "ask_reroll");
  CHECK(refusal(t, R"({"by":"A","do":"play_card","card":2,"unit":"A1"})") == "BB-CARD-21");
  CHECK(refusal(t, R"({"by":"A","do":"play_card","card":3,"unit":"A1"})").empty());
}

TEST_CASE("cards are declared by the side without the initiative first, and one helps a unit at a time",
          "[bb][BB-CARD-20][BB-CARD-23][BB-DICE-17][BB-CARD-03][BB-CARD-17][BB-AMB-17]") {
  TestTable t;
  t.leader("AL", at(5, 5), 3);
  t.add("A1", "spears", at(5, 5), Facing::N);
  t.add("B1", "spears", at(5, 6), Facing::S);
  t.state.deck = {{.number = 1, .title = "Push", .effect = EffectKind::AttackDice, .amount = 2, .timing = "melee"},
                  {.number = 2, .title = "Edge", .effect = EffectKind::MeleeModifier, .amount = -1, .timing = "melee"},
                  {.number = 3, .title = "Stand", .effect = EffectKind::DefenceDice, .amount = 1, .timing = "melee"},
                  {.number = 4, .title = "Luck", .timing = "any", .tough_luck = true}};
  for (const int card : {1, 2, 4}) t.state.army(Side::A).hand.push_back({.id = "a", .owner = Viewer::A, .value = card});
  t.state.army(Side::B).hand.push_back({.id = "b", .owner = Viewer::B, .value = 3});
  REQUIRE(t.say(R"({"do":"melee","unit":"A1","target":"B1"})"));
  CHECK(t.dice_asked() == 2);
  CHECK(refusal(t, R"({"by":"A","do":"play_card","card":4})") == "BB-CARD-24");
  REQUIRE(t.say(R"({"by":"A","do":"play_card","card":1,"unit":"A1"})"));
  CHECK(t.dice_asked() == 4);
  CHECK(refusal(t, R"({"by":"A","do":"play_card","card":2,"unit":"A1"})") == "BB-CARD-20");
  CHECK(refusal(t, R"({"by":"B","do":"play_card","card":3,"unit":"B1"})") == "BB-CARD-23");
  dice_and_keep(t, {4, 4, 4, 4}, {4, 4});
  CHECK(t.state.effects.empty());  // an effect lasts for its action
  REQUIRE(t.say(R"({"do":"melee","unit":"A1","target":"B1"})"));
  REQUIRE(t.say(R"({"by":"B","do":"play_card","card":3,"unit":"B1"})"));
  REQUIRE(t.dice({4, 4}));
  CHECK(t.dice_asked() == 3);
}

TEST_CASE("ranks are hidden until the enemy engages, is near or sees flank or rear",
          "[bb][BB-UNIT-17][BB-UNIT-19][BB-UNIT-20][BB-UNIT-23][BB-UNIT-25][BB-RANK-01][BB-AMB-80]") {
  TestTable t;
  t.leader("AL", at(5, 5), 3);
  t.add("A1", "spears", at(5, 5), Facing::N);
  t.add("B1", "hoplite", at(5, 6), Facing::S, 2);
  t.add("B2", "hoplite", at(5, 9), Facing::S, 1);
  t.add("B3", "hoplite", at(2, 6), Facing::N, 1);
  t.add("B4", "hoplite", at(6, 6), Facing::N, 1);
  CHECK_FALSE(t.unit("B1").ranks.open_to(Viewer::A));
  CHECK(refusal(t, R"({"do":"look","unit":"B2"})") == "BB-UNIT-23");                    // seen from the front only
  CHECK(t.judge(R"({"do":"look","unit":"B3"})").reasons.front().rule == "BB-UNIT-19");  // its back to A1
  CHECK(t.judge(R"({"do":"look","unit":"B1"})").reasons.front().rule == "BB-UNIT-20");  // strong zone
  CHECK(t.judge(R"({"do":"look","unit":"B4"})").reasons.front().rule == "BB-UNIT-20");  // weak zone
  REQUIRE(t.say(R"({"do":"look","unit":"B3"})"));
  CHECK(t.unit("B3").ranks.open_to(Viewer::A));
  REQUIRE(t.say(R"({"do":"melee","unit":"A1","target":"B1"})"));
  CHECK(t.unit("B1").ranks.open_to(Viewer::A));
  // A marker the engine was not told is asked for when the dice need it.
  TestTable paper;
  paper.leader("AL", at(5, 5), 3);
  paper.add("A1", "spears", at(5, 5), Facing::N);
  paper.add("B1", "hoplite", at(5, 6), Facing::S).ranks.value.reset();
  REQUIRE(paper.say(R"({"do":"melee","unit":"A1","target":"B1"})"));
  REQUIRE(paper.waiting() == "ask_ranks");
  CHECK(paper.wait().who == Viewer::B);
  REQUIRE(paper.choose("2"));
  REQUIRE(paper.dice({4, 4}));
  CHECK(paper.dice_asked() == 5);
}

}  // namespace melee_dice_tests
