#pragma once
/// A Hoplomachia battle of 120 bases, for tests and benchmarks of what grows with the battle.

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/support/source_dir.hpp"

namespace polemarch::test {

/// The sample battle twice side by side, on a table twice as wide. The bases of A3 stand again as those of A23.
inline nlohmann::json wide_battle() {
  std::ifstream file(source_dir() + "/models/data/battles/hoplomachia_sample.json");
  nlohmann::json battle = nlohmann::json::parse(file);
  const double width = battle["table"]["size_mm"][0];
  battle["table"]["size_mm"][0] = 2 * width;
  for (const char* side : {"A", "B"}) {
    nlohmann::json& units = battle["sides"][side]["units"];
    nlohmann::json more = nlohmann::json::array();
    for (nlohmann::json unit : units) {
      const auto again = [](const std::string& id) { return std::string(1, id[0]) + "2" + id.substr(1); };
      unit["unit"] = again(unit["unit"]);
      if (unit.contains("allied_to")) unit["allied_to"] = again(unit["allied_to"]);
      for (nlohmann::json& pose : unit["poses"]) {
        pose["base"] = again(pose["base"]);
        pose["x_mm"] = pose["x_mm"].get<double>() + width;
      }
      more.push_back(std::move(unit));
    }
    units.insert(units.end(), more.begin(), more.end());
  }
  return battle;
}

}  // namespace polemarch::test
