#pragma once
/// What a battle needs before the first look: its session, its table with border and grid, its bases with their markers.

#include <memory>
#include <string>
#include <vector>

#include "assistant/session/session.hpp"
#include "models/footprint.hpp"
#include "models/result.hpp"
#include "models/table.hpp"

namespace polemarch::assistant::play {

struct StageSettings {
  std::string battle;      ///< battle.json or game.battle
  std::string log;         ///< where a new battle is logged; empty: nowhere
  std::string table_file;  ///< instead of the battle's own table
  std::string bases_file;  ///< instead of the battle's own bases
};

struct Stage {
  std::unique_ptr<Session> session;
  Table table;
  std::vector<BaseSpec> bases;
};

/// Errors: one line naming file, place and mend.
Result<Stage> set_stage(const StageSettings& settings);

}  // namespace polemarch::assistant::play
