// Before the battle: terrain lists and placing, scouting, deployment.
#include "engine/rulesets/to_the_strongest/topics/deployment.hpp"
#include "engine/rulesets/to_the_strongest/topics/stratagems.hpp"
#include "engine/rulesets/to_the_strongest/topics/terrain_method.hpp"
#include "tests/engine/rulesets/to_the_strongest/before_battle.hpp"
#include "tests/support/catch.hpp"

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using namespace polemarch::to_the_strongest::test;

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

TEST_CASE("a stream is laid as long as it was chosen, and its zones count", "[tts][TTS-TCH-02][TTS-TCH-06][TTS-TPL-05][TTS-TPL-10]") {
  const auto list = [](int edges) {
    return R"({"do":"choose_terrain","side":"A","pieces":[{"kind":"field","boxes":1,"count":5},{"kind":"wood","boxes":1,"count":3},{"kind":"stream","boxes":)" +
           std::to_string(edges) + "}]}";
  };
  const std::string eight =
      R"({"do":"place_terrain","side":"A","kind":"stream","edges":["b1/c1","b2/c2","b3/c3","b4/c4","b5/c5","b6/c6","b7/c7","b8/c8"]})";
  Game short_one = before("terrain");
  short_one.give(list(4));
  CHECK(short_one.rule(eight) == "TTS-TCH-02");
  Game g = before("terrain");
  g.give(list(8));
  CHECK(g.may(eight));
  CHECK(zones_without_piece(g.state(), Side::A).size() == 3);
  g.give(eight);
  CHECK(zones_without_piece(g.state(), Side::A) == std::vector<Zone>{Zone::Centre, Zone::Right});
  CHECK(g.rule(R"({"do":"choose_terrain","side":"B","pieces":[{"kind":"field","count":-3},{"kind":"wood","count":3}]})") == "TTS-TCH-02");
  CHECK(g.rule(R"({"do":"choose_terrain","side":"B","pieces":[{"kind":"stream","boxes":0}]})") == "TTS-TCH-02");
}
