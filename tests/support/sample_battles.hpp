#pragma once
/// The sample battle of every registered ruleset.

#include <fstream>
#include <memory>
#include <sstream>
#include <string>

#include "engine/registry/registry.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"

namespace polemarch::test {

inline std::string sample_text(const std::string& key) {
  std::ifstream in(source_dir() + "/models/data/battles/" + key + "_sample.json");
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

inline std::unique_ptr<engine::Battle> sample(const engine::RegisteredRuleset& room) {
  const std::string key(room.info().key);
  INFO(key);
  auto battle = room.make(sample_text(key), key + "_sample.json");
  if (!battle) FAIL(battle.error().line);
  return std::move(*battle);
}

}  // namespace polemarch::test
