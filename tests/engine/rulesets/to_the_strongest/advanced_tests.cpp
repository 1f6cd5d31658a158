// Section 31, each rule switchable: boats, dismounting, formations, stakes, straddling, swimmers.
#include "tests/engine/rulesets/to_the_strongest/game.hpp"
#include "tests/support/catch.hpp"

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using test::at;
using test::Game;

namespace {
const std::string kRest = "; A8 spearmen a1 N; A9 spearmen b1 N; B8 spearmen l8 S; B9 spearmen k8 S; BG general l8 detached";
}

TEST_CASE("boats", "[tts][TTS-BOAT-01][TTS-BOAT-02][TTS-BOAT-03][TTS-BOAT-04][TTS-BOAT-05][TTS-BOAT-07][TTS-TER-12][TTS-TER-32]") {
  Game g(
      "A1 bowmen e2 N boat; A2 cavalry g2 N boat; A3 spearmen i2 N; AG general f2 detached; water e3,e4,e5,f3,g3; bridge d3; B1 spearmen "
      "d5 E" +
      kRest);
  CHECK(g.rule("move A1 to=e3") == "TTS-TER-12");
  CHECK(g.rule("board A2 to=g3") == "TTS-BOAT-07");
  CHECK(g.rule("board A3 to=i3") == "TTS-BOAT-07");
  CHECK(g.need("board A1 to=e3") == 3);
  g.act("board A1 to=e3", 4);
  CHECK(g.unit("A1").afloat);
  CHECK(g.rule("move A1 to=e2") == "TTS-BOAT-01");
  CHECK(g.rule("move A1 to=d3") != "");
  CHECK(g.may("move A1 to=e4"));
  CHECK(g.may("move A1 to=f3"));
  CHECK(weapon_reaching(g.board(), g.unit("A1"), at("e1")).has_value());
  CHECK(g.need("land A1 to=d2") == 6);
  g.act("move A1 to=e4", 5);
  CHECK(g.may("charge A1 target=B1"));
  CHECK(g.need("charge A1 target=B1") >= 7);
  // Ashore at the corner: open land beside closes no gap to those who land, rocks and formed units do.
  const auto landing = [&](const std::string& more) {
    return Game("A1 spearmen e3 N boat afloat; B1 spearmen f4 S; A9 spearmen l1 N; AG general with=A9; B9 spearmen l8 S; water e3,e2" +
                more)
        .rule("charge A1 target=B1");
  };
  CHECK(landing("") == "");
  CHECK(landing("; rocky_outcrop e4,f3") == "TTS-CHG-07");
  CHECK(landing("; rocky_outcrop e4") == "");
  Game off("A1 bowmen e2 N boat; AG general with=A1; water e3" + kRest, 12, 8, R"("options":{"rules_off":["boats"]})");
  CHECK(off.rule("board A1 to=e3") == "TTS-SEQ-10");
}

TEST_CASE("dismounting", "[tts][TTS-DSM-01][TTS-DSM-02][TTS-DSM-03][TTS-DSM-04][TTS-SEQ-10]") {
  Game g("A1 cavalry e2 N veteran weapons=bow ammo=2; A2 knights g2 N; A3 cavalry i2 N disorder=1; AG general f2 detached" + kRest);
  CHECK(g.need("dismount A1") == 3);
  CHECK(g.rule("dismount A2") == "TTS-DSM-01");
  CHECK_FALSE(g.may("dismount A3"));
  const int medals = g.state().side(Side::A).medals;
  g.act("dismount A1", 5);
  const Unit& foot = g.unit("A1");
  CHECK(foot.type == Type::LightInfantryOther);
  CHECK(foot.grade == Grade::Veteran);
  CHECK(base_save(foot) == 7);
  CHECK(foot.ammo == 2);
  CHECK(foot.facing == Facing::N);
  CHECK(foot.medals == 1);
  CHECK(foot.victory_points == 2);
  CHECK(g.state().side(Side::A).medals == medals);
  CHECK(g.rule("dismount A1") == "TTS-DSM-01");
  Game off("A1 cavalry e2 N; AG general with=A1" + kRest, 12, 8, R"("options":{"rules_off":["dismounting"]})");
  CHECK(off.rule("dismount A1") == "TTS-SEQ-10");
}

