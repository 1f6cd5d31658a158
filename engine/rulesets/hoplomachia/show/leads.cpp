#include "engine/rulesets/hoplomachia/show/leads.hpp"

namespace polemarch::hoplomachia {

using namespace engine;

Lead Leads::lead(const State&, const Command& command) {
  Lead lead;
  const auto measured = [&](const UnitId& who, const std::vector<PlacedBase>& poses) {
    lead.who = {who};
    lead.poses = poses;
    lead.blank = Blank::Poses;
  };
  std::visit(Overloaded{[&](const PlaceBases& c) {
                          lead.who = {c.unit};
                          lead.set_down = true;
                        },
                        [&](const MoveUnit& c) {
                          measured(c.unit, c.poses);
                          if (!c.legs.empty()) lead.blank = Blank::None;  // it says its way itself
                        },
                        [&](const Hide& c) { measured(c.unit, c.poses); },
                        [&](const BelosCharge& c) {
                          measured(c.unit, c.poses);
                          lead.against = c.target;
                        },
                        [&](const WheelIn& c) {
                          lead.who = {c.unit};
                          lead.against = c.target;
                        },
                        [](const auto&) {}},
             command);
  return lead;
}

}  // namespace polemarch::hoplomachia
