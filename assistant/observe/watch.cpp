#include "assistant/observe/watch.hpp"

#include <algorithm>
#include <cmath>

namespace polemarch::assistant::observe {

Spot spot_of(const ObservedBase& base) { return {base.x_mm, base.y_mm, base.heading_deg}; }
Spot spot_of(const Pose& pose) { return {pose.x.mm(), pose.y.mm(), pose.heading.deg()}; }
double distance(const Spot& a, const Spot& b) { return std::hypot(a.x - b.x, a.y - b.y); }
double turn_between(const Spot& a, const Spot& b) {
  const double turn = std::fmod(std::abs(a.heading - b.heading), 360.0);
  return std::min(turn, 360.0 - turn);
}

namespace {

constexpr double kSure = 2.326;  ///< standard deviations: 99 of 100, one-sided

}  // namespace

double doubt_mm(const ObservedBase& base, const Spot& from, Measured measured) {
  const double dx = base.x_mm - from.x, dy = base.y_mm - from.y, length2 = dx * dx + dy * dy;
  if (length2 <= 0) return 0;
  const auto& own = base.own_cov;
  double variance = (dx * dx * own[0] + dx * dy * (own[1] + own[3]) + dy * dy * own[4]) / length2;
  if (measured == Measured::Both) return kSure * std::sqrt(std::max(2 * variance, 0.0));
  for (const auto& factor : base.shared) variance += (dx * factor[0] + dy * factor[1]) * (dx * factor[0] + dy * factor[1]) / length2;
  return kSure * std::sqrt(std::max(variance, 0.0));
}

double doubt_deg(const ObservedBase& base, Measured measured) {
  double variance = base.own_cov[8];
  if (measured == Measured::Both) return kSure * std::sqrt(std::max(2 * variance, 0.0));
  for (const auto& factor : base.shared) variance += factor[2] * factor[2];
  return kSure * std::sqrt(std::max(variance, 0.0));
}

bool inside_region(const std::vector<Point>& region, double x, double y, double rim_mm) {
  bool inside = false;
  double nearest = 1e18;
  for (std::size_t i = 0; i < region.size(); ++i) {
    const double ax = region[i].x.mm(), ay = region[i].y.mm();
    const Point next = region[(i + 1) % region.size()];
    const double bx = next.x.mm(), by = next.y.mm();
    if ((ay > y) != (by > y) && x < ax + (y - ay) * (bx - ax) / (by - ay)) inside = !inside;
    const double length2 = (bx - ax) * (bx - ax) + (by - ay) * (by - ay);
    const double along = length2 > 0 ? std::clamp(((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length2, 0.0, 1.0) : 0.0;
    nearest = std::min(nearest, std::hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay)));
  }
  return inside || nearest <= rim_mm;
}

bool Watch::agrees(const engine::Place& place, const ObservedBase& base) const {
  if (!place.on_table) return base.state == Seen::Gone;
  if (base.state == Seen::Gone) return false;
  const Spot seen = spot_of(base), ruled = spot_of(place.pose);
  const double deg = doubt_deg(base);
  if (!place.region.empty()) {
    const double rim = settings_.box_rim_mm + doubt_mm(base, ruled);
    return inside_region(place.region, seen.x, seen.y, rim) && turn_between(seen, ruled) <= settings_.box_turn_deg + deg;
  }
  return distance(seen, ruled) <= settings_.nudge_mm + doubt_mm(base, ruled) && turn_between(seen, ruled) <= settings_.nudge_deg + deg;
}

void Watch::forget() {
  bases_.clear();
  units_.clear();
}

bool Watch::displaced(const BaseMemory& memory, const engine::Place* place, const ObservedBase& base) const {
  if (!memory.rest) return true;
  const Spot seen = spot_of(base);
  const double mm = doubt_mm(base, *memory.rest, Measured::Both), deg = doubt_deg(base, Measured::Both);
  // Inside its box a base may be shoved about freely.
  if (place != nullptr && !place->region.empty() && inside_region(place->region, memory.rest->x, memory.rest->y, settings_.box_rim_mm))
    return !inside_region(place->region, seen.x, seen.y, settings_.box_rim_mm + mm) ||
           turn_between(seen, *memory.rest) > settings_.box_turn_deg + deg;
  return distance(seen, *memory.rest) > settings_.nudge_mm + mm || turn_between(seen, *memory.rest) > settings_.nudge_deg + deg;
}

void Watch::look_at_unit(const UnitId& unit, const std::vector<const ObservedBase*>& bases,
                         const std::map<BaseId, const engine::Place*>& places, const std::vector<BaseId>& removals, double t, bool now,
                         WatchReport& report) {
  UnitMemory& memory = units_[unit];
  const auto place_of = [&](const BaseId& base) {
    const auto found = places.find(base);
    return found == places.end() ? nullptr : found->second;
  };
  bool active = false, moved = false, carried = false, stayed = false, any_seen = false;
  bool home = false, away = false;  // of what rests: where the rules have it, or not
  double rested = 0;
  bool removal_ripe = true;  // every base that is gone has been gone long enough
  std::vector<const ObservedBase*> lifted;
  for (const ObservedBase* base : bases) {
    BaseMemory& known = bases_[base->base];
    switch (base->state) {
      case Seen::Hidden:  // a hand over it; where nothing changed it may rest there for ever
        active = true;
        break;
      case Seen::Seen:
        any_seen = true;
        known.gone_since = -1;
        // Where the rules have it from the first, it was put there before anybody looked.
        if (const engine::Place* place = place_of(base->base);
            !known.rest && base->settled && place != nullptr && place->on_table && agrees(*place, *base))
          known.rest = spot_of(*base);
        if (base->settled) {
          const engine::Place* place = place_of(base->base);
          (place != nullptr && agrees(*place, *base) ? home : away) = true;
          rested = std::max(rested, base->settled_since);
        }
        if (!base->settled) {
          active = true;
          carried = carried || displaced(known, place_of(base->base), *base);
        } else if (displaced(known, place_of(base->base), *base) || known.taken_off) {
          moved = true;
        } else {
          stayed = true;
        }
        break;
      case Seen::Gone:
        if (known.taken_off || !known.rest) break;  // off the table and known to be
        if (known.gone_since < 0) known.gone_since = t;
        lifted.push_back(base);
        const bool owed = std::find(removals.begin(), removals.end(), base->base) != removals.end();
        if (t - known.gone_since < (owed ? settings_.removal_owed_s : settings_.lifted_s)) removal_ripe = false;
        break;
    }
  }
  // A nudge: everything still and nothing displaced. The rest pose follows, so that creeping is seen against the rules' pose only.
  if (!active && !moved && lifted.empty()) {
    for (const ObservedBase* base : bases) {
      BaseMemory& known = bases_[base->base];
      if (base->state != Seen::Seen || !known.rest) continue;
      const double mm = distance(spot_of(*base), *known.rest), deg = turn_between(spot_of(*base), *known.rest);
      if (mm < std::max(settings_.noticed_mm, doubt_mm(*base, *known.rest, Measured::Both)) &&
          deg < std::max(settings_.noticed_deg, doubt_deg(*base, Measured::Both)))
        continue;
      report.nudges.push_back({t, base->base, mm, deg});
      known.rest = spot_of(*base);
    }
    if (any_seen) memory.first_look = false;
    memory.open = false;
    return;
  }
  if (!moved && !carried && lifted.empty()) {  // a hand rests there, or a base rocks; nothing was moved yet
    if (memory.open) memory.last_activity = t;
    return;
  }
  if (!memory.open || active) memory.last_activity = t;
  memory.last_activity = std::max(memory.last_activity, std::min(rested, t));  // a base set down between two pictures
  memory.open = true;
  const double waited = t - memory.last_activity;
  const bool partly = moved && (stayed || (home && away)) && !memory.first_look;
  bool over = !active && waited >= (partly ? settings_.close_partly_s : settings_.close_s);
  if (!lifted.empty()) over = over && removal_ripe;
  if (now && !active) over = true;
  if (!over) {
    report.being_moved.push_back(unit);
    return;
  }
  ClosedMove closed{unit, t, {}, {}, memory.first_look, memory.last_activity};
  for (const ObservedBase* base : bases) {
    BaseMemory& known = bases_[base->base];
    if (base->state == Seen::Seen) {
      known.rest = spot_of(*base);
      known.taken_off = false;
      closed.bases.push_back(*base);
    }
  }
  for (const ObservedBase* base : lifted) {
    bases_[base->base].taken_off = true;
    closed.removed.push_back(base->base);
  }
  memory.open = false;
  if (any_seen) memory.first_look = false;
  report.closed.push_back(std::move(closed));
}

WatchReport Watch::look(const TableState& table, const std::vector<engine::Place>& places, const std::vector<BaseId>& removals, bool now) {
  WatchReport report;
  if (!table.registered) return report;  // without the border nothing said about places holds
  std::map<BaseId, const engine::Place*> place_of;
  std::map<BaseId, UnitId> unit_of;
  for (const engine::Place& place : places) {
    place_of[place.base] = &place;
    unit_of[place.base] = place.unit;
  }
  std::map<UnitId, std::vector<const ObservedBase*>> units;
  for (const ObservedBase& base : table.bases) {
    const auto known = unit_of.find(base.base);
    const UnitId unit = known != unit_of.end() ? known->second : base.unit;
    if (!unit.empty()) units[unit].push_back(&base);
  }
  for (const auto& [unit, bases] : units) look_at_unit(unit, bases, place_of, removals, table.t, now, report);
  return report;
}

}  // namespace polemarch::assistant::observe
