/// Who is disciplined, which files a card allows, depth, commanders, and what orders mean to whom.
#include <algorithm>
#include <cmath>

#include "engine/rulesets/hoplomachia/topics/arete.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/charging.hpp"
#include "engine/rulesets/hoplomachia/topics/checks.hpp"
#include "engine/rulesets/hoplomachia/topics/command.hpp"
#include "engine/rulesets/hoplomachia/topics/melee.hpp"
#include "engine/rulesets/hoplomachia/topics/movement.hpp"
#include "engine/rulesets/hoplomachia/topics/orders.hpp"
#include "engine/rulesets/hoplomachia/topics/runners_way.hpp"
#include "engine/rulesets/hoplomachia/topics/running.hpp"
#include "engine/rulesets/hoplomachia/topics/setting_up.hpp"
#include "engine/rulesets/hoplomachia/topics/shooting.hpp"
#include "tests/engine/rulesets/hoplomachia/fight_support.hpp"

namespace troops_tests {

using namespace polemarch;
using namespace polemarch::test::hoplomachia_room;
using hoplomachia::Arrangement;
using hoplomachia::Mode;
using hoplomachia::OrderSource;
using hoplomachia::OrderType;
using hoplomachia::State;
using test::hoplomachia_room::Table;

namespace {

/// One unit of every kind against hoplites far off.
Json kinds() {
  return small_setup(Json::array({unit_at("HOP", "hoplite", 4, 300, 280, true), unit_at("PEL", "peltaste", 2, 500, 280),
                                  unit_at("PSI", "psiloi", 2, 700, 280), unit_at("TOX", "toxotes", 2, 850, 280),
                                  unit_at("HIP", "hippeis", 4, 1000, 280), unit_at("HTX", "hippotoxotes", 2, 1200, 280)}),
                     Json::array({unit_at("B1", "hoplite", 4, 900, 1190, true)}));
}
const hoplomachia::UnitCard& card(const State& state, const char* unit) { return hoplomachia::card_of(state, UnitId{unit}); }
engine::Verdict files(const State& state, const char* unit, Arrangement to) { return hoplomachia::may_arrange(state, {unit}, to, true); }

}  // namespace

TEST_CASE("every troop is disciplined or not, by the numbers of its card",
          "[hoplomachia][HM-TROOP-01][HM-TROOP-32][HM-AMB-03][HM-AMB-88]") {
  State state = in_state(kinds());
  for (const char* unit : {"HOP", "HIP"}) CHECK(card(state, unit).disciplined());
  for (const char* unit : {"PEL", "PSI", "TOX", "HTX"}) CHECK_FALSE(card(state, unit).disciplined());
  CHECK(state.units.at({"HTX"}).arrangement == Arrangement::NF);  // horse, yet undisciplined
  // OF and NF without CF: undisciplined, but in open files it can be disarrayed and runs as in open files.
  Json setup = kinds();
  setup["sides"]["A"]["units"][1]["mov_nf"] = 6;
  setup["sides"]["A"]["units"][1]["mov_of"] = 5;
  State mixed = in_state(setup);
  CHECK_FALSE(card(mixed, "PEL").disciplined());
  CHECK(mixed.units.at({"PEL"}).arrangement == Arrangement::NF);
  CHECK(hoplomachia::run_rate(mixed, {"PEL"}) == 6_in);
  mixed.units.at({"PEL"}).arrangement = Arrangement::OF;
  CHECK(hoplomachia::run_rate(mixed, {"PEL"}) == 5_in);
}

TEST_CASE("files are those the card has a number for", "[hoplomachia][HM-ARR-01][HM-ARR-02][HM-ARR-03][HM-ARR-04][HM-ARR-05]") {
  const State state = in_state(kinds());
  CHECK(files(state, "HOP", Arrangement::OF).allowed());
  CHECK(files(state, "HOP", Arrangement::NF).reasons.front().rule == "HM-ARR-01");
  CHECK_FALSE(files(state, "PSI", Arrangement::OF).allowed());
  CHECK_FALSE(files(state, "PEL", Arrangement::OF).allowed());
  CHECK(files(state, "HIP", Arrangement::CF).allowed());
  CHECK_FALSE(files(state, "HTX", Arrangement::CF).allowed());
  Json setup = kinds();
  setup["sides"]["A"]["units"][1]["card"] = "SAMPLE-MIS";  // mercenaries: all three
  const State mercenary = in_state(setup);
  for (const Arrangement to : {Arrangement::CF, Arrangement::OF, Arrangement::NF}) CHECK(files(mercenary, "PEL", to).allowed());
  setup["sides"]["A"]["units"][1].erase("card");
  setup["sides"]["A"]["units"][1]["mov_nf"] = 6;
  setup["sides"]["A"]["units"][1]["mov_of"] = 5;
  CHECK(files(in_state(setup), "PEL", Arrangement::OF).allowed());  // a card with OF
}

TEST_CASE("a lochos is one to four stands deep, ranks beyond two count each", "[hoplomachia][HM-TROOP-06][HM-AMB-50][HM-AMB-121]") {
  for (const auto& [ranks, bonus] : {std::pair{1, 0}, {2, 0}, {3, 1}, {4, 2}}) {
    Json setup = kinds();
    setup["sides"]["A"]["units"][0]["bases"] = ranks;
    setup["sides"]["A"]["units"][0]["ranks"] = ranks;
    setup["sides"]["A"]["units"][0]["max_depth"] = 4;
    const State state = in_state(setup);
    REQUIRE(state.units.at({"HOP"}).lochoi.size() == 1);
    const hoplomachia::LochosRef hop{{"HOP"}, 0};
    // 5 spear, +1 Firm, +1 OTHISM and the ranks.
    CHECK(hoplomachia::attack_of(state, hop, true).total == 7 + bonus);
    CHECK(hoplomachia::attack_of(state, hop, false).total == 6);
  }
  Json deep = kinds();
  deep["sides"]["A"]["units"][0]["bases"] = 5;
  deep["sides"]["A"]["units"][0]["ranks"] = 5;
  CHECK_FALSE(hoplomachia::Rules::initial(deep.dump(), "test.json"));
}

TEST_CASE("an ile is a lochos and a hipparchy a taxis: they are scored, lay their dead and are ordered as one",
          "[hoplomachia][HM-TROOP-40][HM-MEL-08]") {
  const State state = in_state(kinds());
  const auto& hipparchy = state.units.at({"HIP"});
  REQUIRE(hipparchy.lochoi.size() == 2);  // two ilai of two stands, one behind the other
  CHECK(hipparchy.lochoi[0].stands.size() == 2);
  CHECK(hoplomachia::attack_of(state, {{"HIP"}, 0}, false).total == 3);  // one sub-unit, spear 3
  CHECK(hoplomachia::attack_of(state, {{"PSI"}, 0}, false).total == 1);  // a stand
}

TEST_CASE("the cards of hoplites, horse and chariots have a momentum number of 0 to 5", "[hoplomachia][HM-MOM-03]") {
  const State state = in_state(kinds());
  for (const auto& [id, unit] : state.units) {
    const auto mome = hoplomachia::card_of(state, unit).mome;
    if (mome) CHECK((*mome >= 0 && *mome <= 5));
  }
  Json setup = kinds();
  setup["sides"]["A"]["units"][0]["mome"] = 6;
  CHECK_FALSE(hoplomachia::Rules::initial(setup.dump(), "test.json"));
}

TEST_CASE("an army with several strategoi has one hegemon, each has a character and a stance",
          "[hoplomachia][HM-TROOP-16][HM-STRAT-03][HM-STRAT-20][HM-STANCE-09]") {
  Json setup = kinds();
  setup["sides"]["A"]["units"][0].erase("strategos");
  setup["sides"]["A"].erase("arete");
  setup["sides"]["A"]["strategoi"] = {{{"strategos", "Agis"}, {"hegemon", true}, {"character", "promachos"}, {"unit", "HOP"}},
                                      {{"strategos", "Nikias"}, {"unit", "HIP"}, {"stance", "automolos"}}};
  Table table(setup);
  CHECK(table.wait().question.find("Nikias") != std::string::npos);  // his character is open
  State state = in_state(setup);
  CHECK(hoplomachia::hegemon_of(state, Side::A) == "Agis");
  CHECK(state.strategoi.at("Nikias").stance == hoplomachia::Stance::Automolos);  // assigned, though of the same city
  state.strategoi.at("Agis").alive = false;
  CHECK(hoplomachia::hegemon_of(state, Side::A) == "Nikias");  // the only one left commands
}

TEST_CASE("an allied strategos throws for his stance, one of the hegemon's city is philos", "[hoplomachia][HM-STANCE-03][HM-STANCE-02]") {
  Json setup = kinds();
  setup["sides"]["A"]["units"][0].erase("strategos");
  setup["sides"]["A"].erase("arete");
  setup["sides"]["A"]["strategoi"] = {{{"strategos", "Agis"}, {"hegemon", true}, {"character", "promachos"}, {"unit", "HOP"}},
                                      {{"strategos", "Bias"}, {"nation", "Korinthian"}, {"character", "promachos"}, {"unit", "HIP"}}};
  Table table(setup);
  CHECK(table.wait().rule == "HM-STANCE-03");
  CHECK(table.at("/strategoi/Agis/stance") == "philos");
}

TEST_CASE("orders come by signal or by word, eight of them", "[hoplomachia][HM-ORD-01][HM-ORD-04][HM-VERB-01]") {
  const State state = in_state(kinds());
  int signals = 0;
  for (int i = 0; i <= static_cast<int>(OrderType::RecallEkdromoi); ++i)
    signals += hoplomachia::may_signal(state, Side::A, static_cast<OrderType>(i)).allowed() ? 1 : 0;
  CHECK(signals == 8);  // no lights stand before the core
}

TEST_CASE("orders never reach who fights, and stay in force till others come", "[hoplomachia][HM-ORD-05][HM-ORD-16]") {
  State state = in_state(kinds());
  CHECK(hoplomachia::heeds(state, {"HOP"}, OrderType::March));
  state.units.at({"HOP"}).lochoi[0].fight.engaged = hoplomachia::Engaged::Othismos;
  CHECK_FALSE(hoplomachia::heeds(state, {"HOP"}, OrderType::March));
  Table table(kinds());
  table.signals("march", "");
  until(table, "salpinx");
  CHECK(table.at("/units/HIP/order/type") == "march");
  until(table, "marches");
  CHECK(table.at("/units/HIP/order/turn") == 1);
  CHECK(table.at("/units/HIP/mode") == "march");
}

TEST_CASE("the senior taxis is the hegemon's at deployment, stands who is not core has the rightmost core taxis for it",
          "[hoplomachia][HM-ORD-19][HM-AMB-85]") {
  Json setup = kinds();
  setup["sides"]["A"]["units"].push_back(unit_at("HO2", "hoplite", 4, 1500, 280));
  CHECK(in_state(setup).armies.a.senior == UnitId{"HOP"});
  setup["sides"]["A"]["units"][0].erase("strategos");
  setup["sides"]["A"]["units"][4]["strategos"] = true;  // with the horse
  CHECK(in_state(setup).armies.a.senior == UnitId{"HO2"});
}

TEST_CASE("a word to a unit without a taxiarch is measured to its rightmost stand, edge to edge", "[hoplomachia][HM-VERB-09][HM-AMB-94]") {
  Json setup =
      small_setup(Json::array({unit_at("A1", "hoplite", 2, 300, 280, true), unit_at("A2", "psiloi", 3, 300 + 40 + 8 * kInch, 280)}),
                  Json::array({unit_at("B1", "hoplite", 2, 1700, 1190, true)}));
  const State state = in_state(setup);
  const auto way = hoplomachia::runners_way(state, {"A1-strategos", {"A2"}, "", OrderType::March, {}});
  REQUIRE(way);
  CHECK(way->length.inches() == Approx(8 + 40 / kInch).margin(0.05));  // its right one of three: a stand further
  CHECK(way->turns == 1);
}

TEST_CASE("a runner goes round an enemy in an arc of three inches, and no further", "[hoplomachia][HM-VERB-05][HM-VERB-04]") {
  // A stand of 40 mm by 20 right between the two, beside the line of their nearest edges.
  const double half = 6 * kInch, middle = 300 + 20 + half;
  const State state = in_state(
      small_setup(Json::array({unit_at("A1", "hoplite", 2, 300, 280, true), unit_at("A2", "hoplite", 2, 300 + 40 + 12 * kInch, 280)}),
                  Json::array({unit_at("B1", "hoplite", 2, 1700, 1190, true), unit_at("B2", "psiloi", 1, middle, 280)})));
  const auto way = hoplomachia::runners_way(state, {"A1-strategos", {"A2"}, "", OrderType::March, {}});
  REQUIRE(way);
  const double radius = 3 * kInch, enemy = hoplomachia::centre_of(state.units.at({"B2"})).y.mm(), y = way->path.front().y.mm();
  // Tangents to the circles round the two corners it passes, two arcs, and straight along the stand.
  const auto past = [&](double aside) {
    const double along = half - 20, far = std::hypot(along, aside);
    const double arc = std::atan2(along, aside) - std::acos(radius / far);
    return 2 * (std::sqrt(far * far - radius * radius) + radius * arc) + 40;
  };
  CHECK(way->length.mm() == Approx(std::min(past(enemy - 10 - y), past(y - enemy - 10))).epsilon(0.002));
  for (std::size_t i = 1; i < way->path.size(); ++i) {
    const double x = (way->path[i - 1].x.mm() + way->path[i].x.mm()) / 2, at = (way->path[i - 1].y.mm() + way->path[i].y.mm()) / 2;
    CHECK(std::hypot(std::max(0.0, std::abs(x - middle) - 20), std::max(0.0, std::abs(at - enemy) - 10)) >= radius - 0.01);
  }
}

TEST_CASE("disciplined peltastes without a taxis are grouped by one to five lochoi and act like one",
          "[hoplomachia][HM-AMB-87][HM-TROOP-43]") {
  const auto peltasts = [](int lochoi, bool mercenary) {
    Json unit = unit_at("A2", "peltaste", 2 * lochoi, 300 + 40 + 8 * kInch, 280);
    unit["mov_cf"] = 4, unit["mov_of"] = 6, unit["mercenary"] = mercenary;
    return small_setup(Json::array({unit_at("A1", "hoplite", 2, 300, 280, true), unit}),
                       Json::array({unit_at("B1", "hoplite", 2, 1700, 1190, true)}));
  };
  for (const int lochoi : {1, 3, 5}) {
    const State state = in_state(peltasts(lochoi, false));
    const hoplomachia::Taxis& group = state.units.at({"A2"});
    CHECK(group.lochoi.size() == static_cast<std::size_t>(lochoi));
    CHECK(group.arrangement == hoplomachia::Arrangement::CF);
    CHECK(hoplomachia::is_taxis(state, {"A2"}));
    // A runner goes to the rightmost lochos.
    const auto way = hoplomachia::runners_way(state, {"A1-strategos", {"A2"}, "", OrderType::March, {}});
    REQUIRE(way);
    CHECK(way->length.inches() == Approx(8 + (40 * lochoi / 2.0 - 40 + 20) / kInch).margin(0.05));
  }
  const auto six = hoplomachia::Rules::initial(peltasts(6, false).dump(), "six");
  REQUIRE_FALSE(six);
  CHECK(six.error().line.find("/bases") != std::string::npos);
  CHECK(hoplomachia::Rules::initial(peltasts(6, true).dump(), "mercenaries"));  // mercenaries stand in taxeis with a taxiarch
}

TEST_CASE("lights follow their core when it withdraws by word or routs, whatever is signalled", "[hoplomachia][HM-ORD-15][HM-AMB-54]") {
  Json setup = kinds();
  setup["sides"]["A"]["units"][2]["allied_to"] = "HOP";
  State state = in_state(setup);
  CHECK(hoplomachia::heeds(state, {"PSI"}, OrderType::March));
  state.units.at({"HOP"}).order = {OrderType::Withdrawal, OrderSource::Verbal, 1, true};
  CHECK_FALSE(hoplomachia::heeds(state, {"PSI"}, OrderType::ForwardPsiloi));
  CHECK(hoplomachia::heeds(state, {"PSI"}, OrderType::Withdrawal));
  state.units.at({"HOP"}).order = {};
  state.units.at({"HOP"}).mode = Mode::Rout;
  CHECK_FALSE(hoplomachia::heeds(state, {"PSI"}, OrderType::March));
}

TEST_CASE("a strategos whose lochos pursues gives no order", "[hoplomachia][HM-ORD-03][HM-STRAT-02]") {
  State state = in_state(kinds());
  CHECK_FALSE(hoplomachia::engaged(state, state.strategoi.at("HOP-strategos")));
  state.fight.flights.push_back({.id = 1, .mode = Mode::Pursue, .unit = {"HOP"}, .lochoi = {0}, .foe = {"B1"}});
  CHECK(hoplomachia::engaged(state, state.strategoi.at("HOP-strategos")));
  CHECK(hoplomachia::may_signal(state, Side::A, OrderType::March).reasons.front().rule == "HM-STRAT-02");
  state.fight.flights[0].lochoi = {1};  // another lochos of his taxis
  CHECK_FALSE(hoplomachia::engaged(state, state.strategoi.at("HOP-strategos")));
}

TEST_CASE("the track is the army's, points and conditions are open to both sides", "[hoplomachia][HM-ARE-03][HM-ARE-04]") {
  Json setup = kinds();
  setup["sides"]["A"]["track"] = "Ataktes";
  Table table(setup);
  CHECK(table.at("/armies/a/track/name") == "Ataktes");
  for (const Viewer viewer : {Viewer::A, Viewer::B}) {
    const Json seen = Json::parse(table.battle().state_text(viewer));
    CHECK(seen.at("armies").at("a").at("arete") == 12);
    std::string told;
    for (const std::string& line : table.battle().describe(viewer)) told += line + "\n";
    CHECK(told.find("arete 12, Unsteady") != std::string::npos);
    CHECK(told.find("arete 11") != std::string::npos);
  }
}

TEST_CASE("core that withdraws goes towards its own edge", "[hoplomachia][HM-OTYP-25]") {
  State state = in_state(kinds());
  auto& unit = state.units.at({"HOP"});
  unit.order = {OrderType::Withdrawal, OrderSource::Salpinx, 1, false};
  unit.mode = Mode::March;
  state.at.phase = hoplomachia::Phase::Marches;
  CHECK(hoplomachia::may_move(state, {{"HOP"}, {{.ahead = 2_in}}, {}, {}}).reasons.front().rule == "HM-OTYP-25");
}

TEST_CASE("no unit under March ends within a stade of enemy core, and none that is nearer goes nearer",
          "[hoplomachia][HM-OTYP-05][HM-AMB-109]") {
  for (const auto& [type, inches_apart, may] : {std::tuple{"hoplite", 9.0, true}, {"hoplite", 7.0, false}, {"psiloi", 7.0, false}}) {
    Json setup = fight_setup(Json::array({unit_at("A1", type, 2, 900, 300), unit_at("A2", "hoplite", 2, 200, 200, true)}),
                             Json::array({unit_at("B1", "hoplite", 2, 900, 300 + inches_apart * kInch, true)}), "marches");
    State state = in_state(setup);
    state.units.at({"A1"}).order = {OrderType::March, OrderSource::Salpinx, 3, false};
    state.units.at({"A1"}).mode = Mode::March;
    const auto verdict = hoplomachia::may_move(state, {{"A1"}, {{.ahead = 2_in}}, {}, {}});
    CHECK(verdict.allowed() == may);
    if (!may) CHECK(verdict.reasons.front().rule == "HM-OTYP-05");
  }
}

TEST_CASE("a Hellenic army in Marching Column may be mustered into Battle Phalanx", "[hoplomachia][HM-FORM-12][HM-FORM-01]") {
  Json setup = kinds();
  setup["sides"]["A"]["formation"] = "marching_column";
  Table table(setup);
  table.signals("muster", "");
  REQUIRE(table.asked());
  CHECK(table.wait().rule == "HM-FORM-12");
  table.choose("1");
  CHECK(table.at("/armies/a/formation") == "battle_phalanx");
}

TEST_CASE("variant: an Invader without a pre-game of arete still has his base", "[hoplomachia][HM-BATT-B7][HM-PAR-02]") {
  Json setup = kinds();
  setup["battle"]["invader_without_pregame"] = true;
  State state = in_state(setup);
  CHECK_FALSE(hoplomachia::may_breakfast(state, Side::A));
  CHECK_FALSE(hoplomachia::may_hieres(state, Side::A));
  CHECK_FALSE(hoplomachia::may_rhetoria(state, state.strategoi.at("HOP-strategos")));
  CHECK(hoplomachia::may_breakfast(state, Side::B));
  setup["sides"]["A"].erase("arete");
  setup["sides"]["A"]["units"][0].erase("strategos");
  setup["sides"]["A"]["strategoi"] = {
      {{"strategos", "Agis"}, {"hegemon", true}, {"character", "crafty"}, {"stance", "philos"}, {"unit", "HOP"}}};
  Table table(setup);
  CHECK(table.wait().rule == "HM-PAR-01");
}

TEST_CASE("an army that has its breakfast neither charges nor belos charges of its own will in turn 1",
          "[hoplomachia][HM-PAR-05][HM-AMB-45]") {
  Json setup = fight_setup(Json::array({unit_at("A1", "peltaste", 2, 900, 300), unit_at("A2", "hoplite", 2, 200, 200, true)}),
                           Json::array({unit_at("B1", "psiloi", 2, 900, 300 + 3 * kInch), unit_at("B2", "hoplite", 2, 200, 1100, true)}),
                           "epidromos");
  setup["sides"]["A"]["breakfast"] = true;
  State state = in_state(setup);
  state.at.turn = 1;
  state.at.phase = hoplomachia::Phase::Epidromos;
  state.units.at({"A1"}).order = {OrderType::Charge, OrderSource::Salpinx, 1, false};
  CHECK(hoplomachia::may_charge(state, {"A1"}, {}).reasons.front().rule == "HM-PAR-05");
  state.units.at({"A1"}).fight.must_charge = true;  // a reaction still happens
  CHECK(hoplomachia::may_charge(state, {"A1"}, {}).allowed());
  CHECK(hoplomachia::may_belos_charge(state, {"A1"}, {"B1"}).reasons.front().rule == "HM-PAR-05");
  state.at.turn = 2;
  CHECK(hoplomachia::may_belos_charge(state, {"A1"}, {"B1"}).allowed());
}

TEST_CASE("only stands of Spartan nation make an army resolve grimly", "[hoplomachia][HM-INSP-06][HM-AMB-65]") {
  Json setup = small_setup(Json::array({unit_at("A1", "hoplite", 6, 500, 280, true), unit_at("A2", "hoplite", 4, 1100, 280)}),
                           Json::array({unit_at("B1", "hoplite", 4, 900, 1100, true)}));
  setup["sides"]["A"]["units"][0]["nation"] = "Spartan";
  CHECK(hoplomachia::grim_resolve(in_state(setup), Side::A));  // 6 of 10
  setup["sides"]["A"]["units"][1]["bases"] = 6;
  CHECK_FALSE(hoplomachia::grim_resolve(in_state(setup), Side::A));
  setup["sides"]["A"]["units"][1]["nation"] = "Lakonian";
  CHECK_FALSE(hoplomachia::grim_resolve(in_state(setup), Side::A));
}

}  // namespace troops_tests
