#pragma once
/// What was told, line by line, and where the reel of a battle stands that is told again. Part of ViewState. Pure.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "models/ids.hpp"
#include "models/scene.hpp"

namespace polemarch::ui {

struct LogLine {
  std::int64_t seq = 0;
  std::string text;
  Tone tone = Tone::Text;
  std::optional<Side> whose;  ///< of whom it speaks, else who did it
  bool taken_back = false;    ///< it was undone since, and does not hold
};

/// A battle that is told again: where its reel stands. Places on the reel count commands done, 0 to `count`.
struct ReplayView {
  std::int64_t at = 0, count = 0;
  std::int64_t read = 0;       ///< commands that are read so far; fewer than `count` while the log is being read
  std::vector<LogLine> ahead;  ///< what comes next, the nearest first
  bool playing = false;
  double speed = 1;
  std::string turn_word = "Turn";  ///< before the first number on the band: "Bound"
  struct Stretch {
    std::int64_t from = 0, to = 0;
    std::optional<Side> side;  ///< nobody: the set-up, a turn of both
    int turn = 0;
  };
  std::vector<Stretch> stretches;
  struct Loss {
    std::int64_t at = 0;
    Side side = Side::A;
  };
  std::vector<Loss> losses;
  std::vector<std::int64_t> rulings, bookmarks;
  std::optional<std::int64_t> pinned;  ///< the moment that stands beside this one
  struct Left {
    std::int64_t from = 0;
    int value = 0;
  };
  std::array<std::vector<Left>, 2> left;  ///< of A and B, what is left until they break, from where on; empty where nothing is counted
};

}  // namespace polemarch::ui