TEST_CASE("orbis and testudo",
          "[tts][TTS-ORB-01][TTS-ORB-02][TTS-ORB-03][TTS-ORB-04][TTS-TST-01][TTS-TST-02][TTS-TST-03][TTS-TST-04][TTS-TST-05]"
          "[TTS-TST-06][TTS-TST-08]") {
  Game g(
      "A1 auxiliaries e2 N; A2 legionaries g2 N; A3 warriors i2 N; A4 spearmen k2 N; AG general f2 detached; broken h3; B1 spearmen e4 S" +
      kRest);
  CHECK(g.need("form A1 formation=orbis") == 3);
  CHECK(g.rule("form A3 formation=orbis") == "TTS-ORB-01");
  CHECK(g.may("form A4 formation=orbis"));
  CHECK(g.rule("form A1 formation=testudo") == "TTS-TST-01");
  CHECK(g.need("form A2 formation=testudo") == 2);
  g.act("form A1 formation=orbis", 5);
  CHECK(attack_on(g.unit("A1"), at("e1"), at("e2")) == Attack::Front);
  CHECK_FALSE(from_behind_flank(g.unit("A1"), at("e1")));
  g.act("form A2 formation=testudo", 5);
  CHECK(g.may("move A2 to=g3"));
  CHECK_FALSE(g.may("move A2 to=g4"));
  CHECK(g.rule("move A2 to=h3") == "TTS-TST-06");
  Game aux("A2 auxiliaries g2 N formation=testudo testudo; AG general g2 detached" + kRest);
  CHECK(aux.rule("move A2 to=h3") == "TTS-TST-04");
  CHECK(aux.rule("move A2 to=g4") == "TTS-TST-05");
  Game charged("A1 legionaries e3 N formation=testudo; AG general e3 detached; B1 spearmen e4 S" + kRest);
  State s = charged.state();
  s.active = Side::B;
  for (const Event& event : Rules::decide(s, Viewer::B, Game::command("charge B1 target=A1"))) s = Rules::evolve(std::move(s), event);
  for (const Event& event : Rules::decide(s, Viewer::B, engine::AnswerWait{.wait = {}, .answer = {.values = {9}}}))
    s = Rules::evolve(std::move(s), event);
  CHECK(s.units.at({"A1"}).formation == Formation::Line);
  Game ring("A1 legionaries e3 N formation=orbis; AG general e3 detached; B1 spearmen e4 S" + kRest);
  CHECK(ring.rule("charge A1 target=B1") == "TTS-ORB-02");
  CHECK_THROWS(Game("A1 legionaries formation=testudo; B1 spearmen l8 S"));
}

TEST_CASE("wedges and rhomboids", "[tts][TTS-WED-01][TTS-WED-02][TTS-WED-03][TTS-WED-04][TTS-RHO-01][TTS-RHO-02][TTS-RHO-03][TTS-RHO-04]") {
  Game g(
      "A1 cavalry e2 N formation=wedge formations=wedge; A2 cavalry g2 N formation=rhomboid formations=rhomboid; A3 cavalry i2 N; AG "
      "general g2 detached; B1 spearmen e4 S" +
      kRest);
  CHECK(g.need("move A1 to=d3") == 2);
  CHECK(g.need("move A1 to=d2") == 3);
  CHECK(g.need("move A2 to=f2") == 2);
  CHECK(g.need("turn A2 facing=E") == 2);
  CHECK(g.need("turn A2 facing=S") == 2);
  CHECK(g.need("move A2 to=h3") == 3);
  CHECK(g.need("form A2 formation=line") == 3);
  CHECK(g.need("form A1 formation=line") == 3);
  CHECK(g.rule("form A3 formation=wedge") == "TTS-WED-04");
  CHECK(g.rule("form A3 formation=rhomboid") == "TTS-RHO-04");
  g.act("charge A1 target=B1", 9).cards({2, 2});
  CHECK(g.unit("A1").formation == Formation::Line);
  Game r("A2 cavalry e2 N formation=rhomboid formations=rhomboid; AG general e2 detached; B1 spearmen e4 S" + kRest);
  r.act("charge A2 target=B1", 9).cards({2, 2});
  CHECK(r.unit("A2").formation == Formation::Line);
}

