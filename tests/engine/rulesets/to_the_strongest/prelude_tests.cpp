// Before the battle: terrain lists and placing, stratagems, scouting, deployment, scenarios, bids.
#include "engine/rulesets/to_the_strongest/topics/deployment.hpp"
#include "engine/rulesets/to_the_strongest/topics/stratagems.hpp"
#include "engine/rulesets/to_the_strongest/topics/terrain_method.hpp"
#include "tests/engine/rulesets/to_the_strongest/game.hpp"
#include "tests/support/catch.hpp"

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using test::at;
using test::Game;

namespace {
const std::string kArmies =
    "A1 spearmen a1 N; A2 light_cavalry b1 N; AG general with=A1; B1 spearmen l8 S; B2 cavalry k8 S; BG general with=B1";
Game before(const std::string& phase, const std::string& units = "", const std::string& more = "") {
  return Game(units.empty() ? kArmies : units, 12, 8, R"("phase":")" + phase + "\"" + (more.empty() ? "" : "," + more));
}
const std::string kUnplaced =
    "A1 spearmen; A2 spearmen; A3 light_infantry_javelin; A4 spearmen command=2; AG general with=A1; AH general with=A4 command=2; AC "
    "camp; B1 spearmen; B2 spearmen; BG general with=B1";
std::string deploy(const std::string& command, const std::string& postings) {
  return R"({"do":"deploy","command":")" + command + R"(","postings":[)" + postings + "]}";
}
std::string post(const std::string& unit, const std::string& box) { return R"({"unit":")" + unit + R"(","box":")" + box + R"("})"; }
}  // namespace

TEST_CASE("a terrain list spends its choices",
          "[tts][TTS-EX-01][TTS-TCH-02][TTS-TCH-03][TTS-TCH-04][TTS-TCH-05][TTS-TCH-06][TTS-TCH-07][TTS-TCH-08][TTS-TCH-09]"
          "[TTS-TCH-10][TTS-TCH-11][TTS-GRID-08][TTS-SCN-02][TTS-SCN-03]") {
  Game g = before("terrain");
  CHECK(terrain_choices(12, 8) == 12);
  CHECK(terrain_choices(13, 8) == 13);
  using List = std::vector<TerrainChoice>;
  const auto rule = [&](const List& list, int scenario = 0) {
    State s = g.state();
    s.scenario = scenario;
    const engine::Verdict v = judge_terrain_list(s, list);
    return v.allowed() ? std::string() : v.reasons.front().rule;
  };
  const List arab{{"field", 1, 2}, {"low_hill", 2, 2}, {"steep_hill", 2, 2}, {"wood", 1, 1}, {"small_lake", 1, 1}};
  CHECK(rule(arab) == "");
  int spent = 0;
  for (const TerrainChoice& line : arab) spent += cost_of(line);
  CHECK(spent == 12);
  CHECK(cost_of({"road", 12, 1}) == 1);
  CHECK(cost_of({"stream", 8, 1}) == 2);
  CHECK(cost_of({"stream", 9, 1}) == 3);
  CHECK(rule({{"field", 2, 4}, {"wood", 2, 3}}) == "TTS-TCH-02");
  CHECK(rule({{"field", 1, 2}, {"wood", 1, 10}}) == "TTS-TCH-07");
  CHECK(rule({{"field", 1, 10}, {"wood", 1, 2}}) == "TTS-TCH-08");
  CHECK(rule({{"field", 1, 4}, {"wood", 1, 4}, {"small_lake", 1, 4}}) == "TTS-TCH-09");
  CHECK(rule({{"field", 1, 4}, {"wood", 1, 4}, {"water", 1, 1}}) == "TTS-TCH-10");
  CHECK(rule({{"stakes", 1, 1}}) == "TTS-TCH-11");
  CHECK(rule({{"field", 1, 3}, {"wood", 1, 3}, {"low_hill", 3, 1}}) == "TTS-GRID-08");
  CHECK(rule({{"field", 1, 4}, {"wood", 1, 8}}, 1) == "TTS-SCN-02");
  CHECK(rule({{"field", 1, 4}, {"wood", 1, 8}}, 2) == "TTS-SCN-03");
  CHECK(rule({{"field", 1, 4}, {"wood", 1, 8}}, 6) == "TTS-SCN-08");
}

