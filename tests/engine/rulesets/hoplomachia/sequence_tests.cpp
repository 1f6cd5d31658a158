/// The sequence of play is walked through, phase by phase.
#include <set>

#include "tests/engine/rulesets/hoplomachia/support.hpp"

namespace sequence_tests {

using namespace polemarch;
using test::hoplomachia_room::Json;
using test::hoplomachia_room::of_kind;
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

}  // namespace sequence_tests
