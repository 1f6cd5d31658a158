/// Drift at the charge, momentum, charges that go on, who is touched on the way, and decisions on numbers and names.
#include "engine/rulesets/hoplomachia/topics/charging.hpp"
#include "engine/rulesets/hoplomachia/topics/closing.hpp"
#include "engine/rulesets/hoplomachia/topics/epidromos_roll.hpp"
#include "engine/rulesets/hoplomachia/topics/melee.hpp"
#include "engine/rulesets/hoplomachia/topics/running.hpp"
#include "engine/rulesets/hoplomachia/topics/setting_up.hpp"
#include "engine/rulesets/hoplomachia/topics/shooting.hpp"
#include "tests/engine/rulesets/hoplomachia/fight_support.hpp"

namespace drift_tests {

using namespace polemarch;
using namespace polemarch::test::hoplomachia_room;
using hoplomachia::LochosRef;
using hoplomachia::State;
using hoplomachia::Strikes;
using test::hoplomachia_room::Table;

namespace {

Json two_taxeis(double gap_mm = 0) {
  return fight_setup(
      Json::array({unit_at("A1", "hoplite", 4, 900, 300, true), unit_at("A2", "hoplite", 4, 900 + 80 + gap_mm, 300)}),
      Json::array({unit_at("B1", "hoplite", 4, 900, 300 + 4 * kInch, true), unit_at("B2", "hoplite", 4, 980, 300 + 4 * kInch)}), "marches");
}
const Json kGo{{"do", "charge"}, {"unit", "A1"}};

}  // namespace

TEST_CASE("a taxis that drifts into friends is disarrayed, they are not, and it stops beside them", "[hoplomachia][HM-DRIFT-06]") {
  State state = in_state(two_taxeis());
  const auto free = hoplomachia::closing(state, {"A2"}, 2_in, 2_in, {}, 0.5_in);
  CHECK(free.overlapped.empty());
  const auto into = hoplomachia::closing(state, {"A1"}, {}, {}, {}, 0.5_in);
  REQUIRE(into.overlapped.size() == 1);
  CHECK(into.overlapped.front() == UnitId{"A2"});
  for (const auto& placed : into.poses)
    if (placed.base == state.units.at({"A1"}).lochoi[0].stands[0].base)
      CHECK(placed.at.pose.x.mm() == Approx(920).margin(1.1));  // as near as it can
}

TEST_CASE("taxeis of one phalanx approach one after the other: each drifts with it, and none passes through the one before it",
          "[hoplomachia][HM-APPR-04][HM-APPR-05][HM-APPR-08][HM-AMB-31][HM-PEN-05]") {
  Json units = Json::array();
  for (const auto& [id, x] : {std::pair{"A1", 1000}, {"A2", 880}, {"A3", 760}})
    units.push_back(unit_at(id, "hoplite", 6, x, 300, x == 1000));
  Json setup = fight_setup(units, Json::array({unit_at("B1", "hoplite", 4, 900, 1000, true)}), "marches");
  for (const char* id : {"A1", "A2", "A3"}) {
    setup["state"]["units"][id]["order"] = {{"type", "begin_approach"}, {"source", "salpinx"}, {"turn", 3}, {"exempt", false}};
    setup["state"]["units"][id]["mode"] = "approach";
  }
  Table table(setup);
  for (const char* id : {"A1", "A2", "A3"}) {
    CAPTURE(id);
    const At before = stand_of(table, id);
    const auto events = table.allowed("A", {{"do", "move"}, {"unit", id}, {"legs", Json::array({{{"ahead_in", 4}}})}});
    CHECK(of_kind(events, "disarrayed").empty());
    CHECK(stand_of(table, id).x == Approx(before.x + kInch / 2));
    CHECK(stand_of(table, id).y == Approx(before.y + 4 * kInch));
  }
}

TEST_CASE("a gap that drift opens on the approach parts nobody before all have gone: who comes next drifts, too",
          "[hoplomachia][HM-APPR-04][HM-APPR-05][HM-AMB-31]") {
  for (const double gap : {0.0, 30.0, 39.0, 41.0}) {  // mm; a base is 40 wide, the drift 12.7
    CAPTURE(gap);
    Json units = Json::array();
    for (const auto& [id, x] : {std::pair{"A1", 1000.0}, {"A2", 880 - gap}, {"A3", 760 - 2 * gap}})
      units.push_back(unit_at(id, "hoplite", 6, x, 300, x == 1000));
    Json setup = fight_setup(units, Json::array({unit_at("B1", "hoplite", 4, 900, 1000, true)}), "marches");
    for (const char* id : {"A1", "A2", "A3"}) {
      setup["state"]["units"][id]["order"] = {{"type", "begin_approach"}, {"source", "salpinx"}, {"turn", 3}, {"exempt", false}};
      setup["state"]["units"][id]["mode"] = "approach";
    }
    Table table(setup);
    for (const char* id : {"A1", "A2", "A3"}) {
      CAPTURE(id);
      const double x = stand_of(table, id).x;
      table.allowed("A", {{"do", "move"}, {"unit", id}, {"legs", Json::array({{{"ahead_in", 4}}})}});
      CHECK(stand_of(table, id).x - x == Approx(gap < 40 ? kInch / 2 : 0).margin(0.01));
    }
  }
}

TEST_CASE("close files taken on the approach leave the next taxis in the phalanx that stood there in open files",
          "[hoplomachia][HM-APPR-02][HM-APPR-04][HM-AMB-31]") {
  Json units = Json::array();
  for (const auto& [id, x] : {std::pair{"A1", 1000.0}, {"A2", 740.0}}) {  // 20 mm apart
    units.push_back(unit_at(id, "hoplite", 10, x, 300, x == 1000));
    units.back()["arrangement"] = "OF";
  }
  Json setup = fight_setup(units, Json::array({unit_at("B1", "hoplite", 4, 900, 1000, true)}), "marches");
  for (const char* id : {"A1", "A2"}) {
    setup["state"]["units"][id]["order"] = {{"type", "begin_approach"}, {"source", "salpinx"}, {"turn", 3}, {"exempt", false}};
    setup["state"]["units"][id]["mode"] = "approach";
  }
  Table table(setup);
  for (const char* id : {"A1", "A2"}) {
    CAPTURE(id);
    const auto events = table.allowed("A", {{"do", "move"}, {"unit", id}, {"legs", Json::array({{{"arrange", "CF"}}, {{"ahead_in", 3}}})}});
    const auto moved = of_kind(events, "stands_moved");
    REQUIRE_FALSE(moved.empty());
    CHECK(moved[0].at("how").get<std::string>().find("drifts 0.5 in to the right") != std::string::npos);
  }
}

TEST_CASE("a taxis that charged and drifted two inches leaves the next one in a phalanx of ten",
          "[hoplomachia][HM-DRIFT-01][HM-DRIFT-02]") {
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 10, 900, 300, true), unit_at("A2", "hoplite", 10, 700, 300)}),
                           Json::array({unit_at("B1", "hoplite", 20, 800, 300 + 7 * kInch, true)}), "epidromos");
  for (const char* line : {"recovering", "charging", "melee", "katastrophe"})  // it stands
    setup["sides"]["B"]["units"][0]["andreia_chart"][line] = {{"pass", "M"}, {"fail", {"M", "M", "M", "M"}}};
  for (int i = 0; i < 2; ++i) {
    setup["sides"]["A"]["units"][static_cast<std::size_t>(i)]["epi_drift"] = {2, 2, 2, 2, 2, 2};
    charge_order(setup, i == 0 ? "A1" : "A2");
  }
  Table table(setup);
  for (const char* id : {"A1", "A2"}) {
    CAPTURE(id);
    const double x = stand_of(table, id).x;
    table.allowed("A", {{"do", "charge"}, {"unit", id}});
    std::vector<Json> events;
    const Dice dice{{"HM-AND-15", {1}}, {"HM-EPI-16", {1}}};  // four inches: nobody is met
    while (table.asked() && table.phase() == "epidromos") one_on(table, events, dice);
    CHECK(stand_of(table, id).x - x == Approx(2 * kInch).margin(0.01));
  }
}