TEST_CASE("pieces are placed in turn and by zone",
          "[tts][TTS-TPL-01][TTS-TPL-02][TTS-TPL-03][TTS-TPL-04][TTS-TPL-05][TTS-TPL-06][TTS-TPL-07][TTS-TPL-08][TTS-TPL-09]"
          "[TTS-TPL-10][TTS-TPL-11][TTS-TPL-12]") {
  CHECK(flank_columns(12) == 4);
  CHECK(flank_columns(16) == 5);
  const Field sixteen = Field::open_ground(16, 8);
  int centre = 0;
  for (int col = 1; col <= 16; ++col) centre += zone_of(sixteen, col) == Zone::Centre ? 1 : 0;
  CHECK(centre == 6);
  Game g = before("terrain");
  const auto put = [](const char* side, const std::string& kind, const std::string& boxes) {
    return R"({"do":"place_terrain","side":")" + std::string(side) + R"(","kind":")" + kind + R"(","boxes":[)" + boxes + "]}";
  };
  g.give(put("A", "wood", "\"b3\""));
  CHECK(g.rule(put("A", "wood", "\"h3\"")) == "TTS-TPL-04");
  CHECK(g.rule(put("B", "marsh", "\"b4\"")) == "TTS-TPL-07");
  CHECK(g.may(put("B", "marsh", "\"c4\"")));
  CHECK(g.may(put("B", "wood", "\"b4\"")));
  CHECK(g.rule(put("B", "rocky_outcrop", "\"f4\"")) == "TTS-TPL-06");
  CHECK(g.rule("{\"do\":\"deal_terrain\"}") == "TTS-TPL-05");
  g.give(put("B", "wood", "\"b6\""))
      .give(put("A", "steep_hill", "\"f5\""))
      .give(put("B", "wood", "\"g3\""))
      .give(put("A", "field", "\"k4\""))
      .give(put("B", "wood", "\"k6\""));
  CHECK(g.rule(put("A", "road", "\"f1\",\"f2\",\"f3\",\"f4\",\"f5\",\"f6\",\"f7\",\"f8\"")) == "TTS-TPL-11");
  CHECK(g.rule(put("A", "road", "\"e2\",\"e3\"")) == "TTS-TPL-12");
  g.give(put("A", "road", "\"e1\",\"e2\",\"e3\",\"e4\",\"e5\",\"e6\",\"e7\",\"e8\""));
  g.give(put("B", "wood", "\"i6\""));
  CHECK(g.rule(put("A", "wood", "\"i2\"")) == "TTS-TPL-09");
  CHECK(g.rule(R"({"do":"place_terrain","side":"A","kind":"stream","edges":["c3/c4"]})") == "TTS-TPL-12");
  CHECK(g.may(
      R"({"do":"place_terrain","side":"A","kind":"stream","edges":["a3/a4","b3/b4","c3/c4","d3/d4","e3/e4","f3/f4","g3/g4","h3/h4","i3/i4","j3/j4","k3/k4","l3/l4"]})"));
  CHECK(g.may("{\"do\":\"deal_terrain\"}"));
}

