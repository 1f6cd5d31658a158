/// The sequence of play is walked through, phase by phase, and who has something to do in it.
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/forming.hpp"
#include "engine/rulesets/hoplomachia/topics/sequence.hpp"
#include "tests/engine/rulesets/hoplomachia/fight_support.hpp"

namespace sequence_tests {

using namespace polemarch;
using namespace polemarch::test::hoplomachia_room;
using test::hoplomachia_room::Table;

namespace {

/// Lets whoever is next stand still until the turn is over; gives the phases that began, in order.
std::vector<std::string> idle_turn(Table& table) {
  std::vector<std::string> phases;
  const auto note = [&](const std::vector<Json>& events) {
    for (const Json& event : of_kind(events, "phase_began")) phases.push_back(event.at("phase"));
  };
  const int turn = table.at("/at/turn");
  note(table.allowed("A", {{"do", "signal"}}));
  note(table.allowed("B", {{"do", "signal"}}));
  note(table.allowed("A", {{"do", "end_commands"}}));
  note(table.allowed("B", {{"do", "end_commands"}}));
  for (int i = 0; i < 200 && table.at("/at/turn") == turn; ++i) {
    if (table.asked()) {
      note(table.dice(std::vector<int>(static_cast<std::size_t>(table.wait().chance->count), 3)));
      continue;
    }
    bool stood = false;
    for (const char* side : {"A", "B"}) {
      for (const auto& offer : table.battle().offers(side == std::string("A") ? Viewer::A : Viewer::B, engine::AboutAll{})) {
        const Json command = Json::parse(offer.command);
        if (!offer.verdict.allowed() || command.at("do") != "stand") continue;
        note(table.allowed(side, command));
        stood = true;
        break;
      }
      if (stood) break;
    }
    if (!stood) break;
  }
  return phases;
}

}  // namespace

TEST_CASE("a turn goes through command strophe, action strophe and katastrophe in order",
          "[hoplomachia][HM-SEQ-01][HM-SEQ-02][HM-SEQ-03]") {
  auto table = Table::sample();
  REQUIRE(table.phase() == "salpinx");
  CHECK(table.at("/at/turn") == 1);
  const auto phases = idle_turn(table);
  std::vector<std::string> seen;
  for (const std::string& phase : phases)
    if (seen.empty() || seen.back() != phase) seen.push_back(phase);
  const std::vector<std::string> wanted{"commands",        "mantis",  "automatic", "offensive_belos", "epidromos",
                                        "defensive_belos", "marches", "melee",     "katastrophe",     "salpinx"};
  CHECK(seen == wanted);
  CHECK(table.at("/at/turn") == 2);
}

TEST_CASE("who has just recovered neither shoots, charges nor marches that turn, but reacts", "[hoplomachia][HM-AMB-77]") {
  Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 4, 900, 300, true), unit_at("A2", "psiloi", 1, 300, 300),
                                        unit_at("A3", "toxotes", 1, 340, 300)}),
                           Json::array({unit_at("B1", "hoplite", 4, 900, 300 + 4 * kInch, true), unit_at("B2", "psiloi", 1, 300, 400)}),
                           "epidromos", "B");
  charge_order(setup, "A1");
  charge_order(setup, "B1");
  using hoplomachia::Phase;
  for (const bool recovered : {false, true}) {
    CAPTURE(recovered);
    hoplomachia::State state = in_state(setup);
    for (const char* id : {"A1", "A2", "A3"}) {
      state.units.at({id}).turn.recovered = recovered;
      state.units.at({id}).mode = hoplomachia::Mode::March;
    }
    CHECK(hoplomachia::able_to_act(state, {"A1"}) == !recovered);
    for (const auto& [phase, stage, id] :
         {std::tuple{Phase::OffensiveBelos, 0, "A3"}, {Phase::OffensiveBelos, 1, "A2"}, {Phase::Marches, 0, "A2"}}) {
      CAPTURE(hoplomachia::name_of_stage(phase, stage));
      state.at.phase = phase, state.at.stage = stage;
      CHECK(hoplomachia::able_to_act(state, {id}) == !recovered);
    }
    Json begun = setup;
    begun["state"]["units"]["A1"]["turn"]["recovered"] = recovered;
    Table table(begun);
    table.allowed("B", {{"do", "charge"}, {"unit", "B1"}});
    table.dice({1, 1});  // B1 charges
    table.dice({3});
    REQUIRE(table.asked());
    CHECK(table.wait().question.find("A1") == 0);
    table.dice({1, 1});
    REQUIRE(table.asked());
    CHECK(table.wait().question.find("A1: epidromos die") == 0);  // it charges in return
  }
}

TEST_CASE("who recovers by a check takes close or open files as its owner likes", "[hoplomachia][HM-AND-26][HM-AMB-77]") {
  for (const auto& [choice, files] : {std::pair{"c", "CF"}, {"o", "OF"}}) {
    Json setup = fight_setup(Json::array({unit_at("A1", "hoplite", 4, 900, 300, true)}),
                             Json::array({unit_at("B1", "hoplite", 4, 900, 900, true)}), "katastrophe");
    setup["state"]["at"]["stage"] = 4;
    Json& unit = setup["sides"]["A"]["units"][0];
    for (const char* line : {"recovering", "charging", "melee", "katastrophe"})
      unit["andreia_chart"][line] = {{"pass", "R"}, {"fail", {"R", "R", "R", "R"}}};
    setup["state"]["units"]["A1"]["fight"] = {{"katastrophe", {"HM-KAT-06"}}};
    Table table(setup);
    table.dice({1, 1});
    REQUIRE(table.asked());
    CHECK(table.wait().rule == "HM-AND-26");
    CHECK(table.wait().who == Viewer::A);
    table.choose(choice);
    CHECK(table.at("/units/A1/arrangement") == files);
    const double behind = stand_of(table, "A1", 0, 0).y - stand_of(table, "A1", 0, 1).y;
    CHECK((behind > 30) == (choice == std::string("o")));  // a base apart, or edge to edge
    CHECK_FALSE(table.asked());
  }
}

TEST_CASE("where a taxis stood before the first of its moves is kept until the next turn begins", "[hoplomachia][HM-AMB-31]") {
  hoplomachia::State state = in_state(fight_setup(Json::array({unit_at("A1", "hoplite", 2, 900, 300, true)}),
                                                  Json::array({unit_at("B1", "hoplite", 2, 900, 900, true)}), "epidromos"));
  const UnitId id{"A1"};
  const auto first = hoplomachia::places_of(state.units.at(id));
  CHECK(state.units.at(id).stood.empty());
  for (const Length ahead : {4_in, 1_in})  // who goes on alone moves twice in a charge
    state = hoplomachia::Rules::evolve(
        std::move(state),
        hoplomachia::StandsMoved{id, hoplomachia::shifted(state.units.at(id), ahead, {}), ahead, {}, "charges", "HM-EPI-25"});
  CHECK(state.units.at(id).stood == first);
  state = hoplomachia::Rules::evolve(std::move(state), hoplomachia::TurnBegan{4, 0, 0});
  CHECK(state.units.at(id).stood.empty());
}

}  // namespace sequence_tests
