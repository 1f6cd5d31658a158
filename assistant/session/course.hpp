#pragma once
/// Where in the battle a command stands, for the log and for whoever tells it: turn, phase, whose turn, which order it belongs to, and
/// since when it was asked for. Followed along as a battle is played or folded. Pure.

#include <cstdint>
#include <map>
#include <string>

#include "engine/core/battle.hpp"
#include "engine/core/json_types.hpp"

namespace polemarch::assistant {

/// Of one command, as the battle stood when it came.
struct CoursePlace {
  int turn = 0;
  std::string phase;
  Viewer side = Viewer::Both;
  double asked_t = 0;      ///< seconds of play: when its question was opened; of what nobody asked for: when the command before came
  std::int64_t order = 0;  ///< seq of the command it belongs to: whose question it answers; its own where it begins something
};

class Course {
 public:
  /// Before the command is judged or folded. `command`: its JSON, or an empty object where it is sealed.
  CoursePlace before(const engine::Battle& battle, const engine::Json& command) const;
  /// After it, refused or not. Questions and placements that are new belong to its order.
  void after(const engine::Battle& battle, const CoursePlace& place, double t);

 private:
  struct Asked {
    double t = 0;
    std::int64_t order = 0;
  };
  std::map<std::string, Asked> waits_, owed_;  ///< open ones, by their id
  double last_t_ = 0;
};

}  // namespace polemarch::assistant
