/// Where a command takes whom: by the poses of the stands.
#include "engine/rulesets/hail_caesar/show/viewing.hpp"

namespace polemarch::hail_caesar {

using namespace engine;

Lead Showing::lead(const State&, const Command& command) {
  Lead lead;
  const auto measured = [&](const UnitId& who, const std::optional<MeasuredPose>& to, const std::vector<PlacedBase>& poses) {
    lead.who = {who};
    lead.poses = poses;
    if (to && poses.empty()) lead.poses = {{{}, *to}};
    lead.blank = Blank::Poses;
  };
  std::visit(Overloaded{[&](const PlaceBases& c) {
                          lead.who = {c.unit};
                          lead.set_down = true;
                        },
                        [&](const MoveUnit& c) {
                          measured(c.unit, c.to, c.poses);
                          if (lead.nowhere() && (c.formation || !c.in.empty())) lead.blank = Blank::None;  // it changes where it stands
                        },
                        [&](const ChargeUnit& c) {
                          measured(c.unit, c.to, c.poses);
                          lead.against = c.target;
                        },
                        [&](const EvadeCharge& c) { measured(c.unit, c.to, c.poses); },
                        [&](const MoveGeneral& c) {
                          measured(c.general, c.to, {});
                          lead.blank = Blank::Point;
                        },
                        [](const auto&) {}},
             command);
  return lead;
}

}  // namespace polemarch::hail_caesar
