// Stratagem cards: drawn, held, played, and the notes they need.
#include "engine/rulesets/to_the_strongest/topics/deployment.hpp"
#include "engine/rulesets/to_the_strongest/topics/stratagems.hpp"
#include "engine/rulesets/to_the_strongest/topics/terrain_method.hpp"
#include "tests/engine/rulesets/to_the_strongest/before_battle.hpp"
#include "tests/support/catch.hpp"

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using namespace polemarch::to_the_strongest::test;

TEST_CASE("stratagems are drawn unseen, chosen by the brilliant, wished for by the joker",
          "[tts][TTS-STR-01][TTS-STR-02][TTS-STR-03][TTS-STR-04][TTS-STR-29][TTS-STR-T1][TTS-GEN-36][TTS-DECK-02][TTS-AMB-95]") {
  CHECK(kStratagemCards == 26);
  int courts = 0;
  for (int n = 1; n <= 26; ++n) courts += stratagem_of(n) == "QH" ? 1 : 0;
  CHECK(courts == 2);
  CHECK(stratagem_of(25) == "joker");
  CHECK(stratagem_named("KS")->name == "Lost");
  Game g = before("stratagems");
  CHECK(g.rule(R"({"do":"draw_stratagem","side":"A","card":"JD"})") == "TTS-GEN-36");
  g.give(R"({"do":"draw_stratagem","side":"A"})", Viewer::A);
  CHECK(g.state().agenda.open_waits().at(0).audience == Viewer::A);
  g.cards({3});
  CHECK(g.state().side(Side::A).stratagems.at(0).value == "JD");
  for (const Event& event : g.events())
    if (const auto* closed = std::get_if<engine::StepClosed>(&event)) CHECK(closed->revealed.empty());
  CHECK_FALSE(g.state().side(Side::A).stratagems.at(0).open_to(Viewer::B));
  CHECK(g.rule(R"({"do":"draw_stratagem","side":"A"})") == "TTS-STR-02");
  g.give(R"({"do":"draw_stratagem","side":"B"})").cards({26});
  CHECK(g.asks() == "TTS-STR-29");
  CHECK(g.options().size() == 12);
  g.say("QC");
  CHECK(g.state().side(Side::B).stratagems.at(0).value == "QC");
  CHECK(g.state().phase == Phase::Scouting);
  Game brilliant = before("stratagems", "A1 spearmen a1 N; AG general b1 detached senior brilliant; B1 spearmen l8 S");
  CHECK(brilliant.may(R"({"do":"draw_stratagem","side":"A","card":"JD"})"));
  Game off = before("stratagems", "", R"("options":{"stratagems":false})");
  CHECK(off.rule(R"({"do":"draw_stratagem","side":"A"})") == "TTS-STR-01");
}

TEST_CASE("cards at the end of deployment", "[tts][TTS-STR-05][TTS-STR-06][TTS-STR-07][TTS-STR-08][TTS-STR-09]") {
  const std::string placed =
      "A1 spearmen e2 N; A2 spearmen f2 N; AG general with=A1; B1 spearmen e7 S; B2 spearmen f8 S; B3 spearmen g7 S; BG general with=B1; "
      "rocky_outcrop g8";
  Game high(placed, 12, 8, R"("phase":"deployment","sides":{"A":{"stratagem":"JH"}})");
  CHECK(high.rule(R"({"do":"deployment_done"})") == "TTS-STR-05");
  high.give(R"({"do":"play_stratagem","card":"JH","units":["A1","A2"]})", Viewer::A);
  CHECK(high.unit("A1").box == at("e4"));
  CHECK(high.may(R"({"do":"deployment_done"})"));
  Game way(placed, 12, 8, R"("phase":"deployment","sides":{"A":{"stratagem":"JC"}})");
  const int medals = way.state().side(Side::B).medals;
  way.give(R"({"do":"play_stratagem","card":"JC","command":"B-1"})", Viewer::A);
  CHECK(way.unit("B1").box == at("e8"));
  CHECK(way.unit("B2").where == Where::Reserve);
  CHECK(way.unit("B2").edge_zone == 2);
  CHECK(way.unit("B3").box == at("g7"));
  CHECK(way.state().side(Side::B).medals == medals - 2);
}

