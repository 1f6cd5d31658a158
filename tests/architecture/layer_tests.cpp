/// Who may include whom and what the engine may not touch: the house is clean, and each kind of breach is seen where one is planted.
#include "tests/architecture/planted.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"

namespace layer_tests {

using namespace polemarch::architecture;

TEST_CASE("no file of the house includes what its room may not", "[architecture]") {
  std::string all;
  for (const auto& violation : check_tree(polemarch::test::source_dir()))
    all += violation.file + ":" + std::to_string(violation.line) + ": " + violation.what + "\n";
  INFO(all);
  CHECK(all.empty());
}

TEST_CASE("an include against the flow is found", "[architecture]") {
  CHECK(seen("models/pose.hpp", "#include \"vision/track/tracker.hpp\"\n"));
  CHECK(seen("vision/detect/x.cpp", "#include \"calibration/fit.hpp\"\n"));
  CHECK(seen("ui/window.cpp", "#include \"engine/core/battle.hpp\"\n"));
  CHECK(seen("ui/window.cpp", "#include \"assistant/session/session.hpp\"\n"));
  CHECK(seen("engine/geometry/x.cpp", "  #  include \"vision/pixels/camera_model.hpp\"  // sly\n"));
}

TEST_CASE("an include against the flow inside vision and calibration is found", "[architecture]") {
  CHECK(seen("vision/pixels/x.cpp", "#include \"vision/prints/pattern.hpp\"\n"));
  CHECK(seen("vision/prints/x.cpp", "#include \"vision/detect/squares/detector.hpp\"\n"));
  CHECK(seen("vision/detect/strips/x.cpp", "#include \"vision/track/tracker.hpp\"\n"));
  CHECK(seen("vision/detect/strips/x.cpp", "#include \"vision/capture/source.hpp\"\n"));
  CHECK(seen("vision/capture/x.cpp", "#include \"vision/track/tracker.hpp\"\n"));
  CHECK(seen("calibration/board/x.cpp", "#include \"calibration/lens/lens.hpp\"\n"));
  CHECK(seen("calibration/grid/x.cpp", "#include \"calibration/table/registration.hpp\"\n"));
}

TEST_CASE("a relative include is found", "[architecture]") {
  CHECK(seen(kRoom, "#include \"../../hoplomachia/state.hpp\"\n"));
  CHECK(seen("engine/geometry/x.cpp", "#include \"trig.hpp\"\n"));
  CHECK(seen("models/x.cpp", "#include \"../vision/camera_model.hpp\"\n"));
  CHECK(seen("engine/core/x.cpp", "#include \"engine/core/../../vision/camera_model.hpp\"\n"));
}

TEST_CASE("an include that does not name its header is found", "[architecture]") {
  CHECK(seen(kCore, "#include WORLD\n"));
  CHECK(seen(kCore, "#include_next <vector>\n"));
  CHECK(seen(kCore, "#embed \"table.bin\"\n"));
  CHECK(seen(kCore, "/* a */ # /* b\n c */ include <chrono>\n"));
}

TEST_CASE("one ruleset that includes another is found, a sixth one too", "[architecture]") {
  CHECK(seen("engine/rulesets/paean/x.cpp", "#include \"engine/rulesets/hoplomachia/state.hpp\"\n"));
  CHECK(seen("engine/rulesets/basilike/judge.cpp", "#include \"engine/rulesets/paean/state.hpp\"\n"));
  CHECK(seen("engine/rulesets/basilike/judge.cpp", "#include <chrono>\n"));
  CHECK(clean("engine/rulesets/basilike/judge.cpp", "#include \"engine/rulesets/basilike/state.hpp\"\n"));
}

TEST_CASE("a C header in the engine is found", "[architecture]") {
  for (const char* header : {"stdio.h", "time.h", "sys/time.h", "stdlib.h", "math.h", "unistd.h", "pthread.h"}) {
    INFO(header);
    CHECK(seen(kCore, "#include <" + std::string(header) + ">\n"));
  }
}

TEST_CASE("a header of threads, clocks, files or chance in the engine is found", "[architecture]") {
  for (const char* header : {"shared_mutex", "condition_variable", "thread", "atomic", "future", "chrono", "ctime", "fstream", "filesystem",
                             "iostream", "sstream", "random", "unordered_map", "unordered_set", "regex", "locale"}) {
    INFO(header);
    CHECK(seen(kRoom, "#include <" + std::string(header) + ">\n"));
  }
}

TEST_CASE("JSON in the rules themselves is found", "[architecture]") {
  CHECK(seen("engine/rulesets/paean/judge.cpp", "#include \"engine/core/json_types.hpp\"\n"));
  CHECK(seen("engine/rulesets/paean/judge.cpp", "#include \"engine/core/json_fields.hpp\"\n"));
  CHECK(seen("engine/rulesets/paean/judge.cpp", "#include \"engine/core/telling_json.hpp\"\n"));
  CHECK(seen("engine/rulesets/paean/play/x.cpp", "#include <nlohmann/json.hpp>\n"));
  CHECK(clean("engine/rulesets/paean/text/json.hpp", "#include \"engine/core/json_types.hpp\"\n"));
}

TEST_CASE("a breach of the walls inside the assistant is found", "[architecture]") {
  CHECK(seen("assistant/report/x.cpp", "#include <opencv2/core.hpp>\n"));
  CHECK(seen("assistant/observe/x.cpp", "#include \"vision/track/tracker.hpp\"\n"));
  CHECK(seen("assistant/session/x.cpp", "#include \"vision/track/tracker.hpp\"\n"));
  CHECK(seen("assistant/session/x.cpp", "#include \"assistant/present/present.hpp\"\n"));
  CHECK(seen("assistant/chance/x.cpp", "#include \"assistant/session/session.hpp\"\n"));
  CHECK(seen("assistant/names/x.cpp", "#include \"assistant/session/session.hpp\"\n"));
  CHECK(seen("assistant/bus/x.cpp", "#include \"ui/view_state.hpp\"\n"));
  CHECK(seen("assistant/report/x.cpp", "#include \"assistant/play/desk.hpp\"\n"));
  CHECK(seen("assistant/play/x.cpp", "#include \"assistant/cli/verbs.hpp\"\n"));
  CHECK(seen("assistant/present/x.cpp", "#include <thread>\n"));
}

TEST_CASE("a room without a row, a file beside the rooms and a way past the registry are found", "[architecture]") {
  CHECK(seen("assistant/umpire/x.cpp", "#include \"assistant/session/session.hpp\"\n"));
  CHECK(seen("assistant/x.cpp", "int f();\n"));
  CHECK(seen("vision/x.cpp", "int f();\n"));
  CHECK(seen("vision/detect/x.cpp", "int f();\n"));
  CHECK(seen("calibration/x.cpp", "int f();\n"));
  CHECK(seen("assistant/session/x.cpp", "#include \"engine/rulesets/paean/state.hpp\"\n"));
  CHECK(seen("assistant/cli/x.cpp", "#include \"engine/rulesets/paean/state.hpp\"\n"));
  CHECK(seen("assistant/play/x.cpp", "#include \"engine/rulesets/paean/state.hpp\"\n"));
  CHECK(seen("engine/registry/x.cpp", "#include \"engine/geometry/arc.hpp\"\n"));
}

TEST_CASE("one kind of print that knows another, and a part of the tracker that knows the whole, are found", "[architecture]") {
  CHECK(seen("vision/detect/squares/x.cpp", "#include \"vision/detect/strips/strip_detect.hpp\"\n"));
  CHECK(seen("vision/detect/strips/x.cpp", "#include \"vision/detect/rings/ring_detect.hpp\"\n"));
  CHECK(seen("vision/detect/strips/plane/x.cpp", "#include \"vision/detect/strips/words/strip_decode.hpp\"\n"));
  CHECK(seen("vision/detect/strips/words/x.cpp", "#include \"vision/detect/strips/fit/strip_fit.hpp\"\n"));
  CHECK(seen("vision/detect/strips/find/x.cpp", "#include \"vision/detect/strips/align/strip_align.hpp\"\n"));
  CHECK(seen("vision/detect/strips/align/x.cpp", "#include \"vision/detect/strips/fit/strip_fit.hpp\"\n"));
  CHECK(seen("vision/detect/strips/fit/x.cpp", "#include \"vision/detect/strips/align/strip_align.hpp\"\n"));
  CHECK(seen("vision/detect/strips/fit/x.cpp", "#include \"vision/detect/strips/strip_detect.hpp\"\n"));
  CHECK(seen("vision/track/change/x.cpp", "#include \"vision/track/tracker.hpp\"\n"));
  CHECK(seen("vision/track/kinds/x.cpp", "#include \"vision/track/tracker.hpp\"\n"));
  CHECK(seen("vision/track/followed/x.cpp", "#include \"vision/track/locator.hpp\"\n"));
  CHECK(seen("vision/track/followed/x.cpp", "#include \"vision/track/kinds/marker_kind.hpp\"\n"));
  CHECK(seen("vision/capture/simulator/x.cpp", "#include \"vision/capture/source.hpp\"\n"));
  CHECK(clean("vision/detect/rings/x.cpp", "#include \"vision/detect/strips/strip_detect.hpp\"\n"));  // a ring's rim is cut as a strip is
}

TEST_CASE("JSON in geometry, in models and under a name of its own is found", "[architecture]") {
  CHECK(seen("engine/geometry/x.cpp", "#include \"models/io/json.hpp\"\n"));
  CHECK(seen("engine/geometry/x.cpp", "#include <nlohmann/json.hpp>\n"));
  CHECK(seen("models/x.hpp", "#include \"models/io/json.hpp\"\n"));
  CHECK(seen("engine/rulesets/paean/judge/text_x.cpp", "#include \"models/io/json.hpp\"\n"));
  CHECK(seen(kRoom, "const engine::Json j = state;\n"));
  CHECK(seen(kRoom, "nlohmann::json j;\n"));
  CHECK(clean("engine/rulesets/paean/data/data.hpp", "#include \"models/io/json.hpp\"\n"));
}

TEST_CASE("geometry that knows more of core than verdicts is found", "[architecture]") {
  CHECK(seen("engine/geometry/x.cpp", "#include \"engine/core/agenda.hpp\"\n"));
  CHECK(clean("engine/geometry/x.cpp", "#include \"engine/core/verdict.hpp\"\n"));
}

TEST_CASE("the report, the library, exports and replays look at values alone", "[architecture]") {
  CHECK(seen("assistant/report/x.cpp", "#include \"assistant/eye/eye.hpp\"\n"));
  CHECK(seen("assistant/library/x.cpp", "#include \"vision/capture/source.hpp\"\n"));
  CHECK(seen("assistant/export/x.cpp", "#include \"calibration/table/registration.hpp\"\n"));
  CHECK(seen("assistant/replay/x.cpp", "#include \"assistant/chance/virtual.hpp\"\n"));
  CHECK(seen("assistant/report/x.cpp", "#include <chrono>\n"));
  CHECK(seen("assistant/present/x.cpp", "#include <chrono>\n"));
  CHECK(seen("assistant/present/x.cpp", "#include <filesystem>\n"));
  CHECK(seen("assistant/observe/x.cpp", "#include <chrono>\n"));
  CHECK(seen("assistant/paint/x.cpp", "#include <random>\n"));
}

TEST_CASE("a clock, a thread, a file or chance where the eye has none is found", "[architecture]") {
  CHECK(seen("vision/pixels/x.cpp", "#include <thread>\n"));
  CHECK(seen("vision/prints/x.cpp", "#include <condition_variable>\n"));
  CHECK(seen("vision/detect/squares/x.cpp", "#include <chrono>\n"));
  CHECK(seen("vision/detect/squares/x.cpp", "#include <random>\n"));
  CHECK(seen("vision/track/x.cpp", "#include <chrono>\n"));
  CHECK(seen("vision/track/x.cpp", "#include <fstream>\n"));
  CHECK(seen("vision/capture/x.cpp", "#include <random>\n"));
  CHECK(seen("vision/capture/simulator/x.cpp", "#include <sys/socket.h>\n"));
  CHECK(seen("calibration/lens/x.cpp", "#include <random>\n"));
  CHECK(seen("calibration/lens/x.cpp", "#include <fstream>\n"));
}

TEST_CASE("the screen that touches a file, chance, a thread or Cairo is found", "[architecture]") {
  for (const char* header : {"fstream", "filesystem", "random", "thread", "chrono", "cairo.h", "unistd.h"}) {
    INFO(header);
    CHECK(seen("ui/x.cpp", "#include <" + std::string(header) + ">\n"));
  }
}

TEST_CASE("a file beside the rooms is found, and a header of another name", "[architecture]") {
  CHECK(seen("engine/rulesets/shared.hpp", "#pragma once\n"));
  CHECK(seen("engine/shared.hpp", "#include \"vision/track/tracker.hpp\"\n"));
  CHECK(seen(kRoom, "#include \"engine/rulesets/paean/judge/rows.inc\"\n"));
}

TEST_CASE("one ruleset that speaks of another without an include is found", "[architecture]") {
  CHECK(seen(kRoom, "namespace polemarch::hoplomachia { int f(); }\n"));
  CHECK(seen(kRoom, "return polemarch::hoplomachia::f();\n"));
  CHECK(seen("assistant/play/x.cpp", "return basilike::Rules::info();\n"));
  CHECK(clean("engine/rulesets/paean/x.cpp", "namespace polemarch::paean { int f(); }\n"));
}

TEST_CASE("a ruleset asked for by its key outside its room is found", "[architecture]") {
  CHECK(seen("assistant/present/words.cpp", "if (ruleset == \"paean\") return cm;\n"));
  CHECK(seen("assistant/cli/new_battle.cpp", "{{\"to_the_strongest\", 150_mm}}\n"));
  CHECK(seen("assistant/present/words.cpp", "if (key == \"basilike\") return;\n"));
  CHECK(seen("assistant/present/words.cpp", "if (key == \"pae\" \"an\") return;\n"));
  CHECK(seen("assistant/present/words.cpp", "if (key == R\"(paean)\") return;\n"));
  CHECK(clean("engine/core/room.hpp", "std::string_view key;  ///< \"to_the_strongest\"\n"));
  CHECK(clean("engine/rulesets/paean/show/doors.cpp", "static const RulesetInfo info{\"paean\"};\n"));
}

TEST_CASE("what the house allows passes", "[architecture]") {
  CHECK(clean("engine/geometry/x.cpp", "const double r = std::sqrt(std::fabs(x)) + std::floor(y); // hypot(x, y)\n"));
  CHECK(clean("engine/geometry/x.cpp", "const double s = sin_of(turn) + table.log(x) + trig::exp(y);\n"));
  CHECK(clean(kRoom, "return refuse(\"BB-1\", \"no time (left): rand() is not called\"); /* std::sin(1) */ int n = 1'000;\n"));
  CHECK(clean("engine/rulesets/paean/text.cpp", "#include \"engine/core/json_types.hpp\"\n"));
  CHECK(clean("engine/geometry/x.cpp", "#include <boost/geometry.hpp>\n"));
  CHECK(clean("vision/capture/camera.cpp", "#include <opencv2/videoio.hpp>\n#include <thread>\n"));
  CHECK(clean("assistant/cli/play.cpp", "#include \"vision/track/tracker.hpp\"\n#include <chrono>\n"));
}

}  // namespace layer_tests
