// A measure so near its limit that its error decides is shown with that error.
#include "assistant/present/present.hpp"
#include "tests/support/catch.hpp"

namespace doubtful_measure_tests {

using namespace polemarch;
using namespace polemarch::assistant;

TEST_CASE("a measure within its error of the limit says its error, a clear one does not", "[present]") {
  engine::Reason reason{"HC-SHO-T1", "range of bows: 18.0 in of 18.0 in", 17.99956, 18.0, "in", 0.0011};
  const ui::RowView doubtful = present::row_of(reason);
  CHECK(doubtful.text == "range of bows");
  CHECK(doubtful.value == "18.000 \u00b1 0.002 of 18 in");
  CHECK(present::say_reason(reason) == "range of bows: 18.000 \u00b1 0.002 in, limit 18 in");
  reason.value = 17.5;
  reason.text = "range of bows: 17.5 in of 18.0 in";
  CHECK(present::row_of(reason).value == "17.5 of 18 in");
  CHECK(present::say_reason(reason).find("\u00b1") == std::string::npos);
}

}  // namespace doubtful_measure_tests
