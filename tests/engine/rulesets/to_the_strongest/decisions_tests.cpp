// What the book leaves open and the catalogue decides: TTS-AMB-120 and TTS-AMB-141 to 149.
#include "engine/rulesets/to_the_strongest/topics/army_lists.hpp"
#include "tests/engine/rulesets/to_the_strongest/game.hpp"
#include "tests/support/catch.hpp"

namespace decisions_tests {

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using test::at;
using test::Game;

namespace {

constexpr const char* kMedals = R"("sides":{"A":{"medals":20},"B":{"medals":20}})";
Game field(const std::string& units) { return Game(units, 9, 9, kMedals); }

/// What the set-up says against a side B of these units; "" when it is taken.
std::string refusal(const std::string& units_of_b, const std::string& more = "") {
  const auto state = Rules::initial(R"({"v":1,"ruleset":"to_the_strongest","table":{"grid":{"columns":9,"rows":9,"box_mm":150}},)"
                                    R"("sides":{"A":{"units":[{"unit":"A1","type":"spearmen","box":"a1"}]},"B":{"units":[)" +
                                        units_of_b + "]" + more + "}}}",
                                    "test");
  return state ? "" : state.error().line;
}

/// The places a mover that enters `box` from `from` may take beside the friend there, in the friend's frame: "front", "behind".
std::vector<std::string> places(const Game& g, const char* mover, const char* from, const char* friendly) {
  std::vector<std::string> out;
  const Unit& there = g.unit(friendly);
  for (const int along : places_on_entering(g.unit(mover), at(from), there.box, g.unit(mover).facing, there))
    out.push_back(along == sign_of(there.facing) ? "front" : "behind");
  return out;
}

}  // namespace

TEST_CASE("wheels cost nothing by themselves, carroballistae of the list cost and save as printed", "[tts][TTS-AMB-120]") {
  Unit gun;
  gun.type = Type::Artillery;
  gun.weapons = only(Weapon::OrganGun);
  gun.carts = true;
  muster(gun);
  CHECK(half_points_of(gun) == 14);
  gun.weapons = only(Weapon::Catapult);
  CHECK(half_points_of(gun) == 14);
  Game listed("A1 artillery a1 N carts; A2 legionaries b1 N; B1 spearmen i9 S; B2 spearmen h9 S", 9, 9,
              R"("sides":{"A":{"list":"principate_roman"},"B":{}})");
  CHECK(half_points_of(listed.unit("A1")) == 16);
  CHECK(base_save(listed.unit("A1")) == 8);
  CHECK(base_save(listed.unit("A2")) == 6);
  CHECK_FALSE(listed.unit("A2").points_as_listed);
  Game unlisted("A1 artillery a1 N carts; A2 legionaries b1 N; B1 spearmen i9 S; B2 spearmen h9 S", 9, 9);
  CHECK(half_points_of(unlisted.unit("A1")) == 14);
  CHECK(base_save(unlisted.unit("A1")) == 7);
}

TEST_CASE("the rally of a unit counts only enemies whose charge would meet it", "[tts][TTS-AMB-141]") {
  const auto need = [](const std::string& units, const char* who) {
    Game g = field(units + "; A9 warriors a1 N; B9 warriors i9 S");
    return save_need(g.board(), {.who = {who}, .group = SaveGroup::Rally, .at = g.unit(who).box}).need();
  };
  const std::string pair = "A1 spearmen e4 N front disorder=1; A2 spearmen e4 N rear disorder=1; ";
  CHECK(need(pair + "B1 spearmen e5 S", "A1") == 8);
  CHECK(need(pair + "B1 spearmen e5 S", "A2") == 7);  // the charge would meet A1 first
  CHECK(need(pair + "B1 spearmen e3 N", "A1") == 7);
  CHECK(need(pair + "B1 spearmen e3 N", "A2") == 8);
  CHECK(need(pair + "B1 spearmen d4 E", "A1") == 8);  // from the flank it would choose
  CHECK(need(pair + "B1 spearmen d4 E", "A2") == 8);
}

TEST_CASE("a small unit costs half of all it has, its second weapon included", "[tts][TTS-AMB-142]") {
  Unit unit;
  unit.type = Type::Javelinmen;
  unit.size = Size::Small;
  muster(unit);
  CHECK(half_points_of(unit) == 7);
  unit.extra = only(Weapon::Bow);
  CHECK(half_points_of(unit) == 9);  // (7 + 2) / 2
  unit.grade = Grade::Veteran;
  CHECK(half_points_of(unit) == 11);
  unit.two_handed = true;
  CHECK(half_points_of(unit) == 12);
}

TEST_CASE("a formed unit goes behind the scythed chariots it comes up to", "[tts][TTS-AMB-143]") {
  Game g = field("A1 spearmen e3 N; A2 scythed_chariots e4 N; A3 light_cavalry d3 N; A4 light_infantry_javelin f5 N; B9 warriors i9 S");
  CHECK(places(g, "A1", "e3", "A2") == std::vector<std::string>{"behind"});
  CHECK(places(g, "A1", "d3", "A2") == std::vector<std::string>{"behind"});
  CHECK(places(g, "A3", "d3", "A2") == std::vector<std::string>{"front", "behind"});
  CHECK(places(g, "A1", "f4", "A4").size() == 2);  // past lights of other kinds it may go
  g.act("move A1 to=e4 place=front", 9);
  CHECK(g.unit("A1").along == -1);
}

TEST_CASE("own scythed chariots close a charge's gap", "[tts][TTS-AMB-144]") {
  const std::string enemy = "; B1 light_infantry_javelin f5 S; B2 spearmen e5 N; A9 warriors a1 N; B9 warriors i9 S";
  const auto may = [&](const std::string& units) { return field(units + enemy).may("charge A1 target=B1"); };
  CHECK_FALSE(may("A1 light_cavalry e4 N; A2 scythed_chariots f4 E"));
  CHECK_FALSE(may("A1 light_infantry_javelin e4 N; A2 scythed_chariots f4 W"));
  CHECK(may("A1 light_cavalry e4 N; A2 scythed_chariots f4 S"));  // passed like any friend
  CHECK_FALSE(may("A1 spearmen e4 N; A2 scythed_chariots f4 N"));
  CHECK_FALSE(may("A1 spearmen e4 N; A2 scythed_chariots f4 E"));
  CHECK(may("A1 light_cavalry e4 N; A2 light_cavalry f4 E"));
}

TEST_CASE("enemy lights leave the first step of a two-box charge open", "[tts][TTS-AMB-145]") {
  Game g = field(
      "A1 cavalry e3 N; B1 light_infantry_javelin e4 S; B2 light_infantry_javelin f3 S; B3 spearmen f5 S; A9 warriors a1 N; "
      "B9 warriors i9 S");
  CHECK(g.may("charge A1 target=B3"));
  Game formed = field("A1 cavalry e3 N; B1 spearmen e4 E; B2 spearmen f3 E; B3 spearmen f5 S; A9 warriors a1 N; B9 warriors i9 S");
  CHECK(formed.rule("charge A1 target=B3") == "TTS-CHG-07");
}

TEST_CASE("a march passes a box it could not end in", "[tts][TTS-AMB-146]") {
  const std::string full = "A1 spearmen e3 N; A2 light_cavalry e4 N front; A3 light_cavalry e4 N rear; A9 warriors a1 N; B9 warriors i9 S";
  Game g = field(full);
  CHECK(g.rule("move A1 to=e4") == "TTS-BOX-02");
  CHECK(g.may("move A1 to=e5"));
  Game blocked = field("A1 spearmen e3 N; A2 light_cavalry e4 N; A3 warriors e4 N; A9 warriors a1 N; B9 warriors i9 S");
  CHECK(blocked.rule("move A1 to=e5") == "TTS-INT-04");
  Game held = field(full + "; A4 light_cavalry e5 N front; A5 light_cavalry e5 N rear");
  CHECK(held.rule("move A1 to=e5") == "TTS-BOX-02");  // the last box must hold it
}

TEST_CASE("out of the rough and into it again are two steps", "[tts][TTS-AMB-147]") {
  const std::string armies = "A1 cavalry e3 N; A9 warriors a1 N; B9 warriors i9 S";
  CHECK(field(armies + "; broken e3; broken e5").need("move A1 to=e5") == 4);
  CHECK(field(armies + "; broken e3").need("move A1 to=e5") == 3);
  CHECK(field(armies + "; broken e5").need("move A1 to=e5") == 3);
  CHECK(field(armies + "; broken e3; broken e4").need("move A1 to=e4") == 3);  // one step: TTS-AMB-136
}

TEST_CASE("an outcrop is seen over from an adjacent hill only", "[tts][TTS-AMB-148]") {
  const std::string armies = "A1 bowmen e3 N; A9 warriors a1 N; B1 spearmen e5 S; B9 warriors i9 S";
  for (const char* hill : {"low_hill e3", "steep_hill e3"}) {
    INFO(hill);
    CHECK(field(armies + "; rocky_outcrop e4; " + hill).may("shoot A1 target=B1"));
    Game far = field("A1 longbowmen e3 N; A9 warriors a1 N; B1 spearmen e6 S; B9 warriors i9 S; rocky_outcrop e5; " + std::string(hill));
    CHECK(far.rule("shoot A1 target=B1") == "TTS-LOS-02");
  }
  CHECK(field(armies + "; rocky_outcrop e4").rule("shoot A1 target=B1") == "TTS-LOS-02");
}

TEST_CASE("a side that would begin without a victory medal is refused", "[tts][TTS-AMB-149]") {
  const std::string horse = R"({"unit":"B1","type":"light_cavalry","box":"i9"})",
                    more_horse = R"(,{"unit":"B2","type":"light_cavalry","box":"h9"})";
  const std::string worth_one = refusal(horse);
  CHECK(worth_one.find("/sides/B/units") != std::string::npos);
  CHECK(worth_one.find("1 victory point make 0 medals") != std::string::npos);
  CHECK(refusal(horse + more_horse).empty());       // two points round to one medal
  CHECK(refusal(horse, R"(,"medals":3)").empty());  // told otherwise
  CHECK_FALSE(refusal(horse + more_horse, R"(,"medals":0)").empty());
}

}  // namespace decisions_tests
