#pragma once
/// A watched table for the tests of observe.

#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "assistant/observe/observer.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/fake_battle.hpp"
#include "tests/support/hands.hpp"

namespace polemarch::test {

using namespace assistant;
using Json = nlohmann::json;

/// A battle with one unit of eight bases, two small ones and an enemy on open ground, watched ten times a second. Proposals are given to
/// the battle as the program does it.
struct Field {
  test::FakeBattle battle;
  Table table;
  observe::Observer observer;
  std::optional<test::Hands> hands;
  observe::Report last;
  std::vector<TableNotice> notices;
  std::vector<observe::Nudge> nudges;
  std::set<std::string> asked;  ///< every query ever shown

  explicit Field(bool grid = false) {
    table.width = 1800_mm;
    table.depth = 1200_mm;
    if (grid) {
      table.grid = GridSpec{12, 8, 150_mm, {0_mm, 0_mm}, 0_deg, 0, 0};
      for (int i = 0; i < 3; ++i) add_in_box("A" + std::to_string(i + 1), Side::A, 2 + i, 1, 90_deg);
      add_in_box("B1", Side::B, 3, 6, 270_deg);
    } else {
      battle.add("A1", Side::A, 8, {300_mm, 200_mm}, 90_deg);
      battle.add("A2", Side::A, 1, {800_mm, 200_mm}, 90_deg);
      battle.add("A3", Side::A, 1, {900_mm, 200_mm}, 90_deg);
      battle.add("B1", Side::B, 1, {800_mm, 900_mm}, 270_deg);
    }
  }
  void add_in_box(const std::string& unit, Side side, int column, int row, Angle heading) {
    battle.add(unit, side, 1, {Length::from_mm(column * 150 + 75), Length::from_mm(row * 150 + 75)}, heading,
               {Outline::Rectangle, 100_mm, 40_mm});
    battle.standing.back().region = box(column, row);
  }
  static std::vector<Point> box(int column, int row) {
    const Length x = column * 150_mm, y = row * 150_mm;
    return {{x, y}, {x + 150_mm, y}, {x + 150_mm, y + 150_mm}, {x, y + 150_mm}};
  }
  /// Offers `unit` a move to a box; obeyed by moving its place there.
  void offer_box(const std::string& unit, const std::string& to, engine::Verdict verdict = engine::allow(),
                 const std::string& verb = "move") {
    battle.menu.push_back({Json{{"do", verb}, {"unit", unit}, {"to", to}}.dump(), verb + " to " + to, verdict, {}});
  }
  void offer_free(const std::string& unit) {
    battle.menu.push_back(
        {Json{{"do", "move"}, {"unit", unit}}.dump(), "move", engine::allow(), {engine::fill_in(engine::NeedKind::Pose, "poses")}});
  }
  void start() {
    hands.emplace(battle.standing);
    hands->each_frame = [this](const TableState& state) { look(state); };
    if (!battle.obeyed)
      battle.obeyed = [this](const Json& command) {
        if (!command.contains("to") || !command["to"].is_string()) return;
        const auto name = box_named(command["to"].get<std::string>());
        engine::Place& place = battle.at(command["unit"].get<std::string>());
        place.region = box(name->column, name->row);
        place.pose.x = Length::from_mm(name->column * 150 + 75);
        place.pose.y = Length::from_mm(name->row * 150 + 75);
      };
    hands->wait(4);
  }
  void look(const TableState& state) {
    last = observer.look(state, table, battle);
    notices.insert(notices.end(), last.notices.begin(), last.notices.end());
    nudges.insert(nudges.end(), last.nudges.begin(), last.nudges.end());
    for (const auto& query : last.queries) asked.insert(query.text);
    for (const observe::Proposal& proposal : last.proposals) {
      auto outcome = battle.submit(proposal.command);
      if (!outcome->verdict.allowed() && proposal.rule_by)
        outcome = battle.submit(Json{{"by", *proposal.rule_by}, {"do", "rule"}, {"allow", true}, {"reason", proposal.rule_reason}}.dump());
      observer.done(proposal.id, outcome->verdict);
    }
  }
  Json said(std::size_t i) const { return Json::parse(battle.spoken.at(i)); }
  /// Refuses everything but rulings, placements, answers: the fake rules of a stern room.
  void refuse_moves(const std::string& text) {
    battle.rules = [text](const Json& command) {
      return command["do"] == "rule" || command["do"] == "place" ? engine::allow() : engine::refuse("FK-MOV-1", text);
    };
  }
};

}  // namespace polemarch::test