TEST_CASE("stakes are planted once and face one way", "[tts][TTS-TER-15][TTS-TER-16][TTS-TER-17]") {
  Game g("A1 longbowmen e2 N stakes; A2 longbowmen g2 N; AG general f2 detached" + kRest);
  CHECK(g.need("emplace_stakes A1") == 3);
  CHECK(g.rule("emplace_stakes A2") == "TTS-TER-15");
  g.act("emplace_stakes A1", 5);
  CHECK(g.state().field.edge(at("e2"), Facing::N).stakes == Facing::N);
  CHECK(g.rule("emplace_stakes A1") == "TTS-TER-17");
  const Board board = g.board();
  CHECK(crossing(board, at("e3"), at("e2")).against_stakes);
  CHECK_FALSE(crossing(board, at("e2"), at("e3")).against_stakes);
}

TEST_CASE("straddling a border", "[tts][TTS-STD-01][TTS-STD-02][TTS-STD-03]") {
  Game g("A1 spearmen e3 N; AG general e3 detached; B1 spearmen e4 S; B2 light_cavalry h4 S second_box=i4; A2 spearmen h3 N" + kRest);
  State s = g.state();
  s.units.at({"B1"}).box = at("f5");
  const Board free(s);
  const CommandText straddle = Game::command("straddle A1 to=f3");
  const Worked worked = work_out(free, Viewer::Umpire, *order_in(straddle));
  CHECK(worked.verdict.allowed());
  CHECK(worked.plan.need == 3);
  for (const Event& event : Rules::decide(s, Viewer::A, straddle)) s = Rules::evolve(std::move(s), event);
  for (const Event& event : Rules::decide(s, Viewer::A, engine::AnswerWait{.wait = {}, .answer = {.values = {5}}}))
    s = Rules::evolve(std::move(s), event);
  CHECK(s.units.at({"A1"}).second_box == at("f3"));
  const Board both(s);
  CHECK(both.at(at("e3")).count == 1);
  CHECK(both.at(at("f3")).count == 1);
  const auto rule = [&](const char* order) {
    const engine::Verdict v = Rules::judge(s, Viewer::A, Game::command(order));
    return v.allowed() ? std::string() : v.reasons.front().rule;
  };
  CHECK(rule("move A1 to=e4") == "");
  CHECK(rule("move A1 to=f4") == "");
  CHECK(rule("move A1 to=g4") != "");
  CHECK(rule("move A1 to=d3") != "");
  std::vector<std::string> keys;
  for (const EvadeChoice& choice : evade_choices(g.board(), g.unit("B2"), at("h3"))) keys.push_back(choice.key);
  CHECK(keys == std::vector<std::string>{"h5", "i5"});
}

TEST_CASE("swimmers take water as rough ground", "[tts][TTS-SWM-01][TTS-SWM-02]") {
  Game g("A1 auxiliaries e2 N swimmer; A2 auxiliaries g2 N; AG general f2 detached; water e3,g3" + kRest);
  CHECK(g.need("move A1 to=e3") == 3);
  CHECK(g.rule("move A2 to=g3") == "TTS-TER-12");
}

TEST_CASE("fanatics and deep units", "[tts][TTS-FAN-02][TTS-FAN-03][TTS-XDP-01]") {
  Game g("A1 warriors e2 N fanatic disorder=1; A2 pikemen g2 N size=exceptionally_deep; A3 pikemen i2 N; AG general g1 detached" + kRest);
  CHECK(melee_to_hit(g.board(), g.unit("A1")) == 6);
  CHECK(base_save(g.unit("A1")) == 8);
  CHECK(g.need("move A2 to=h3") == g.need("move A3 to=j3"));
}
