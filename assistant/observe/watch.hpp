#pragma once
/// Which units are being moved, and when a move is over. Knows hands, lifting, nudges and creeping; knows no rules beyond where the battle
/// has each base. Time comes in with the TableState (seconds). Table frame, millimetres and degrees. Pure: no clock, no thread.

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/core/room.hpp"
#include "models/table_state.hpp"

namespace polemarch::assistant::observe {

struct WatchSettings {
  double close_s = 3.0;  ///< s without a moving base or a hand over it until a move is over. Longer: slower; shorter: cuts moves in two
  double close_partly_s = 8.0;  ///< s, the same while some bases of the unit still stand where they stood (moved base by base)
  double lifted_s = 15.0;       ///< s until bases that left the table count as removed
  double removal_owed_s = 3.0;  ///< s, the same where the rules removed them
  double nudge_mm = 5.0;        ///< shifts up to this are absorbed on open ground
  double nudge_deg = 3.0;       ///< turns up to this are absorbed on open ground
  double box_turn_deg = 30.0;   ///< turns up to this are absorbed inside a box
  double box_rim_mm = 6.0;      ///< how far a base's centre may stick out of its box and still stand in it
  double noticed_mm = 1.0;      ///< shifts under this are measuring noise, not nudges
  double noticed_deg = 1.0;
};

/// A pose in doubles.
struct Spot {
  double x = 0, y = 0, heading = 0;
};
Spot spot_of(const ObservedBase& base);
Spot spot_of(const Pose& pose);
double distance(const Spot& a, const Spot& b);
/// Unsigned, 0 to 180.
double turn_between(const Spot& a, const Spot& b);
/// Which ends of a shift were measured: where the rules have a base is exact; where it stood before was seen with the same calibration,
/// which moves both ends alike, so that only the noise of each counts.
enum class Measured { One, Both };
/// How much of the shift from there to the base may be error: 2.326 standard deviations along it (99 of 100). mm.
double doubt_mm(const ObservedBase& base, const Spot& from, Measured measured = Measured::One);
/// The same of its heading, in degrees.
double doubt_deg(const ObservedBase& base, Measured measured = Measured::One);
/// True when (x, y) lies inside the polygon or within `rim_mm` of it.
bool inside_region(const std::vector<Point>& region, double x, double y, double rim_mm);

/// A shift that was absorbed.
struct Nudge {
  double t = 0;
  BaseId base;
  double mm = 0, deg = 0;
};

/// A unit's move that is over: every base where it stands, and the ones that went.
struct ClosedMove {
  UnitId unit;
  double t = 0;
  std::vector<ObservedBase> bases;  ///< seen and at rest, by base id
  std::vector<BaseId> removed;
  bool first_look = false;  ///< never seen before: deployment or resuming
  double rested_at = 0;     ///< t at which the last base came to rest
};

struct WatchReport {
  std::vector<ClosedMove> closed;   ///< in the order they were closed; ties by unit id
  std::vector<UnitId> being_moved;  ///< hand or motion now, or not yet closed
  std::vector<Nudge> nudges;
};

class Watch {
 public:
  explicit Watch(WatchSettings settings = {}) : settings_(settings) {}

  /// `now` closes what is still without waiting (Space). `removals` are bases the rules took off the table.
  WatchReport look(const TableState& table, const std::vector<engine::Place>& places, const std::vector<BaseId>& removals, bool now);

  /// True when the base stands where the rules have it: inside its box, or within the nudge of its pose.
  bool agrees(const engine::Place& place, const ObservedBase& base) const;
  /// True when the base was seen to leave the table for good.
  bool taken_off(const BaseId& base) const {
    const auto found = bases_.find(base);
    return found != bases_.end() && found->second.taken_off;
  }
  /// Forget what stood where (camera bumped, other source): the next look is a first look.
  void forget();
  const WatchSettings& settings() const { return settings_; }

 private:
  struct BaseMemory {
    std::optional<Spot> rest;  ///< where it last stood still; empty: never seen
    bool taken_off = false;    ///< closed as removed
    double gone_since = -1;
  };
  struct UnitMemory {
    bool open = false;
    bool first_look = true;
    double last_activity = 0;
  };
  bool displaced(const BaseMemory& memory, const engine::Place* place, const ObservedBase& base) const;
  void look_at_unit(const UnitId& unit, const std::vector<const ObservedBase*>& bases, const std::map<BaseId, const engine::Place*>& places,
                    const std::vector<BaseId>& removals, double t, bool now, WatchReport& report);

  WatchSettings settings_;
  std::map<BaseId, BaseMemory> bases_;
  std::map<UnitId, UnitMemory> units_;
};

}  // namespace polemarch::assistant::observe
