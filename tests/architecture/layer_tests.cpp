/// Who may include whom and what the engine may not touch: the house is clean, and each kind of breach is seen where one is planted.
#include "tests/architecture/layers.hpp"

#include "tests/support/catch.hpp"
#include "tests/support/source_dir.hpp"

using polemarch::architecture::check_cmake;
using polemarch::architecture::check_text;
using polemarch::architecture::check_tree;

namespace {

/// A breach in a file of this path, once.
bool seen(const std::string& path, const std::string& text) { return check_text(path, text).size() == 1; }
bool clean(const std::string& path, const std::string& text) { return check_text(path, text).empty(); }
const std::string kCore = "engine/core/x.cpp";
const std::string kRoom = "engine/rulesets/paean/judge/x.cpp";

}  // namespace

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

TEST_CASE("a call of libm in the engine is found, however it is spelt", "[architecture]") {
  for (const char* code : {"auto s = sin(1.0);", "auto s = std::sin(1.0);", "auto s = ::sin(1.0);", "double d = std::hypot(dx, dy);",
                           "double d = hypotf(dx, dy);", "auto c = __builtin_cos(x);", "return pow(x, 2);", "using std::sin;",
                           "const auto f = &std::atan2;", "x = y?cos (a):0;"}) {
    INFO(code);
    CHECK(seen("engine/geometry/x.cpp", std::string(code) + "\n"));
  }
  CHECK(check_text("engine/geometry/x.cpp", "auto c = std::cbrt(2);\nauto l = std::log1p(x);\n").size() == 2);
}

TEST_CASE("a call of chance, clock, environment or files in the engine is found", "[architecture]") {
  for (const char* code :
       {"int r = rand();", "int r = std::rand() % 6;", "srand(7);", "auto now = time(nullptr);", "auto now = std::time(0);",
        "auto now = std::chrono::steady_clock::now();", "const char* home = getenv(\"HOME\");", "const char* home = std::getenv(\"HOME\");",
        "auto* f = fopen(\"x\", \"r\");", "std::cout << 1;", "printf(\"x\");", "static thread_local int n = 0;", "std::mutex m;",
        "const char* built = __DATE__;", "std::unordered_map<int, int> m;", "extern \"C\" int rand_of_theirs();", "std::system(\"ls\");"}) {
    INFO(code);
    CHECK(seen(kRoom, std::string(code) + "\n"));
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

TEST_CASE("a ruleset asked for by its key outside its room is found", "[architecture]") {
  CHECK(seen("assistant/present/words.cpp", "if (ruleset == \"paean\") return cm;\n"));
  CHECK(seen("assistant/cli/new_battle.cpp", "{{\"to_the_strongest\", 150_mm}}\n"));
  CHECK(clean("engine/core/room.hpp", "std::string_view key;  ///< \"to_the_strongest\"\n"));
  CHECK(clean("engine/rulesets/paean/show/doors.cpp", "static const RulesetInfo info{\"paean\"};\n"));
}

TEST_CASE("a library made or linked past the table of rooms is found", "[architecture]") {
  CHECK(check_cmake("engine/core/CMakeLists.txt", "add_library(polemarch_more STATIC more.cpp)\n").size() == 1);
  CHECK(check_cmake("engine/core/CMakeLists.txt", "target_link_libraries(polemarch_engine_core PUBLIC polemarch_vision)\n").size() == 1);
  CHECK(check_cmake("ui/CMakeLists.txt", "polemarch_room(NAME ui NEEDS polemarch_vision)\n").size() == 1);
  CHECK(check_cmake("ui/CMakeLists.txt", "polemarch_room(NAME ui USES models NEEDS glfw)  # add_library(\n").empty());
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
