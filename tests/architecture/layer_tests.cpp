#include "tests/architecture/layers.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"

using polemarch::architecture::check_text;
using polemarch::architecture::check_tree;

TEST_CASE("no file of the house includes what its room may not", "[architecture]") {
  std::string all;
  for (const auto& violation : check_tree(polemarch::test::source_dir()))
    all += violation.file + ":" + std::to_string(violation.line) + ": " + violation.what + "\n";
  INFO(all);
  CHECK(all.empty());
}

TEST_CASE("planted violations are found", "[architecture]") {
  CHECK(check_text("models/pose.hpp", "#include \"vision/track/tracker.hpp\"\n").size() == 1);
  CHECK(check_text("vision/detect/x.cpp", "#include \"calibration/fit.hpp\"\n").size() == 1);
  CHECK(check_text("engine/rulesets/paean/x.cpp", "#include \"engine/rulesets/hoplomachia/state.hpp\"\n").size() == 1);
  CHECK(check_text("engine/core/x.cpp", "#include <chrono>\n").size() == 1);
  CHECK(check_text("engine/core/x.cpp", "#include <random>\n").size() == 1);
  CHECK(check_text("engine/geometry/x.cpp", "auto s = std::sin(1.0);\n").size() == 1);
  CHECK(check_text("engine/core/x.cpp", "const double off = std::hypot(dx, dy);\n").size() == 1);
  CHECK(check_text("engine/core/x.cpp", "const double off = hypot(dx, dy);\n").size() == 1);
  CHECK(check_text("engine/geometry/x.cpp", "auto c = std::cbrt(std::log1p(x));\n").size() == 1);
  CHECK(check_text("engine/rulesets/paean/judge.cpp", "#include \"engine/core/json_types.hpp\"\n").size() == 1);
  CHECK(check_text("engine/rulesets/paean/judge.cpp", "#include \"engine/core/json_fields.hpp\"\n").size() == 1);
  CHECK(check_text("engine/rulesets/paean/state.hpp", "#include <unordered_map>\n").size() == 1);
  CHECK(check_text("ui/window.cpp", "#include \"engine/core/battle.hpp\"\n").size() == 1);
  CHECK(check_text("ui/window.cpp", "#include \"assistant/session/session.hpp\"\n").size() == 1);
  CHECK(check_text("assistant/report/x.cpp", "#include <opencv2/core.hpp>\n").size() == 1);
  CHECK(check_text("assistant/observe/x.cpp", "#include \"vision/track/tracker.hpp\"\n").size() == 1);
}

TEST_CASE("what the house allows passes", "[architecture]") {
  CHECK(check_text("engine/geometry/x.cpp", "const double r = std::sqrt(std::fabs(x)) + std::floor(y); // hypot(x, y)\n").empty());
  CHECK(check_text("engine/geometry/x.cpp", "const double s = sin_of(turn) + table.log(x) + trig::exp(y);\n").empty());
  CHECK(check_text("engine/rulesets/paean/text.cpp", "#include \"engine/core/json_types.hpp\"\n").empty());
  CHECK(check_text("vision/capture/camera.cpp", "#include <opencv2/videoio.hpp>\n#include <thread>\n").empty());
  CHECK(check_text("assistant/cli/play.cpp", "#include \"vision/track/tracker.hpp\"\n#include <chrono>\n").empty());
}
