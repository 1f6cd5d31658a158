#pragma once
/// The manual: source: bases stand where the rules have them until somebody drags one or types its place. A full source: everything that
/// works with a camera works with it. Holds the seconds it is told; no clock of its own.

#include <functional>
#include <map>
#include <vector>

#include "assistant/play/feed.hpp"
#include "engine/core/room.hpp"

namespace polemarch::assistant::play {

class ManualFeed : public Feed {
 public:
  /// `places`: the battle's, asked at every look, so that what the rules place stands there at once. `seconds`: since the start.
  ManualFeed(std::function<std::vector<engine::Place>()> places, std::function<double()> seconds);
  std::optional<Look> next() override;
  void drag(const DragBase& move) override;
  /// Takes over from a camera: bases stand where they were last seen.
  void take_over(const TableState& seen);

 private:
  std::function<std::vector<engine::Place>()> places_;
  std::function<double()> seconds_;
  struct Standing {
    double x = 0, y = 0, heading = 0;
    double since = 0;
  };
  void forget_units_placed_anew(const std::vector<engine::Place>& places);
  std::map<BaseId, Standing> moved_;  ///< bases put elsewhere by hand
  struct Ruled {
    Pose pose;
    bool on_table = false;
    bool operator==(const Ruled&) const = default;
  };
  std::map<BaseId, Ruled> ruled_;  ///< where the rules had them at the last look
  std::int64_t frame_ = 0;
};

}  // namespace polemarch::assistant::play
