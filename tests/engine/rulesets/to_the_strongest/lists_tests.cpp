// Army lists, points, order of battle; the doors: offers, advice, JSON.
#include <algorithm>

#include "engine/rulesets/to_the_strongest/topics/army_lists.hpp"
#include "engine/rulesets/to_the_strongest/topics/saves.hpp"
#include "tests/engine/rulesets/to_the_strongest/game.hpp"
#include "tests/support/catch.hpp"

namespace lists_tests {

using namespace polemarch;
using namespace polemarch::to_the_strongest;
using test::at;
using test::Game;

namespace {

bool breaks(const Game& g, const char* list, const std::string& rule, const Muster& muster) {
  for (const engine::Reason& reason : against_list(g.state(), Side::A, *army_list(list), muster))
    if (reason.rule == rule) return true;
  return false;
}
bool breaks(const Game& g, const char* list, const std::string& rule, int year = 0) { return breaks(g, list, rule, Muster{.year = year}); }
const std::string kBritish =
    "A1 warriors a1 N hero; A2 warriors b1 N hero; A3 warriors c1 N hero; A4 warriors d1 N hero; A5 warriors e1 N; A6 light_chariots f1 N; "
    "A7 light_chariots g1 N; "
    "A8 light_cavalry h1 N; A9 light_cavalry i1 N; AG general with=A1 heroic; AC camp a2; B1 spearmen l8 S; BG general with=B1";
const std::string kRoman =
    "A1 legionaries a1 N veteran hero; A2 legionaries b1 N veteran; A3 legionaries c1 N; A4 legionaries d1 N; A5 legionaries e1 N; A6 "
    "auxiliaries f1 N hero command=2; A7 auxiliaries g1 N; "
    "A8 auxiliaries h1 N; A9 cavalry i1 N veteran command=3; AG general with=A1; AH general with=A6 command=2; AI general with=A9 "
    "command=3; AC camp "
    "a2; B1 spearmen l8 S; BG general with=B1";

}  // namespace

TEST_CASE("the British list takes what it names and nothing else", "[tts][TTS-LST-01][TTS-LST-T1][TTS-OOB-02]") {
  REQUIRE(army_list("ancient_british") != nullptr);
  for (const engine::Reason& reason : against_list(Game(kBritish).state(), Side::A, *army_list("ancient_british"), {.year = 43}))
    INFO(reason.rule << reason.text);
  CHECK(against_list(Game(kBritish).state(), Side::A, *army_list("ancient_british"), {.year = 43}).empty());
  CHECK(breaks(Game(kBritish + "; AX legionaries a3 N"), "ancient_british", "TTS-LST-01"));
  CHECK(breaks(Game(kBritish + "; AH general with=A2 command=2"), "ancient_british", "TTS-OOB-02"));  // a command without units
  CHECK(row_for(*army_list("ancient_british"), Game(kBritish).unit("A6"))->points == 5);
  // Each entry's numbers, its saves and its points.
  struct Entry {
    const char* unit;
    int save, half_points;
  };
  for (const Entry& e : {Entry{"light_cavalry a3 N", 7, 10}, Entry{"light_chariots a3 N veteran", 6, 12}, Entry{"warriors a3 N", 7, 20},
                         Entry{"warriors a3 N veteran", 6, 26}, Entry{"warriors a3 N fanatic", 8, 20}, Entry{"mobs a3 N raw", 9, 8},
                         Entry{"light_infantry_javelin a3 N", 7, 8}, Entry{"light_infantry_sling a3 N", 8, 8}}) {
    INFO(e.unit);
    const Game g(kBritish + "; AX " + e.unit);
    CHECK_FALSE(breaks(g, "ancient_british", "TTS-LST-01", 43));
    CHECK(base_save(g.unit("AX")) == e.save);
    CHECK(half_points_of(g.unit("AX")) == e.half_points);
  }
}

TEST_CASE("British fanatics end with the year 61, and no unit is veteran and fanatic", "[tts][TTS-LST-05][TTS-LST-15]") {
  CHECK(breaks(Game(kBritish + "; AX warriors a3 N fanatic"), "ancient_british", "TTS-LST-05", 62));
  CHECK_FALSE(breaks(Game(kBritish + "; AX warriors a3 N fanatic"), "ancient_british", "TTS-LST-05", 61));
  CHECK(breaks(Game(kBritish + "; AX warriors a3 N veteran fanatic"), "ancient_british", "TTS-LST-15"));
  CHECK_FALSE(breaks(Game(kBritish + "; AX warriors a3 N fanatic; AY light_cavalry b3 N veteran"), "ancient_british", "TTS-LST-15"));
}

TEST_CASE("British veterans are light horse or warriors, not both, light infantry at most two", "[tts][TTS-LST-06][TTS-LST-07]") {
  CHECK(breaks(Game(kBritish + "; AX warriors a3 N veteran; AY light_cavalry b3 N veteran"), "ancient_british", "TTS-LST-06"));
  CHECK_FALSE(breaks(Game(kBritish + "; AX warriors a3 N veteran"), "ancient_british", "TTS-LST-06"));
  const std::string two = kBritish + "; AX light_infantry_javelin a3 N; AY light_infantry_other b3 N";
  CHECK_FALSE(breaks(Game(two), "ancient_british", "TTS-LST-07"));
  CHECK(breaks(Game(two + "; AZ light_infantry_other c3 N"), "ancient_british", "TTS-LST-07"));
  CHECK(breaks(Game(two + "; AZ light_infantry_javelin c3 N"), "ancient_british", "TTS-LST-07"));
}

TEST_CASE("of one to three British generals half or more are heroic", "[tts][TTS-EX-42][TTS-GEN-04][TTS-AMB-127]") {
  const auto heroic = [&](const std::string& more) { return !breaks(Game(kBritish + more), "ancient_british", "TTS-LST-T1"); };
  const std::string second = "; AX warriors a3 N command=2; AH general with=AX command=2",
                    third = "; AY warriors b3 N command=3; AI general with=AY command=3";
  CHECK(heroic(second));                      // one of two
  CHECK_FALSE(heroic(second + third));        // one of three
  CHECK(heroic(second + " heroic" + third));  // two of three
  CHECK_FALSE(breaks(Game(kBritish + second + third), "ancient_british", "TTS-GEN-04"));
  CHECK(breaks(Game(kBritish + second + third + "; AZ warriors c3 N command=4; AJ general with=AZ command=4"), "ancient_british",
               "TTS-GEN-04"));
}

TEST_CASE("only a list that says so has a brilliant general", "[tts][TTS-LST-01][TTS-LST-T2]") {
  const std::string brilliant = "AG general a3 detached senior brilliant", plain = "AG general with=A1";
  const auto with = [&](std::string army, const std::string& was) { return Game(army.replace(army.find(was), was.size(), brilliant)); };
  CHECK(breaks(with(kBritish, "AG general with=A1 heroic"), "ancient_british", "TTS-LST-01"));
  CHECK_FALSE(breaks(with(kRoman, plain), "principate_roman", "TTS-LST-01"));
}

TEST_CASE("the British have four to eight heroes and one to three camps", "[tts][TTS-HERO-05][TTS-CAMP-01]") {
  const auto heroes = [](int n) {
    std::string army =
        "A6 light_chariots f1 N; A7 light_chariots g1 N; A8 light_cavalry h1 N; A9 light_cavalry i1 N; AG general a2 detached; AC camp a2; B1 spearmen l8 S";
    for (int i = 0; i < 9; ++i)
      army += "; AW" + std::to_string(i) + " warriors " + static_cast<char>('a' + i) + "3 N" + (i < n ? " hero" : "");
    return breaks(Game(army), "ancient_british", "TTS-HERO-05");
  };
  CHECK(heroes(3));
  CHECK_FALSE(heroes(4));
  CHECK_FALSE(heroes(8));
  CHECK(heroes(9));
  CHECK_FALSE(breaks(Game(kBritish + "; AD camp b2; AE camp c2"), "ancient_british", "TTS-CAMP-01"));
  CHECK(breaks(Game(kBritish + "; AD camp b2; AE camp c2; AF camp d2"), "ancient_british", "TTS-CAMP-01"));
}

TEST_CASE("the Principate list", "[tts][TTS-LST-01][TTS-LST-10][TTS-LST-12][TTS-LST-13][TTS-LST-14][TTS-LST-16][TTS-LST-T2][TTS-AMB-88]") {
  CHECK(against_list(Game(kRoman).state(), Side::A, *army_list("principate_roman"), {.year = 60}).empty());
  // Of eight, five veterans: two praetorians and half of six. Six of nine are too many: four of seven legionarii are left.
  const std::string four = kRoman + "; AX legionaries a3 N veteran; AY legionaries b3 N veteran";
  CHECK_FALSE(breaks(Game(four), "principate_roman", "TTS-LST-16"));
  CHECK_FALSE(breaks(Game(four), "principate_roman", "TTS-LST-01"));
  const std::string five = four + "; AZ legionaries c3 N veteran";
  CHECK_FALSE(breaks(Game(five), "principate_roman", "TTS-LST-16"));
  CHECK(breaks(Game(five + "; AW legionaries d3 N veteran"), "principate_roman", "TTS-LST-16"));
  CHECK(breaks(Game(kRoman + "; AX legionaries a3 N hero"), "principate_roman", "TTS-LST-10"));
  CHECK(breaks(Game(kRoman + "; AX mobs a3 N"), "principate_roman", "TTS-LST-12"));
  CHECK_FALSE(breaks(Game(kRoman + "; AX mobs a3 N ammo_max=1"), "principate_roman", "TTS-LST-12"));
  CHECK_FALSE(breaks(Game(kRoman + "; AX javelinmen a3 N veteran"), "principate_roman", "TTS-LST-01"));
  CHECK_FALSE(breaks(Game(kRoman + "; AX light_infantry_javelin a3 N veteran"), "principate_roman", "TTS-LST-01"));
  CHECK(breaks(Game(kRoman + "; AX javelinmen a3 N veteran; AY light_infantry_javelin b3 N veteran"), "principate_roman", "TTS-LST-13"));
  CHECK_FALSE(
      breaks(Game(kRoman + "; AX javelinmen a3 N; AY light_infantry_javelin b3 N"), "principate_roman", "TTS-LST-01"));  // gladiators
  // Printed costs agree with the points system, row by row.
  for (const char* key : {"ancient_british", "principate_roman"}) {
    for (const ListRow& row : army_list(key)->rows) {
      Unit unit;
      unit.type = row.type;
      unit.size = row_of(row.type).size;
      unit.weapons = row.weapons;
      unit.grade = row.grades.front().grade;
      unit.carts = row.carts;
      muster(unit);
      if (row.save != 0) continue;  // printed otherwise: TTS-AMB-120
      INFO(row.entry);
      CHECK(half_points_of(unit) == row.points * 2);
    }
  }
}

TEST_CASE("entries may be named, years, regions, equipment, what stands together",
          "[tts][TTS-LST-01][TTS-LST-03][TTS-LST-06][TTS-LST-16][TTS-LST-T1][TTS-LST-T2][TTS-AMB-91]") {
  const char* roman = "principate_roman";
  const char* british = "ancient_british";
  // Praetorians are all veteran or none: named so, one of each kind breaks the list.
  const std::string two = kRoman + "; AX legionaries a3 N veteran; AY legionaries b3 N";
  CHECK_FALSE(breaks(Game(two), roman, "TTS-LST-01"));
  CHECK(breaks(Game(two), roman, "TTS-LST-01", {.entry = {{{"AX"}, "praetoriani"}, {{"AY"}, "praetoriani"}}}));
  CHECK(breaks(Game(two), roman, "TTS-LST-01", {.entry = {{{"AX"}, "servi"}}}));  // no such unit in that entry
  // Lancers only after 113; the list itself ends in 193.
  const std::string lancers = kRoman + "; AX cavalry_lance a3 N veteran";
  CHECK(breaks(Game(lancers), roman, "TTS-LST-01", 113));
  CHECK_FALSE(breaks(Game(lancers), roman, "TTS-LST-01", 114));
  CHECK(breaks(Game(kRoman), roman, "TTS-LST-01", 194));
  CHECK_FALSE(breaks(Game(kRoman), roman, "TTS-LST-01", 193));
  // Archers on horse are eastern, as printed; two javelinmen in the west are gladiators, in the east symmachiarii.
  const std::string archers = kRoman + "; AX light_cavalry_bow a3 N";
  CHECK(breaks(Game(archers), roman, "TTS-LST-01", {.region = "western"}));
  CHECK_FALSE(breaks(Game(archers), roman, "TTS-LST-01", {.region = "eastern"}));
  const std::string javelins = kRoman + "; AX javelinmen a3 N; AY javelinmen b3 N";
  for (const char* region : {"eastern", "western"}) CHECK_FALSE(breaks(Game(javelins), roman, "TTS-LST-01", {.region = region}));
  CHECK(breaks(Game(javelins + "; AZ javelinmen c3 N"), roman, "TTS-LST-01", {.region = "western"}));
  // Archers: two in all, at most half of them as bowmen.
  const std::string one_bow = kRoman + "; AX light_infantry_bow a3 N veteran; AY bowmen b3 N veteran";
  CHECK_FALSE(breaks(Game(one_bow), roman, "TTS-LST-16"));
  CHECK(breaks(Game(kRoman + "; AY bowmen b3 N veteran"), roman, "TTS-LST-16"));
  // Equipment no entry names; fortifications; generals.
  CHECK(breaks(Game(kRoman + "; AX legionaries a3 N two_handed"), roman, "TTS-LST-03"));
  CHECK(breaks(Game(kRoman), roman, "TTS-LST-01", {.fortifications = 6}));
  CHECK_FALSE(breaks(Game(kRoman), roman, "TTS-LST-01", {.fortifications = 5}));
  CHECK(breaks(Game(kBritish + "; AX warriors a3 N command=2; AH general a3 detached command=2"), british, "TTS-LST-T1"));
  // Light horse and chariots are four to eight together; veterans two of them, of either sort.
  CHECK(breaks(Game("A1 warriors a1 N; AG general with=A1; B1 spearmen l8 S"), british, "TTS-LST-01"));
  const std::string horse = "; AX light_cavalry a3 N veteran; AY light_chariots b3 N veteran";
  CHECK_FALSE(breaks(Game(kBritish + horse), british, "TTS-LST-06"));
  CHECK(breaks(Game(kBritish + horse + "; AZ light_cavalry c3 N veteran"), british, "TTS-LST-06"));
}

TEST_CASE("the sample order of battle costs 133 points and gives eleven medals", "[tts][TTS-LST-T3][TTS-AMB-87][TTS-AMB-89]") {
  Game g(
      "A1 legionaries a1 N veteran hero; A2 legionaries b1 N veteran; A3 legionaries c1 N; A4 legionaries d1 N; A5 light_infantry_other e1 "
      "N raw; AG1 general a2 detached heroic; AC1 camp f1; "
      "A6 legionaries a3 N command=2; A7 legionaries b3 N command=2; A8 auxiliaries c3 N command=2; A9 auxiliaries d3 N command=2; AA "
      "light_infantry_other e3 N veteran command=2; "
      "AG2 general b4 detached senior mounted command=2; AC2 camp f3 command=2; AB cavalry g3 N veteran command=3; AD cavalry h3 N veteran "
      "hero command=3; AG3 general with=AB heroic mounted command=3; "
      "B1 spearmen l8 S; BG general with=B1");
  CHECK(half_points(g.state(), Side::A) == 266);
  CHECK(half_points(g.state(), Side::A, 3) == 272);  // a point an edge
  CHECK(half_points_of(g.general("AG1")) == 12);     // detached, heroic, on foot
  CHECK(half_points_of(g.general("AG2")) == 14);
  CHECK(save_need(g.board(), {.who = {"AG1"}, .general = true}).need() == 3);
  const auto save_of = [&](const char* id) { return base_save(g.unit(id)); };
  CHECK(save_of("A1") == 5);
  CHECK(save_of("A3") == 6);
  CHECK(save_of("A5") == 9);
  CHECK(save_of("AA") == 7);
  CHECK(save_of("AB") == 6);
  CHECK(g.state().side(Side::A).starting_medals == 11);
}

TEST_CASE("a command has one general and one to ten units, the army a senior general besides",
          "[tts][TTS-GEN-01][TTS-OOB-02][TTS-OOB-03][TTS-GEN-03][TTS-GEN-20]") {
  CHECK_THROWS_WITH(Game("A1 spearmen a1 N; AG general with=A1; AH general with=A1; B1 spearmen l8 S"), Catch::Contains("TTS-GEN-01"));
  std::string ten = "A0 warriors a1 N; AG general with=A0 heroic; B1 spearmen l8 S";
  for (int i = 1; i < 10; ++i) ten += "; A" + std::to_string(i) + " warriors " + static_cast<char>('a' + i) + "1 N";
  CHECK_FALSE(breaks(Game(ten), "ancient_british", "TTS-OOB-02"));
  CHECK(breaks(Game(ten + "; AX warriors a3 N"), "ancient_british", "TTS-OOB-02"));
  // A senior general with a command of his own, of one unit, or with none.
  const Game bodyguard(
      "A1 spearmen a1 N; A2 cavalry b1 N command=2; AG general with=A1; AS general with=A2 senior command=2; B1 spearmen l8 S");
  CHECK(bodyguard.state().commands.at({"A-2"}).victory_points == 4);
  CHECK(bodyguard.general("AS").senior);
  const Game senior("A1 spearmen a1 N; AG general with=A1; AS general a1 detached senior no_command; B1 spearmen l8 S");
  CHECK(senior.state().commands.at({"A-1"}).victory_points == 4);
  CHECK(senior.state().side(Side::A).starting_medals == 2);  // 6 points
  // Heroic, senior, brilliant: each as said, all at once where they go together.
  const Game best("A1 spearmen a1 N; AG general a1 detached senior heroic brilliant; B1 spearmen l8 S");
  CHECK(best.general("AG").heroic);
  CHECK(best.general("AG").brilliant);
}

TEST_CASE("an army has one senior general", "[tts][TTS-GEN-21]") {
  const std::string army =
      "A1 spearmen a1 N; A2 spearmen b1 N command=2; AG general with=A1 senior; AH general with=A2 command=2; B1 spearmen l8 S; BG general with=B1";
  CHECK_NOTHROW(Game(army + " senior"));  // one a side
  CHECK_THROWS_WITH(Game(army + "; A3 spearmen c1 N command=3; AI general with=A3 senior command=3"), Catch::Contains("TTS-GEN-21"));
}

TEST_CASE("offers answer why not", "[tts][TTS-MOV-01]") {
  Game g("A1 spearmen e3 N; AG general with=A1; B1 warriors e4 S; B8 spearmen l8 S; A2 bowmen a1 N");
  const auto offers = Rules::offers(g.state(), Viewer::A, UnitId{"A1"});
  int allowed = 0, refused = 0;
  for (const auto& offer : offers) {
    CHECK(Rules::judge(g.state(), Viewer::A, offer.command).ruling == offer.verdict.ruling);
    if (offer.verdict.allowed()) {
      ++allowed;
    } else {
      ++refused;
      CHECK_FALSE(offer.verdict.reasons.empty());
    }
  }
  CHECK(allowed > 0);
  CHECK(refused > 0);
  const engine::Advice advice = Rules::advise(g.state(), {.unit = {"A1"}, .target = {}}, Viewer::A);
  int zones = 0, targets = 0;
  for (const engine::AdviceShape& shape : advice.shapes) {
    zones += shape.meaning == engine::Meaning::ZocStrong ? 1 : 0;
    targets += shape.meaning == engine::Meaning::ChargeTarget ? 1 : 0;
  }
  CHECK(zones == 1);
  CHECK(targets == 1);
}

TEST_CASE("the menu of a unit holds what both units of its box do together", "[tts][TTS-ACT-01][TTS-ACT-08]") {
  Game g("A1 spearmen e3 N front; A2 spearmen e3 N rear; A3 light_infantry_javelin g3 N; AG general with=A1; B1 warriors e8 S");
  const auto together = [&](const char* id) {
    std::vector<Order> found;
    for (const auto& offer : Rules::offers(g.state(), Viewer::A, UnitId{id}))
      if (const Order* order = order_in(offer.command); order != nullptr && order->units.size() == 2) {
        CHECK(offer.verdict.allowed());
        CHECK(Rules::judge(g.state(), Viewer::A, offer.command).ruling == offer.verdict.ruling);
        found.push_back(*order);
      }
    return found;
  };
  const auto leads_to = [](const std::vector<Order>& orders, const char* box) {
    return std::any_of(orders.begin(), orders.end(), [&](const Order& order) { return order.to == at(box); });
  };
  CHECK(leads_to(together("A1"), "e4"));
  CHECK(leads_to(together("A2"), "e4"));
  CHECK(leads_to(together("A1"), "d4"));
  CHECK(together("A3").empty());
  Game apart("A1 spearmen e3 N front; A2 spearmen e3 N rear command=2; AG general with=A1; AH general with=A2 command=2; B1 warriors e8 S");
  for (const auto& offer : Rules::offers(apart.state(), Viewer::A, UnitId{"A1"}))
    if (const Order* order = order_in(offer.command)) CHECK(order->units.size() == 1);
}

TEST_CASE("a state written and read is the same", "[tts][doors]") {
  Game g(
      "A1 legionaries e3 N veteran hero; A2 bowmen c2 N stakes; AG general with=A1 heroic; AC camp e1; B1 warriors e4 S; B2 light_chariots "
      "g4 S; wood c4; stream c3/c4; road a5,b5,c5; stakes e5/e6",
      12, 8, R"("sides":{"B":{"stratagem":"QC"}})");
  g.act("charge A1 target=B1 shock=false", 5);
  CHECK(Game::read(g.json()) == g.state());
}

}  // namespace lists_tests