TEST_CASE("drift may part two that met: a contact needs more than half a base", "[hoplomachia][HM-DRIFT-04]") {
  State state = in_state(two_taxeis(300));
  const auto met = hoplomachia::closing(state, {"A1"}, 4_in, 4_in, {{"B1"}});
  CHECK(met.strikes.size() == 2);
  const auto drifted = hoplomachia::closing(state, {"A1"}, 4_in, 4_in, {{"B1"}}, 2_in);
  CHECK(drifted.strikes.size() < 2);
}

TEST_CASE("a taxis that drifts further than its neighbour opens a gap for who shows it the right side", "[hoplomachia][HM-DRIFT-05]") {
  // A2 has drifted a base and a bit to the right of A1... seen from A1, whose right is at larger x.
  Json setup = two_taxeis();
  setup["sides"]["A"]["units"][1]["at"]["x_mm"] = 980 + 45;
  setup["sides"]["A"]["units"][1]["at"]["y_mm"] = setup["sides"]["A"]["units"][0]["at"]["y_mm"] = 300 + 4 * kInch;
  State state = in_state(setup);
  auto& right = state.units.at({"A1"}).lochoi[0].fight;
  right.contacts = {{{{"B1"}, 1}, Strikes::Front, false}};
  CHECK(hoplomachia::gap_of(state, {{"A1"}, 0}));
  Json closed = setup;
  closed["sides"]["A"]["units"][1]["at"]["x_mm"] = 980 + 35;  // less than a base width
  State near = in_state(closed);
  near.units.at({"A1"}).lochoi[0].fight.contacts = {{{{"B1"}, 1}, Strikes::Front, false}};
  CHECK_FALSE(hoplomachia::gap_of(near, {{"A1"}, 0}));
}

