#pragma once
/// A shooter and its target, so far apart.

#include "tests/engine/rulesets/paean/fight_field.hpp"

namespace polemarch::paean::test {

/// A1 shoots at B1, whose front is `apart` beyond A1's.
inline Field range(Weight ours, std::vector<Weapon> weapons, double apart, Stood them = {}, int bases = 1) {
  Field field;
  field.put("A1", Side::A, ours,
            {.x = 600, .y = 400, .bases = bases, .files = 1, .ranks = ours == Weight::L ? 1 : 2, .weapons = std::move(weapons)});
  them.x = 600;
  them.y = 400 + apart;
  if (them.heading == 90) them.heading = 270;
  field.put("B1", Side::B, Weight::LH, them);
  field.permit("A1");
  return field;
}

}  // namespace polemarch::paean::test
