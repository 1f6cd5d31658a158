#pragma once
/// Hands over a synthetic table: moves, lifts and hides bases and lets time pass, as the tracker would report it.

#include <cmath>
#include <functional>
#include <map>
#include <string>

#include "engine/core/room.hpp"
#include "models/table_state.hpp"

namespace polemarch::test {

class Hands {
 public:
  TableState table;
  std::function<void(const TableState&)> each_frame;  ///< called for every frame, 10 a second

  explicit Hands(const std::vector<engine::Place>& places) {
    table.registered = true;
    table.border_seen.resize(4);
    for (const engine::Place& place : places) {
      ObservedBase base;
      base.base = place.base;
      base.unit = place.unit;
      base.x_mm = place.pose.x.mm();
      base.y_mm = place.pose.y.mm();
      base.heading_deg = place.pose.heading.deg();
      base.state = place.on_table ? Seen::Seen : Seen::Gone;
      base.settled = place.on_table;
      base.own_cov = {0.04, 0, 0, 0, 0.04, 0, 0, 0, 0.01};
      table.bases.push_back(base);
    }
  }
  ObservedBase& base(const std::string& id) {
    for (ObservedBase& base : table.bases)
      if (base.base.text == id) return base;
    throw std::out_of_range(id);
  }
  /// Lets time pass with everything as it is.
  void wait(double seconds) {
    const int frames = static_cast<int>(std::lround(seconds * 10));
    for (int i = 0; i < frames; ++i) frame();
  }
  void frame() {
    table.t += 0.1;
    ++table.frame;
    for (ObservedBase& base : table.bases)
      if (base.state == Seen::Seen && !base.settled && table.t - base.settled_since > 0.45) base.settled = true;
    if (each_frame) each_frame(table);
  }
  /// Slides a base under a hand: hidden on the way, then still.
  void slide(const std::string& id, double dx, double dy, double turn = 0) {
    hide(id);
    wait(0.5);
    put(id, base(id).x_mm + dx, base(id).y_mm + dy, base(id).heading_deg + turn);
  }
  void hide(const std::string& id) { base(id).state = Seen::Hidden; }
  void show(const std::string& id) { base(id).state = Seen::Seen; }
  void lift(const std::string& id) { base(id).state = Seen::Gone; }
  /// Puts it down; it comes to rest half a second later.
  void put(const std::string& id, double x, double y, double heading) {
    ObservedBase& it = base(id);
    it.x_mm = x;
    it.y_mm = y;
    it.heading_deg = heading;
    it.state = Seen::Seen;
    it.settled = false;
    it.settled_since = table.t;
  }
  /// Jumps without being seen on the way (an elbow).
  void shove(const std::string& id, double dx, double dy) {
    base(id).x_mm += dx;
    base(id).y_mm += dy;
  }
};

}  // namespace polemarch::test
