/// The kit gives the same integers on every compiler and level of optimisation: one hash over many measurements. The value was the same
/// from g++ and clang++ at -O0 and -O3 (November 2026).
#include <cmath>

#include "engine/geometry/arc.hpp"
#include "engine/geometry/contact.hpp"
#include "engine/geometry/gap.hpp"
#include "engine/geometry/path.hpp"
#include "engine/geometry/sight.hpp"
#include "tests/engine/geometry/same_everywhere.hpp"
#include "tests/support/catch.hpp"

TEST_CASE("measurements are the same integers on every compiler and level of optimisation", "[geometry]") {
  CHECK(polemarch::geometry::hash_of_measurements() == polemarch::geometry::kHashOfMeasurements);
}
