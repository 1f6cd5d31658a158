/// Odds before a throw, glyphs on units, where offers point; limits that name their doubt.
#include "engine/core/shows.hpp"
#include "engine/rulesets/hoplomachia/topics/checks.hpp"
#include "engine/rulesets/hoplomachia/topics/shooting.hpp"
#include "tests/engine/rulesets/hoplomachia/fight_support.hpp"

namespace viewing_tests {

using namespace polemarch;
using namespace polemarch::test::hoplomachia_room;
using engine::Glyph;
using hoplomachia::State;
using test::hoplomachia_room::Table;

namespace {

Json two_lines() {
  Json setup =
      fight_setup(Json::array({unit_at("A1", "hoplite", 2, 900, 300, true), unit_at("A2", "toxotes", 2, 500, 300)}),
                  Json::array({unit_at("B1", "hoplite", 2, 900, 300 + 5 * kInch, true), unit_at("B2", "hoplite", 4, 500, 300 + 6 * kInch)}),
                  "epidromos");
  charge_order(setup, "A1");
  return setup;
}
std::optional<engine::Pending> pending(Table& table) { return engine::shows(table.battle())->pending(table.wait().id); }
int sum(const engine::Pending& pending) {
  int all = 0;
  for (const auto& outlook : pending.outlooks) all += outlook.per_mille;
  return all;
}
bool has(const std::vector<engine::StateMark>& marks, Glyph glyph) {
  for (const auto& mark : marks)
    if (mark.glyph == glyph) return true;
  return false;
}
int count(const std::vector<engine::StateMark>& marks, Glyph glyph) {
  for (const auto& mark : marks)
    if (mark.glyph == glyph) return mark.count;
  return -1;
}

}  // namespace

TEST_CASE("an andreia check says its exact odds and what comes of it, the result fits what was said",
          "[hoplomachia][pending][HM-AND-16][HM-AND-17]") {
  Table table(two_lines());
  table.allowed("A", {{"do", "charge"}, {"unit", "A1"}});
  const auto check = pending(table);
  REQUIRE(check);
  CHECK(check->count == 2);
  CHECK(check->thrown.need == 8);
  CHECK(engine::sum_of(check->thrown.rows) == 8);
  CHECK(check->thrown.per_mille == 722);  // 26 of 36
  REQUIRE(check->outlooks.size() == 2);
  CHECK(check->outlooks[0].text == "passes: charges");
  CHECK(check->outlooks[0].per_mille == 722);
  CHECK(check->outlooks[1].text == "fails: halts");
  CHECK(sum(*check) == 1000);
  const Json thrown = throw_of(table.dice({4, 4}), "HM-AND-15");
  CHECK(thrown.at("need") == check->thrown.need);
  const auto die = pending(table);
  REQUIRE(die);
  CHECK(die->count == 1);
  REQUIRE(die->outlooks.size() == 5);  // 4, 5, 6, 7, 8 inches
  CHECK(die->outlooks[2].text == "6.0 in");
  CHECK(die->outlooks[2].per_mille == 333);
}

TEST_CASE("a volley says how many checks fail, each with its need", "[hoplomachia][pending][HM-BCK-04]") {
  Json setup = two_lines();
  setup["state"]["at"] = {{"turn", 3}, {"phase", "offensive_belos"}, {"stage", 0}, {"precedence", "A"}, {"next", "A"}};
  Table table(setup);
  table.allowed("A", {{"do", "shoot"}, {"unit", "A2"}});
  const auto volley = pending(table);
  REQUIRE(volley);
  CHECK(volley->count == 2);
  CHECK(volley->needs == std::vector<int>{6, 6});
  REQUIRE(volley->outlooks.size() == 3);
  CHECK(volley->outlooks[0].text == "none");
  CHECK(volley->outlooks[0].per_mille == 694);  // 25 of 36
  CHECK(volley->expected == 33);                // a third
  CHECK(sum(*volley) == 1000);
}

TEST_CASE("ekdromoi, runs, casualties and the tracks' dice say their odds", "[hoplomachia][pending][HM-EVT-14]") {
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 2, 900, 300, true)}),
                           Json::array({unit_at("B1", "hoplite", 2, 900, 900, true)}), "melee");
  setup["state"]["at"]["stage"] = 1;
  Json lochoi = Table(two_lines()).at("/units/A1/lochoi");
  lochoi[0]["fight"]["under_belos"] = true;
  lochoi[0]["fight"]["fought"] = true;
  setup["state"]["units"]["A1"]["lochoi"] = lochoi;
  Table table(setup);
  REQUIRE(table.wait().rule == "HM-EVT-13");
  const auto belos = pending(table);
  REQUIRE(belos);
  REQUIRE(belos->outlooks.size() == 3);
  CHECK(belos->outlooks[0].text == "0 arete");
  CHECK(belos->outlooks[0].per_mille == 500);
  CHECK(belos->outlooks[1].per_mille == 333);
  CHECK(belos->outlooks[2].text == "-2 arete");
  table.dice({1});
  REQUIRE(table.wait().rule == "HM-STRAT-18");
  const auto casualty = pending(table);
  REQUIRE(casualty);
  CHECK(casualty->thrown.need == 12);
  CHECK(casualty->thrown.per_mille == 28);
}

