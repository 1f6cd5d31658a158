#pragma once
/// Refusals for want of room, with what is measured and the limit: off the table, on somebody, in contact, aside of the straight way. Pure.

#include <string>
#include <vector>

#include "engine/core/verdict.hpp"
#include "engine/rulesets/paean/topics/lookup.hpp"

namespace polemarch::paean {

/// `what` would stand off the table: how far its furthest corner (a leader's: his middle) lies beyond the edge, cm of 0.
engine::Verdict off_the_table(const State& state, const std::string& rule, const std::string& what,
                              const std::vector<engine::PlacedBase>& poses);
/// These bases would stand on `other`: how deep, mm, of what a hand moves aside.
engine::Verdict on_somebody(const State& state, const std::string& rule, const std::string& text,
                            const std::vector<engine::PlacedBase>& poses, const UnitId& other);
/// A move that is no charge would end in contact with `foe` (PA-CHG-01): the gap, mm; it has to be more than 0.
engine::Verdict in_contact_after(const State& state, const std::vector<engine::PlacedBase>& poses, const UnitId& foe);
/// `target` is not straight ahead of the unit turned by `turn` (PA-CHG-01): how far aside of its way, or behind its front, cm of 0.
engine::Verdict not_straight_ahead(const State& state, const UnitId& unit, Angle turn, const UnitId& target);

}  // namespace polemarch::paean
