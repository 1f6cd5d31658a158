/// A second reading of the sheet and its decisions, written here from them alone and asking none of the room's topics: shooting dice and
/// numbers needed, saves, break tests with their rows and modifiers, combat dice and scores, order tests. Random cases against the room.
#include <algorithm>
#include <random>

#include "tests/engine/rulesets/hail_caesar/field.hpp"

namespace oracle_tests {

using namespace field;

namespace {

using Rng = std::mt19937;
int upto(Rng& rng, int n) { return static_cast<int>(rng() % static_cast<unsigned>(n)); }
bool coin(Rng& rng) { return upto(rng, 2) == 0; }
std::string one_of(Rng& rng, const std::vector<std::string>& words) {
  return words[static_cast<std::size_t>(upto(rng, static_cast<int>(words.size())))];
}
int number_after(const std::string& text, const std::string& words) {
  const auto at = text.find(words);
  return at == std::string::npos ? -99 : std::stoi(text.substr(at + words.size()));
}
std::vector<int> roll(Rng& rng, int n) {
  std::vector<int> dice;
  for (int i = 0; i < n; ++i) dice.push_back(1 + upto(rng, 6));
  return dice;
}
bool artillery(const std::string& weapon) { return weapon.find("artillery") != std::string::npos; }

/// What the sheet says of a unit, as drawn.
struct Troop {
  std::string size, formation, weapon, category;
  int shorts = 0, longs = 0, clash = 0, sustained = 0, save = 0, stamina = 0, casualties = 0;
  bool disordered = false, shielded = false, heavy = false, cataphract = false, baggage = false;
  bool shaken() const { return casualties >= stamina; }
  bool open() const { return formation == "open_order"; }