TEST_CASE("glyphs tell files, disarray, flight, arete, andreia and who commands", "[hoplomachia][marks][HM-ARR-14]") {
  State state = in_state(two_lines());
  using hoplomachia::Rules;
  auto marks = Rules::marks(state, {"A1"}, Viewer::B);
  CHECK(has(marks, Glyph::Files));
  CHECK(has(marks, Glyph::SeniorGeneral) == state.strategoi.at("A1-strategos").hegemon);
  CHECK_FALSE(has(marks, Glyph::Disordered));
  CHECK(count(marks, Glyph::Arete) == 13);
  CHECK(count(marks, Glyph::Andreia) == 8);  // 7 and Firm
  state.units.at({"A1"}).arrangement = hoplomachia::Arrangement::OF;
  state.units.at({"A1"}).lochoi[0].disarrayed = true;
  state.units.at({"A1"}).mode = hoplomachia::Mode::Rout;
  marks = Rules::marks(state, {"A1"}, Viewer::B);
  CHECK(marks.front().glyph == Glyph::Routed);
  CHECK(has(marks, Glyph::Disordered));
  for (const auto& mark : marks)
    if (mark.glyph == Glyph::Disordered) CHECK(engine::words_of(mark) == "disarrayed");  // as the rulebook calls it
  CHECK(has(marks, Glyph::OpenOrder));
  CHECK_FALSE(has(Rules::marks(state, {"A2"}, Viewer::A), Glyph::Files));
  state.units.at({"A2"}).hidden = true;
  CHECK(Rules::marks(state, {"A2"}, Viewer::B).empty());
  CHECK(has(Rules::marks(state, {"A2"}, Viewer::A), Glyph::Hidden));
}

TEST_CASE("an offered charge points at its first target and says what it needs", "[hoplomachia][marks][HM-EPI-15]") {
  const State state = in_state(two_lines());
  const auto mark = hoplomachia::Rules::mark_of(state, hoplomachia::ChargeAhead{{"A1"}, {}, 0});
  CHECK(mark.target == UnitId{"B1"});
  CHECK(mark.need == 8);
  CHECK(mark.or_less);
  CHECK(mark.per_mille == 722);
}

TEST_CASE("range and arc too close to call say so by name, what is sure is ruled", "[hoplomachia][HM-BEL-05][HM-BEL-10]") {
  const auto state_at = [](double inches_apart, double aside, std::int64_t variance) {
    Json setup = fight_setup(
        Json::array({unit_at("A1", "toxotes", 1, 900, 300), unit_at("A2", "hoplite", 2, 200, 200, true)}),
        Json::array({unit_at("B1", "psiloi", 1, 900 + aside, 300 + inches_apart * kInch), unit_at("B2", "hoplite", 2, 1700, 1190, true)}),
        "offensive_belos");
    State state = in_state(setup);
    state.at.phase = hoplomachia::Phase::OffensiveBelos;
    for (const char* id : {"A1", "B1"})
      for (auto& lochos : state.units.at({id}).lochoi)
        for (auto& stand : lochos.stands) stand.at.error.own = {variance, 0, 0, variance, 0, 0};
    return state;
  };
  constexpr std::int64_t kOneMm = 1000000;  // um squared
  const auto near = hoplomachia::may_shoot(state_at(7.98, 0, kOneMm), {"A1"});
  CHECK(near.ruling == engine::Ruling::TooCloseToCall);
  CHECK(near.reasons.front().rule == "HM-BEL-05");
  CHECK(near.reasons.front().limit == 8.0);
  CHECK(hoplomachia::may_shoot(state_at(7.98, 0, 0), {"A1"}).allowed());
  CHECK(hoplomachia::may_shoot(state_at(7.5, 0, kOneMm), {"A1"}).allowed());
  CHECK(hoplomachia::may_shoot(state_at(8.02, 0, kOneMm), {"A1"}).ruling == engine::Ruling::TooCloseToCall);
  CHECK(hoplomachia::may_shoot(state_at(8.02, 0, 0), {"A1"}).ruling == engine::Ruling::Refused);
  const auto arc = hoplomachia::may_shoot(state_at(6, 40 + 69.65, kOneMm), {"A1"});  // the border of 22 degrees at its rear corners
  CHECK(arc.ruling == engine::Ruling::TooCloseToCall);
  CHECK(arc.reasons.front().rule == "HM-BEL-10");
}

