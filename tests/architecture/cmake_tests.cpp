/// A CMakeLists.txt that goes past polemarch_room is seen.
#include "tests/architecture/planted.hpp"

#include "tests/support/catch.hpp"

namespace cmake_tests {

using namespace polemarch::architecture;

TEST_CASE("a library made or linked past the table of rooms is found", "[architecture]") {
  CHECK(check_cmake("engine/core/CMakeLists.txt", "add_library(polemarch_more STATIC more.cpp)\n").size() == 1);
  CHECK(check_cmake("engine/core/CMakeLists.txt", "target_link_libraries(polemarch_engine_core PUBLIC polemarch_vision)\n").size() == 1);
  CHECK(check_cmake("ui/CMakeLists.txt", "polemarch_room(NAME ui NEEDS polemarch_vision)\n").size() == 1);
  CHECK(check_cmake("ui/CMakeLists.txt", "polemarch_room(NAME ui USES models NEEDS glfw)  # add_library(\n").empty());
}

TEST_CASE("what CMake reads alike is found alike: capitals, several lines, properties", "[architecture]") {
  const auto seen = [](const std::string& text) { return check_cmake("engine/geometry/CMakeLists.txt", text + "\n").size() == 1; };
  CHECK(seen("ADD_LIBRARY(more STATIC more.cpp)"));
  CHECK(seen("add_library (\n  more more.cpp)"));
  CHECK(seen("polemarch_room(NAME engine_geometry\n  NEEDS\n    polemarch_vision)"));
  CHECK(seen("set_property(TARGET polemarch_engine_geometry APPEND PROPERTY LINK_LIBRARIES polemarch_vision)"));
  CHECK(seen("set_target_properties(polemarch_engine_geometry PROPERTIES INTERFACE_LINK_LIBRARIES polemarch_vision)"));
  CHECK(seen("target_link_options(polemarch_engine_geometry PUBLIC -lvision)"));
  CHECK(seen("add_executable(tool tool.cpp)"));
}

TEST_CASE("a room that changes the table of rooms, reads another list or loads something is found", "[architecture]") {
  const auto seen = [](const std::string& text) { return check_cmake("ui/CMakeLists.txt", text + "\n").size() == 1; };
  CHECK(seen("set(POLEMARCH_MAY_USE_ui \"models;assistant\")"));
  CHECK(seen("list(APPEND POLEMARCH_MAY_USE_ui assistant)"));
  CHECK(seen("include(../extra.cmake)"));
  CHECK(seen("FetchContent_Declare(more URL http://127.0.0.1/more)"));
}

TEST_CASE("flags that change rounding or silence warnings are found", "[architecture]") {
  const auto seen = [](const std::string& text) { return check_cmake("engine/geometry/CMakeLists.txt", text + "\n").size() == 1; };
  CHECK(seen("polemarch_room(NAME engine_geometry USES models FLAGS -ffast-math)"));
  CHECK(seen("target_compile_options(polemarch_engine_geometry PRIVATE -Ofast)"));
  CHECK(seen("add_compile_options(-Wno-error)"));
  CHECK(seen("set_source_files_properties(trig.cpp PROPERTIES COMPILE_OPTIONS -O3)"));
  CHECK(check_cmake("vision/CMakeLists.txt", "set_source_files_properties(x.cpp PROPERTIES COMPILE_OPTIONS \"-O3\")\n").empty());
}

}  // namespace cmake_tests