TEST_CASE("someone has blundered", "[tts][TTS-STR-10][TTS-STR-11][TTS-STR-12][TTS-AMB-69]") {
  Game g(
      "A1 spearmen e4 N activation=5; AG general with=A1; A2 spearmen a1 N; A3 spearmen d4 N; B1 spearmen l8 S; B2 spearmen k8 S; BG "
      "general with=B1",
      12, 8, R"("sides":{"B":{"stratagem":"JD"}})");
  const std::string play = R"({"do":"play_stratagem","card":"JD"})";
  CHECK(g.rule(play, Viewer::B) == "TTS-STR-10");
  g.act("move A1 to=e5", 3);
  CHECK(g.rule(play, Viewer::B) == "TTS-STR-10");
  g.say("AG");
  CHECK(g.rule(play, Viewer::A) == "TTS-STR-03");
  g.give(play, Viewer::B).cards({2});
  CHECK(g.unit("A1").activation == 2);
  CHECK(g.rule("move A1 to=e3", Viewer::A) != "");
  CHECK(g.rule("charge A1 target=A3", Viewer::B) != "");
  g.give("move A1 to=e3", Viewer::B);
  CHECK(g.unit("A1").box == at("e3"));
  CHECK(g.idle());
  CHECK(g.general("AG").ability_used);
  CHECK(g.state().commands.at({"A-1"}).status == CommandStatus::Active);
  CHECK(g.state().side(Side::B).stratagems.empty());
}

TEST_CASE("infamy and Patroclus", "[tts][TTS-STR-13][TTS-STR-16][TTS-STR-30]") {
  const std::string army =
      "A1 bowmen e2 N; A8 spearmen a1 N; AG general a1 detached; B1 spearmen e4 S; BG general e4 detached; B8 spearmen l8 S; B9 spearmen "
      "k8 S; B7 spearmen j8 S";
  Game infamy(army, 12, 8, R"("sides":{"A":{"stratagem":"JS"}})");
  infamy.act("shoot A1 target=B1", 5).cards({9, 9, 9});
  infamy.give(R"({"do":"play_stratagem","card":"JS"})", Viewer::A);
  infamy.cards({5, 1, 3, 1});  // passes, light wound, then the second wound kills
  CHECK(infamy.general("BG").status == Status::Killed);
  Game friendly(army, 12, 8, R"("sides":{"B":{"stratagem":"QD"}})");
  CHECK(friendly.rule(R"({"do":"play_stratagem","card":"QD"})", Viewer::B) == "TTS-STR-16");
  friendly.act("shoot A1 target=B1", 5).cards({9, 9, 1});
  CHECK(friendly.asks() == "TTS-FAIL-T1");
  friendly.give(R"({"do":"play_stratagem","card":"QD"})", Viewer::B);
  CHECK(friendly.idle());
  CHECK(friendly.general("BG").status == Status::InPlay);
  CHECK_FALSE(friendly.general("BG").light_wound);
}

TEST_CASE("where in Hades, and cry havoc", "[tts][TTS-STR-14][TTS-STR-15][TTS-STR-31][TTS-STR-32]") {
  Game g("A1 auxiliaries e2 N; AG general with=A1; A8 spearmen a1 N; B1 spearmen l8 S; B2 spearmen k8 S", 12, 8,
         R"("sides":{"B":{"stratagem":"QH"}})");
  g.give("move A1 to=e3");
  g.give(R"({"do":"play_stratagem","card":"QH"})", Viewer::B);
  CHECK(g.state().field.ground(at("e3")) == Ground::Broken);
  CHECK(g.question().find("3+") != std::string::npos);
  g.cards({2});
  g.say("no");
  CHECK(g.unit("A1").box == at("e2"));
  Game horse("A1 cavalry e2 N; AG general with=A1; A8 spearmen a1 N; B1 spearmen l8 S; B2 spearmen k8 S", 12, 8,
             R"("sides":{"B":{"stratagem":"QH"}})");
  horse.give("move A1 to=e4").give(R"({"do":"play_stratagem","card":"QH","box":"e3"})", Viewer::B).cards({9});
  CHECK(horse.unit("A1").box == at("e3"));
  Game havoc("A1 cavalry e3 N; AG general a1 detached; A8 spearmen a1 N; B1 spearmen e4 S; B2 spearmen k8 S; BG general with=B1", 12, 8,
             R"("sides":{"B":{"stratagem":"QC"}})");
  havoc.act("charge A1 target=B1", 9);
  havoc.give(R"({"do":"play_stratagem","card":"QC"})", Viewer::B);
  CHECK(havoc.asks() == "TTS-SAV-01");
  havoc.cards({2});
  CHECK(havoc.unit("A1").disorder == 1);
  CHECK(havoc.unit("A1").box == at("e3"));
  CHECK(havoc.state().active == Side::B);
  Game foot("A1 spearmen e3 N; AG general a1 detached; A8 spearmen a1 N; B1 spearmen e4 S; B2 spearmen k8 S", 12, 8,
            R"("sides":{"B":{"stratagem":"QC"}})");
  foot.act("charge A1 target=B1", 9);
  CHECK(foot.rule(R"({"do":"play_stratagem","card":"QC"})", Viewer::B) == "TTS-STR-15");
}

