#include "engine/rulesets/blade_and_bow/topics/command.hpp"
#include "engine/rulesets/blade_and_bow/topics/melee.hpp"
#include "engine/rulesets/blade_and_bow/topics/recoil.hpp"
#include "tests/engine/rulesets/blade_and_bow/melee_table.hpp"
#include "tests/support/catch.hpp"

namespace results_tests {

using namespace polemarch;
using namespace polemarch::blade_and_bow;

namespace {
/// Fills squares with enemy zones: units of A facing so that these squares are covered.
std::vector<std::string> ends(const FallBackChoice& choice) {
  std::vector<std::string> names;
  for (const FallBack& way : choice.ways) {
    std::string name;
    for (const Square s : way.path) name += (name.empty() ? "" : "-") + name_of(s);
    names.push_back(name + " " + std::string(name_of(way.facing)));
  }
  return names;
}
using Names = std::vector<std::string>;
}  // namespace

TEST_CASE("recoil goes straight away, else to a side ahead, else anywhere free",
          "[bb][BB-REC-01][BB-REC-07][BB-REC-08][BB-REC-09][BB-REC-10][BB-REC-15][BB-REC-19][BB-AMB-61]") {
  TestTable t = duel("spears", "axemen");
  const auto ways = [&] { return ends(recoil_ways(t.state, t.unit("B1"), at(5, 5))); };
  CHECK(ways() == Names{"F8 N"});
  t.state.map.terrain[at(5, 7)] = "cliff";
  CHECK(ways() == Names{"E8 NW", "G8 NE"});
  t.state.map.terrain[at(4, 7)] = t.state.map.terrain[at(6, 7)] = "cliff";
  CHECK(ways().empty());  // the other squares lie in the attacker's own zone
  t.state.units.at({"A1"}).disrupted = true;
  CHECK(ways() == Names{"E7 W", "G7 E", "E6 SW", "G6 SE"});
  for (const Square s : {at(4, 6), at(6, 6), at(4, 5), at(6, 5)}) t.state.map.terrain[s] = "cliff";
  CHECK(ways().empty());
}

TEST_CASE("a unit hemmed in by enemy zones is lost, one with a side square free goes there",
          "[bb][BB-DX-19][BB-REC-04][BB-REC-05][BB-REC-17][BB-EZ-17]") {
  TestTable t = duel("spears", "axemen");
  t.state.units.at({"B1"}).disrupted = true;
  t.add("A2", "spears", at(5, 8), Facing::S);  // strong (5,7), weak (4,7), (6,7)
  // Only the three squares away from the attacker are enemy zones: A1 itself holds (4,5)... its flanks and front.
  t.state.units.at({"A1"}).facing = Facing::NW;  // its zone: (4,6), (4,5), (5,6), (4,4), (6,6)
  CHECK(ends(recoil_ways(t.state, t.unit("B1"), at(5, 5))) == Names{"G6 SE"});
  t.add("A3", "spears", at(7, 5), Facing::W);  // strong over (6,5)
  const FallBackChoice lost = recoil_ways(t.state, t.unit("B1"), at(5, 5));
  CHECK(lost.ways.empty());
  CHECK(lost.eliminated);
  t.state.units.at({"A1"}).facing = Facing::N;
  t.add("A4", "spears", at(3, 6), Facing::E);
  REQUIRE(t.say(kMelee));
  fight(t, {1, 4}, {});
  CHECK(t.unit("B1").box == Where::Eliminated);
  CHECK(t.state.army(Side::B).losses == 1);
  CHECK(t.unit("A1").square == at(5, 6));  // the lead attacker follows (BB-AMB-63)
}

TEST_CASE("straight off the map a recoiling unit is lost and no advance is due", "[bb][BB-REC-06][BB-ADV-03][BB-AMB-62][BB-AMB-63]") {
  TestTable t = duel_by_the_edge("spears", "axemen", 7);
  REQUIRE(t.say(kMelee));
  fight(t, {1, 4}, {});
  CHECK(t.unit("B1").box == Where::Eliminated);
  CHECK(t.state.army(Side::B).losses == 1);
  REQUIRE(t.waiting() == "advance");  // optional (BB-AMB-63)
  REQUIRE(t.choose("no"));
  CHECK(t.unit("A1").square == at(5, 5));
}

namespace {
/// A disrupted unit of `recoiling` before spears, a friend behind it, and one net hit: it recoils through the friend.
TestTable recoil_through(const char* recoiling, const char* behind, bool behind_disrupted = false) {
  TestTable t = duel("spears", recoiling);
  t.state.units.at({"B1"}).disrupted = true;
  t.add("B2", behind, at(5, 7), Facing::S).disrupted = behind_disrupted;
  CHECK(ends(recoil_ways(t.state, t.unit("B1"), at(5, 5))) == Names{"F8-F9 N"});
  REQUIRE(t.say(kMelee));
  fight(t, {1, 4}, {});
  CHECK(t.unit("B1").square == at(5, 8));
  return t;
}
}  // namespace

TEST_CASE("a friend's square straight behind is gone through before free squares aside", "[bb][BB-REC-11][BB-REC-14][BB-REC-20]") {
  TestTable t = recoil_through("axemen", "axemen");  // a heavy through a heavy: no rule of movement
  CHECK(t.unit("B2").square == at(5, 7));
}

TEST_CASE("good order friends gone through are disrupted, unless the one or the other is light", "[bb][BB-REC-12]") {
  const auto disrupts = [](const char* recoiling, const char* behind) { return recoil_through(recoiling, behind).unit("B2").disrupted; };
  CHECK(disrupts("axemen", "hoplite"));
  CHECK(disrupts("spears", "hoplite"));
  CHECK(disrupts("axemen", "spears"));
  CHECK(disrupts("spears", "spears"));
  CHECK_FALSE(disrupts("axemen", "psiloi"));
  CHECK_FALSE(disrupts("spears", "psiloi"));
  CHECK_FALSE(disrupts("psiloi", "hoplite"));
  CHECK_FALSE(disrupts("psiloi", "spears"));
  CHECK_FALSE(disrupts("light_cavalry", "axemen"));
  CHECK_FALSE(disrupts("psiloi", "peltast"));
}

TEST_CASE("each square beyond the first costs one rout die, not two", "[bb][BB-REC-13][BB-ADV-08][BB-AMB-82]") {
  TestTable t = recoil_through("axemen", "hoplite");
  REQUIRE(t.waiting() == "rout_dice");
  CHECK(t.dice_asked() == 1);
  REQUIRE(t.dice({3}));
  CHECK(t.unit("B1").on_map());
  CHECK(t.unit("A1").square == at(5, 6));
}

TEST_CASE("two recoils: the defender first, then the attacker may stay on a die",
          "[bb][BB-DX-17][BB-REC-02][BB-REC-03][BB-REC-18][BB-HIT-01][BB-AMB-60]") {
  for (const int die : {3, 4}) {
    TestTable t = duel("axemen", "axemen");
    REQUIRE(t.say(kMelee));
    fight(t, {1, 2, 4}, {1, 2, 4});  // both are disrupted and recoil
    CHECK(t.unit("B1").square == at(5, 7));
    REQUIRE(t.waiting() == "recoil_check");
    REQUIRE(t.dice({die}));
    CHECK(t.unit("A1").square == (die == 3 ? at(5, 5) : at(5, 4)));
    CHECK(t.unit("A1").disrupted);
    CHECK(t.waiting().empty());
  }
  // Alone the attacker recoils without a roll.
  TestTable alone = duel("axemen", "axemen");
  REQUIRE(alone.say(kMelee));
  fight(alone, {4, 4, 4}, {1, 2, 4});
  CHECK(alone.unit("A1").square == at(5, 4));
  CHECK(alone.unit("A1").facing == Facing::S);
  CHECK(alone.unit("B1").square == at(5, 6));  // a defender never advances
}

TEST_CASE("rout dice follow the recoil, any that fails routs the unit, which is no loss yet",
          "[bb][BB-HIT-13][BB-ADV-10][BB-ADV-11][BB-REC-16][BB-RANK-04][BB-ADV-12][BB-AMB-83][BB-AMB-101]") {
  for (const int die : {3, 4}) {
    TestTable t = duel("hoplite", "axemen", 3);
    REQUIRE(t.say(kMelee));
    fight(t, {1, 1, 1, 2}, {});  // disrupted, recoil, two rout dice
    CHECK(t.unit("B1").square == at(5, 7));
    REQUIRE(t.waiting() == "rout_dice");
    CHECK(t.dice_asked() == 2);
    REQUIRE(t.dice({1, die}));
    CHECK(t.unit("B1").on_map() == (die == 3));
    CHECK((t.unit("B1").box == Where::Routed) == (die == 4));
    CHECK(t.state.army(Side::B).losses == 0);
    CHECK(t.unit("A1").square == at(5, 6));
  }
}

TEST_CASE("a leader in danger: a six, then his value, he saves his unit one rout die",
          "[bb][BB-DX-27][BB-LDR-14][BB-LDR-15][BB-LDR-20][BB-ADV-09][BB-SEQ-03]") {
  struct Row {
    std::vector<int> dice;
    bool dies;
  };
  for (const Row& row : {Row{{5}, false}, Row{{6, 4}, false}, Row{{6, 3}, true}}) {
    TestTable t = duel("axemen", "axemen");
    t.leader("BM", at(5, 6), 3, 4, 2);
    t.state.units.at({"B1"}).disrupted = true;
    REQUIRE(t.say(kMelee));
    fight(t, {1, 2, 4}, {});
    for (const int die : row.dice) REQUIRE(t.dice({die}));
    CHECK((t.state.leaders.at({"BM"}).box == Where::Eliminated) == row.dies);
    CHECK(t.unit("B1").square == at(5, 7));
    CHECK((t.waiting() == "rout_dice") == row.dies);
    if (row.dies) {
      CHECK(impulses_due(t.state, Side::B) == 2);
    } else {
      CHECK(t.state.leaders.at({"BM"}).square == at(5, 7));
      CHECK(t.unit("A1").square == at(5, 6));
    }
  }
}

TEST_CASE("hits a flexible unit ignores do not endanger its leader", "[bb][BB-LDR-13][BB-AMB-29]") {
  TestTable t = duel("axemen", "maniple", 0, 2);
  t.leader("BM", at(5, 6), 3, 4, 2);
  REQUIRE(t.say(kMelee));
  fight(t, {1, 2, 4}, {});
  CHECK(t.waiting().empty());
  CHECK_FALSE(t.unit("B1").disrupted);
}

TEST_CASE("a routing unit takes its leader along", "[bb][BB-LDR-17]") {
  TestTable t = duel("hoplite", "axemen", 3);
  t.leader("BM", at(5, 6), 3, 4, 2);
  t.state.units.at({"B1"}).disrupted = true;
  REQUIRE(t.say(kMelee));
  fight(t, {1, 1, 1, 4}, {});  // recoil, two rout dice less one
  REQUIRE(t.dice({2}));        // the casualty die
  REQUIRE(t.waiting() == "rout_dice");
  CHECK(t.dice_asked() == 1);
  REQUIRE(t.dice({6}));
  CHECK(t.unit("B1").box == Where::Routed);
  CHECK(t.state.leaders.at({"BM"}).box == Where::Routed);
}

TEST_CASE("the lead attacker in good order advances, faces on, and may turn one step, supports stay",
          "[bb][BB-ADV-01][BB-ADV-04][BB-ADV-05][BB-ADV-06][BB-ADV-13][BB-MOV-18]") {
  TestTable t = duel("hoplite", "axemen", 1);
  t.state.units.at({"A1"}).square = at(6, 5);
  t.state.units.at({"A1"}).facing = Facing::NW;
  t.add("A2", "spears", at(6, 6), Facing::W).melee_marker = true;
  t.leader("AM", at(7, 5), 2, 6, 2);
  t.state.units.at({"B1"}).disrupted = true;
  REQUIRE(t.say(R"({"do":"melee","units":["A1","A2"],"target":"B1"})"));
  fight(t, {1}, {});
  CHECK(t.unit("A1").square == at(5, 6));
  CHECK(t.unit("A1").facing == Facing::NW);
  CHECK(t.unit("A2").square == at(6, 6));
  CHECK(t.judge(R"({"do":"face","unit":"A1","facing":"W"})").allowed());
  CHECK(t.judge(R"({"do":"face","unit":"A1","facing":"SW"})").reasons.front().rule == "BB-ADV-06");
  REQUIRE(t.say(R"({"do":"face","unit":"A1","facing":"N"})"));
  CHECK_FALSE(t.judge(R"({"do":"face","unit":"A1","facing":"NE"})").allowed());  // one step only
  // Disrupted in this melee: no advance.
  TestTable hurt = duel("hoplite", "spears", 1);
  hurt.state.units.at({"B1"}).type.good.front = 0;
  REQUIRE(hurt.say(kMelee));
  fight(hurt, {1, 1, 4, 4}, {1, 4});
  CHECK(hurt.unit("A1").disrupted);
  CHECK(hurt.unit("B1").square == at(5, 7));
  CHECK(hurt.unit("A1").square == at(5, 5));
}

TEST_CASE("with a leader the advance is a choice", "[bb][BB-ADV-02][BB-LDR-28]") {
  for (const char* choice : {"yes", "no"}) {
    TestTable t = duel("hoplite", "axemen", 1);
    t.leader("AM", at(5, 5), 2, 6, 2);
    t.state.units.at({"B1"}).disrupted = true;
    REQUIRE(t.say(kMelee));
    fight(t, {1}, {});
    REQUIRE(t.waiting() == "advance");
    REQUIRE(t.choose(choice));
    CHECK(t.unit("A1").square == (std::string(choice) == "yes" ? at(5, 6) : at(5, 5)));
    CHECK(t.state.leaders.at({"AM"}).square == t.unit("A1").square);
  }
}

}  // namespace results_tests
