#pragma once
/// Whole battles for whatever tells them: logs of earlier versions, and battles a robot plays at the screen.

#include <cmath>
#include <string>

#include "assistant/play/desk.hpp"
#include "assistant/play/manual_feed.hpp"
#include "assistant/play/stage.hpp"
#include "assistant/story/story.hpp"
#include "tests/assistant/play/robot.hpp"
#include "tests/assistant/session/log_support.hpp"

namespace polemarch::test {

inline std::string old_log(const std::string& name) { return source_dir() + "/tests/assistant/session/old_logs/" + name + ".battle"; }

/// The first moment in which a unit goes somewhere in one piece gets a way that bends 150 mm to the side: its index.
inline std::size_t bend_a_way(assistant::story::Story& story) {
  for (std::size_t i = 0; i < story.moments.size(); ++i) {
    assistant::story::Moment& moment = story.moments[i];
    if (moment.shifts.empty()) continue;
    const assistant::story::Shift& first = moment.shifts.front();
    bool straight = true;
    for (const assistant::story::Shift& shift : moment.shifts)
      straight = straight && shift.from.on_table && shift.to.on_table && shift.from.heading == shift.to.heading &&
                 std::abs(shift.to.x - shift.from.x - first.to.x + first.from.x) < 0.01 &&
                 std::abs(shift.to.y - shift.from.y - first.to.y + first.from.y) < 0.01;
    const double dx = first.to.x - first.from.x, dy = first.to.y - first.from.y, length = std::hypot(dx, dy);
    if (!straight || length < 60 || moment.undone) continue;
    assistant::story::Standing bend = first.from;
    bend.x += dx / 2 - 150 * dy / length;
    bend.y += dy / 2 + 150 * dx / length;
    moment.ways = {{story.pieces[first.piece].unit, {first.from, bend, first.to}}};
    return i;
  }
  FAIL("no unit goes anywhere");
  return 0;
}

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
