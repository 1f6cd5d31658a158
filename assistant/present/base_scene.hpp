#pragma once
/// Bases as they are drawn: where the camera sees them, else where the rules have them. For the files of this folder. Table frame,
/// millimetres. Pure.

#include <map>

#include "assistant/present/table_scene.hpp"

namespace polemarch::assistant::present {

/// What is drawn of one base and where.
struct Drawn {
  UnitId unit;
  Side side = Side::A;
  bool sided = false;
  Footprint footprint;
  Vec2 centre;
  double heading = 0;
  Seen state = Seen::Seen;
  engine::Troops troops = engine::Troops::None;
};

/// Every base of the battle and of the roster; what is off the table is Gone.
std::map<BaseId, Drawn> bases_to_draw(const Inputs& inputs);
/// Its side's; ink where nobody knows whose it is.
Tone tone_of(const Drawn& base);
/// A leader's token stands at the rear left corner of the unit whose box or base it shares, never on its miniatures. Where the camera sees
/// it, it stands where it is.
void stand_aside(std::map<BaseId, Drawn>& drawn);

/// The unit that is drawn under this point of the table; a leader's token before the unit it stands beside. Empty where none is.
UnitId unit_under(const Inputs& inputs, Vec2 at);

/// What is still to be done by hand: arrows with their distance to the ghosts, ticks on what is in place, crosses on what
/// is to be taken off, and where an order that waits
/// for its throw would lead.
void add_work(Scene& scene, const Inputs& inputs, const std::map<BaseId, Drawn>& drawn);

}  // namespace polemarch::assistant::present
