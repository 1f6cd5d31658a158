/// The kit gives the same integers on every compiler and level of optimisation: one hash over many measurements. g++ and clang++
/// give it at -O0 and -O3.
#include <cmath>

#include "engine/geometry/arc.hpp"
#include "engine/geometry/contact.hpp"
#include "engine/geometry/gap.hpp"
#include "engine/geometry/path.hpp"
#include "engine/geometry/sight.hpp"
#include "tests/engine/geometry/same_everywhere.hpp"
#include "tests/support/catch.hpp"

namespace same_everywhere_tests {

TEST_CASE("measurements are the same integers on every compiler and level of optimisation", "[geometry]") {
  CHECK(polemarch::geometry::hash_of_measurements() == polemarch::geometry::kHashOfMeasurements);
}

}  // namespace same_everywhere_tests
