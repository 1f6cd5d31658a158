// Before the battle: terrain lists, placing pieces, the cards dealt on them.
#include <sstream>

#include "engine/rulesets/to_the_strongest/show/viewing.hpp"
#include "engine/rulesets/to_the_strongest/topics/deployment.hpp"
#include "engine/rulesets/to_the_strongest/topics/stratagems.hpp"
#include "engine/rulesets/to_the_strongest/topics/terrain_method.hpp"
#include "tests/engine/rulesets/to_the_strongest/before_battle.hpp"
#include "tests/support/catch.hpp"

namespace terrain_method_tests {

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using namespace polemarch::to_the_strongest::test;

namespace {

using List = std::vector<TerrainChoice>;
/// Rule a terrain list breaks on a 12 x 8 table, "" when it is legal.
std::string list_rule(const List& list, int scenario = 0) {
  State s = before("terrain").state();
  s.scenario = scenario;
  const engine::Verdict v = judge_terrain_list(s, list);
  return v.allowed() ? std::string() : v.reasons.front().rule;
}
std::string put(const char* side, const std::string& kind, const std::string& boxes) {
  std::string list;
  std::stringstream in(boxes);
  for (std::string box; in >> box;) list += (list.empty() ? "\"" : ",\"") + box + "\"";
  return R"({"do":"place_terrain","side":")" + std::string(side) + R"(","kind":")" + kind + R"(","boxes":[)" + list + "]}";
}

}  // namespace

TEST_CASE("each player has a choice for every eight boxes, pieces cost one a box, a road one, a stream one for four edges",
          "[tts][TTS-TCH-02][TTS-TCH-03][TTS-TCH-04][TTS-TCH-05][TTS-TCH-06][TTS-AMB-126]") {
  CHECK(terrain_choices(12, 8) == 12);
  CHECK(terrain_choices(13, 8) == 13);
  CHECK(terrain_choices(13, 9) == 14);  // 117 boxes, rounded down
  CHECK(cost_of({"wood", 1, 1}) == 1);
  CHECK(cost_of({"wood", 1, 3}) == 3);
  CHECK(cost_of({"wood", 2, 1}) == 2);
  CHECK(cost_of({"road", 12, 1}) == 1);
  CHECK(cost_of({"stream", 4, 1}) == 1);
  CHECK(cost_of({"stream", 5, 1}) == 2);
  CHECK(cost_of({"stream", 8, 1}) == 2);
  CHECK(cost_of({"stream", 9, 1}) == 3);
  CHECK(list_rule({{"field", 2, 3}, {"wood", 2, 3}}) == "");
  CHECK(list_rule({{"field", 2, 4}, {"wood", 2, 2}, {"road", 12, 1}}) == "TTS-TCH-02");
}

TEST_CASE("the Arab list spends its twelve choices", "[tts][TTS-EX-01]") {
  const List arab{{"field", 1, 2}, {"low_hill", 2, 2}, {"steep_hill", 2, 2}, {"wood", 1, 1}, {"small_lake", 1, 1}};
  CHECK(list_rule(arab) == "");
  int spent = 0;
  for (const TerrainChoice& line : arab) spent += cost_of(line);
  CHECK(spent == 12);
}

TEST_CASE("at least a quarter open, at least a quarter rough, at most a quarter impassable",
          "[tts][TTS-TCH-07][TTS-TCH-08][TTS-TCH-09][TTS-AMB-126]") {
  CHECK(list_rule({{"field", 1, 3}, {"wood", 1, 9}}) == "");
  CHECK(list_rule({{"field", 1, 2}, {"wood", 1, 10}}) == "TTS-TCH-07");
  CHECK(list_rule({{"field", 1, 2}, {"road", 12, 1}, {"wood", 1, 9}}) == "");  // a road is open
  CHECK(list_rule({{"field", 1, 9}, {"wood", 1, 3}}) == "");
  CHECK(list_rule({{"field", 1, 10}, {"wood", 1, 2}}) == "TTS-TCH-08");
  CHECK(list_rule({{"field", 1, 5}, {"wood", 1, 4}, {"small_lake", 1, 3}}) == "");
  CHECK(list_rule({{"field", 1, 4}, {"wood", 1, 4}, {"small_lake", 1, 4}}) == "TTS-TCH-09");
  // Of ten, a quarter is three up and two down.
  CHECK(list_rule({{"field", 1, 3}, {"wood", 1, 5}, {"small_lake", 1, 2}}) == "");
  CHECK(list_rule({{"field", 1, 2}, {"wood", 1, 8}}) == "TTS-TCH-07");
  CHECK(list_rule({{"field", 1, 8}, {"wood", 1, 2}}) == "TTS-TCH-08");
  CHECK(list_rule({{"field", 1, 3}, {"wood", 1, 4}, {"small_lake", 1, 3}}) == "TTS-TCH-09");
}

TEST_CASE("waterways and stakes are no choice, a piece fills one or two boxes", "[tts][TTS-TCH-10][TTS-TCH-11][TTS-GRID-08]") {
  CHECK(list_rule({{"field", 1, 4}, {"wood", 1, 4}, {"water", 1, 1}}) == "TTS-TCH-10");
  CHECK(list_rule({{"field", 1, 4}, {"wood", 1, 4}, {"bridge", 1, 1}}) == "TTS-TCH-10");
  CHECK(list_rule({{"stakes", 1, 1}}) == "TTS-TCH-11");
  CHECK(list_rule({{"ditch", 1, 1}}) == "TTS-TCH-11");
  CHECK(list_rule({{"field", 1, 3}, {"wood", 1, 3}, {"low_hill", 3, 1}}) == "TTS-GRID-08");
  const Game g = before("terrain");
  CHECK(g.may(put("A", "wood", "b3 b4")));
  CHECK(g.rule(put("A", "wood", "b3 b4 b5")) == "TTS-GRID-08");
  CHECK(g.rule(put("A", "wood", "b3 c4")) == "TTS-GRID-08");
  // Pieces of one kind merge: a ridge of four boxes.
  Game ridge = before("terrain");
  ridge.give(put("A", "steep_hill", "b3 b4")).give(put("B", "steep_hill", "b5 b6"));
  CHECK(ridge.state().pieces.size() == 2);
}

TEST_CASE("on the plain half is open, in hill country and in the gap nothing is", "[tts][TTS-SCN-02][TTS-SCN-03][TTS-SCN-08]") {
  const List half{{"field", 1, 6}, {"wood", 1, 6}}, less{{"field", 1, 5}, {"wood", 1, 7}}, hills{{"steep_hill", 1, 6}, {"wood", 1, 6}};
  CHECK(list_rule(half, 1) == "");
  CHECK(list_rule(less, 1) == "TTS-SCN-02");
  CHECK(list_rule(hills, 2) == "");
  CHECK(list_rule(half, 2) == "TTS-SCN-03");
  CHECK(list_rule({{"steep_hill", 1, 6}, {"wood", 1, 5}, {"low_hill", 1, 1}}, 2) == "TTS-SCN-03");
  CHECK(list_rule(hills, 6) == "");
  CHECK(list_rule(half, 6) == "TTS-SCN-08");
  CHECK(list_rule(hills, 0) == "TTS-TCH-07");
}

TEST_CASE("the table has a left flank, a centre and a right flank, the centre taking what is over",
          "[tts][TTS-TPL-01][TTS-TPL-02][TTS-TPL-03][TTS-AMB-97]") {
  const auto widths = [](int columns) {
    const Field field = Field::open_ground(columns, 8);
    std::array<int, 3> width{};
    for (int col = 1; col <= columns; ++col) ++width[static_cast<std::size_t>(zone_of(field, col))];
    return width;
  };
  CHECK(widths(12) == std::array{4, 4, 4});
  CHECK(widths(16) == std::array{5, 6, 5});
  CHECK(widths(13) == std::array{4, 5, 4});
  CHECK(widths(14) == std::array{4, 6, 4});
  const Field twelve = Field::open_ground(12, 8);
  CHECK(zone_of(twelve, 4) == Zone::Left);
  CHECK(zone_of(twelve, 5) == Zone::Centre);
  CHECK(zone_of(twelve, 9) == Zone::Right);
}

TEST_CASE("the sides place piece by piece in turn, each in all three zones", "[tts][TTS-TPL-04][TTS-TPL-05]") {
  Game g = before("terrain");
  g.give(put("A", "wood", "b3"));
  CHECK(g.rule(put("A", "wood", "h3")) == "TTS-TPL-04");
  g.give(put("B", "wood", "b6")).give(put("A", "wood", "f3")).give(put("B", "wood", "f6")).give(put("A", "wood", "k3"));
  CHECK(g.rule("{\"do\":\"deal_terrain\"}") == "TTS-TPL-05");  // B has nothing on the right
  CHECK(zones_without_piece(g.state(), Side::B) == std::vector<Zone>{Zone::Right});
  const engine::Verdict judged = Rules::judge(g.state(), Viewer::Umpire, Game::command("{\"do\":\"deal_terrain\"}"));
  CHECK(judged.reasons.front().text == "side B has no piece in columns i to l");
  CHECK(Rules::tell(g.state(), g.events().back()) == "A places a wood in k3");
  g.give(put("B", "wood", "k6"));
  CHECK(g.may("{\"do\":\"deal_terrain\"}"));
}

TEST_CASE("cards are dealt on the pieces in the order they were placed, and the question says so", "[tts][TTS-TPL-13]") {
  Game g = before("terrain");
  g.give(put("A", "wood", "b3")).give(put("B", "wood", "b6")).give(put("A", "wood", "f3"));
  g.give(put("B", "wood", "f6")).give(put("A", "wood", "k3")).give(put("B", "wood", "k6"));
  g.give("{\"do\":\"deal_terrain\"}");
  std::vector<engine::Wait> waits = g.state().agenda.open_waits();
  REQUIRE_FALSE(waits.empty());
  Showing::word(g.state(), waits.front());
  CHECK(waits.front().question.find("a card on each piece, in the order they were placed") != std::string::npos);
}

TEST_CASE("no impassable piece in the centre, none beside another kind by a side", "[tts][TTS-TPL-06][TTS-TPL-07][TTS-TPL-08]") {
  Game g = before("terrain");
  g.give(put("A", "wood", "b3"));
  for (const char* centre : {"e4", "f4", "h4"}) CHECK(g.rule(put("B", "rocky_outcrop", centre)) == "TTS-TPL-06");
  for (const char* flank : {"d6", "i4"}) CHECK(g.may(put("B", "rocky_outcrop", flank)));
  CHECK(g.rule(put("B", "rocky_outcrop", "d6 e6")) == "TTS-TPL-06");
  for (const char* beside : {"b4", "b2", "a3", "c3", "b3"}) CHECK(g.rule(put("B", "marsh", beside)) == "TTS-TPL-07");
  for (const char* corner : {"c4", "a2", "a4", "c2"}) CHECK(g.may(put("B", "marsh", corner)));
  CHECK(g.may(put("B", "wood", "b4")));  // its own kind
  CHECK(g.rule(put("B", "wood", "b3")) == "TTS-TPL-07");
}

TEST_CASE("linear pieces come last: streams along edges, roads through centres, both across the table",
          "[tts][TTS-TPL-09][TTS-TPL-10][TTS-TPL-11][TTS-TPL-12]") {
  Game g = before("terrain");
  g.give(put("A", "steep_hill", "f5")).give(put("B", "wood", "b3"));
  CHECK(g.rule(put("A", "road", "f1 f2 f3 f4 f5 f6 f7 f8")) == "TTS-TPL-11");
  CHECK(g.rule(put("A", "road", "e2 e3")) == "TTS-TPL-12");
  CHECK(g.rule(put("A", "road", "e1 e2 e3 e4")) == "TTS-TPL-12");
  CHECK(g.may(put("A", "road", "b1 b2 b3 b4 b5 b6 b7 b8")));  // through a wood
  const std::string across =
      R"({"do":"place_terrain","side":"A","kind":"stream","edges":["a3/a4","b3/b4","c3/c4","d3/d4","e3/e4","f3/f4","g3/g4","h3/h4","i3/i4","j3/j4","k3/k4","l3/l4"]})";
  CHECK(g.may(across));  // beside the wood
  CHECK(g.rule(R"({"do":"place_terrain","side":"A","kind":"stream","edges":["c3/c4"]})") == "TTS-TPL-12");
  g.give(put("A", "road", "e1 e2 e3 e4 e5 e6 e7 e8")).give(put("B", "wood", "i6"));
  CHECK(g.rule(put("A", "wood", "i2")) == "TTS-TPL-09");
  Game lake = before("terrain");
  lake.give(put("A", "small_lake", "b3"));
  CHECK(lake.rule(put("B", "road", "b1 b2 b3 b4 b5 b6 b7 b8")) == "TTS-TPL-11");
}

namespace {

PlacedPiece piece(const char* kind, std::vector<Box> boxes) { return {Side::A, kind, std::move(boxes), {}, false}; }
std::vector<PlacedPiece> dealt(const std::vector<PlacedPiece>& pieces, const std::vector<DealtCard>& cards, Side dealer = Side::A) {
  return after_deal(before("terrain").state(), pieces, cards, dealer);
}

}  // namespace

TEST_CASE("hearts stay, diamonds go, clubs go from the centre unless a road",
          "[tts][TTS-TPL-15][TTS-TPL-16][TTS-TPL-17][TTS-TPL-18][TTS-AMB-65]") {
  const std::vector<PlacedPiece> pieces{piece("wood", {at("b3")}), piece("wood", {at("f3")}), piece("field", {at("d5"), at("e5")}),
                                        piece("road", {at("e1"), at("e2")}), piece("marsh", {at("k3")})};
  const auto gone = [&](Suit suit) {
    std::vector<bool> out;
    for (const PlacedPiece& p : dealt(pieces, std::vector<DealtCard>(5, {suit, 3}))) out.push_back(p.gone);
    return out;
  };
  CHECK(gone(Suit::Hearts) == std::vector<bool>{false, false, false, false, false});
  CHECK(gone(Suit::Clubs) == std::vector<bool>{false, true, true, false, false});  // the third is partly in the centre
  CHECK(gone(Suit::Diamonds) == std::vector<bool>{true, true, true, true, true});
}

TEST_CASE("a spade moves a piece one box by its value, as the dealer looks, linear pieces stay", "[tts][TTS-TPL-19][TTS-TPL-T1]") {
  const auto moved = [](int value, Side dealer) { return dealt({piece("wood", {at("f3")})}, {{Suit::Spades, value}}, dealer)[0].boxes[0]; };
  const std::vector<const char*> for_a{"f4", "f4", "g3", "g3", "g3", "f2", "f2", "f2", "e3", "e3"};
  const std::vector<const char*> for_b{"f2", "f2", "e3", "e3", "e3", "f4", "f4", "f4", "g3", "g3"};
  for (int value = 1; value <= 10; ++value) {
    INFO(value);
    CHECK(moved(value, Side::A) == at(for_a[static_cast<std::size_t>(value - 1)]));
    CHECK(moved(value, Side::B) == at(for_b[static_cast<std::size_t>(value - 1)]));
  }
  const auto road = dealt({piece("road", {at("e1"), at("e2")})}, {{Suit::Spades, 1}});
  CHECK(road[0].boxes == std::vector<Box>{at("e1"), at("e2")});
  CHECK_FALSE(road[0].gone);
}

TEST_CASE("spades are worked from the left, what cannot move is removed", "[tts][TTS-TPL-20][TTS-TPL-21][TTS-AMB-66]") {
  // The left one moves out of the way first.
  const auto freed = dealt({piece("wood", {at("c3")}), piece("marsh", {at("b3")})}, {{Suit::Spades, 9}, {Suit::Spades, 1}});
  CHECK(freed[1].boxes[0] == at("b4"));
  CHECK(freed[0].boxes[0] == at("b3"));  // beside another kind now, which is allowed
  CHECK_FALSE(freed[0].gone);
  // The dealer's left is B's right.
  const auto from_b = dealt({piece("wood", {at("c3")}), piece("marsh", {at("d3")})}, {{Suit::Spades, 9}, {Suit::Spades, 1}}, Side::B);
  CHECK(from_b[1].boxes[0] == at("d2"));
  CHECK(from_b[0].boxes[0] == at("d3"));
  CHECK(dealt({piece("wood", {at("a1")})}, {{Suit::Spades, 9}})[0].gone);                                                 // off the table
  CHECK(dealt({piece("wood", {at("a1"), at("b1")})}, {{Suit::Spades, 9}})[0].gone);                                       // partly off
  CHECK(dealt({piece("wood", {at("c3")}), piece("marsh", {at("b3")})}, {{Suit::Spades, 9}, {Suit::Hearts, 1}})[0].gone);  // taken
}

TEST_CASE("the player who placed first deals a card on each piece, suits in their order", "[tts][TTS-TPL-13][TTS-TPL-14][TTS-DECK-02]") {
  CHECK(card_from(1).suit == Suit::Hearts);
  CHECK(card_from(20).suit == Suit::Clubs);
  CHECK(card_from(20).value == 10);
  CHECK(card_from(40).suit == Suit::Spades);
  Game g = before("terrain");
  g.give(R"({"do":"place_terrain","side":"B","kind":"wood","boxes":["b3"]})");
  State s = g.state();
  const std::vector<PlacedPiece> pieces{
      piece("wood", {at("b3")}),           piece("wood", {at("f3")}),  piece("field", {at("d5"), at("e5")}),
      piece("road", {at("e1"), at("e2")}), piece("marsh", {at("k3")}), piece("marsh", {at("k4")})};
  s.pieces = pieces;
  s.pieces.front().side = Side::B;
  for (const Event& event : Rules::decide(s, Viewer::B, Command{DealTerrain{}})) s = Rules::evolve(std::move(s), event);
  CHECK(s.agenda.open_waits().at(0).chance->count == 6);
  CHECK(s.agenda.open_waits().at(0).who == Viewer::B);
  // The marsh of k4 takes a diamond: it is gone before the spade moves the other one on to its place.
  for (const Event& event : Rules::decide(s, Viewer::B, engine::AnswerWait{.wait = {}, .answer = {.values = {1, 21, 1, 1, 36, 22}}}))
    s = Rules::evolve(std::move(s), event);
  CHECK(s.field.ground(at("b3")) == Ground::Wood);
  CHECK(s.field.ground(at("f3")) == Ground::Open);
  CHECK(s.field.ground(at("k4")) == Ground::Marsh);
  CHECK(s.field.ground(at("k3")) == Ground::Open);
  CHECK(s.field.road(at("e1"), Facing::N));
  CHECK(s.phase == Phase::Stratagems);
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

}  // namespace terrain_method_tests