TEST_CASE("close files that have not approached may charge, without momentum", "[hoplomachia][HM-APPR-09][HM-APPR-10]") {
  for (const bool approached_first : {false, true}) {
    Json setup = two_taxeis();
    setup["state"]["at"]["phase"] = "epidromos";
    charge_order(setup, "A1");
    if (approached_first) approached(setup, "A1");
    Table table(setup);
    table.allowed("A", kGo);
    table.dice({2, 2});
    table.dice({6});
    CHECK(taxis_fight_of(table, "A1").at("momentum") == approached_first);
  }
}

TEST_CASE("momentum is spent with the melees of its turn, touched anybody or not", "[hoplomachia][HM-MOM-01][HM-ATK-10]") {
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 4, 900, 300, true)}),
                           Json::array({unit_at("B1", "hoplite", 4, 900, 300 + 7 * kInch, true)}), "epidromos");
  charge_order(setup, "A1");
  approached(setup, "A1");
  Table table(setup);
  table.allowed("A", kGo);
  table.dice({2, 2});
  table.dice({3});  // six inches, momentum, no contact
  table.dice({6, 6});
  CHECK(taxis_fight_of(table, "A1").at("momentum") == true);
  until(table, "katastrophe");
  CHECK(taxis_fight_of(table, "A1").at("momentum") == false);
}

TEST_CASE("a charge that touched nobody goes on next turn by a new check and die, it does not march in between",
          "[hoplomachia][HM-EPI-30][HM-AMB-95]") {
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 4, 900, 300, true)}),
                           Json::array({unit_at("B1", "hoplite", 4, 900, 300 + 7.5 * kInch, true)}), "epidromos");
  charge_order(setup, "A1");
  Table table(setup);
  table.allowed("A", kGo);
  table.dice({2, 2});
  table.dice({1});
  table.dice({6, 6});
  until(table, "marches");
  CHECK_FALSE(table.say("A", {{"do", "move"}, {"unit", "A1"}, {"legs", {{{"ahead_in", 1}}}}}).verdict.allowed());
  until(table, "salpinx");
  std::vector<Json> events;
  for (int i = 0; i < 30 && table.phase() != "epidromos"; ++i) one_on(table, events, {});
  REQUIRE(table.phase() == "epidromos");
  table.allowed("A", kGo);
  CHECK(table.wait().rule == "HM-AND-15");
}

