// Worked examples of the book, played through the battle's own door: a set-up, commands, dice.
#include <algorithm>
#include <map>

#include "tests/engine/rulesets/paean/field.hpp"

namespace example_tests {

using namespace phalanx;

namespace {

/// An order in the unit's hand.
json ordered(json battle, const std::string& unit, const std::string& by) {
  battle["state"] = {{"turn", {{"phase", "command_orders"}, {"permit", {{"unit", unit}, {"source", "order"}, {"by", by}}}}}};
  return battle;
}
/// A formation A1 led by a commander, in contact, with his order in hand.
json fought(std::vector<json> a, std::vector<json> b) {
  a.push_back(commander("AS", 100, 500, 9, false, {{"with", "A1"}}));
  return ordered(setup(std::move(a), std::move(b)), "A1", "AS");
}

/// Dice of the fight in hand, by who throws them and why; a single base's own lost die is left out, as in the book's pictures.
std::map<std::string, int> dice_in_hand(const Field& field) {
  std::map<std::string, int> dice;
  for (const json& lane : field.at("/agenda/lanes"))
    for (const json& open : lane.at("stack")) {
      if (!open.at("step").contains("rolling") || !open.at("step").at("rolling").contains("volleys")) continue;
      for (const json& volley : open.at("step").at("rolling").at("volleys"))
        for (const json& row : volley.at("dice"))
          if (row.at("text").get<std::string>().find("a single base") == std::string::npos)
            dice[volley.at("thrower").get<std::string>()] += row.at("value").get<int>();
    }
  return dice;
}

/// Throws the dice of the phase: `hits` for the side that wins, whatever else is asked answered with ones.
void fight(Field& field, const std::string& side, int hits) {
  while (field.asks()) {
    const engine::Wait wait = field.battle->waits(Viewer::Umpire).front();
    if (!wait.chance) {
      field.choose(wait.options.front().key);
      continue;
    }
    std::vector<int> values(static_cast<std::size_t>(wait.chance->count), 1);
    if (wait.rule == "PA-CCD-04" && wait.question.starts_with(side))
      for (int& value : values)
        if (hits > 0) --hits, value = wait.chance->highest;
    if (wait.rule == "PA-RES-28") return;
    field.dice(values);
  }
}

std::string side_of(const Field& field, const std::string& unit, const std::string& foe) {
  for (const json& contact : field.at("/formations/" + unit).value("contacts", json::array()))
    if (contact.at("foe") == foe) return contact.at("on");
  return {};
}

bool rallies(const Field& field, const std::string& unit) {
  const json formations = field.at("/formations");
  return formations.contains(unit) && formations.at(unit).at("status").value("rallying", 0) > 0;
}

}  // namespace

TEST_CASE("a base of H in two ranks counts as 16 figures, four times a base of L", "[paean][PA-EX-01][PA-PTS-07]") {
  json battle = setup({troops("A1", "H", 1, 600, 300, 90, 1, {{"ranks", 2}}), troops("A2", "L", 1, 800, 300)},
                      {troops("B1", "LH", 2, 600, 900, 270, 2)});
  battle.erase("first");  // armies are checked before the battle begins
  const Field field(battle);
  const auto told = field.battle->describe(Viewer::Both);
  CHECK(std::any_of(told.begin(), told.end(),
                    [](const std::string& line) { return line.starts_with("A: ") && line.ends_with("80 % of the figures LH and H"); }));
}

TEST_CASE("two bases that each touch the one enemy base roll four dice for their ranks and none for an overlap",
          "[paean][PA-EX-10][PA-CCD-12]") {
  Field field(fought({troops("A1", "LH", 2, 605, 300, 90, 2)}, {troops("B1", "LH", 1, 600, 300, 270, 1)}));
  field.does({{"do", "fight"}, {"unit", "A1"}});
  CHECK(dice_in_hand(field) == std::map<std::string, int>{{"A1", 4}, {"B1", 2}});
}

TEST_CASE("who spans the flanks of two single bases has both in the flank, a die each, and losses fall on who meets front to front",
          "[paean][PA-EX-17][PA-FLR-08][PA-FLR-11][PA-AMB-78]") {
  const auto melee = [] {
    // B1 and B2 behind it, four ranks each; A1 before B1 with one base past it; A2 along the right flank of both.
    return fought({troops("A1", "LH", 2, 620, 300, 90, 2), troops("A2", "LH", 1, 580, 330, 0, 1)},
                  {troops("B1", "LH", 1, 600, 300, 270, 1, {{"ranks", 4}}), troops("B2", "LH", 1, 600, 330, 270, 1, {{"ranks", 4}})});
  };
  Field field(melee());
  CHECK(side_of(field, "B1", "A1") == "front");
  CHECK(side_of(field, "B1", "A2") == "right");
  CHECK(side_of(field, "B2", "A2") == "right");
  field.does({{"do", "fight"}, {"unit", "A1"}});
  CHECK(dice_in_hand(field) == std::map<std::string, int>{{"A1", 3}, {"A2", 2}, {"B1", 1}, {"B2", 1}});
  fight(field, "A", 1);
  CHECK(rallies(field, "B1"));
  CHECK_FALSE(rallies(field, "B2"));
  Field lost(melee());
  lost.does({{"do", "fight"}, {"unit", "A1"}});
  fight(lost, "B", 1);
  CHECK_FALSE(rallies(lost, "A2"));
  CHECK((rallies(lost, "A1") || rallies(lost, "A1.1") || rallies(lost, "A1.2")));
}

TEST_CASE("a charge that comes to span two single bases has the second in the flank, too, wherever its own middle stands",
          "[paean][PA-EX-17][PA-FLR-08]") {
  for (const double y : {322.0, 330.0, 338.0}) {
    CAPTURE(y);
    Field field(
        ordered(setup({troops("A2", "LH", 1, 540, y, 0, 1), troops("A3", "LH", 2, 620, 300, 90, 2)},
                      {troops("B1", "LH", 1, 600, 300, 270, 1, {{"ranks", 4}}), troops("B2", "LH", 1, 600, 330, 270, 1, {{"ranks", 4}})}),
                "A2", "AC"));
    field.does({{"do", "support"}, {"unit", "A2"}, {"target", "B1"}});
    for (int i = 0; i < 4 && side_of(field, "B2", "A2").empty(); ++i) {
      const engine::Wait wait = field.battle->waits(Viewer::Umpire).front();
      if (wait.chance)
        field.dice({6, 6});
      else
        field.choose(wait.options.front().key);
    }
    CHECK(side_of(field, "B2", "A2") == "right");
  }
}

TEST_CASE("a pair pushed towards the flank of six: two turn and close ranks, four stand apart, the pair flows round, or all six come apart",
          "[paean][PA-EX-22][PA-EX-23][PA-RES-29][PA-RES-30][PA-RES-42]") {
  for (const bool closes : {true, false}) {
    CAPTURE(closes);
    Field field(fought({troops("A1", "LH", 2, 600, 400, 90, 2)},
                       {troops("B1", "LH", 2, 600, 400, 270, 2), troops("B2", "LH", 6, 590, 565, 180, 6)}));
    field.does({{"do", "fight"}, {"unit", "A1"}});
    fight(field, "A", 2);
    REQUIRE(field.asks());
    REQUIRE(field.battle->waits(Viewer::Umpire).front().rule == "PA-RES-28");
    field.dice(closes ? std::vector<int>{4, 4} : std::vector<int>{6, 6});
    std::map<std::size_t, int> sizes;  // formations of B2's bases, by how many they are
    const json formations = field.at("/formations");
    for (const auto& [id, formation] : formations.items())
      if (id.starts_with("B2") && formation.is_object() && formation.contains("bases")) ++sizes[formation.at("bases").size()];
    CHECK(sizes == (closes ? std::map<std::size_t, int>{{2, 1}, {4, 1}} : std::map<std::size_t, int>{{1, 6}}));
    double left = 1e9, right = 0;  // of B2
    for (int i = 1; i <= 6; ++i) {
      const double x = field.at("/bases/B2." + std::to_string(i) + "/at/x_mm");
      left = std::min(left, x);
      right = std::max(right, x);
    }
    int west = 0, east = 0;
    for (const char* base : {"B1.1", "B1.2"}) {
      CHECK(rallies(field, field.at("/bases/" + std::string(base) + "/unit")));
      const double x = field.at("/bases/" + std::string(base) + "/at/x_mm");
      west += x < left ? 1 : 0;
      east += x > right ? 1 : 0;
    }
    if (!closes) {
      CHECK(west == 1);
      CHECK(east == 1);
    }
  }
}

}  // namespace example_tests