TEST_CASE("the cards dealt on the terrain",
          "[tts][TTS-TPL-13][TTS-TPL-14][TTS-TPL-15][TTS-TPL-16][TTS-TPL-17][TTS-TPL-18][TTS-TPL-19][TTS-TPL-20][TTS-TPL-21]"
          "[TTS-TPL-T1][TTS-DECK-02]") {
  Game g = before("terrain");
  const auto piece = [](const char* kind, std::vector<Box> boxes) { return PlacedPiece{Side::A, kind, std::move(boxes), {}, false}; };
  const std::vector<PlacedPiece> pieces{piece("wood", {at("b3")}), piece("wood", {at("f3")}), piece("field", {at("d5"), at("e5")}),
                                        piece("road", {at("e1"), at("e2")}), piece("marsh", {at("k3")})};
  const auto dealt = [&](std::vector<DealtCard> cards, Side dealer = Side::A) { return after_deal(g.state(), pieces, cards, dealer); };
  auto clubs = dealt({{Suit::Clubs, 3}, {Suit::Clubs, 3}, {Suit::Clubs, 3}, {Suit::Clubs, 3}, {Suit::Hearts, 3}});
  CHECK_FALSE(clubs[0].gone);
  CHECK(clubs[1].gone);
  CHECK(clubs[2].gone);  // partly in the centre
  CHECK_FALSE(clubs[3].gone);
  CHECK_FALSE(clubs[4].gone);
  auto diamonds = dealt({{Suit::Diamonds, 1}, {Suit::Hearts, 1}, {Suit::Hearts, 1}, {Suit::Diamonds, 1}, {Suit::Hearts, 1}});
  CHECK(diamonds[0].gone);
  CHECK(diamonds[3].gone);
  const auto moved = [&](int value, Side dealer) {
    return dealt({{Suit::Hearts, 1}, {Suit::Spades, value}, {Suit::Hearts, 1}, {Suit::Hearts, 1}, {Suit::Hearts, 1}}, dealer)[1].boxes[0];
  };
  CHECK(moved(2, Side::A) == at("f4"));
  CHECK(moved(3, Side::A) == at("g3"));
  CHECK(moved(5, Side::A) == at("g3"));
  CHECK(moved(8, Side::A) == at("f2"));
  CHECK(moved(10, Side::A) == at("e3"));
  CHECK(moved(1, Side::B) == at("f2"));
  auto road = dealt({{Suit::Hearts, 1}, {Suit::Hearts, 1}, {Suit::Hearts, 1}, {Suit::Spades, 1}, {Suit::Hearts, 1}});
  CHECK(road[3].boxes == pieces[3].boxes);
  const std::vector<PlacedPiece> edge{piece("wood", {at("a1")}), piece("wood", {at("c3")}), piece("marsh", {at("b3")})};
  auto off = after_deal(g.state(), edge, {{Suit::Spades, 9}, {Suit::Spades, 9}, {Suit::Spades, 1}}, Side::A);
  CHECK(off[0].gone);  // off the table
  CHECK(off[2].boxes[0] == at("b4"));
  CHECK(off[1].boxes[0] == at("b3"));  // the left one had moved out of the way
  CHECK(card_from(1).suit == Suit::Hearts);
  CHECK(card_from(40).value == 10);
  g.give(R"({"do":"place_terrain","side":"A","kind":"wood","boxes":["b3"]})");
  State s = g.state();
  s.pieces = pieces;
  for (const Event& event : Rules::decide(s, Viewer::A, CommandText{DealTerrain{}})) s = Rules::evolve(std::move(s), event);
  CHECK(s.agenda.open_waits().at(0).chance->count == 5);
  for (const Event& event : Rules::decide(s, Viewer::A, engine::AnswerWait{.wait = {}, .answer = {.values = {1, 21, 1, 1, 31}}}))
    s = Rules::evolve(std::move(s), event);
  CHECK(s.field.ground(at("b3")) == Ground::Wood);
  CHECK(s.field.ground(at("f3")) == Ground::Open);
  CHECK(s.field.ground(at("k4")) == Ground::Marsh);
  CHECK(s.field.road(at("e1"), Facing::N));
  CHECK(s.phase == Phase::Stratagems);
}

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

TEST_CASE("scouting",
          "[tts][TTS-EX-02][TTS-DX-17][TTS-SCT-01][TTS-SCT-02][TTS-SCT-03][TTS-SCT-04][TTS-SCT-05][TTS-SCT-06][TTS-MNT-03]"
          "[TTS-GEN-35]") {
  Game franks(
      "A1 light_cavalry a1 N; A2 spearmen b1 N mounted_infantry; A3 spearmen c1 N mounted_infantry; A4 spearmen d1 N mounted_infantry; A5 "
      "light_infantry_other e1 N; B1 spearmen l8 S");
  CHECK(scouting_modifier(franks.state(), Side::A) == 3);
  Game other(
      "A1 light_cavalry a1 N; A2 light_camelry b1 N; A3 light_chariots c1 N; A4 cavalry d1 N; A5 heavy_chariots e1 N; A6 "
      "light_infantry_javelin f1 N; A7 light_infantry_other g1 N; "
      "A8 light_infantry_javelin h1 N; A9 knights i1 N; AX scythed_chariots j1 N; AG general a2 detached senior brilliant; B1 spearmen l8 "
      "S");
  CHECK(scouting_modifier(other.state(), Side::A) == 6);
  Game g = before("scouting");
  g.give(R"({"do":"scout"})");
  CHECK(g.state().agenda.open_waits().size() == 2);
  g.cards({4, 5});  // 4 + 1 and 5 + 0: equal, cut again
  CHECK(g.state().agenda.open_waits().size() == 2);
  g.cards({2, 9});
  CHECK(g.state().active == Side::B);
  CHECK(g.state().phase == Phase::Deployment);
}

