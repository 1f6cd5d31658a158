#include "engine/rulesets/hoplomachia/commands.hpp"

namespace polemarch::hoplomachia {

namespace {

engine::RouteLeg leg_of(const Leg& leg) {
  using enum engine::RouteLeg::Kind;
  if (leg.ahead) return {Ahead, *leg.ahead, {}};
  if (leg.right) return {Echelon, *leg.right, -90_deg};
  if (leg.wheel) return {Wheel, {}, *leg.wheel};
  return {Form, {}, {}};
}

}  // namespace

engine::Route MoveUnit::route() const {
  engine::Route route{unit, {}};
  for (const Leg& leg : legs) route.legs.push_back(leg_of(leg));
  return route;
}

}  // namespace polemarch::hoplomachia
