#pragma once
/// Whole battles for whatever tells them: logs of earlier versions, and battles a robot plays at the screen.

#include <string>

#include "assistant/play/desk.hpp"
#include "assistant/play/manual_feed.hpp"
#include "assistant/play/stage.hpp"
#include "tests/assistant/play/robot.hpp"
#include "tests/assistant/session/log_support.hpp"

namespace polemarch::test {

inline std::string old_log(const std::string& name) { return source_dir() + "/tests/assistant/session/old_logs/" + name + ".battle"; }

/// A sample battle played by the robot into `path`, for at most `most` wishes; the seconds go by as at a quick table.
inline RobotReport play_by_robot(const std::string& battle, const std::string& path, unsigned seed, int most = 40000) {
  const std::string setup = battle.find('/') == std::string::npos ? source_dir() + "/models/data/battles/" + battle + ".json" : battle;
  auto stage = assistant::play::set_stage({.battle = setup, .log = path, .table_file = {}, .bases_file = {}});
  INFO((stage ? "" : stage.error().line));
  REQUIRE(stage);
  double seconds = 0;
  assistant::play::Desk desk(*stage->session, stage->table, stage->bases, {.seed = static_cast<std::uint64_t>(seed)});
  assistant::play::ManualFeed feed([&] { return desk.battle().places(); }, [&] { return seconds; });
  return Robot(desk, feed, seed, seconds).play(most);
}

}  // namespace polemarch::test