TEST_CASE("tonight we dine in hell", "[tts][TTS-STR-17][TTS-STR-18][TTS-STR-19]") {
  Game g("A1 bowmen e2 N; A8 spearmen a1 N; AG general a1 detached; B1 spearmen e4 S; B8 spearmen l8 S; B9 spearmen k8 S", 12, 8,
         R"("phase":"deployment","sides":{"B":{"stratagem":"QS"}})");
  g.give(R"({"do":"note","card":"QS","unit":"B1"})", Viewer::B);
  CHECK_FALSE(g.state().side(Side::B).notes.at(0).open_to(Viewer::A));
  g.give(R"({"do":"deployment_done"})");
  g.act("shoot A1 target=B1", 5).cards({9, 2});
  CHECK(g.unit("B1").disorder == 0);
  CHECK(g.unit("B1").hero);
  CHECK(g.state().side(Side::B).stratagems.empty());
  g.act("shoot A1 target=B1", 8).cards({9, 2});
  CHECK(g.unit("B1").disorder == 1);
  State s = g.state();
  s.active = Side::B;
  CHECK(Rules::judge(s, Viewer::B, Game::command("rally B1")).reasons.front().rule == "TTS-STR-19");
}

TEST_CASE("delayed units: ambush, flank march, reserves, lost",
          "[tts][TTS-STR-20][TTS-STR-21][TTS-STR-22][TTS-STR-23][TTS-STR-24][TTS-STR-25][TTS-STR-26][TTS-STR-27][TTS-STR-28]"
          "[TTS-STR-33][TTS-STR-34][TTS-STR-35][TTS-STR-36][TTS-VP-09][TTS-DEP-08]") {
  const std::string army =
      "A1 light_infantry_javelin; A2 spearmen e2 N; A3 spearmen f2 N; A4 indian_elephants; AG general with=A2; B1 spearmen e5 S; B2 "
      "spearmen l8 S; BG general with=B1; wood c3; broken c4; wood c6";
  const auto game = [&](const std::string& card) {
    return Game(army, 12, 8, R"("phase":"deployment","sides":{"A":{"stratagem":")" + card + R"("}})");
  };
  const auto note = [](const std::string& fields) { return R"({"do":"note",)" + fields + "}"; };
  Game ambush = game("KH");
  CHECK(ambush.rule(note(R"("card":"KH","unit":"A4","box":"c3")"), Viewer::A) == "TTS-STR-20");
  CHECK(ambush.rule(note(R"("card":"KH","unit":"A1","box":"c6")"), Viewer::A) == "TTS-STR-24");
  CHECK(ambush.rule(note(R"("card":"KH","unit":"A1","box":"e3")"), Viewer::A) == "TTS-STR-24");
  CHECK(ambush.may(note(R"("card":"KH","unit":"A1","box":"c4")")));
  CHECK(ambush.rule(note(R"("card":"KC","unit":"A1","flank":"left")"), Viewer::A) == "TTS-STR-03");
  const int medals = ambush.state().side(Side::A).medals;
  ambush.give(note(R"("card":"KH","unit":"A1","box":"c3")"), Viewer::A);
  CHECK(ambush.unit("A1").where == Where::Hidden);
  CHECK_FALSE(ambush.unit("A1").box.somewhere());
  CHECK(ambush.state().side(Side::A).played_stratagems.empty());  // nobody is told which card
  CHECK(ambush.state().side(Side::A).medals == medals - 1);
  State s = ambush.state();
  s.units.erase({"A4"});
  s.phase = Phase::Battle;
  const auto submit = [](State state, Viewer by, const std::string& order) {
    for (const Event& event : Rules::decide(state, by, Game::command(order))) state = Rules::evolve(std::move(state), event);
    return state;
  };
  const auto turn_card = [](State state, int card) {
    for (const Event& event : Rules::decide(state, Viewer::Umpire, engine::AnswerWait{.wait = {}, .answer = {.values = {card}}}))
      state = Rules::evolve(std::move(state), event);
    return state;
  };
  State shown = turn_card(submit(s, Viewer::A, "reveal A1 facing=E"), 4);
  CHECK(shown.units.at({"A1"}).box == at("c3"));
  CHECK(shown.units.at({"A1"}).facing == Facing::E);
  CHECK(shown.units.at({"A1"}).activation == 4);
  State hidden = turn_card(submit(s, Viewer::A, "reveal A1 facing=E"), 3);
  CHECK(hidden.units.at({"A1"}).where == Where::Hidden);
  CHECK(hidden.active == Side::B);
  State near = s;
  near.active = Side::B;
  near.units.at({"B1"}).box = at("d5");
  near = turn_card(submit(near, Viewer::B, "move B1 to=d4"), 5);
  CHECK(near.units.at({"A1"}).box == at("c3"));
  CHECK(near.side(Side::A).medals == medals);

  const auto waiting = [&](const std::string& card, const std::string& fields, int turn) {
    Game g = game(card);
    g.give(note(R"("card":")" + card + R"(","unit":"A1")" + fields), Viewer::A);
    State state = g.state();
    state.units.erase({"A4"});
    state.phase = Phase::Battle;
    state.turn = turn;
    return state;
  };
  const auto rule = [](const State& state, const std::string& order) {
    const engine::Verdict v = Rules::judge(state, Viewer::A, Game::command(order));
    return v.allowed() ? std::string() : v.reasons.front().rule;
  };
  CHECK(rule(waiting("KC", R"(,"flank":"left")", 1), "enter A1 to=a4") == "TTS-STR-27");
  State flank = waiting("KC", R"(,"flank":"left")", 3);
  CHECK(rule(flank, "enter A1 to=a4") == "");
  CHECK(rule(flank, "enter A1 to=a6") == "");
  CHECK(rule(flank, "enter A1 to=l4") == "TTS-OFF-03");
  CHECK(rule(flank, "enter A1 to=c1") == "TTS-OFF-03");
  State arrived = turn_card(submit(flank, Viewer::A, "enter A1 to=a6"), 4);
  CHECK(arrived.units.at({"A1"}).box == at("a6"));
  CHECK(arrived.units.at({"A1"}).facing == Facing::E);
  State failed = turn_card(submit(flank, Viewer::A, "enter A1 to=a6"), 2);
  CHECK(failed.units.at({"A1"}).lost_way);
  State reserve = waiting("KD", R"(,"flank":"centre")", 3);
  CHECK(rule(reserve, "enter A1 to=f1") == "");
  CHECK(rule(reserve, "enter A1 to=a1") == "TTS-OFF-03");
  State lost = waiting("KS", "", 3);
  State drawn = turn_card(submit(lost, Viewer::A, "enter A1"), 5);
  CHECK(drawn.agenda.open_waits().at(0).rule == "TTS-STR-28");
  drawn = turn_card(drawn, 3);
  CHECK(drawn.agenda.open_waits().at(0).options.front().key == "a1");
  for (const Event& event : Rules::decide(drawn, Viewer::A, engine::AnswerWait{.wait = {}, .answer = {.choices = {"b1"}}}))
    drawn = Rules::evolve(std::move(drawn), event);
  CHECK(drawn.units.at({"A1"}).box == at("b1"));
  CHECK(drawn.units.at({"A1"}).facing == Facing::N);
}

TEST_CASE("the doomed unit is noted once", "[tts][TTS-STR-17]") {
  Game g = before("deployment", "", R"("sides":{"A":{"stratagem":"QS"}})");
  g.give(R"({"do":"note","card":"QS","unit":"A1"})");
  CHECK(g.rule(R"({"do":"note","card":"QS","unit":"A2"})") == "TTS-STR-03");
}
