/// Armies: points, what the lists know, the suggested share of hoplites; victory.
#include "tests/engine/rulesets/paean/field.hpp"

namespace army_tests {

using namespace phalanx;
using paean::Arm;
using paean::Card;
using paean::Experience;
using paean::Weapon;
using paean::Weight;

namespace {

std::optional<int> price(Arm arm, Weight weight, int ranks, std::vector<Weapon> weapons, Experience experience, bool expert = false) {
  Card card;
  card.arm = arm;
  card.weight = weight;
  card.ranks = ranks;
  card.weapons = std::move(weapons);
  card.experience = experience;
  card.expert = expert;
  return paean::points_of(card);
}

struct PriceRow {
  Weight weight;
  int ranks;
  std::vector<Weapon> weapons;
  std::vector<int> points;  ///< irregular, seasoned, veteran, elite; 0: not in the list
};

void check_rows(Arm arm, const std::vector<PriceRow>& rows, bool expert = false) {
  for (const PriceRow& row : rows)
    for (std::size_t i = 0; i < 4; ++i) {
      CAPTURE(static_cast<int>(row.weight), row.ranks, i);
      const auto points = price(arm, row.weight, row.ranks, row.weapons, static_cast<Experience>(i), expert);
      CHECK(points.value_or(0) == row.points[i]);
    }
}

std::string setup_error(const json& unit) {
  const auto made = paean::make_battle(setup({unit, troops("A9", "H", 2, 900, 300)}).dump(), "b.json");
  return made ? std::string() : made.error().line;
}

}  // namespace

TEST_CASE("points of light formations", "[paean][PA-PTS-T1][PA-PTS-02][PA-PTS-04][PA-PTS-12]") {
  check_rows(Arm::Infantry, {{Weight::L, 1, {Weapon::Javelin}, {1, 2, 3, 0}},
                             {Weight::L, 1, {Weapon::Bow}, {2, 3, 5, 0}},
                             {Weight::L, 1, {Weapon::Sling}, {3, 4, 6, 0}}});
  check_rows(Arm::Infantry,
             {{Weight::L, 1, {Weapon::Javelin}, {0, 0, 0, 0}},
              {Weight::L, 1, {Weapon::Bow}, {0, 5, 8, 0}},
              {Weight::L, 1, {Weapon::Sling}, {0, 6, 9, 0}}},
             true);
}

TEST_CASE("points of LM and M, infantry and cavalry", "[paean][PA-PTS-T1][PA-PTS-05][PA-AMB-43]") {
  check_rows(Arm::Infantry, {{Weight::LM, 2, {Weapon::Javelin}, {5, 6, 9, 0}},
                             {Weight::LM, 2, {Weapon::Bow}, {7, 8, 12, 0}},
                             {Weight::LM, 2, {Weapon::Javelin, Weapon::LightSpear}, {9, 10, 15, 0}},
                             {Weight::M, 2, {Weapon::ThrustingSpear}, {8, 9, 14, 0}},
                             {Weight::M, 2, {Weapon::Bow}, {11, 12, 18, 0}},
                             {Weight::M, 2, {Weapon::LightSpear, Weapon::Javelin}, {14, 15, 23, 0}}});
  check_rows(Arm::Cavalry, {{Weight::L, 1, {Weapon::Javelin}, {1, 2, 3, 0}},
                            {Weight::LM, 1, {Weapon::Javelin, Weapon::LightSpear}, {4, 5, 8, 0}},
                            {Weight::LM, 1, {Weapon::Bow}, {0, 0, 0, 0}},
                            {Weight::M, 2, {Weapon::ThrustingSpear}, {8, 9, 14, 0}}});
}

TEST_CASE("points of LH and H by spear and ranks", "[paean][PA-PTS-T1][PA-PTS-03][PA-PTS-09][PA-PTS-10][PA-PTS-11]") {
  check_rows(Arm::Infantry, {{Weight::LH, 2, {Weapon::ThrustingSpear}, {0, 12, 18, 24}},
                             {Weight::LH, 3, {Weapon::LongThrustingSpear}, {0, 18, 24, 30}},
                             {Weight::LH, 4, {Weapon::ShortPike}, {0, 24, 30, 36}},
                             {Weight::H, 2, {Weapon::ThrustingSpear}, {0, 16, 24, 32}},
                             {Weight::H, 3, {Weapon::LongThrustingSpear}, {0, 24, 32, 40}},
                             {Weight::H, 4, {Weapon::ShortPike}, {0, 32, 40, 48}},
                             {Weight::H, 3, {Weapon::ThrustingSpear}, {0, 0, 0, 0}}});
}

TEST_CASE("points of commanders and heroes", "[paean][PA-PTS-T2][PA-PTS-06][PA-PTS-14]") {
  paean::Leader leader;
  for (const auto& [value, points] : std::vector<std::pair<int, int>>{{8, 10}, {9, 30}, {10, 60}, {11, 100}, {12, 0}, {7, 0}}) {
    leader.value = value;
    CHECK(paean::points_of(leader).value_or(0) == points);
  }
  leader.kind = paean::LeaderKind::Hero;
  for (const auto& [value, points] : std::vector<std::pair<int, int>>{{8, 0}, {9, 45}, {10, 90}, {11, 150}, {12, 225}, {13, 0}}) {
    leader.value = value;
    leader.ability = paean::Ability::None;
    CHECK(paean::points_of(leader).value_or(0) == points);
    leader.ability = paean::Ability::Zeus;
    CHECK(paean::points_of(leader).value_or(0) == (points == 0 ? 0 : points + 50));
  }
}

TEST_CASE("figures on a base are figures a rank times ranks", "[paean][PA-GEO-14][PA-EX-01]") {
  const auto figures = [](Arm arm, Weight weight, int ranks) {
    Card card;
    card.arm = arm, card.weight = weight, card.ranks = ranks;
    return paean::figures_on(card);
  };
  CHECK(figures(Arm::Infantry, Weight::L, 1) == 4);
  CHECK(figures(Arm::Infantry, Weight::LM, 2) == 12);
  CHECK(figures(Arm::Cavalry, Weight::LM, 1) == 6);
  CHECK(figures(Arm::Infantry, Weight::M, 2) == 12);
  CHECK(figures(Arm::Infantry, Weight::H, 2) == 16);
  CHECK(figures(Arm::Infantry, Weight::LH, 3) == 24);
  CHECK(figures(Arm::Infantry, Weight::H, 4) == 32);
}

TEST_CASE("what weapons a base has says whether it shoots and fights", "[paean][PA-GEO-15][PA-GEO-17][PA-PTS-13]") {
  const auto card = [](std::vector<Weapon> weapons) {
    Card out;
    out.weapons = std::move(weapons);
    return out;
  };
  for (const Weapon weapon : {Weapon::Javelin, Weapon::Bow, Weapon::Sling}) {
    CHECK(paean::missile_only(card({weapon})));
    CHECK(paean::missile_armed(card({weapon})));
  }
  CHECK_FALSE(paean::missile_only(card({Weapon::Javelin, Weapon::LightSpear})));
  CHECK(paean::missile_armed(card({Weapon::Javelin, Weapon::LightSpear})));
  CHECK_FALSE(paean::missile_armed(card({Weapon::ThrustingSpear})));
  CHECK_FALSE(paean::missile_only(card({Weapon::ThrustingSpear})));
}

TEST_CASE("the army check tells points, the share of hoplites by figures, and warns below 40 percent",
          "[paean][PA-PTS-07][PA-PTS-08][PA-AMB-56][PA-PTS-01]") {
  const auto lines = [](int hoplites) {
    Field field(setup({troops("A1", "H", hoplites, 600, 300), troops("A2", "M", 6, 1000, 300)}, {}, {{"first", nullptr}}));
    CHECK(field.why_not({{"do", "begin"}}).empty());  // a warning, no more
    std::string all;
    for (const std::string& text : field.battle->describe(Viewer::Both)) all += text + "\n";
    return all;
  };
  const std::string few = lines(2), enough = lines(3);  // 32 of 104 figures; 48 of 120
  CHECK(few.find("30 % of the figures LH and H") != std::string::npos);
  CHECK(few.find("PA-PTS-07") != std::string::npos);
  CHECK(enough.find("A: 162 points, 40 % of the figures") != std::string::npos);  // 3 x 16 + 6 x 9 + 60
  CHECK(enough.find("PA-PTS-07") == std::string::npos);
}

TEST_CASE("set-ups with what the book does not have are refused with their place",
          "[paean][PA-GEO-03][PA-CMD-03][PA-CMD-T1][PA-PTS-02][PA-PTS-09][PA-PTS-12]") {
  CHECK(setup_error(troops("A1", "H", 2, 600, 300)).empty());
  CHECK(setup_error(troops("A1", "LH", 2, 600, 300, 90, 0, {{"experience", "irregular"}})).find("/experience") != std::string::npos);
  CHECK(setup_error(troops("A1", "M", 2, 600, 300, 90, 0, {{"experience", "elite"}})).find("/experience") != std::string::npos);
  CHECK(setup_error(troops("A1", "L", 2, 600, 300, 90, 0, {{"expert", true}})).find("/expert") != std::string::npos);
  CHECK(setup_error(troops("A1", "LH", 2, 600, 300, 90, 0, {{"experiences", {"seasoned", "irregular"}}})).find("PA-PTS-09") !=
        std::string::npos);
  CHECK(setup_error(troops("A1", "M", 1, 600, 300, 90, 0, {{"experiences", {"elite"}}})).find("PA-PTS-02") != std::string::npos);
  CHECK(setup_error(troops("A1", "LH", 2, 600, 300, 90, 0, {{"arm", "cavalry"}})).find("/type") != std::string::npos);
  CHECK(setup_error(troops("A1", "L", 2, 600, 300, 90, 0, {{"ranks", 2}})).find("/ranks") != std::string::npos);
  CHECK(setup_error(commander("AS", 600, 300, 11, false)).find("/cv") != std::string::npos);
  CHECK(setup_error(commander("AS", 600, 300, 7, false)).find("/cv") != std::string::npos);
  CHECK(setup_error(hero("AH", 600, 300, 13)).find("/hv") != std::string::npos);
}

TEST_CASE("an army has one army commander, and nobody under him has a higher value", "[paean][PA-CMD-01][PA-CMD-02]") {
  const auto error = [](std::vector<json> units) {
    const auto made = paean::make_battle(setup(std::move(units)).dump(), "b.json");
    return made ? std::string() : made.error().line;
  };
  const json block = troops("A9", "H", 2, 900, 300);
  CHECK(error({block, commander("AC", 300, 300, 9), commander("AS", 400, 300, 9, false)}).empty());
  CHECK(error({block, commander("AC", 300, 300, 9), commander("AS", 400, 300, 10, false)}).find("PA-CMD-02") != std::string::npos);
  CHECK(error({block, commander("AC", 300, 300, 9), commander("AD", 400, 300, 9)}).find("PA-CMD-01") != std::string::npos);
  json none = setup({block});
  none["sides"]["A"]["units"].erase(1);
  const auto made = paean::make_battle(none.dump(), "b.json");
  REQUIRE_FALSE(made);
  CHECK(made.error().line.find("PA-CMD-01") != std::string::npos);
}

TEST_CASE("a side that has lost its last LH or H formation has lost, and its lighter ones disperse", "[paean][PA-VIC-01][PA-VIC-02]") {
  json battle = setup({troops("A1", "H", 2, 600, 300)},
                      {troops("B1", "L", 2, 600, 900, 270), troops("B2", "M", 2, 900, 900, 270), troops("B3", "H", 1, 1200, 900, 270)});
  battle["state"] = {{"formations", {{"B3", {{"bases", json::array()}}}}}, {"bases", {{"B3.1", {{"on_table", false}}}}}};
  Field field(battle);
  for (int i = 0; i < 12 && !field.battle->ending(); ++i) field.does({{"do", "end_phase"}}, field.at("/turn/active"));
  REQUIRE(field.battle->ending());
  CHECK(field.battle->ending()->winner == Side::A);
  CHECK_FALSE(field.in_play("B1"));
  CHECK_FALSE(field.in_play("B2"));
}

TEST_CASE("an army that never had LH or H cannot lose its last: it fights on until its commander is lost",
          "[paean][PA-VIC-01][PA-VIC-03]") {
  Field field(setup({troops("A1", "LM", 2, 600, 300)}, {troops("B1", "L", 2, 600, 900, 270), troops("B2", "M", 2, 900, 900, 270)}));
  for (int i = 0; i < 14; ++i) field.does({{"do", "end_phase"}}, field.at("/turn/active"));
  CHECK_FALSE(field.battle->ending());
  CHECK(field.in_play("B2"));
}

TEST_CASE("the army whose commander is lost capitulates", "[paean][PA-VIC-03][PA-CMD-35]") {
  json battle = setup({troops("A1", "H", 2, 600, 300)}, {commander("BC", 1000, 900), troops("B3", "H", 1, 1200, 900, 270)});
  battle["state"] = {{"leaders", {{"BC", {{"alive", false}}}}}, {"bases", {{"BC.1", {{"on_table", false}}}}}};
  Field field(battle);
  for (int i = 0; i < 12 && !field.battle->ending(); ++i) field.does({{"do", "end_phase"}}, field.at("/turn/active"));
  REQUIRE(field.battle->ending());
  CHECK(field.battle->ending()->winner == Side::A);
  CHECK(field.battle->ending()->rule == "PA-VIC-03");
}

TEST_CASE("leaders of whom nothing is said are normal commanders and an excellent hero", "[paean][PA-CMD-T1][PA-HER-02]") {
  const auto leader = [](const char* id, const char* arm, bool army) {
    return json{{"unit", id}, {"arm", arm}, {"army_commander", army}, {"at", {{"x_mm", 200}, {"y_mm", 100}}}};
  };
  const Field field(setup(
      {troops("A1", "H", 2, 600, 300), leader("AC", "commander", true), leader("AS", "commander", false), leader("AH", "hero", false)}));
  for (const auto& [id, value] : {std::pair{"AC", 10}, {"AS", 9}, {"AH", 10}})
    CHECK(field.at("/leaders/" + std::string(id) + "/value") == value);
}

TEST_CASE("counters tell how many LH and H bases each side has left", "[paean][PA-VIC-01]") {
  Field field(setup({troops("A1", "H", 3, 600, 300), troops("A2", "M", 2, 900, 300)}));
  const auto counters = field.battle->counters();
  REQUIRE(counters.size() == 2);
  CHECK(counters.front().value == 3);
  CHECK(counters.front().start == 3);
}

TEST_CASE("the words of a set-up for every kind of ground are understood, an unknown one is told with all there are",
          "[paean][PA-TER-11][PA-AMB-09]") {
  const auto ground = [](const char* word) {
    const json piece{{"kind", word}, {"outline_mm", {{100, 100}, {300, 100}, {300, 300}, {100, 300}}}};
    return paean::Rules::initial(setup({}, {}, {{"table", {{"terrain", {piece}}}}}).dump(), "field.json");
  };
  const std::vector<std::pair<paean::Ground, std::vector<const char*>>> rows{
      {paean::Ground::Open, {"open"}},
      {paean::Ground::Wood, {"wood", "woods", "woodland", "forest"}},
      {paean::Ground::Hill, {"hill", "steep_hill"}},
      {paean::Ground::Stream, {"stream", "river"}},
      {paean::Ground::Settlement, {"settlement", "village", "town"}},
      {paean::Ground::Works, {"works", "defence_works", "palisade"}},
      {paean::Ground::Fortification, {"fortification", "wall", "city_wall"}},
      {paean::Ground::Difficult, {"difficult", "other_difficult", "rough", "marsh"}}};
  for (const auto& [kind, words] : rows)
    for (const char* word : words) {
      INFO(word);
      const auto state = ground(word);
      REQUIRE(state);
      CHECK(state->terrain.front().ground == kind);
      CHECK(state->terrain.front().difficult == (std::string(word) == "steep_hill"));
    }
  const auto unknown = ground("lava");
  REQUIRE_FALSE(unknown);
  CHECK(unknown.error().line.starts_with("field.json: /table/terrain/0/kind: unknown kind; there are open, wood"));
}

}  // namespace army_tests