TEST_CASE("an evader that is touched routs at once, from where it was caught", "[hoplomachia][HM-EVA-05][HM-AMB-97]") {
  Json setup = fight_setup(Json::array({unit_at("A1", "psiloi", 1, 900, 500), unit_at("A2", "hoplite", 2, 200, 200, true)}),
                           Json::array({unit_at("B1", "hoplite", 2, 900, 500 - 60, true)}), "automatic");
  setup["state"]["at"]["stage"] = 2;
  // It evades from something that is gone, straight into B1.
  setup["state"]["fight"]["flights"] = Json::array({{{"id", 1},
                                                     {"mode", "evade"},
                                                     {"unit", "A1"},
                                                     {"lochoi", {0}},
                                                     {"foe", "B1"},
                                                     {"away", 270},
                                                     {"since", 2},
                                                     {"moves", 0},
                                                     {"moved_in", -1}}});
  setup["state"]["fight"]["next_flight"] = 2;
  setup["state"]["units"]["A1"]["mode"] = "evade";
  Table table(setup);
  REQUIRE(table.wait().rule == "HM-EVA-02");
  table.dice({1});
  REQUIRE(table.asked());
  CHECK(table.wait().rule == "HM-ROUT-02");
  CHECK(flights_of(table).at(0).at("mode") == "rout");
}

TEST_CASE("a strategos speaks in an Encounter after Muster, with the army on the table and at rest", "[hoplomachia][HM-PAR-15]") {
  State state = in_state(two_taxeis());
  state.battle.start = hoplomachia::StartType::Encounter;
  state.at.phase = hoplomachia::Phase::Salpinx;
  CHECK_FALSE(hoplomachia::may_speak_now(state, Side::A));
  state.armies.a.standing = hoplomachia::OrderType::Muster;
  CHECK(hoplomachia::may_speak_now(state, Side::A));
  state.units.at({"A2"}).moved_last_turn = true;
  CHECK_FALSE(hoplomachia::may_speak_now(state, Side::A));
}

TEST_CASE("base arete: facing Spartans, being Spartan, numbers, none, 3-2 is enough for the base and still even for omens",
          "[hoplomachia][HM-AMB-05][HM-AMB-62]") {
  using hoplomachia::BaseAreteLine;
  Json setup =
      small_setup(Json::array({unit_at("A1", "hoplite", 6, 500, 280, true)}), Json::array({unit_at("B1", "hoplite", 4, 900, 1100, true)}));
  State state = in_state(setup);
  CHECK(hoplomachia::base_arete_line(state, Side::A) == BaseAreteLine::Outnumber);
  CHECK(hoplomachia::hieres_line(state, Side::A) == "even");
  state.armies.a.spartan = true;
  CHECK(hoplomachia::base_arete_line(state, Side::A) == BaseAreteLine::Spartan);
  CHECK(hoplomachia::base_arete_line(state, Side::B) == BaseAreteLine::FacingSpartans);
  state.armies.b.spartan = true;
  CHECK(hoplomachia::base_arete_line(state, Side::A) == BaseAreteLine::FacingSpartans);
  state.battle.epoch = 5;
  CHECK(hoplomachia::base_arete_line(state, Side::B) == BaseAreteLine::Outnumbered);
}

TEST_CASE("stands of light groups weigh on no track, but with the option", "[hoplomachia][HM-AMB-57]") {
  for (const bool counts : {false, true}) {
    Json setup = fight_setup(Json::array({unit_at("A1", "psiloi", 1, 900, 500), unit_at("A2", "hoplite", 2, 200, 200, true)}),
                             Json::array({unit_at("B1", "hoplite", 2, 900, 900, true)}), "marches");
    setup["options"] = {{"stands_count_as_lochoi", counts}};
    setup["sides"]["A"]["arete"] = 5;
    setup["state"]["units"]["A1"]["fight"] = {{"katastrophe", {"HM-KAT-05"}}};
    Table table(setup);
    until(table, "salpinx", {{"HM-AND-15", {6, 6}}});
    REQUIRE(lochos_of(table, "A1").at("fate") == "routing");
    CHECK(arete_of(table, "a") == (counts ? 4 : 5));
  }
}

