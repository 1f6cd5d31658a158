// Limits that mutation found untested: both ends of the list's quotas, who throws from a wall how far, where a unit stands in its box.
#include <algorithm>

#include "engine/rulesets/to_the_strongest/topics/army_lists.hpp"
#include "tests/engine/rulesets/to_the_strongest/game.hpp"
#include "tests/support/catch.hpp"

namespace limits_tests {

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using test::at;
using test::Game;

namespace {

const std::string kCohorts =
    "A1 legionaries a1 N hero; A2 legionaries b1 N; A3 legionaries c1 N; A4 legionaries d1 N; A5 legionaries e1 N; A6 auxiliaries f1 N "
    "hero command=2; A7 auxiliaries g1 N command=2; A8 auxiliaries h1 N command=2; A9 cavalry i1 N veteran command=3; B1 spearmen l8 S";
std::string general(int command, const std::string& more) {
  return "; AG" + std::to_string(command) + " general h3 detached command=" + std::to_string(command) + more;
}
/// Breaches of one rule by the Roman army with these additions.
int breaches(const std::string& more, const std::string& rule) {
  int count = 0;
  for (const engine::Reason& reason : against_list(Game(kCohorts + more).state(), Side::A, *army_list("principate_roman"), {.year = 60}))
    count += reason.rule == rule ? 1 : 0;
  return count;
}

}  // namespace

TEST_CASE("both ends of the quotas for generals and camps", "[tts][TTS-GEN-04][TTS-CAMP-01][TTS-LST-T2]") {
  const std::string two = general(1, "") + general(2, ""), three = two + general(3, "");
  const std::string camp = "; AC1 camp a2", three_camps = camp + "; AC2 camp b2; AC3 camp c2";
  CHECK(breaches(two + camp, "TTS-GEN-04") == 1);
  CHECK(breaches(three + camp, "TTS-GEN-04") == 0);
  std::string five = three;
  for (const int i : {4, 5})
    five += "; AX" + std::to_string(i) + " legionaries a" + std::to_string(i) + " N command=" + std::to_string(i) + general(i, "");
  CHECK(breaches(five + camp, "TTS-GEN-04") == 0);
  CHECK(breaches(five + camp + "; AX6 legionaries a6 N command=6" + general(6, ""), "TTS-GEN-04") == 1);
  CHECK(breaches(three, "TTS-CAMP-01") == 1);
  CHECK(breaches(three + camp, "TTS-CAMP-01") == 0);
  CHECK(breaches(three + three_camps, "TTS-CAMP-01") == 0);
  CHECK(breaches(three + three_camps + "; AC4 camp d2", "TTS-CAMP-01") == 1);
  // Three heroic, three mounted, one senior and brilliant: as many as the list has.
  const std::string best = general(1, " heroic mounted senior brilliant") + general(2, " heroic mounted") + general(3, " heroic mounted");
  CHECK(breaches(best + camp, "TTS-LST-T2") == 0);
  CHECK(breaches(best + camp, "TTS-LST-01") == 0);
  const std::string fourth = "; AX4 legionaries a4 N command=4";
  CHECK(breaches(best + fourth + general(4, " heroic") + camp, "TTS-LST-T2") == 1);
  CHECK(breaches(best + fourth + general(4, " mounted") + camp, "TTS-LST-T2") == 1);
}

TEST_CASE("from a wall foot throw one box and no further", "[tts][TTS-FORT-08]") {
  Game g("A1 legionaries e2 N shock=0; AC camp e2; AG general e2 detached; fortification e2/e3; B1 warriors e4 S; B2 warriors j8 S");
  CHECK(g.rule("shoot A1 target=B1") == "TTS-SHT-14");
  Game near("A1 legionaries e2 N shock=0; AC camp e2; AG general e2 detached; fortification e2/e3; B1 warriors e3 S; B2 warriors j8 S");
  near.act("shoot A1 target=B1", 5).cards({9});
  CHECK(near.unit("A1").ammo == 0);
  CHECK(near.asks() == "TTS-SAV-01");
  Game spent("A1 bowmen e2 N ammo=0; AC camp e2; AG general e2 detached; fortification e2/e3; B1 warriors e4 S; B2 warriors j8 S");
  CHECK_FALSE(spent.may("shoot A1 target=B1"));  // no arrows: stones reach one box
}

TEST_CASE("a unit alone stands in the middle of its box, two stand a quarter apart from it", "[tts][TTS-GRID-01]") {
  Game g("A1 spearmen d3 N; A2 spearmen f3 N front; A3 spearmen f3 N rear; A4 spearmen h3 E; B1 warriors l8 S");
  const auto pose = [&](const char* id) { return slot_pose(g.state(), g.unit(id), 0); };
  CHECK(pose("A1").x == 525_mm);
  CHECK(pose("A1").y == 375_mm);
  CHECK(pose("A2").y == 412500_um);
  CHECK(pose("A3").y == 337500_um);
  CHECK(pose("A2").x == 825_mm);
  CHECK(pose("A4").heading == Angle{0});
  const std::vector<Point> region = region_of(g.state(), at("d3"));
  CHECK(region.at(0).x == 450_mm);
  CHECK(region.at(0).y == 300_mm);
  CHECK(region.at(2).x == 600_mm);
  CHECK(region.at(2).y == 450_mm);
}

TEST_CASE("ground does not appear beyond the table's edge", "[tts][TTS-STR-14][TTS-AMB-71]") {
  Game g("A1 cavalry e7 N; A2 spearmen a1 N; AG general with=A2; B1 warriors j8 S; BG general with=B1", 12, 8,
         R"("sides":{"B":{"stratagem":"QH"}})");
  g.give("move A1 to=off via=e8");
  CHECK(g.rule(R"({"do":"play_stratagem","card":"QH","box":"e9"})", Viewer::B) == "TTS-STR-14");
  g.give(R"({"do":"play_stratagem","card":"QH"})", Viewer::B);
  CHECK(g.state().field.ground(at("e8")) == Ground::Broken);
  const State before = g.state();
  CHECK(Rules::evolve(State(before), GroundSet{{40, 40}, Ground::Wood, "a log from elsewhere"}) == before);
}

TEST_CASE("Infamy answers the save just passed, not an older one", "[tts][TTS-STR-13][TTS-AMB-70]") {
  Game g(
      "A1 warriors d3 E; A2 spearmen a1 N; AG general with=A2; B1 legionaries e3 N; B2 warriors j8 S; B3 warriors h8 S; BG general with=B1",
      12, 8, R"("sides":{"A":{"stratagem":"JS"}})");
  const std::string infamy = R"({"do":"play_stratagem","card":"JS"})";
  g.act("charge A1 target=B1", 5).cards({9, 9, 9, 9});  // two hits, the cohort saves both
  CHECK(g.rule(infamy, Viewer::A) == "TTS-STR-13");
  g.cards({4});  // the general's first save
  CHECK(g.rule(infamy, Viewer::A).empty());
  g.cards({1});  // his second fails: too late
  CHECK(g.asks() == "TTS-FAIL-T1");
  CHECK(g.rule(infamy, Viewer::A) == "TTS-STR-13");
  const int medals = g.state().side(Side::B).medals;
  g.cards({9});
  CHECK(g.general("BG").status == Status::Killed);
  CHECK(g.state().side(Side::B).medals == medals - 2);
}

TEST_CASE("a deck has eight cards of every value, aces and tens too", "[tts][TTS-DECK-01]") {
  Game g("A1 spearmen a1 N; B1 warriors l8 S");
  for (std::size_t value = 1; value <= 10; ++value) {
    State state = g.state();
    state.side(Side::B).deck.out[value] = 8;
    CHECK_FALSE(Rules::broken_invariant(state));
    state.side(Side::B).deck.out[value] = 9;
    CHECK(Rules::broken_invariant(state));
    state.side(Side::B).deck.out[value] = 1;
    state.side(Side::B).deck.on_units[value] = 2;
    CHECK(Rules::broken_invariant(state));
  }
}

TEST_CASE("pavises help from the row just ahead on, and not from beside", "[tts][TTS-PAV-01][TTS-PAV-02]") {
  const auto save_needed = [](const char* shooter_box, const char* facing) {
    Game g("A1 light_infantry_javelin " + std::string(shooter_box) + " " + facing +
           "; A9 spearmen l1 N; AG general with=A9; B1 crossbowmen e5 S pavises; B9 spearmen a8 S");
    g.act("shoot A1 target=B1", 5).cards({9});
    return g.question();
  };
  for (const char* box : {"d4", "e4", "f4"}) CHECK(save_needed(box, "N").find("saves on 7+") != std::string::npos);
  CHECK(save_needed("d5", "E").find("saves on 9+") != std::string::npos);  // from the side: no pavise, S6 besides
}

TEST_CASE("an order tells the card to beat only of a unit that has one", "[tts][TTS-ACT-04]") {
  const auto beaten = [](const Game& g) {
    for (const Event& event : g.events())
      if (const auto* given = std::get_if<OrderGiven>(&event))
        return std::count_if(given->reasons.begin(), given->reasons.end(),
                             [](const std::string& reason) { return reason.find("TTS-ACT-04") == 0; });
    return std::ptrdiff_t{-1};
  };
  Game g("A1 spearmen e2 N; AG general with=A1; B1 warriors e8 S");
  g.give("move A1 to=e3");
  CHECK(beaten(g) == 0);
  g.cards({4});
  g.give("move A1 to=e4");
  CHECK(beaten(g) == 1);
}

TEST_CASE("who leaves the table in one step goes from the box he stands in", "[tts][TTS-OFF-01]") {
  Game g("A1 spearmen a2 W; AG general with=A1; B1 warriors e8 S");
  CHECK(g.may(R"({"do":"move","unit":"A1","to":"a2","off_table":true})"));
  CHECK_FALSE(g.may(R"({"do":"move","unit":"A1","to":"b2","off_table":true})"));
}

TEST_CASE("behind a fortification javelins cost no chit", "[tts][TTS-FORT-08][TTS-AMMO-02]") {
  const std::string more = "; AG general e2 detached; B1 warriors e3 S; B2 warriors j8 S";
  const auto left = [&](const std::string& unit, const std::string& wall) {
    Game g("A1 " + unit + " e2 N ammo=2; AC camp e2" + wall + more);
    g.act("shoot A1 target=B1", 9).cards({2});
    return g.unit("A1").ammo;
  };
  CHECK(left("javelinmen", "; fortification e2/e3") == 2);
  CHECK(left("javelinmen", "") == 1);
  CHECK(left("bowmen", "; fortification e2/e3") == 1);  // arrows
}

}  // namespace limits_tests