TEST_CASE("deployment by whole commands",
          "[tts][TTS-DEP-01][TTS-DEP-02][TTS-DEP-03][TTS-DEP-04][TTS-DEP-05][TTS-DEP-06][TTS-DEP-07][TTS-DEP-09][TTS-CAMP-01]"
          "[TTS-CAMP-04][TTS-FORT-10][TTS-TER-16][TTS-MNT-02][TTS-SCN-05][TTS-SCN-18]") {
  Game g(kUnplaced, 12, 8, R"("active":"B")");
  CHECK(g.state().phase == Phase::Deployment);
  const std::string camp = "," + post("AC", "d1");
  CHECK(g.rule(deploy("B-1", post("B1", "e8") + "," + post("B2", "f8"))) == "TTS-DEP-01");
  CHECK(g.rule(deploy("A-1", post("A1", "c2") + "," + post("A2", "d2"))) == "TTS-DEP-01");
  CHECK(g.rule(deploy("A-1", post("A1", "c3") + "," + post("A2", "d2") + "," + post("A3", "e2") + camp)) == "TTS-DEP-03");
  CHECK(g.rule(deploy("A-1", post("A1", "a2") + "," + post("A2", "b2") + "," + post("A3", "c2") + "," + post("AC", "c1"))) == "TTS-DEP-05");
  CHECK(g.rule(deploy("A-1", post("A1", "c2") + "," + post("A2", "d2") + "," + post("A3", "h2") + camp)) == "TTS-DEP-07");
  CHECK(g.rule(deploy("A-1", post("A1", "c2") + "," + post("A2", "d2") + "," + post("A3", "e2") + "," + post("AC", "h1"))) ==
        "TTS-CAMP-04");
  CHECK(g.rule(deploy("A-1", post("A1", "c2") + "," + post("A2", "d2") + "," + post("A3", "e2") + "," + post("AC", "d2"))) == "TTS-DEP-06");
  CHECK(g.rule(deploy("A-1", post("A1", "c2") + "," + post("A2", "d2") + "," + post("A3", "e2"))) == "TTS-CAMP-04");
  g.give(R"({"do":"deploy","command":"A-1","postings":[)" + post("A1", "c2") + "," + post("A2", "d2") + "," + post("A3", "e2") + camp +
         R"(],"fortifications":["d1/d2"]})");
  CHECK(g.unit("A1").box == at("c2"));
  CHECK(g.state().field.edge(at("d1"), Facing::N).fortification == Facing::N);
  CHECK(g.rule(deploy("A-2", post("A4", "g2"))) == "TTS-DEP-01");
  g.give(deploy("B-1", post("B1", "e8") + "," + post("B2", "f8")));
  CHECK(g.rule(R"({"do":"deployment_done"})") == "TTS-DEP-02");
  g.give(deploy("A-2", post("A4", "g2")));
  g.give(R"({"do":"deployment_done"})");
  CHECK(g.state().phase == Phase::Battle);
  Unit unit;
  unit.type = Type::Spearmen;
  unit.size = Size::Regular;
  State s = g.state();
  CHECK(deployment_depth(s, unit) == 2);
  unit.mounted_infantry = true;
  CHECK(deployment_depth(s, unit) == 3);
  unit.mounted_infantry = false;
  s.field.rows = 9;
  CHECK(deployment_depth(s, unit) == 3);
  s.scenario = 6;
  CHECK(deployment_depth(s, unit) == 4);
  s.active = Side::A;
  CHECK(deployment_depth(s, unit) == 3);
  s.scenario = 4;
  unit.type = Type::LightInfantryJavelin;
  unit.size = Size::Light;
  CHECK(deployment_depth(s, unit) == 4);
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

TEST_CASE("scenarios change the battle",
          "[tts][TTS-SCN-15][TTS-SCN-01][TTS-SCN-04][TTS-SCN-06][TTS-SCN-07][TTS-SCN-08][TTS-SCN-09][TTS-SCN-10][TTS-SCN-11]"
          "[TTS-SCN-12][TTS-SCN-13][TTS-SCN-14][TTS-SCN-16][TTS-SCN-17][TTS-SCN-19]") {
  Game draw = before("terrain");
  draw.give(R"({"do":"scenario"})").cards({7});
  CHECK(draw.state().scenario == 7);
  Game coast = before("terrain", "A1 spearmen b1 N; AG general with=A1; B1 spearmen l8 S");
  coast.give(R"({"do":"scenario","number":3,"flank":"left"})");
  for (int row = 1; row <= 8; ++row) CHECK(coast.state().field.ground({1, row}) == Ground::Water);
  const std::string army =
      "A1 spearmen e2 N; A2 light_infantry_javelin f2 N; A3 artillery g2 N; B1 spearmen e7 S; B2 spearmen f7 S; B3 spearmen g7 S; AG "
      "general e2 detached; BG general e7 detached";
  for (const char* number : {"4", "5"}) {
    Game meet(army, 12, 8, R"("phase":"deployment","scenario":)" + std::string(number));
    meet.give(R"({"do":"deployment_done"})");
    meet.cards({2, 1, 9, 2, 9});  // A1 fails, A3 is lost; B1 passes, B2 fails, B3 passes: light troops are spared
    CHECK(meet.unit("A1").disorder == 1);
    CHECK(meet.unit("A3").where == Where::Lost);
    CHECK(meet.unit("B2").disorder == 1);
    CHECK(meet.idle());
  }
  Game ambush(army, 12, 8, R"("phase":"deployment","scenario":8)");
  const int b = ambush.state().side(Side::B).medals;
  ambush.give(R"({"do":"deployment_done"})").cards({9, 9, 9});
  CHECK(ambush.idle());
  CHECK(ambush.state().side(Side::B).medals == b + 3);
  Game hold("A1 spearmen e2 N; B1 spearmen e7 S; B2 pikemen f7 S; B3 pikemen; AG general e2 detached; BG general e7 detached", 12, 8,
            R"("phase":"deployment","scenario":6)");
  CHECK(hold.rule(R"({"do":"note","card":"give_up","unit":"A1"})") == "TTS-SCN-09");
  const int points = hold.state().commands.at({"B-1"}).victory_points, start = hold.state().side(Side::B).medals;
  hold.give(R"({"do":"note","card":"give_up","unit":"B3"})");
  CHECK(hold.rule(R"({"do":"deployment_done"})") == "TTS-SCN-09");
  hold.give(R"({"do":"note","card":"give_up","unit":"B2"})").give(R"({"do":"deployment_done"})");
  CHECK(hold.state().commands.at({"B-1"}).victory_points == points);
  CHECK(points_lost(hold.state(), hold.state().commands.at({"B-1"})) == 0);
  CHECK(hold.state().side(Side::B).medals == start + 3);
  Game time(army, 12, 8, R"("phase":"deployment","scenario":10)");
  const int a = time.state().side(Side::A).medals;
  time.give(R"({"do":"deployment_done"})");
  CHECK(time.state().side(Side::A).medals == a + 4);
  time.give("end_turn").give("end_turn");
  CHECK(time.state().side(Side::A).medals == a + 3);
  time.give("end_turn");
  CHECK(time.state().side(Side::A).medals == a + 3);
  const std::string held =
      "A5 pikemen f2 N; A6 pikemen g2 N; A1 spearmen e2 N; A2 spearmen command=2; AH general with=A2 command=2; AG general e2 detached; B1 "
      "spearmen e7 S; BG general e7 "
      "detached";
  Game march(held, 12, 8, R"("phase":"deployment","scenario":7)");
  CHECK(march.rule(R"({"do":"note","card":"reserve","unit":"B-1","flank":"left"})") == "TTS-SCN-10");
  const int before_march = march.state().side(Side::A).medals;
  march.give(R"({"do":"note","card":"reserve","unit":"A-2","flank":"right"})").give(R"({"do":"deployment_done"})");
  CHECK(march.unit("A2").where == Where::Reserve);
  CHECK(march.state().side(Side::A).medals == before_march - 4);
  CHECK(march.rule("enter A2 to=l4") == "TTS-STR-27");
  march.give("end_turn").give("end_turn");
  CHECK(march.may("enter A2 to=l4"));
  CHECK(march.rule("enter A2 to=a4") == "TTS-OFF-03");
  Game delayed(held + "; AC camp command=2", 12, 8, R"("phase":"deployment","scenario":9,"active":"B")");
  delayed.give(R"({"do":"note","card":"reserve","unit":"A-2","zone":3})");
  CHECK(delayed.unit("A2").where == Where::Reserve);
  delayed.give(R"({"do":"deployment_done"})");
  CHECK_FALSE(delayed.state().camps.at({"AC"}).box.somewhere());
  CHECK(delayed.state().commands.at({"A-2"}).victory_points == 7);
}

TEST_CASE("the club bid", "[tts][TTS-BID-02][TTS-BID-03]") {
  Game g = before("deployment");
  const int a = g.state().side(Side::A).medals, b = g.state().side(Side::B).medals;
  g.give(R"({"do":"bid"})").cards({1, 2});
  CHECK(g.state().side(Side::A).medals == a);
  CHECK(g.state().side(Side::B).medals == b - 2);
  Game even = before("deployment");
  even.give(R"({"do":"bid"})").cards({4, 4});
  CHECK(even.state().side(Side::A).medals == a);
  CHECK(even.state().side(Side::B).medals == b);
}
