// Stratagem cards: drawn, held, played, and the notes they need.
#include <map>

#include "engine/rulesets/to_the_strongest/topics/stratagems.hpp"
#include "tests/engine/rulesets/to_the_strongest/before_battle.hpp"
#include "tests/support/catch.hpp"

namespace stratagem_tests {

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using namespace polemarch::to_the_strongest::test;

TEST_CASE("the stratagem deck: twelve court cards twice and two jokers", "[tts][TTS-STR-T1][TTS-DECK-02]") {
  CHECK(kStratagemCards == 26);
  std::map<std::string, int> count;
  for (int n = 1; n <= 26; ++n) ++count[std::string(stratagem_of(n))];
  CHECK(count.size() == 13);
  for (const auto& [card, times] : count) CHECK(times == 2);
  struct Card {
    const char *card, *name;
  };
  for (const Card& c : {Card{"JH", "Take the high ground"}, Card{"JC", "This way, Effendi"}, Card{"JD", "Someone has blundered"},
                        Card{"JS", "Infamy, Infamy"}, Card{"QH", "Where in Hades did that come from"}, Card{"QC", "Cry havoc"},
                        Card{"QD", "Patroclus"}, Card{"QS", "Tonight we dine in hell"}, Card{"KH", "Ambush"}, Card{"KC", "Flank march"},
                        Card{"KD", "Reserves"}, Card{"KS", "Lost"}, Card{"joker", "Player's choice"}})
    CHECK(stratagem_named(c.card)->name == c.name);
}

TEST_CASE("stratagems are played unless the table leaves them out", "[tts][TTS-STR-01]") {
  const std::string draw = R"({"do":"draw_stratagem","side":"A"})";
  CHECK(before("stratagems").may(draw));
  CHECK(before("stratagems", "", R"("options":{"stratagems":false})").rule(draw) == "TTS-STR-01");
}

TEST_CASE("after the terrain each player draws one card, before scouting, and nobody else sees it",
          "[tts][TTS-STR-02][TTS-STR-04][TTS-AMB-95]") {
  CHECK(before("terrain").rule(R"({"do":"draw_stratagem","side":"A"})") == "TTS-DEP-01");
  CHECK(before("scouting").rule(R"({"do":"draw_stratagem","side":"A"})") == "TTS-DEP-01");
  Game g = before("stratagems");
  CHECK(g.rule(R"({"do":"scout"})") == "TTS-DEP-01");
  g.give(R"({"do":"draw_stratagem","side":"A"})", Viewer::A);
  CHECK(g.state().agenda.open_waits().at(0).audience == Viewer::A);
  g.cards({3});
  CHECK(g.state().side(Side::A).stratagems.at(0).value == "JD");
  for (const Event& event : g.events())
    if (const auto* closed = std::get_if<engine::StepClosed>(&event)) CHECK(closed->revealed.empty());
  CHECK_FALSE(g.state().side(Side::A).stratagems.at(0).open_to(Viewer::B));
  CHECK(g.rule(R"({"do":"draw_stratagem","side":"A"})") == "TTS-STR-02");
  g.give(R"({"do":"draw_stratagem","side":"B"})").cards({6});
  CHECK(g.state().phase == Phase::Scouting);
}

TEST_CASE("the joker is any stratagem, taken at once", "[tts][TTS-STR-29]") {
  for (const int joker : {25, 26}) {
    Game g = before("stratagems");
    g.give(R"({"do":"draw_stratagem","side":"B"})").cards({joker});
    CHECK(g.asks() == "TTS-STR-29");
    CHECK(g.options().size() == 12);
    g.say("QC");
    CHECK(g.state().side(Side::B).stratagems.size() == 1);
    CHECK(g.state().side(Side::B).stratagems.at(0).value == "QC");
  }
}

TEST_CASE("an army with a brilliant general chooses its card", "[tts][TTS-GEN-36]") {
  const std::string choose = R"({"do":"draw_stratagem","side":"A","card":"JD"})";
  CHECK(before("stratagems").rule(choose) == "TTS-GEN-36");
  Game g = before("stratagems", "A1 spearmen a1 N; AG general b1 detached senior brilliant; B1 spearmen l8 S");
  g.give(choose);
  CHECK(g.state().side(Side::A).stratagems.at(0).value == "JD");
  CHECK(g.rule(R"({"do":"draw_stratagem","side":"B","card":"JD"})") == "TTS-GEN-36");
}

TEST_CASE("a card is played once", "[tts][TTS-STR-03]") {
  Game g(
      "A1 bowmen e2 N; A8 spearmen a1 N; AG general a1 detached; B1 spearmen e4 S; BG general e4 detached; B8 spearmen l8 S; B9 spearmen k8 S",
      12, 8, R"("sides":{"B":{"stratagem":"QD"}})");
  const std::string play = R"({"do":"play_stratagem","card":"QD"})";
  CHECK(g.rule(R"({"do":"play_stratagem","card":"QC"})", Viewer::B) == "TTS-STR-03");  // not held
  g.act("shoot A1 target=B1", 5).cards({9, 9, 1});
  CHECK(g.rule(play, Viewer::A) == "TTS-STR-03");
  g.give(play, Viewer::B);
  CHECK(g.state().side(Side::B).stratagems.empty());
  g.act("shoot A1 target=B1", 8).cards({9, 9, 1});
  CHECK(g.rule(play, Viewer::B) == "TTS-STR-03");
}

TEST_CASE("cards at the end of deployment", "[tts][TTS-STR-05][TTS-STR-06][TTS-STR-07][TTS-STR-08][TTS-STR-09]") {
  const std::string placed =
      "A1 spearmen e2 N; A2 spearmen f2 N; AG general with=A1; B1 spearmen e7 S; B2 spearmen f8 S; B3 spearmen g7 S; BG general with=B1; "
      "rocky_outcrop g8";
  Game high(placed, 12, 8, R"("phase":"deployment","sides":{"A":{"stratagem":"JH"}})");
  CHECK(high.rule(R"({"do":"deployment_done"})") == "TTS-STR-05");
  CHECK(high.rule(R"({"do":"deployment_done"})", Viewer::A) == "TTS-STR-05");
  CHECK(high.rule(R"({"do":"deployment_done"})", Viewer::B).empty());  // what it may say tells nothing of the other hand
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

TEST_CASE("the high ground is taken straight ahead over any terrain, up to what bars the way", "[tts][TTS-STR-06][TTS-AMB-67]") {
  const std::string units =
      "A1 pikemen d2 N; A2 chariots f2 N; A3 spearmen h2 N; A4 spearmen j2 N; AG general d2 detached; A5 spearmen b2 N command=2; AH general "
      "with=A5 command=2; B1 spearmen h4 S; B2 spearmen l7 S; BG general with=B1; steep_hill d3,d4; marsh f3; stream f3/f4; rocky_outcrop j4";
  Game g(units, 12, 8, R"("phase":"deployment","sides":{"A":{"stratagem":"JH"}})");
  const auto play = [](const std::string& who) { return R"({"do":"play_stratagem","card":"JH","units":[)" + who + "]}"; };
  CHECK(g.rule(play(R"("A1","A2","A3","A4")"), Viewer::A) == "TTS-STR-06");  // three at most
  CHECK(g.rule(play(R"("A1","A5")"), Viewer::A) == "TTS-STR-06");            // of one command
  Game other = g;
  g.give(R"({"do":"play_stratagem","card":"JH","units":["A1","A2","A3"],"general":"AG"})", Viewer::A);
  CHECK(g.unit("A1").box == at("d4"));
  CHECK(g.general("AG").box == at("d4"));
  CHECK(g.unit("A2").box == at("f4"));  // rough ground and streams are no limit, nor do mounted halt
  CHECK(g.unit("A3").box == at("h3"));  // the enemy is
  other.give(play(R"("A4")"), Viewer::A);
  CHECK(other.unit("A4").box == at("j3"));  // and rocks
}

TEST_CASE("the general who takes the high ground is of that command and goes with a unit of his box, or two boxes ahead alone",
          "[tts][TTS-STR-06][TTS-AMB-67][TTS-GEN-10]") {
  const std::string units =
      "A1 spearmen d2 N; A2 spearmen e2 N; AG general e2 detached; A5 spearmen b2 N command=2; AH general l1 detached command=2; A6 spearmen k1 "
      "N command=3; AI general with=A6 command=3; B1 spearmen d7 S; B2 spearmen l3 S; BG general k7 detached";
  const Game g(units, 12, 8, R"("phase":"deployment","sides":{"A":{"stratagem":"JH"}})");
  const auto play = [](const std::string& who, const std::string& general) {
    return R"({"do":"play_stratagem","card":"JH","units":[)" + who + R"(],"general":")" + general + "\"}";
  };
  CHECK(g.rule(play(R"("A1")", "BG"), Viewer::A) == "BG is not an own general");
  CHECK(g.rule(play(R"("A1")", "AX"), Viewer::A) == "AX is not an own general");
  CHECK(g.rule(play(R"("A1")", "AH"), Viewer::A) == "TTS-STR-06");  // of another command
  CHECK(g.rule(play(R"("A1")", "AI"), Viewer::A) == "TTS-STR-06");
  CHECK(g.rule(play(R"("A1","A1")", "AG"), Viewer::A) == "A1 is named twice");
  Game with = g;
  with.give(play(R"("A1","A2")", "AG"), Viewer::A);
  CHECK(with.general("AG").box == at("e4"));  // with A2, whose box he was in
  CHECK(with.unit("A1").box == at("d4"));
  Game alone = g;
  alone.give(play(R"("A1")", "AG"), Viewer::A);
  CHECK(alone.general("AG").box == at("e4"));
  Game barred = g;
  barred.give(play(R"("A5")", "AH"), Viewer::A);
  CHECK(barred.general("AH").box == at("l2"));  // the enemy is in l3
  CHECK(barred.unit("A5").box == at("b4"));
  Game attached = g;
  attached.give(play(R"("A6")", "AI"), Viewer::A);
  CHECK(attached.state().box_of(attached.general("AI")) == at("k3"));
  int offered = 0;
  for (const auto& offer : Rules::offers(g.state(), Viewer::A, engine::AboutNothing{}))
    if (const auto* card = std::get_if<PlayStratagem>(&offer.command); card != nullptr && !card->general.empty()) {
      ++offered;
      CHECK(offer.verdict.allowed());
      CHECK((card->general.text == "AG" || card->general.text == "AH"));
      CHECK(Rules::say(g.state(), offer.command).find(" with " + card->general.text) != std::string::npos);
    }
  CHECK(offered == 4);  // A1 and A2, A1, A2 with AG, A5 with AH
}

TEST_CASE("sent back, a unit stays where the box behind is impassable or full", "[tts][TTS-STR-07][TTS-STR-08][TTS-AMB-68]") {
  Game g(
      "A1 spearmen e2 N; AG general with=A1; B1 spearmen d7 S; B2 spearmen f7 S; B3 spearmen f8 S front command=2; B4 spearmen f8 S rear command=2; B5 pikemen h7 S; "
      "B6 spearmen h8 S command=2; BG general with=B1; BH general with=B3 command=2; small_lake d8",
      12, 8, R"("phase":"deployment","sides":{"A":{"stratagem":"JC"}})");
  g.give(R"({"do":"play_stratagem","card":"JC","command":"B-1"})", Viewer::A);
  CHECK(g.unit("B1").box == at("d7"));
  CHECK(g.unit("B2").box == at("f7"));
  CHECK(g.unit("B5").box == at("h7"));  // no room beside a formed unit
  CHECK(g.unit("B3").box == at("f8"));  // the other command is not asked
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

TEST_CASE("infamy and Patroclus", "[tts][TTS-STR-13][TTS-STR-16][TTS-STR-30][TTS-AMB-70]") {
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

TEST_CASE("where in Hades, and cry havoc", "[tts][TTS-STR-14][TTS-STR-15][TTS-STR-31][TTS-STR-32][TTS-AMB-71]") {
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

TEST_CASE("cry havoc comes after the charge's card and before the blows, the charger saves as a charger", "[tts][TTS-AMB-72][TTS-STR-15]") {
  const std::string play = R"({"do":"play_stratagem","card":"QC"})";
  const auto army = [](const std::string& charger, const std::string& target) {
    return Game("A1 " + charger + " e3 N; AG general d3 detached; A8 spearmen a1 N; A9 spearmen b1 N; B1 " + target +
                    " e4 S; B2 spearmen k8 S; BG general k8 detached",
                12, 8, R"("sides":{"B":{"stratagem":"QC"}})");
  };
  Game g = army("cataphracts", "pikemen");
  g.give("charge A1 target=B1 bonus=false");
  CHECK(g.rule(play, Viewer::B) == "TTS-STR-15");  // its card is still to come
  g.cards({9});
  CHECK(g.asks() == "TTS-MEL-02");
  Game late = g;
  late.cards({2});
  CHECK(late.rule(play, Viewer::B) == "TTS-STR-15");  // the blow has fallen
  g.give(play, Viewer::B);
  CHECK(g.question().find("A1 saves on 5+") != std::string::npos);  // M9, nothing for the charged
  g.cards({5});
  CHECK(g.unit("A1").box == at("e3"));
  CHECK(g.unit("B1").disorder == 0);
  Game fails = army("cavalry", "spearmen");
  fails.act("charge A1 target=B1", 1);  // a failed card is no charge
  CHECK(fails.rule(play, Viewer::B) == "TTS-STR-15");
  for (const char* beast : {"indian_elephants", "scythed_chariots"}) {
    Game b = army(beast, "spearmen");
    b.act("charge A1 target=B1 bonus=false", 9);
    CHECK(b.may(play));
  }
}

TEST_CASE("elephants and scythed chariots have no heroes, not even in hell, unless the table says so", "[tts][TTS-AMB-115][TTS-STR-18]") {
  for (const char* beast : {"indian_elephants", "scythed_chariots"}) {
    const std::string army = "A1 " + std::string(beast) + " e2 N hero; AG general with=A1; B1 spearmen l8 S";
    CHECK_THROWS_WITH(Game(army), Catch::Contains("TTS-AMB-115"));
    CHECK(Game(army, 12, 8, R"("options":{"heroes_for_beasts":true})").unit("A1").hero);
    Game doomed(
        "A1 bowmen e2 N; AG general a1 detached; A8 spearmen a1 N; B1 " + std::string(beast) + " e4 S; B8 spearmen l8 S; B9 spearmen k8 S",
        12, 8, R"("phase":"deployment","sides":{"B":{"stratagem":"QS"}})");
    doomed.give(R"({"do":"note","card":"QS","unit":"B1"})", Viewer::B).give(R"({"do":"deployment_done"})");
    doomed.act("shoot A1 target=B1", 9).cards({9, 2});
    CHECK(doomed.unit("B1").where == Where::OnTable);
    CHECK_FALSE(doomed.unit("B1").hero);
  }
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

TEST_CASE("the doomed unit is noted once", "[tts][TTS-STR-17]") {
  Game g = before("deployment", "", R"("sides":{"A":{"stratagem":"QS"}})");
  g.give(R"({"do":"note","card":"QS","unit":"A1"})");
  CHECK(g.rule(R"({"do":"note","card":"QS","unit":"A2"})") == "TTS-STR-03");
}

TEST_CASE("sent off the table a unit gives up the medals of its general once, and both bring theirs back",
          "[tts][TTS-STR-09][TTS-VP-09][TTS-VIC-02][TTS-LOSS-02]") {
  const std::string placed =
      "A1 spearmen e2 N; A2 spearmen f2 N; AG general with=A1; B1 spearmen e8 S; B2 spearmen f7 S; B3 spearmen g7 S command=2; B4 spearmen "
      "h7 S command=2; B5 spearmen i7 S command=2; BG general with=B1; BH general with=B3 command=2";
  Game g(placed, 12, 8, R"("phase":"deployment","sides":{"A":{"stratagem":"JC"}})");
  const int medals = g.state().side(Side::B).medals;
  g.give(R"({"do":"play_stratagem","card":"JC","command":"B-1"})", Viewer::A);
  CHECK(g.unit("B1").where == Where::Reserve);
  CHECK(g.state().side(Side::B).medals == medals - 4);
  CHECK_FALSE(is_demoralised(g.state(), {"B-1"}));  // away from the start (TTS-AMB-118)
  g.give(R"({"do":"deployment_done"})");
  for (int turn = 0; turn < 4 && !(g.state().active == Side::B && g.state().turn >= 3); ++turn) g.give("end_turn");
  g.act("enter B1 to=e8", 9);
  CHECK(g.state().side(Side::B).medals == medals);
}

TEST_CASE("Patroclus saves a general from his second wound too, and who may hold the card is asked whoever holds it",
          "[tts][TTS-STR-16][TTS-STR-30][TTS-AMB-41]") {
  const std::string army =
      "A1 bowmen e2 N; A8 spearmen a1 N; AG general a1 detached; B1 spearmen e4 S; BG general e4 detached light_wound; B8 spearmen l8 S; B9 "
      "spearmen k8 S; B7 spearmen j8 S";
  const auto wounded = [&](const std::string& card) {
    Game g(army, 12, 8, card.empty() ? "" : R"("sides":{"B":{"stratagem":")" + card + "\"}}");
    State s = g.state();
    CHECK(s.general({"BG"})->light_wound);
    g.act("shoot A1 target=B1", 5).cards({9, 9, 1});
    return g;
  };
  const std::string play = R"({"do":"play_stratagem","card":"QD"})";
  Game g = wounded("QD");
  CHECK(g.asks() == "TTS-AMB-41");
  CHECK(g.asked() == Viewer::B);
  CHECK(Rules::windows(g.state(), Viewer::B).size() == 1);
  Game killed = g;
  g.give(play, Viewer::B);
  CHECK(g.general("BG").status == Status::InPlay);
  CHECK(g.idle());
  killed.say("killed");
  CHECK(killed.general("BG").status == Status::Killed);
  CHECK(killed.rule(play, Viewer::B) == "TTS-STR-16");
  Game other = wounded("QH");  // the enemy learns nothing from the question
  CHECK(other.asks() == "TTS-AMB-41");
  CHECK(Rules::windows(other.state(), Viewer::B).empty());
  Game none = wounded("");
  CHECK(none.idle());
  CHECK(none.general("BG").status == Status::Killed);
  for (const Event& event : Rules::decide(wounded("QD").say("killed").state(), Viewer::B, Game::command(play)))  // ruled in afterwards
    CHECK(std::get_if<engine::StepClosed>(&event) == nullptr);
}

}  // namespace stratagem_tests
