#include "assistant/cli/doctor_checks.hpp"

#include <algorithm>

#include "tests/support/catch.hpp"

namespace doctor_tests {

using namespace polemarch::assistant;

TEST_CASE("doctor says how to mend whatever is not fine", "[assistant][doctor]") {
  const auto findings = examine(".");
  for (const char* area : {"camera", "markers", "window", "fonts", "disk", "video", "computer"})
    CHECK(std::any_of(findings.begin(), findings.end(), [&](const Finding& f) { return f.area == area; }));
  for (const Finding& f : findings) {
    INFO(f.area << ": " << f.text);
    CHECK_FALSE(f.text.empty());
    CHECK((f.health == Health::Fine) == f.mend.empty());
  }
}

TEST_CASE("doctor calls a folder nobody may write in broken", "[assistant][doctor]") {
  const auto findings = check_disk("/nonexistent/folder");
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].health == Health::Broken);
}

}  // namespace doctor_tests
