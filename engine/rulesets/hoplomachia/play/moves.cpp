/// Marches and approaches (HM-MARCH, HM-APPR, HM-MAN).
#include "engine/rulesets/hoplomachia/play/common.hpp"
#include "engine/rulesets/hoplomachia/topics/bodies.hpp"
#include "engine/rulesets/hoplomachia/topics/movement.hpp"

namespace polemarch::hoplomachia {

void carry_out(Unfold& u, const MoveUnit& c) {
  const Course course = course_of(u.state(), c);
  if (course.arrangement != taxis_at(u.state(), c.unit).arrangement) u.emit(Rearranged{c.unit, course.arrangement, "HM-ARR-07"});
  move_stands(u, c.unit, course.poses, course.cost, {}, course.how, "HM-MOVE-01", c.legs.empty());
  if (course.disarrays) disarray(u, c.unit, course.disarray_why, course.disarray_rule);
  acted(u, c.unit, course.how);
}
void carry_out(Unfold& u, const Arrange& c) { u.emit(Rearranged{c.unit, c.to, "HM-ARR-06"}); }

}  // namespace polemarch::hoplomachia