  explicit Troop(Rng& rng)
      : size(one_of(rng, {"tiny", "small", "standard", "standard", "large"})),
        formation(one_of(rng, {"line", "line", "column", "square", "wedge", "testudo", "open_order"})),
        weapon(one_of(rng, {"bow", "bow", "light_artillery", "medium_artillery", "heavy_artillery"})),
        category(one_of(rng, {"infantry", "cavalry", "skirmishers"})),
        shorts(upto(rng, 5)),
        longs(upto(rng, 5)),
        clash(upto(rng, 9)),
        sustained(upto(rng, 9)),
        save(2 + upto(rng, 6)),
        stamina(2 + upto(rng, 5)),
        casualties(upto(rng, stamina + 1)),
        disordered(upto(rng, 3) == 0),
        shielded(coin(rng)),
        heavy(coin(rng)),
        cataphract(upto(rng, 4) == 0),
        baggage(upto(rng, 5) == 0) {}
  json more() const {
    return {{"size", size},
            {"formation", formation},
            {"weapons", {weapon}},
            {"break_category", category},
            {"short_ranged", shorts},
            {"long_ranged", longs},
            {"clash", clash},
            {"sustained", sustained},
            {"morale_save", save},
            {"stamina", stamina},
            {"shielded", shielded},
            {"heavy_infantry", heavy},
            {"cataphract", cataphract},
            {"baggage", baggage},
            {"casualties", casualties},
            {"disordered", disordered}};
  }
};

/// HC-SHO-T2, T3, HC-AMB-18, 44.
int shooting_dice(const Troop& t, bool near) {
  const int value = near ? t.shorts : t.longs;
  if (value == 0 || t.formation == "column" || t.formation == "testudo") return 0;
  if (t.size == "tiny" || t.formation == "square") return 1;
  return std::max(1, value + (t.size == "large" ? 1 : t.size == "small" ? -1 : 0));
}
/// HC-HTH-T1, T2.
int fighting_dice(const Troop& t, bool fresh) {
  const int value = fresh ? t.clash : t.sustained;
  if (value == 0) return 0;
  if (t.size == "tiny" || t.formation == "column") return 1;
  if (t.formation == "square") return 2;
  return std::max(1, value + (t.size == "large" ? 2 : t.size == "small" ? -2 : 0));
}
int save_change(const Troop& t, const std::string& hit_by) {
  int change = t.formation == "square" || t.formation == "wedge" ? 1 : t.formation == "testudo" ? 2 : t.formation == "column" ? -2 : 0;
  if (hit_by == "light_artillery") change -= 1;
  if (hit_by == "medium_artillery" || hit_by == "heavy_artillery") change -= 2;
  return change;
}
int count_saves(const std::vector<int>& dice, int save, int change) {
  int saved = 0;
  for (const int die : dice) saved += die != 1 && die + change >= save ? 1 : 0;
  return saved;
}

/// The tables as the sheet prints them, one letter a cell: h hold, c hold Disordered or retreat, r retreat, R retreat Disordered, s break
/// if Shaken else R, a break if any casualties else R, g ground with supports, d ground Disordered, D Disordered with supports, S break if
/// Shaken else d, T break if Shaken else D, b break. Rows 10 to 2; infantry, cavalry, skirmishers.
constexpr const char* kFought[9] = {"hhh", "hgd", "hgS", "ggb", "gDb", "DTb", "TTb", "Tbb", "bbb"};
constexpr const char* kShot[9] = {"hhh", "hhr", "hhR", "hrR", "cRR", "cRs", "Rsa", "ssb", "abb"};

std::string result_of(bool ranged, int score, const std::string& category, bool shaken, bool casualties) {
  const int row = 10 - std::clamp(score, 2, 10), column = category == "infantry" ? 0 : category == "cavalry" ? 1 : 2;
  const char cell = (ranged ? kShot : kFought)[row][column];
  if (cell == 's') return shaken ? "break" : "retreat_disordered";
  if (cell == 'a') return casualties ? "break" : "retreat_disordered";
  if (cell == 'S') return shaken ? "break" : "give_ground_disordered";
  if (cell == 'T') return shaken ? "break" : "give_ground_disordered_with_supports";
  switch (cell) {
    case 'h':
      return "hold";
    case 'c':
      return "hold_disordered_or_retreat";
    case 'r':
      return "retreat";
    case 'R':
      return "retreat_disordered";
    case 'g':
      return "give_ground_with_supports";
    case 'd':
      return "give_ground_disordered";
    case 'D':
      return "give_ground_disordered_with_supports";
    default:
      return "break";
  }
}

}  // namespace

TEST_CASE("shooting by a second reading of the sheet: dice, number needed, never better than the base, saves, tests due, break rows",
          "[hc][oracle][HC-SHO-18][HC-SHO-11][HC-SHO-T2][HC-SAV-01][HC-BRK-01][HC-SHO-16]") {
  Rng rng(20261122);
  int tests = 0, volleys = 0;
  for (int n = 0; n < 700; ++n) {
    const Troop mine(rng), foe(rng);
    const double gap = 0.5 + 0.1 * upto(rng, 175);
    const bool shown_front = coin(rng);
    const int base = 2 + upto(rng, 5);
    auto b = in_phase("shooting", {unit("A1", 20, 20, 90, mine.more())}, {unit("B1", 20, 21 + gap, shown_front ? 270 : 90, foe.more())},
                      {{"options", {{"to_hit_base", base}}}});
    INFO(n << " gap " << gap << " " << mine.more().dump() << " at " << foe.more().dump());
    const json shoot = act("shoot", {{"unit", "A1"}, {"target", "B1"}});
    const int dice = shooting_dice(mine, gap <= 6.0 + 1e-9);
    if (dice == 0) {
      CHECK_FALSE(allowed(*b, shoot));
      continue;
    }
    REQUIRE(allowed(*b, shoot));
    const double range = mine.weapon == "bow" ? 18 : mine.weapon == "light_artillery" ? 24 : mine.weapon == "medium_artillery" ? 36 : 48;
    int needed = base;
    needed += mine.shaken() || mine.disordered ? 1 : 0;
    needed += foe.open() ? 1 : 0;
    needed += artillery(foe.weapon) ? 1 : 0;
    needed += !foe.open() && foe.shielded && foe.heavy && shown_front ? 1 : 0;
    needed += !foe.open() && foe.cataphract ? 1 : 0;
    needed += foe.baggage ? 1 : 0;
    needed += artillery(mine.weapon) && gap > range / 2 + 1e-9 ? 1 : 0;
    go(*b, shoot);
    REQUIRE(dice_asked(*b) == dice);
    CHECK(number_after(question(*b), "hits on ") == std::clamp(needed, 2, 6));
    CHECK(needed >= base);
    const std::vector<int> thrown = roll(rng, dice);
    int hits = 0, sixes = 0;
    for (const int die : thrown) {
      const bool hit = die == 6 || (die != 1 && die >= needed);
      hits += hit ? 1 : 0, sixes += hit && die == 6 ? 1 : 0;
    }
    const json fired = go(*b, answer("A", thrown));
    CHECK(event_named(fired, "shot_fired")->at("needed") == needed);
    CHECK(event_named(fired, "shot_fired")->at("hits") == hits);
    ++volleys;
    if (hits == 0) continue;
    int lost = hits;
    const int change = save_change(foe, mine.weapon);
    if (foe.save < 7) {
      REQUIRE(number_after(question(*b), "saves on ") == foe.save);
      const std::vector<int> saves = roll(rng, hits);
      lost -= count_saves(saves, foe.save, change);
      go(*b, answer("B", saves));
    }
    const int now = foe.casualties + lost;
    if (now >= 2 * foe.stamina) {
      CHECK(unit_state(*b, "B1").at("shattered") == true);
      continue;
    }
    CHECK(unit_state(*b, "B1").at("casualties") == now);
    const bool due =
        (!foe.shaken() && now >= foe.stamina) || (foe.shaken() && lost > 0) || (needed >= 6 && hits >= 2) || (needed <= 5 && sixes > 0);
    go(*b, end_phase());
    REQUIRE((question(*b).find("B1: break test") == 0) == due);
    if (!due) continue;
    ++tests;
    const int modifier = -std::max(0, now - foe.stamina) - (foe.disordered ? 1 : 0) - (artillery(mine.weapon) ? 1 : 0);
    CHECK((modifier == 0 ? question(*b).find(", modifier") == std::string::npos : number_after(question(*b), "modifier ") == modifier));
    const std::vector<int> two = roll(rng, 2);
    const json tested = go(*b, answer("B", two));
    CHECK(event_named(tested, "break_tested")->at("score") == two[0] + two[1] + modifier);
    CHECK(event_named(tested, "break_tested")->at("result") ==
          result_of(true, two[0] + two[1] + modifier, foe.category, now >= foe.stamina, now > 0));
  }
  CHECK(volleys > 300);
  CHECK(tests > 60);
}

TEST_CASE("a round of fighting by a second reading: dice, numbers, saves, score with supports, who tests and on which row",
          "[hc][oracle][HC-HTH-12][HC-HTH-13][HC-HTH-T1][HC-HTH-T3][HC-BRK-T1][HC-BRK-02]") {
  Rng rng(8);
  int tests = 0;
  for (int n = 0; n < 500; ++n) {
    const Troop mine(rng), foe(rng);
    const bool fresh = coin(rng), charging = fresh && coin(rng), a_won = coin(rng), flank = coin(rng), support = coin(rng);
    const int base = 2 + upto(rng, 4);
    const auto contact = [&](const char* of, const char* on) { return json::array({{{"foe", of}, {"on", on}, {"fresh", fresh}}}); };
    json foes{unit("B1", 20, 21, 270, foe.more()), unit("B9", 60, 60, 270, {{"division", "Wing"}})};
    if (support) foes.push_back(unit("B2", 20, 25, 270));
    auto b = in_phase("hand_to_hand", {unit("A1", 20, 20, 90, mine.more()), unit("A9", 60, 10, 90, {{"division", "Wing"}})}, foes,
                      {{"options", {{"to_hit_base", base}, {"army_broken_at", 1}, {"shattered_at", 10}}},
                       {"state",
                        {{"units",
                          {{"A1", {{"contacts", contact("B1", "front")}, {"won_last_round", a_won}, {"turn", {{"charged", charging}}}}},
                           {"B1", {{"contacts", contact("A1", flank ? "left" : "front")}}}}}}}});
    INFO(n << " " << mine.more().dump() << " against " << foe.more().dump() << " fresh " << fresh << " flank " << flank);
    go(*b, act("fight", {{"unit", "A1"}}));
    const auto strikes = [&](const Troop& t, int more, const std::string& id) {
      const int dice = fighting_dice(t, fresh);
      if (dice == 0) return 0;
      REQUIRE(question(*b).find(id + " fights") == 0);
      REQUIRE(dice_asked(*b) == dice);
      const int needed = base - more + (t.shaken() || t.disordered ? 1 : 0) + (t.open() ? 1 : 0);
      CHECK(number_after(question(*b), "hits on ") == std::clamp(needed, 2, 6));
      const std::vector<int> thrown = roll(rng, dice);
      go(*b, answer(id.substr(0, 1), thrown));
      return static_cast<int>(
          std::count_if(thrown.begin(), thrown.end(), [&](int die) { return die == 6 || (die != 1 && die >= needed); }));
    };
    json last;
    const int on_b = strikes(mine, (charging ? 1 : 0) + (a_won ? 1 : 0), "A1");
    const int on_a = strikes(foe, flank && foe.formation != "square" ? -1 : 0, "B1");
    const auto saved = [&](const Troop& t, int hits, const std::string& id) {
      if (hits == 0 || t.save == 7) return hits;
      REQUIRE(question(*b).find(id + " saves") == 0);
      const std::vector<int> thrown = roll(rng, hits);
      go(*b, answer(id.substr(0, 1), thrown));
      return hits - count_saves(thrown, t.save, save_change(t, ""));
    };
    const int lost_a = saved(mine, on_a, "A1"), lost_b = saved(foe, on_b, "B1");
    CHECK(unit_state(*b, "A1").at("turn").at("fought") == true);
    const int score_a = lost_b, score_b = lost_a + (support ? 1 : 0);
    const int difference = std::abs(score_a - score_b);
    std::vector<std::pair<std::string, const Troop*>> testers;
    if (score_a < score_b || (difference == 0 && mine.shaken())) testers.emplace_back("A1", &mine);
    if (score_b < score_a || (difference == 0 && foe.shaken())) testers.emplace_back("B1", &foe);
    if (testers.empty()) CHECK(question(*b).empty());
    for (const auto& [id, troop] : testers) {
      REQUIRE(question(*b).find(id + ": break test for ") == 0);
      ++tests;
      CHECK((difference == 0 ? question(*b).find(", modifier") == std::string::npos
                             : number_after(question(*b), "modifier ") == -difference));
      const std::vector<int> two = roll(rng, 2);
      const json tested = go(*b, answer(id.substr(0, 1), two));
      const int now = troop->casualties + (id == "A1" ? lost_a : lost_b);
      CHECK(event_named(tested, "break_tested")->at("result") ==
            result_of(false, two[0] + two[1] - difference, troop->category, now >= troop->stamina, now > 0));
      if (!question(*b).empty() && question(*b).find("B2") == 0) break;  // the support of a unit that broke
    }
  }
  CHECK(tests > 150);
}

TEST_CASE("orders by a second reading: distance steps, margins, General Advance, Follow-me",
          "[hc][oracle][HC-CFG-01][HC-ORD-01][HC-ORD-05][HC-ORD-11]") {
  Rng rng(5);
  for (int n = 0; n < 300; ++n) {
    const int rating = 5 + upto(rng, 6), step = 6 + 6 * upto(rng, 3);
    const double gap = 0.1 + 0.1 * upto(rng, 400);
    const std::string kind = one_of(rng, {"order", "order", "general_advance", "follow_me"});
    auto b = in_phase("orders", {unit("A1", 20, 50), general("GA", 20, 49 - gap, {{"rating", rating}, {"army_commander", true}})},
                      {unit("B1", 20, 71, 270)}, {{"options", {{"order_distance_step_in", step}}}});
    INFO(n << " " << kind << " rating " << rating << " gap " << gap << " step " << step);
    json command = act(kind, {{"general", "GA"}});
    if (kind != "general_advance") command["unit"] = "A1";
    if (kind == "follow_me" && gap > 12 + 1e-9) {
      CHECK(refusal(*b, command) == "HC-ORD-07");
      continue;
    }
    int needed = rating;
    if (kind == "order") needed -= static_cast<int>((gap + 1e-9) / step);
    go(*b, command);
    const std::string text = question(*b);
    CHECK(std::stoi(text.substr(text.rfind(", ") + 2)) == needed);
    const std::vector<int> dice = roll(rng, 2);
    const int margin = needed - dice[0] - dice[1];
    const bool blunder = dice[0] + dice[1] == 12;
    int moves = margin < 0 ? 0 : margin < 2 ? 1 : margin < 3 ? 2 : 3;
    if (margin >= 0 && kind == "general_advance") moves = 1;
    if (margin >= 0 && kind == "follow_me") moves = 3;
    if (blunder) moves = 0;
    go(*b, answer("A", dice));
    CHECK(unit_state(*b, "A1").at("turn").value("moves_left", 0) == moves);
    CHECK(unit_state(*b, "A1").at("turn").value("order_failed", false) == (moves == 0));
  }
}

}  // namespace oracle_tests