TEST_CASE("who checks without touching the enemy has no phobos in it, a charger of several fears the highest",
          "[hoplomachia][HM-AMB-116][HM-AMB-15]") {
  Json setup =
      fight_setup(Json::array({unit_at("A1", "hoplite", 4, 900, 300, true)}),
                  Json::array({unit_at("B1", "hoplite", 2, 880, 300 + 5 * kInch, true), unit_at("B2", "hoplite", 2, 920, 300 + 5 * kInch)}),
                  "epidromos");
  setup["sides"]["B"]["units"][1]["phobos"] = 5;
  charge_order(setup, "A1");
  Table table(setup);
  table.allowed("A", kGo);
  CHECK(table.wait().question.find("5 or less") != std::string::npos);  // 7 + 1 + (2 - 5)
  Json katastrophe = setup;
  katastrophe["state"]["at"]["phase"] = "marches";
  katastrophe["state"]["units"]["A1"]["fight"] = {{"katastrophe", {"HM-KAT-05"}}};
  Table end(katastrophe);
  std::vector<Json> events;
  for (int i = 0; i < 30 && !(end.asked() && end.wait().rule == "HM-AND-15"); ++i)
    if (!one_on(end, events, {})) break;
  REQUIRE(end.asked());
  CHECK(end.wait().question.find("8 or less") != std::string::npos);
}

TEST_CASE("only belos chargers are gone for by ekdromoi, shooters with the option", "[hoplomachia][HM-AMB-23]") {
  for (const bool option : {false, true}) {
    Json setup = fight_setup(Json::array({unit_at("A1", "toxotes", 1, 900, 300), unit_at("A2", "hoplite", 2, 200, 200, true)}),
                             Json::array({unit_at("B1", "hoplite", 2, 900, 300 + 4 * kInch, true)}), "offensive_belos");
    setup["options"] = {{"ekdromoi_at_shooters", option}};
    setup["sides"]["B"]["units"][0]["belos_reactions"] = Json::array({{{"pass", {"K", "K", "K", "K"}}, {"fail", {"K", "K", "K", "K"}}}});
    Table table(setup);
    table.allowed("A", {{"do", "shoot"}, {"unit", "A1"}});
    table.dice({6});
    CHECK((table.asked() && table.wait().rule == "HM-EKD-04") == option);
  }
}

TEST_CASE("belos shield and melee shield are two numbers", "[hoplomachia][HM-AMB-44]") {
  Json setup = two_taxeis();
  setup["sides"]["B"]["units"][0]["belos_shield"] = 3;
  const State state = in_state(setup);
  const auto& card = state.cards.at(state.units.at({"B1"}).card);
  CHECK(card.belos_shield == 3);
  CHECK(card.shield == 4);
}

TEST_CASE("in battle B the Defender says whether it is an Encounter or an Ambush", "[hoplomachia][HM-AMB-90]") {
  Json setup =
      small_setup(Json::array({unit_at("A1", "hoplite", 4, 500, 280, true)}), Json::array({unit_at("B1", "hoplite", 4, 900, 1100, true)}));
  setup["battle"] = {{"situation", "anabasis"}, {"type", "B"}, {"invader", "A"}};
  Table table(setup);
  CHECK(table.wait().rule == "HM-AMB-90");
  CHECK(table.wait().who == Viewer::B);
}

TEST_CASE("Charge may be signalled with lights before the core, Begin Approach may not", "[hoplomachia][HM-AMB-72]") {
  Json setup = small_setup(Json::array({unit_at("A1", "hoplite", 4, 500, 280, true), unit_at("A2", "psiloi", 2, 500, 350)}),
                           Json::array({unit_at("B1", "hoplite", 4, 500, 900, true)}));
  Table table(setup);
  CHECK(table.refused("A", {{"do", "signal"}, {"order", "begin_approach"}}) == "HM-OTYP-19");
  table.allowed("A", {{"do", "signal"}, {"order", "charge"}});
}

