/// Decisions on unclear points (HC-AMB-*), each on a test that fails when the other reading is played: shooting, fighting, saves.
#include "engine/rulesets/hail_caesar/tables.hpp"
#include "tests/engine/rulesets/hail_caesar/field.hpp"

namespace decision_tests {

using namespace field;
using polemarch::hail_caesar::break_cell;
using polemarch::hail_caesar::BreakCategory;
using polemarch::hail_caesar::BreakTable;
using polemarch::hail_caesar::Cell;
using polemarch::hail_caesar::ScanOptions;

namespace {

json shoot(const std::string& id = "A1", const std::string& target = "B1") { return act("shoot", {{"unit", id}, {"target", target}}); }
std::unique_ptr<Battle> duel(json a1 = json::object(), json b1 = json::object(), json options = json::object(),
                             json terrain = json::array()) {
  return in_phase("shooting", {unit("A1", 20, 20, 90, a1)}, {unit("B1", 20, 31, 270, b1)}, {{"options", options}, {"terrain", terrain}});
}
json due(const Battle& b, const std::string& id) {
  const json unit = unit_state(b, id);
  return unit.contains("due") && !unit.at("due").is_null() ? unit.at("due").at("rules") : json::array();
}
/// One volley: the dice to hit, and saves all of one number.
json volley(Battle& b, const json& command, std::vector<int> dice, int save) {
  json all = go(b, command);
  for (const json& e : go(b, answer(command.at("by"), std::move(dice)))) all.push_back(e);
  if (question(b).find("saves") == std::string::npos) return all;
  std::vector<int> saves(static_cast<std::size_t>(dice_asked(b)), save);
  for (const json& e : go(b, answer(question(b).substr(0, 1), saves))) all.push_back(e);
  return all;
}
json touching(const std::string& foe, const std::string& on = "front", bool fresh = false) {
  return {{"foe", foe}, {"on", on}, {"fresh", fresh}};
}
/// A1 and B1 front to front, A1 having charged; B1 may fire closing shots.
std::unique_ptr<Battle> charged(json a1, json options = json::object(), json b1 = json::object(), json extra = json::array()) {
  b1["can_closing_shot"] = true;
  json foes{unit("B1", 20, 21, 270, b1)};
  for (const json& j : extra) foes.push_back(j);
  options["army_broken_at"] = 1;
  return in_phase("hand_to_hand", {unit("A1", 20, 20, 90, a1)}, foes,
                  {{"options", options},
                   {"state",
                    {{"units",
                      {{"A1", {{"contacts", {touching("B1", "front", true)}}, {"turn", {{"charged", true}}}}},
                       {"B1", {{"contacts", {touching("A1", "front", true)}}}}}}}}});
}
const json kClosing = act("closing_shot", {{"unit", "B1"}, {"target", "A1"}}, "B");

}  // namespace

TEST_CASE("merged and garbled cells of the scan are read as decided",
          "[hc][HC-AMB-01][HC-AMB-02][HC-AMB-03][HC-AMB-04][HC-AMB-05][HC-AMB-06]") {
  const ScanOptions scan;
  const auto ranged = [&](int score, BreakCategory c) { return break_cell(BreakTable::Ranged, score, c, scan); };
  const auto fought = [&](int score, BreakCategory c) { return break_cell(BreakTable::HandToHand, score, c, scan); };
  CHECK(ranged(3, BreakCategory::Cavalry) == Cell::ShakenBreakElseRetreatDisordered);
  CHECK(ranged(2, BreakCategory::Cavalry) == Cell::Break);
  CHECK(ranged(6, BreakCategory::Skirmishers) == Cell::RetreatDisordered);
  CHECK(ranged(9, BreakCategory::Infantry) == Cell::Hold);
  CHECK(ranged(8, BreakCategory::Infantry) == Cell::Hold);
  CHECK(fought(4, BreakCategory::Cavalry) == Cell::ShakenBreakElseGiveGroundAllDisordered);
  CHECK(fought(3, BreakCategory::Cavalry) == Cell::Break);
  for (const BreakCategory c : {BreakCategory::Infantry, BreakCategory::Cavalry, BreakCategory::Skirmishers}) {
    for (const int high : {10, 11, 15}) {
      CHECK(fought(high, c) == Cell::Hold);
      CHECK(ranged(high, c) == Cell::Hold);
    }
    for (const int low : {2, 1, -4}) CHECK(fought(low, c) == Cell::Break);
  }
  // The options switch these cells and no other.
  const auto differs = [&](ScanOptions other) {
    std::string found;
    for (const BreakTable table : {BreakTable::HandToHand, BreakTable::Ranged})
      for (int score = 2; score <= 10; ++score)
        for (const BreakCategory c : {BreakCategory::Infantry, BreakCategory::Cavalry, BreakCategory::Skirmishers})
          if (break_cell(table, score, c, scan) != break_cell(table, score, c, other))
            found +=
                std::string(table == BreakTable::Ranged ? "r" : "h") + std::to_string(score) + "ics"[static_cast<std::size_t>(c)] + " ";
    return found;
  };
  ScanOptions other;
  other.scan_ranged3_cavalry = "any_casualties";
  CHECK(differs(other) == "r3c ");
  other = {}, other.scan_ranged2_cavalry = "as_infantry";
  CHECK(differs(other) == "r2c ");
  other = {}, other.scan_ranged6_skirmishers = "as_row_5";
  CHECK(differs(other) == "r6s ");
  other = {}, other.scan_hth3_cavalry = "as_infantry";
  CHECK(differs(other) == "h3c ");
}

TEST_CASE("a tiny garrison has one die in all, whatever its faces, others two a face", "[hc][HC-AMB-56][HC-AMB-42][HC-AMB-18][HC-SHO-T3]") {
  const json town = json::array({{{"id", "V"}, {"kind", "building"}, {"box", {18, 18, 22, 22}}}});
  const auto garrison = [&](const std::string& size) {
    return in_phase("shooting", {unit("A1", 20, 20, 90, {{"in", "V"}, {"size", size}})},
                    {unit("B1", 20, 31, 270), unit("B2", 8, 20, 0), unit("B3", 22, 32, 270)},
                    {{"terrain", town}, {"options", {{"target_priority", "free"}}}});
  };
  auto tiny = garrison("tiny");
  go(*tiny, shoot());
  CHECK(dice_asked(*tiny) == 1);
  go(*tiny, answer("A", {1}));
  CHECK(refusal(*tiny, shoot("A1", "B2")) == "HC-AMB-56");
  CHECK(refusal(*tiny, shoot("A1", "B1")) == "HC-AMB-56");
  for (const char* size : {"standard", "large", "small"}) {
    auto b = garrison(size);
    go(*b, shoot());
    CHECK(dice_asked(*b) == 2);  // not changed by size
    go(*b, answer("A", {1, 1}));
    CHECK(refusal(*b, shoot("A1", "B3")) == "HC-SHO-T3");  // that face shot
    go(*b, shoot("A1", "B2"));
    CHECK(dice_asked(*b) == 2);
  }
}

TEST_CASE("each face of a garrison shoots at the nearest before it, whoever is nearer to another face",
          "[hc][HC-AMB-35][HC-AMB-42][HC-SHO-T3]") {
  const json town = json::array({{{"id", "V"}, {"kind", "building"}, {"box", {18, 18, 22, 22}}}});
  auto b = in_phase("shooting", {unit("A1", 20, 20, 90, {{"in", "V"}})},
                    {unit("B1", 20, 31, 270), unit("B2", 20, 7, 90), unit("B3", 28, 34, 270)}, {{"terrain", town}});
  CHECK(refusal(*b, shoot("A1", "B3")) == "HC-VIS-14");  // B1 is nearer to that face
  go(*b, shoot("A1", "B2"));
  CHECK(dice_asked(*b) == 2);
  go(*b, answer("A", {1, 1}));
  go(*b, shoot("A1", "B1"));
  CHECK(dice_asked(*b) == 2);
}

TEST_CASE("a garrison and a square strike from each face attacked, a tiny unit once", "[hc][HC-AMB-42][HC-AMB-18][HC-AMB-07][HC-HTH-T2]") {
  const auto dice = [](json a1, json terrain = json::array()) {
    auto b = in_phase("hand_to_hand", {unit("A1", 20, 20, 90, std::move(a1))}, {unit("B1", 20, 21, 270), unit("B2", 22, 20, 180)},
                      {{"terrain", terrain},
                       {"options", {{"to_hit_base", 6}}},
                       {"state",
                        {{"units",
                          {{"A1", {{"contacts", {touching("B1"), touching("B2", "right")}}}},
                           {"B1", {{"contacts", {touching("A1")}}}},
                           {"B2", {{"contacts", {touching("A1")}}}}}}}}});
    go(*b, act("fight", {{"unit", "A1"}}));
    std::vector<int> asked;
    while (question(*b).find("A1 fights") == 0) {
      asked.push_back(dice_asked(*b));
      go(*b, answer("A", std::vector<int>(static_cast<std::size_t>(dice_asked(*b)), 1)));
    }
    return asked;
  };
  const json town = json::array({{{"id", "V"}, {"kind", "building"}, {"box", {18, 18, 22, 20.4}}}});
  CHECK(dice({{"in", "V"}}, town) == std::vector<int>{2, 2});
  CHECK(dice({{"in", "V"}, {"size", "large"}}, town) == std::vector<int>{2, 2});
  CHECK(dice({{"in", "V"}, {"size", "tiny"}}, town) == std::vector<int>{1});
  CHECK(dice({{"formation", "square"}}) == std::vector<int>{2, 2});
  CHECK(dice({{"formation", "square"}, {"size", "tiny"}}) == std::vector<int>{1});
  CHECK(dice(json::object()) == std::vector<int>{5});
  CHECK(dice({{"sustained", 1}, {"size", "small"}}) == std::vector<int>{1});  // at least one
}

TEST_CASE("a square shoots one die in all, where the table plays it so, one from each face", "[hc][HC-AMB-43]") {
  const auto square = [](bool per_face) {
    return in_phase("shooting", {unit("A1", 20, 20, 90, {{"formation", "square"}})}, {unit("B1", 20, 31, 270), unit("B2", 8, 20, 0)},
                    {{"options", {{"target_priority", "free"}, {"square_ranged_per_face", per_face}}}});
  };
  for (const bool per_face : {false, true}) {
    auto b = square(per_face);
    go(*b, shoot());
    CHECK(dice_asked(*b) == 1);
    go(*b, answer("A", {1}));
    CHECK(refusal(*b, shoot()) == (per_face ? "HC-SHO-T3" : "HC-SHO-01"));
    CHECK(allowed(*b, shoot("A1", "B2")) == per_face);
  }
}

TEST_CASE("two hits by dice that needed a 6 are summed over the phase for each target", "[hc][HC-AMB-55][HC-AMB-45][HC-SHO-14]") {
  const auto battery = [](json options, json b1 = json::object()) {
    b1["morale_save"] = 4;
    return in_phase("shooting", {unit("A1", 19, 20), unit("A2", 21.5, 20), unit("A3", 24, 20)},
                    {unit("B1", 20, 31, 270, b1), unit("B2", 26, 31, 270)}, {{"options", options}});
  };
  auto b = battery({{"to_hit_base", 6}, {"target_priority", "free"}});
  volley(*b, shoot("A1"), {6, 1, 1}, 6);
  CHECK(due(*b, "B1").empty());
  volley(*b, shoot("A2", "B2"), {6, 1, 1}, 6);
  CHECK(due(*b, "B2").empty());  // another target
  volley(*b, shoot("A3"), {6, 1, 1}, 6);
  CHECK(due(*b, "B1") == json{"HC-SHO-14"});
  go(*b, end_phase());
  CHECK(question(*b).find("B1: break test") == 0);
  // One volley of two, or of three.
  for (const auto& dice : {std::vector<int>{6, 6, 1}, std::vector<int>{6, 6, 6}}) {
    auto one = battery({{"to_hit_base", 6}});
    volley(*one, shoot(), dice, 6);
    CHECK(due(*one, "B1") == json{"HC-SHO-14"});
  }
  // Dice that needed less do not count: A1 needs a 6 for its own disorder, A2 a 5.
  auto mixed = in_phase("shooting", {unit("A1", 19, 20, 90, {{"disordered", true}}), unit("A2", 21.5, 20)}, {unit("B1", 20, 31, 270)},
                        {{"options", {{"to_hit_base", 5}}}});
  volley(*mixed, shoot("A2"), {5, 5, 1}, 6);
  volley(*mixed, shoot("A1"), {6, 1, 1}, 6);
  CHECK(due(*mixed, "B1").empty());
  // The next player turn counts anew.
  auto turns = battery({{"to_hit_base", 6}});
  volley(*turns, shoot("A1"), {6, 1, 1}, 6);
  CHECK(unit_state(*turns, "B1").at("turn").at("six_hits") == 1);
  go(*turns, end_phase());
  go(*turns, end_phase());
  CHECK(unit_state(*turns, "B1").at("turn").value("six_hits", 0) == 0);
  // Where saves count first (HC-AMB-37), only what was not saved is summed.
  auto unsaved = battery({{"to_hit_base", 6}, {"break_on_six", "unsaved"}, {"target_priority", "free"}});
  volley(*unsaved, shoot("A1"), {6, 1, 1}, 6);
  volley(*unsaved, shoot("A2"), {6, 1, 1}, 1);
  CHECK(due(*unsaved, "B1").empty());
  volley(*unsaved, shoot("A3"), {6, 1, 1}, 1);
  CHECK(due(*unsaved, "B1") == json{"HC-SHO-14"});
}

TEST_CASE("closing and traversing shots at a charger are summed together, shooting apart", "[hc][HC-AMB-55][HC-HTH-10]") {
  // A1 goes past B2's front, then charges B1; both fire, and only a 6 hits.
  auto b = in_phase(
      "orders", {unit("A1", 10, 25, 0), general("GA", 2, 2)},
      {unit("B1", 32, 25, 180, {{"can_closing_shot", true}}), unit("B2", 20, 30, 270, {{"can_traversing_shot", true}})},
      {{"state", {{"units", {{"A1", {{"turn", {{"moves_left", 4}}}}}}}}}, {"options", {{"proximity_formed_in", 0}, {"to_hit_base", 5}}}});
  go(*b, act("charge", {{"unit", "A1"}, {"target", "B1"}}));
  volley(*b, act("traversing_shot", {{"unit", "B2"}, {"target", "A1"}}, "B"), {6, 1, 1}, 6);
  CHECK(due(*b, "A1").empty());
  volley(*b, kClosing, {6, 1, 1}, 6);
  CHECK(due(*b, "A1") == json{"HC-HTH-10"});
}

TEST_CASE("a unit already shaken that loses men to closing shots tests", "[hc][HC-AMB-54][HC-HTH-09]") {
  auto b = charged({{"casualties", 6}});
  volley(*b, kClosing, {5, 1, 1}, 1);
  CHECK(due(*b, "A1") == json{"HC-HTH-09"});
  auto saved = charged({{"casualties", 6}});
  volley(*saved, kClosing, {5, 1, 1}, 6);
  CHECK(due(*saved, "A1").empty());
  auto sound = charged({{"casualties", 3}});
  volley(*sound, kClosing, {5, 1, 1}, 1);
  CHECK(due(*sound, "A1").empty());
}

TEST_CASE("the two clauses of sixes never overlap, and name only the charger of reaction shots", "[hc][HC-AMB-22][HC-AMB-24]") {
  auto five = duel({}, {}, {{"to_hit_base", 5}});
  volley(*five, shoot(), {6, 1, 1}, 6);
  CHECK(due(*five, "B1") == json{"HC-SHO-15"});
  auto six = duel({}, {}, {{"to_hit_base", 6}});
  volley(*six, shoot(), {6, 1, 1}, 6);
  CHECK(due(*six, "B1").empty());
  // A unit that only crossed a front is no charger: sixes are nothing to it, being shaken is.
  const auto crossing = [](int casualties, std::vector<int> dice, int save) {
    auto b = in_phase("orders", {unit("A1", 10, 25, 90, {{"casualties", casualties}}), general("GA", 2, 2)},
                      {unit("B1", 20, 30, 270, {{"can_traversing_shot", true}})},
                      {{"state", {{"units", {{"A1", {{"turn", {{"moves_left", 3}}}}}}}}}, {"options", {{"proximity_formed_in", 0}}}});
    go(*b, move("A1", 26, 25, 90));
    volley(*b, act("traversing_shot", {{"unit", "B1"}, {"target", "A1"}}, "B"), std::move(dice), save);
    return due(*b, "A1");
  };
  CHECK(crossing(0, {6, 6, 6}, 6).empty());
  CHECK(crossing(5, {5, 1, 1}, 1) == json{"HC-HTH-09"});
}

TEST_CASE("hits count before saves, casualties after", "[hc][HC-AMB-37]") {
  auto hits = duel();
  volley(*hits, shoot(), {6, 1, 1}, 6);
  CHECK(due(*hits, "B1") == json{"HC-SHO-15"});
  auto unsaved = duel({}, {}, {{"break_on_six", "unsaved"}});
  volley(*unsaved, shoot(), {6, 1, 1}, 6);
  CHECK(due(*unsaved, "B1").empty());
  auto lost = duel({}, {}, {{"break_on_six", "unsaved"}});
  volley(*lost, shoot(), {6, 1, 1}, 1);
  CHECK(due(*lost, "B1") == json{"HC-SHO-15"});
  auto shaken = duel({}, {{"casualties", 5}});
  volley(*shaken, shoot(), {4, 4, 1}, 6);
  CHECK(due(*shaken, "B1").empty());  // saved: not shaken
}

TEST_CASE("tests caused by shots are on the ranged table, or the other, as the table plays it", "[hc][HC-AMB-38]") {
  const auto asked = [](const std::string& table) {
    auto b = charged({{"casualties", 5}}, {{"shot_test_table", table}});
    volley(*b, kClosing, {5, 1, 1}, 1);
    go(*b, act("fight", {{"unit", "A1"}}));
    return question(*b);
  };
  CHECK(asked("ranged") == "A1: break test for being shaken by shots, from ranged attacks");
  CHECK(asked("hand_to_hand") == "A1: break test for being shaken by shots, hand-to-hand");
}

TEST_CASE("a 6 always hits and a 1 always misses, unless the table switches it off, the question says what hits", "[hc][HC-AMB-20]") {
  const json hidden{{"formation", "open_order"}, {"baggage", true}, {"weapons", {"light_artillery"}}};  // -3: needs 7
  const auto asked = [](json options, json b1) {
    auto b = duel({}, std::move(b1), std::move(options));
    go(*b, shoot());
    return question(*b).substr(question(*b).find("hits on"));
  };
  CHECK(asked({}, hidden) == "hits on 6 or more");
  CHECK(asked({{"six_always_hits", false}}, hidden) == "hits on 7 or more: no die hits");
  CHECK(asked({{"six_always_hits", false}, {"to_hit_base", 3}}, hidden) == "hits on 6 or more");
  const auto hits = [&](json options, std::vector<int> dice, json b1) {
    auto b = duel({}, std::move(b1), std::move(options));
    go(*b, shoot());
    return event_named(go(*b, answer("A", std::move(dice))), "shot_fired")->at("hits").get<int>();
  };
  CHECK(hits({}, {6, 6, 5}, hidden) == 2);
  CHECK(hits({{"six_always_hits", false}}, {6, 6, 6}, hidden) == 0);
  // In hand-to-hand with +2 a 1 would do.
  const auto fought = [](bool misses) {
    auto b = charged({}, {{"one_always_misses", misses}, {"to_hit_base", 2}});
    go(*b, act("fight", {{"unit", "A1"}}));
    const std::string text = question(*b);
    go(*b, answer("A", {1, 1, 1, 1, 1, 1}));
    go(*b, answer("B", {1, 1, 1, 1, 1, 1}));
    return std::pair(text.substr(text.find("hits on")), question(*b).find("saves") != std::string::npos);
  };
  CHECK(fought(true) == std::pair(std::string("hits on 2 or more"), false));
  CHECK(fought(false) == std::pair(std::string("hits on 1 or more"), true));
}

TEST_CASE("save modifiers change the die, a natural 1 fails, Column and cover stack, obscured is another matter",
          "[hc][HC-AMB-29][HC-AMB-30][HC-SHO-03]") {
  const json wood = json::array({{{"id", "T"}, {"kind", "wood"}, {"box", {10, 30, 30, 40}}}});
  const auto lost = [&](json b1, int die, json options = json::object()) {
    auto b = duel({}, std::move(b1), std::move(options), wood);
    volley(*b, shoot(), {4, 1, 1}, die);
    return unit_state(*b, "B1").at("casualties").get<int>();
  };
  CHECK(lost({{"formation", "column"}}, 4) == 1);  // 4 - 2 + 1 = 3 of 4
  CHECK(lost({{"formation", "column"}}, 5) == 0);
  CHECK(lost({{"formation", "testudo"}, {"morale_save", 3}}, 1) == 1);
  CHECK(lost({{"formation", "testudo"}, {"morale_save", 3}}, 1, {{"save_one_fails", false}}) == 0);
  // Half hidden behind a house and in cover: both count.
  const json both = json::array(
      {{{"id", "T"}, {"kind", "wood"}, {"box", {10, 30, 30, 40}}}, {{"id", "H"}, {"kind", "building"}, {"box", {20.3, 27, 30, 28}}}});
  auto b = duel({}, {}, {}, both);
  CHECK(names(judged(*b, shoot()), "HC-SHO-03"));
  go(*b, shoot());
  CHECK(question(*b).find("5 or more") != std::string::npos);
  go(*b, answer("A", {6, 1, 1}));
  CHECK(question(*b) == "B1 saves on 4 or more (die +1)");
}

TEST_CASE("who has no ranged or combat value has none whatever its size", "[hc][HC-AMB-44]") {
  CHECK(refusal(*duel({{"size", "large"}, {"short_ranged", 0}, {"long_ranged", 0}}), shoot()) == "HC-SHO-T2");
  CHECK(refusal(*duel({{"size", "large"}, {"short_ranged", 3}, {"long_ranged", 0}}), shoot()) == "HC-SHO-T2");
  auto b = charged({{"size", "large"}, {"clash", 0}});
  go(*b, act("fight", {{"unit", "A1"}}));
  CHECK(question(*b).find("B1 fights A1") == 0);  // A1 has no dice
}

TEST_CASE("sample types: chariots break as cavalry, elephants and artillery as infantry", "[hc][HC-AMB-27]") {
  json a;
  int n = 0;
  for (const char* type : {"light_chariots", "heavy_chariots", "elephants", "light_bolt_thrower", "heavy_stone_thrower", "baggage"})
    a.push_back({{"unit", "A" + std::to_string(++n)}, {"type", type}, {"at", at(10.0 * n, 10)}});
  auto b = battle(a, {unit("B1", 20, 60, 270)});
  const std::vector<std::string> expected{"cavalry", "cavalry", "infantry", "infantry", "infantry", "infantry"};
  for (int k = 1; k <= n; ++k)
    CHECK(unit_state(*b, "A" + std::to_string(k)).at("profile").at("break_category") == expected[static_cast<std::size_t>(k - 1)]);
}

TEST_CASE("the lines of a fight say whose they are", "[hc][HC-HTH-T3]") {
  auto b = charged({{"disordered", true}}, {}, {{"formation", "open_order"}});
  std::vector<std::string> lines;
  for (const auto& reason : judged(*b, act("fight", {{"unit", "A1"}})).reasons)
    if (reason.rule.find("HC-HTH-0") == 0) lines.push_back(reason.text);
  CHECK(lines == std::vector<std::string>{"A1 charging +1", "A1 shaken or disordered -1", "B1 open order -1"});
}

}  // namespace decision_tests
