#include "engine/rulesets/blade_and_bow/topics/melee.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <tuple>

#include "tests/engine/rulesets/blade_and_bow/hit_effects.hpp"
#include "tests/engine/rulesets/blade_and_bow/melee_table.hpp"
#include "tests/support/catch.hpp"

namespace melee_tests {

using namespace polemarch;
using namespace polemarch::blade_and_bow;

namespace {
/// One counter and what one hit after another does to it.
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
  CHECK(t.refusal(R"({"do":"melee","unit":"A1","target":"B1"})").empty());
  CHECK(t.refusal(R"({"do":"melee","unit":"A1","target":"B2"})") == "BB-MEL-03");
  CHECK(t.refusal(R"({"do":"melee","unit":"A1","target":"B3"})") == "BB-MEL-10");
  CHECK(t.refusal(R"({"do":"melee","unit":"A1","target":"B4"})") == "BB-MEL-10");
  CHECK(t.refusal(R"({"do":"melee","units":["A1","A2"],"target":"B1"})").empty());
  t.state.units.at({"B1"}).disrupted = true;
  CHECK(t.refusal(R"({"do":"melee","unit":"A1","target":"B2"})") == "BB-MEL-03");
  t.state.units.at({"B1"}).square = at(0, 11);
  CHECK(t.refusal(R"({"do":"melee","unit":"A1","target":"B2"})").empty());
  CHECK(t.refusal(R"({"do":"pass"})").empty());  // never compulsory
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
  CHECK(t.refusal(R"({"do":"melee","unit":"A3","target":"B1"})") == "BB-MEL-07");
  t.state.units.at({"A1"}).facing = Facing::E;
  t.state.units.at({"A1"}).facing = Facing::NE;
  CHECK(t.refusal(R"({"do":"melee","unit":"A1","target":"B2"})") == "BB-MEL-06");
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

TEST_CASE("a retreat goes two squares away from the enemy, with the leader, the unit is disrupted and looks on",
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
  std::set<std::string> words;  // two ways into one square are told apart
  for (const engine::Option& option : t.wait().options) CHECK(words.insert(option.text).second);
  CHECK(words.contains("retreat to F9 over F8"));
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

TEST_CASE("a lone leader in the way of a retreat is taken before the attacker advances", "[bb][BB-LDR-19][BB-RET-09]") {
  TestTable t = duel("spears", "psiloi");
  t.leader("AM", at(5, 5), 3, 6, 2);  // its advance is a choice
  t.leader("AN", at(5, 8), 3, 6, 3);
  REQUIRE(t.say(kMelee));
  REQUIRE(t.waiting() == "melee_retreat");
  REQUIRE(t.choose("F8-F9"));
  REQUIRE(t.waiting() == "casualty_first");
  CHECK(t.wait().rule == "BB-LDR-19");
  REQUIRE(t.dice({5}));
  CHECK(t.state.leaders.at({"AN"}).box == Where::Track);
  CHECK(t.waiting() == "advance");
}

}  // namespace melee_tests