TEST_CASE("a charge that touches a router destroys it like a pursuit", "[hoplomachia][HM-AMB-113]") {
  Json setup =
      fight_setup(Json::array({unit_at("A1", "hoplite", 2, 900, 300, true)}),
                  Json::array({unit_at("B1", "hoplite", 2, 900, 300 + 6 * kInch, true), unit_at("B3", "psiloi", 1, 900, 300 + 3 * kInch)}),
                  "epidromos");
  charge_order(setup, "A1");
  Json lochoi = Table(setup).at("/units/B3/lochoi");
  lochoi[0]["fate"] = "routing";
  setup["state"]["units"]["B3"]["lochoi"] = lochoi;
  setup["state"]["units"]["B3"]["mode"] = "rout";
  setup["state"]["fight"]["flights"] = Json::array({{{"id", 1},
                                                     {"mode", "rout"},
                                                     {"unit", "B3"},
                                                     {"lochoi", {0}},
                                                     {"foe", "A1"},
                                                     {"away", 90},
                                                     {"since", 2},
                                                     {"moves", 1},
                                                     {"moved_in", 3}}});
  Table table(setup);
  table.allowed("A", kGo);
  table.dice({2, 2});
  table.dice({6});
  for (int i = 0; i < 3 && table.asked(); ++i) table.dice({6, 6});
  CHECK(lochos_of(table, "B3").at("fate") == "gone");
}

TEST_CASE("a second rank behind a stand that joins adds nothing", "[hoplomachia][HM-AMB-117]") {
  Json setup = fight_setup(Json::array({unit_at("A1", "toxotes", 3, 900, 300), unit_at("A2", "hoplite", 2, 200, 200, true)}),
                           Json::array({unit_at("B1", "psiloi", 1, 900, 300 + 5 * kInch), unit_at("B2", "hoplite", 2, 300, 1100, true)}),
                           "offensive_belos");
  setup["sides"]["A"]["units"][0].erase("at");
  setup["sides"]["A"]["units"][0]["poses"] = {{{"base", "A1.1"}, {"x_mm", 880}, {"y_mm", 290}, {"heading_deg", 90}},
                                              {{"base", "A1.2"}, {"x_mm", 880}, {"y_mm", 270}, {"heading_deg", 90}},
                                              {{"base", "A1.3"}, {"x_mm", 920}, {"y_mm", 290}, {"heading_deg", 90}}};
  const State state = in_state(setup);
  const auto shots = hoplomachia::shots_of(state, {"A1"}, false);
  REQUIRE(shots.size() == 1);
  CHECK(shots[0].stands == 2);
  // The right one has the target, the left one with the second rank joins: +1 for it alone.
  CHECK(shots[0].second_ranks.empty());
  CHECK(shots[0].intensity == 3);
}

TEST_CASE("hamippoi go with some armies in some epochs", "[hoplomachia][HM-TROOP-33][HM-TROOP-34][HM-AMB-86]") {
  const auto made = [](const char* nation, int epoch, bool card) {
    Json setup = small_setup(Json::array({unit_at("A1", "hippeis", 4, 500, 280), unit_at("A2", "hoplite", 4, 900, 280, true)}),
                             Json::array({unit_at("B1", "hoplite", 4, 500, 900, true)}));
    setup["battle"]["epoch"] = epoch;
    setup["sides"]["A"]["units"][0]["nation"] = nation;
    setup["sides"]["A"]["units"][0]["hamippoi"] = true;
    setup["sides"]["A"]["units"][0]["hamippoi_allowed"] = card;
    return bool(hoplomachia::Rules::initial(setup.dump(), "test.json"));
  };
  for (const char* nation : {"Syracusan", "Boeotian", "Thessalian"}) CHECK(made(nation, 1, false));
  CHECK_FALSE(made("Athenian", 3, false));
  CHECK(made("Athenian", 4, false));
  CHECK(made("Lakonian", 5, false));
  CHECK_FALSE(made("Korinthian", 5, false));
  CHECK(made("Korinthian", 1, true));  // the card says so
}

}  // namespace drift_tests
