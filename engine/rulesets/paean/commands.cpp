#include "engine/rulesets/paean/commands.hpp"

namespace polemarch::paean {

namespace {

engine::RouteLeg leg_of(const Leg& leg) {
  using enum engine::RouteLeg::Kind;
  switch (leg.kind) {
    case Leg::Kind::Ahead:
      return {Ahead, leg.distance, {}};
    case Leg::Kind::Back:
      return {Ahead, Length{} - leg.distance, {}};
    case Leg::Kind::Echelon:
      return {Echelon, leg.distance, leg.angle};
    case Leg::Kind::WheelLeft:
      return {Wheel, {}, leg.angle};
    case Leg::Kind::WheelRight:
      return {Wheel, {}, Angle{} - leg.angle};
  }
  return {};
}

}  // namespace

engine::Route MoveFormation::route() const {
  engine::Route route{unit, {}};
  if (ahead) route.legs.push_back({engine::RouteLeg::Kind::Ahead, *ahead, {}});
  for (const Leg& leg : legs) route.legs.push_back(leg_of(leg));
  return route;
}

}  // namespace polemarch::paean
