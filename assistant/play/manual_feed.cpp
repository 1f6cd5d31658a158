#include "assistant/play/manual_feed.hpp"

#include <algorithm>
#include <set>

namespace polemarch::assistant::play {

ManualFeed::ManualFeed(std::function<std::vector<engine::Place>()> places, std::function<double()> seconds)
    : places_(std::move(places)), seconds_(std::move(seconds)) {}

std::optional<Look> ManualFeed::next() {
  Look look;
  look.manual = true;
  look.source = "drag bases or press T";
  look.table.t = seconds_();
  look.table.frame = frame_++;
  look.table.registered = true;
  const std::vector<engine::Place> places = places_();
  forget_units_placed_anew(places);
  for (const engine::Place& place : places) {
    ObservedBase base;
    base.base = place.base;
    base.unit = place.unit;
    base.x_mm = place.pose.x.mm();
    base.y_mm = place.pose.y.mm();
    base.heading_deg = place.pose.heading.deg();
    base.state = place.on_table ? Seen::Seen : Seen::Gone;
    base.settled = true;
    const auto moved = moved_.find(place.base);
    if (moved != moved_.end()) {
      base.x_mm = moved->second.x;
      base.y_mm = moved->second.y;
      base.heading_deg = moved->second.heading;
      base.state = Seen::Seen;
      base.settled_since = moved->second.since;
    }
    look.table.bases.push_back(std::move(base));
  }
  std::sort(look.table.bases.begin(), look.table.bases.end(), [](const ObservedBase& a, const ObservedBase& b) { return a.base < b.base; });
  return look;
}

/// The rules have placed some of it anew (a recoil, a loss, an undo, or this very move): where a hand put its bases before is history.
void ManualFeed::forget_units_placed_anew(const std::vector<engine::Place>& places) {
  std::set<UnitId> anew;
  for (const engine::Place& place : places) {
    const auto stood = ruled_.find(place.base);
    const Ruled now{place.pose, place.on_table};
    if (stood != ruled_.end() && stood->second != now) anew.insert(place.unit);
    ruled_[place.base] = now;
  }
  for (const engine::Place& place : places)
    if (anew.contains(place.unit)) moved_.erase(place.base);
}

void ManualFeed::drag(const DragBase& move) {
  for (const engine::Place& place : places_())
    if (place.base == move.base) moved_[move.base] = {move.to.x, move.to.y, move.heading_deg, seconds_()};
}

void ManualFeed::take_over(const TableState& seen) {
  for (const engine::Place& place : places_())
    for (const ObservedBase& base : seen.bases)
      if (base.base == place.base && base.state != Seen::Gone) moved_[base.base] = {base.x_mm, base.y_mm, base.heading_deg, seconds_()};
}

}  // namespace polemarch::assistant::play
