/// Where a command takes whom: by the poses of bases.
#include "engine/rulesets/paean/show/viewing.hpp"

namespace polemarch::paean {

using namespace engine;

Lead Showing::lead(const State&, const Command& command) {
  Lead lead;
  const auto measured = [&](const UnitId& who, const std::optional<MeasuredPose>& to, const std::vector<PlacedBase>& poses, Blank blank) {
    lead.who = {who};
    lead.poses = poses;
    if (to && poses.empty()) lead.poses = {{{}, *to}};
    lead.blank = blank;
  };
  const auto at = [&](const UnitId& who, const UnitId& target) {
    lead.who = {who};
    lead.against = target;
  };
  std::visit(Overloaded{[&](const PlaceBases& c) {
                          lead.who = {c.unit};
                          lead.set_down = true;
                        },
                        [&](const MoveFormation& c) {
                          measured(c.unit, c.to, c.poses, Blank::Poses);
                          if (c.ahead || !c.legs.empty()) lead.blank = Blank::None;  // it says its way itself
                        },
                        [&](const FormUp& c) { measured(c.unit, {}, c.poses, Blank::None); },
                        [&](const Relinquish& c) { measured(c.commander, c.to, {}, c.to ? Blank::Point : Blank::None); },
                        [&](const MoveHero& c) { measured(c.hero, c.to, {}, c.to ? Blank::Point : Blank::None); },
                        [&](const ChargeAt& c) { at(c.unit, c.target); }, [&](const SupportCharge& c) { at(c.unit, c.target); },
                        [](const auto&) {}},
             command);
  return lead;
}

}  // namespace polemarch::paean
