/// Decisions on what the book leaves open: recoil beyond the first square, counters as printed, cards not drawn, the Spartans' delay.
#include <algorithm>

#include "engine/rulesets/blade_and_bow/topics/recoil.hpp"
#include "models/data/data.hpp"
#include "models/io/json.hpp"
#include "tests/engine/rulesets/blade_and_bow/melee_table.hpp"
#include "tests/support/catch.hpp"

namespace decisions_tests {

using namespace polemarch;
using namespace polemarch::blade_and_bow;
using Json = nlohmann::json;

namespace {
std::vector<std::string> ends(const FallBackChoice& choice) {
  std::vector<std::string> names;
  for (const FallBack& way : choice.ways) {
    std::string name;
    for (const Square s : way.path) name += (name.empty() ? "" : "-") + name_of(s);
    names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}
using Names = std::vector<std::string>;
Json file_of(const std::string& name) { return Json::parse(find_embedded(data::embedded_files(), "blade_and_bow_" + name + ".json")); }
TestTable table_of(const Json& battle) {
  auto state = Rules::initial(battle.dump(), "test");
  INFO((state ? "" : state.error().line));
  REQUIRE(state);
  TestTable t;
  t.state = std::move(*state);
  return t;
}
/// A turn's draw about to begin; hands of two cards where four may be held.
TestTable before_draw(int turn, bool paper) {
  TestTable t;
  t.leader("AL", at(0, 0), 3);
  t.leader("BL", at(11, 11), 3);
  t.add("A1", "spears", at(0, 0), Facing::N);
  t.add("B1", "spears", at(11, 11), Facing::S);
  if (!paper)
    for (int n = 1; n <= 60; ++n)
      t.state.deck.push_back({.number = n, .title = "Card " + std::to_string(n), .timing = "any", .actions = {1, 2, 3, 1}});
  t.state.turn = {.number = turn, .phase = Phase::Draw};
  for (const Side side : {Side::A, Side::B}) t.state.army(side).hand.resize(2);
  t.overrule(R"({"do":"look","unit":"A1"})");
  return t;
}
}  // namespace

TEST_CASE("of the recoil paths through friends only the shortest are offered", "[bb][BB-REC-11][BB-AMB-113]") {
  // Straight away lies a cliff; friends stand on both squares aside: one has free ground behind it, the other a third friend.
  TestTable t = duel("axemen", "psiloi");
  t.state.units.at({"B1"}).disrupted = true;
  t.state.map.terrain[at(5, 7)] = "cliff";
  t.add("B2", "psiloi", at(4, 7), Facing::S);
  t.add("B3", "psiloi", at(6, 7), Facing::S);
  t.add("B4", "psiloi", at(7, 8), Facing::S);
  const auto ways = [&] { return ends(recoil_ways(t.state, t.unit("B1"), at(5, 5))); };
  CHECK(ways() == Names{"E8-D9"});
  t.state.units.erase({"B4"});  // as long both: the owner chooses
  CHECK(ways() == Names{"E8-D9", "G8-H9"});
}

TEST_CASE("a recoil goes through as many friends as stand in its way", "[bb][BB-REC-11][BB-AMB-113]") {
  TestTable t = duel("axemen", "psiloi");
  t.state.map.rows = 16;
  t.state.units.at({"B1"}).disrupted = true;
  for (int n = 0; n < 8; ++n) t.add("B" + std::to_string(n + 2), "spears", at(5, 7 + n), Facing::S);
  const FallBackChoice choice = recoil_ways(t.state, t.unit("B1"), at(5, 5));
  REQUIRE(choice.ways.size() == 1);
  CHECK(choice.ways.front().path.size() == 9);
  CHECK(choice.ways.front().path.back() == at(5, 15));
  CHECK(choice.ways.front().passed.size() == 8);
}

TEST_CASE("a recoil never leads back over the square it began in", "[bb][BB-REC-11][BB-AMB-113]") {
  TestTable t = duel("axemen", "psiloi");
  t.state.units.at({"A1"}).disrupted = true;  // no zones about
  t.add("B2", "psiloi", at(5, 7), Facing::S);
  for (const Square s : {at(4, 8), at(5, 8), at(6, 8), at(4, 7), at(6, 7), at(4, 6), at(6, 6)}) t.state.map.terrain[s] = "cliff";
  CHECK(ends(recoil_ways(t.state, t.unit("B1"), at(5, 5))) == Names{"E6", "G6"});  // not through the friend and back
}

TEST_CASE("beyond a friend's square the map's edge is no way: the nearest square on the map is taken",
          "[bb][BB-AMB-62][BB-AMB-116][BB-REC-06]") {
  TestTable t = duel_by_the_edge("axemen", "psiloi", 8);
  t.add("B2", "psiloi", at(5, 7), Facing::S);  // on the last row
  CHECK(ends(recoil_ways(t.state, t.unit("B1"), at(5, 5))) == Names{"F8-E8", "F8-G8"});
  t.state.units.at({"B1"}).square = at(5, 7);  // at the edge itself the first step leads off the map
  t.state.units.erase({"B2"});
  const FallBackChoice lost = recoil_ways(t.state, t.unit("B1"), at(5, 6));
  CHECK(lost.ways.empty());
  CHECK(lost.off_map);
}

TEST_CASE("counters are taken as printed, a left modifier above the right one with a note", "[bb][BB-AMB-118]") {
  Json battle = file_of("sample");
  battle["types"] = Json::array(
      {{{"name", "slingers"}, {"good", {{"movement", 6}, {"size", "L"}, {"density", "open"}, {"left", 1}, {"front", 3}, {"right", 0}}}}});
  battle["sides"]["A"]["units"][0]["type"] = "slingers";
  battle["sides"]["A"]["units"][0].erase("ranks");
  battle["map"].erase("setup_squares");
  const TestTable t = table_of(battle);
  const Profile& read = t.unit(battle["sides"]["A"]["units"][0]["unit"]).type.good;
  CHECK(read.left == 1);
  CHECK(read.front == 3);
  CHECK(read.right == 0);
  const auto noted = [](const TestTable& table) {
    const auto lines = Rules::describe(table.state, Viewer::A);
    return std::any_of(lines.begin(), lines.end(), [](const std::string& line) {
      return line.find("BB-AMB-118") != std::string::npos && line.find("slingers") != std::string::npos;
    });
  };
  CHECK(noted(t));
  battle["types"][0]["good"]["right"] = 1;
  CHECK_FALSE(noted(table_of(battle)));
}

TEST_CASE("in the counters shipped the shield side is never the more dangerous one to attack", "[bb][BB-NIS-11]") {
  for (const char* name : {"sample", "marathon", "thermopylae", "plataea", "mycale"}) {
    const TestTable t = table_of(file_of(name));
    for (const auto& [id, unit] : t.state.units) CHECK(unit.type.good.left <= unit.type.good.right);
  }
}

TEST_CASE("a side may decline the turn's card, with a deck and with paper cards", "[bb][BB-AMB-119][BB-SEQ-02]") {
  for (const bool paper : {false, true}) {
    TestTable t = before_draw(2, paper);
    INFO(paper);
    REQUIRE(t.waiting() == (paper ? "offer_card" : "take_cards"));
    CHECK(t.wait().who == Viewer::A);
    CHECK_FALSE(t.judge(R"({"by":"B","do":"pass"})").allowed());
    REQUIRE(t.say(R"({"by":"A","do":"pass"})"));
    CHECK(t.state.army(Side::A).hand.size() == 2);
    CHECK(t.wait().who == Viewer::B);
    if (paper)
      REQUIRE(t.choose("draw"));
    else
      REQUIRE(t.dice({7}));
    CHECK(t.state.army(Side::B).hand.size() == 3);
    CHECK(t.waiting() == "roll_initiative");
  }
  TestTable said = before_draw(2, false);
  CHECK(said.judge(R"({"by":"A","do":"answer","choice":"no"})").allowed());
  CHECK_FALSE(said.judge(R"({"by":"A","do":"answer","choice":"perhaps"})").allowed());
  CHECK_FALSE(said.judge(R"({"by":"A","do":"answer","cards":[3],"choice":"pass"})").allowed());
}

TEST_CASE("the first hand is dealt in full and a card paid for is drawn", "[bb][BB-SET-10][BB-CARD-10]") {
  TestTable first = before_draw(1, false);
  CHECK(first.dice_asked() == 2);
  CHECK_FALSE(first.judge(R"({"by":"A","do":"pass"})").allowed());
  TestTable paper = before_draw(1, true);
  CHECK(paper.state.army(Side::A).hand.size() == 4);
  TestTable bought = before_draw(2, false);
  bought.state.agenda = {};
  bought.turn_of(Side::A, 2);
  REQUIRE(bought.say(R"({"do":"purchase"})"));
  CHECK_FALSE(bought.judge(R"({"by":"A","do":"pass"})").allowed());
}

TEST_CASE("n turns of delay shift the Spartans' entry die by exactly n, and none may leave the faces", "[bb][BB-MYC-20][BB-AMB-117]") {
  // For each entry die: where they may come after so many turns of delay, and whether they may wait once more.
  struct Row {
    int die;
    std::vector<std::string> by_delay;
  };
  for (const Row& row : {Row{1, {"D1-G1 delay", "D1-G1 delay", "D1-G1 delay", "A4-A7 delay", "A4-A7 delay", "A10-A13"}},
                         Row{2, {"D1-G1 delay", "D1-G1 delay", "A4-A7 delay", "A4-A7 delay", "A10-A13"}},
                         Row{3, {"D1-G1 delay", "D1-G1 A4-A7 delay", "D1-G1 A4-A7 delay", "A10-A13"}},
                         Row{4, {"A4-A7 delay", "D1-G1 A4-A7 delay", "D1-G1 A10-A13 delay", "D1-G1"}},
                         Row{6, {"A10-A13 delay", "A4-A7 delay", "A4-A7 delay", "D1-G1 delay", "D1-G1 delay", "D1-G1"}}}) {
    TestTable t = table_of(file_of("mycale"));
    for (const char* by : {"A", "B", "B", "A"}) t.say(std::string(R"({"by":")") + by + R"(","do":"ready"})");
    const auto begin_turn = [&](int number) {
      t.state.agenda = {};
      t.state.action.reset();
      t.state.turn = {.number = number, .phase = Phase::Initiative, .initiative = Side::A};
      t.overrule(R"({"do":"look","unit":"A1"})");
      REQUIRE(t.dice({1}));
      REQUIRE(t.dice({2}));
    };
    begin_turn(6);
    REQUIRE(t.dice({1}));  // they come
    REQUIRE(t.dice({row.die}));
    for (std::size_t delay = 0; delay < row.by_delay.size(); ++delay) {
      INFO(row.die << " after " << delay);
      REQUIRE(t.waiting() == "choose_entry");
      std::string text;
      for (const engine::Option& option : t.wait().options) text += (text.empty() ? "" : " ") + option.key;
      CHECK(text == row.by_delay[delay]);
      if (delay + 1 == row.by_delay.size()) {
        CHECK_FALSE(t.judge(R"({"by":"A","do":"answer","choice":"delay"})").allowed());
        break;
      }
      REQUIRE(t.choose("delay"));
      begin_turn(7);
    }
  }
}

}  // namespace decisions_tests
