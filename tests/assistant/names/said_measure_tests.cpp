#include "assistant/names/said_measure.hpp"

#include "tests/support/catch.hpp"

namespace said_measure_tests {

using namespace polemarch::assistant::names;

TEST_CASE("a measure has the decimals that its error leaves meaning", "[names]") {
  CHECK(measured_text(17.99956, 0.0011) == "18.000 \u00b1 0.002");
  CHECK(measured_text(7.94, 0.04) == "7.94 \u00b1 0.08");
  CHECK(measured_text(12.3, 1.0) == "12.3 \u00b1 2.0");
  CHECK(measured_text(3, 0.000'01) == "3.000 \u00b1 0.001");  // never less than its last decimal
}

TEST_CASE("a verdict's words are cut before the measure that stands at their end", "[names]") {
  CHECK(without_measure("range of bows: 18.0 in of 18.0 in") == "range of bows");
  CHECK(without_measure("ordered move: 4.0 +- 0.1 in") == "ordered move");
  CHECK(without_measure("extreme range (say \"extreme\"): too close to call") == "extreme range (say \"extreme\"): too close to call");
  CHECK(without_measure("charges the front of A4") == "charges the front of A4");
}

}  // namespace said_measure_tests
