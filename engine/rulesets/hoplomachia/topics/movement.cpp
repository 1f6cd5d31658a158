#include "engine/rulesets/hoplomachia/topics/movement.hpp"

#include "engine/geometry/compare.hpp"
#include "engine/rulesets/hoplomachia/topics/able.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/forming.hpp"

namespace polemarch::hoplomachia {

using engine::allow;
using engine::refuse;

std::optional<Length> allowance(const State& state, const Taxis& unit, Arrangement arrangement) {
  const UnitCard& card = card_of(state, unit);
  if (unit.disarrayed()) arrangement = card.disciplined() ? Arrangement::OF : Arrangement::NF;
  return card.movement(arrangement);
}

Course course_of(const State& state, const MoveUnit& move) {
  Course course;
  Taxis unit = taxis_at(state, move.unit);
  course.arrangement = unit.arrangement;
  for (const Leg& leg : move.legs) {
    std::vector<engine::PlacedBase> poses;
    if (leg.ahead) {
      poses = shifted(unit, *leg.ahead, {});
      course.cost += leg.ahead->um < 0 ? -*leg.ahead : *leg.ahead;
      course.how += (course.how.empty() ? "" : ", ") + std::string("moves ") + geometry::inches_text(*leg.ahead);
    } else if (leg.arrange) {
      course.arrangement = *leg.arrange;
      poses = formed(unit, *leg.arrange, front_middle(unit), heading_of(unit));
      course.cost += 1_in;
      course.how += (course.how.empty() ? "" : ", ") + std::string("takes ") + std::string(name_of(*leg.arrange));
    }
    unit = standing(std::move(unit), poses);
  }
  if (move.legs.empty()) {
    course.poses = move.poses;
    return course;
  }
  for (const Lochos& lochos : unit.lochoi)
    if (lochos.on_table())
      for (const Stand& stand : lochos.stands)
        if (!stand.lost) course.poses.push_back({stand.base, stand.at});
  return course;
}

engine::Verdict may_move(const State& state, const MoveUnit& move) {
  const Taxis& unit = taxis_at(state, move.unit);
  const Course course = course_of(state, move);
  const auto most = allowance(state, unit, course.arrangement);
  if (!most) return refuse("HM-MOVE-01", "its card has no move in " + std::string(name_of(course.arrangement)));
  if (course.cost > *most) return refuse("HM-MOVE-01", "moves too far", course.cost.inches(), most->inches(), "in");
  return allow();
}

engine::Verdict may_arrange(const State& state, const UnitId& id, Arrangement to) {
  const Taxis& unit = taxis_at(state, id);
  if (!card_of(state, unit).movement(to)) return refuse("HM-ARR-01", "its card has no " + std::string(name_of(to)));
  return refuse("HM-ARR-06", "arrangements change as a part of a move");
}

bool able_to_march(const State& state, const UnitId& id) {
  const Taxis& unit = taxis_at(state, id);
  return unit.mode == Mode::March || unit.mode == Mode::Approach || unit.mode == Mode::Charge;
}

}  // namespace polemarch::hoplomachia