TEST_CASE("a lochos, an ile and a stand are told as players name them, a unit of one part by its own name", "[hoplomachia][HM-TROOP-12]") {
  Table table(small_setup(Json::array({unit_at("A1", "hoplite", 6, 500, 280, true), unit_at("A2", "hippeis", 4, 900, 280),
                                       unit_at("A3", "psiloi", 3, 1200, 280), unit_at("A4", "hoplite", 2, 1500, 280)}),
                          Json::array({unit_at("B1", "hoplite", 4, 900, 1100, true)})));
  const auto broken = [&](const char* unit, int at) {
    return table.battle().tell(
        Json{{"event", "lochos_fought"}, {"lochos", {{"unit", unit}, {"at", at}}}, {"fate", "routing"}, {"fight", Json::object()}}.dump());
  };
  CHECK(broken("A1", 1) == "the 2nd lochos of A1 is broken");
  CHECK(broken("A2", 0) == "the 1st ile of A2 is broken");
  CHECK(broken("A3", 2) == "the 3rd stand of A3 is broken");
  CHECK(broken("A4", 0) == "A4 is broken");
}

TEST_CASE("files taken at the start of a move are told once, with the move", "[hoplomachia][HM-ARR-07]") {
  Table table(two_lines());
  const auto told = [&](const char* rule) {
    return table.battle().tell(Json{{"event", "rearranged"}, {"unit", "A1"}, {"to", "OF"}, {"rule", rule}}.dump());
  };
  CHECK(told("HM-ARR-07").empty());
  CHECK(told("HM-AMB-115") == "A1 takes open files");
}

TEST_CASE("a result that cannot be done says what is done, before the throw and after it", "[hoplomachia][pending][HM-AND-29][HM-AMB-78]") {
  for (const bool busy : {false, true}) {
    CAPTURE(busy);
    Json setup = two_lines();
    if (busy) setup["state"]["units"]["B1"]["fight"] = {{"charging", true}};  // it has made its charge of this phase
    Table table(setup);
    table.allowed("A", {{"do", "charge"}, {"unit", "A1"}});
    table.dice({1, 1});
    table.dice({3});
    const std::string text = busy ? "passes: charges, but cannot: halts" : "passes: charges";
    const auto check = pending(table);
    REQUIRE(check);
    REQUIRE(check->thrown.thrower == UnitId{"B1"});
    CHECK(check->outlooks[0].text == text);
    CHECK(throw_of(table.dice({1, 1}), "HM-AND-15").at("outcome") == text);
  }
}

TEST_CASE("orders and questions name whom they mean, how far he stands and why he checks",
          "[hoplomachia][HM-BCK-04][HM-EPI-16][HM-KAT-01]") {
  Table shooting(fight_setup(Json::array({unit_at("A1", "toxotes", 2, 900, 300), unit_at("A2", "hoplite", 2, 200, 200, true)}),
                             Json::array({unit_at("B1", "hoplite", 4, 900, 300 + 6 * kInch, true)}), "offensive_belos"));
  const Json shoot{{"by", "A"}, {"do", "shoot"}, {"unit", "A1"}};
  CHECK(shooting.battle().say(shoot.dump()) == "shoot at B1 Hoplites (sample) with A1 Toxotes (sample)");
  CHECK(shooting.battle().say(R"({"by":"A","do":"stand","unit":"A1"})") == "let A1 Toxotes (sample) hold");
  CHECK(shooting.battle().say(R"({"by":"A","do":"shoot","unit":"A7"})") == "shoot with A7");  // nobody of that name
  shooting.allowed("A", shoot);
  CHECK(shooting.wait().question == "A1 shoots, a die each in this order: the 2nd and 1st lochos of B1 (6+)");

  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 4, 900, 300, true)}),
                           Json::array({unit_at("B1", "hoplite", 4, 900, 300 + 5 * kInch, true)}), "epidromos");
  charge_order(setup, "A1");
  Table charge(setup);
  CHECK(charge.battle().say(R"({"by":"A","do":"charge","unit":"A1"})") == "charge at B1 Hoplites (sample) with A1 Hoplites (sample)");
  CHECK(charge.battle().say(R"({"by":"A","do":"move","unit":"A1","legs":[{"turn_deg":180}]})") == "move A1 Hoplites (sample): turn about");
  charge.allowed("A", {{"do", "charge"}, {"unit", "A1"}});
  charge.dice({1, 1});
  CHECK(charge.wait().question == "A1: epidromos die, B1 stands 5.0 in ahead");

  CHECK(hoplomachia::cause_text("HM-KAT-05") == "it saw a taxis rout");
}

}  // namespace viewing_tests
