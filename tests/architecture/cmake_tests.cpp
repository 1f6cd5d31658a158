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

TEST_CASE("a command in second place, behind brackets or quotes, or called by its name is found", "[architecture]") {
  const auto seen = [](const std::string& text) { return check_cmake("ui/CMakeLists.txt", text + "\n").size() == 1; };
  CHECK(seen("add_subdirectory(page) link_libraries(polemarch_vision)"));
  CHECK(seen("#[[ a\n comment ]] link_libraries(polemarch_vision)"));
  CHECK(seen("find_package(\"#\")\nlink_libraries(polemarch_vision)"));
  CHECK(seen("find_package(\"(\")\nlink_libraries(polemarch_vision)"));
  CHECK(seen("find_package([==[ ( ]==])\nlink_libraries(polemarch_vision)"));
  CHECK(seen("target_link_libraries(polemarch_ui\n  PUBLIC\n    $<TARGET_FILE:polemarch_vision>)"));
  CHECK(seen("cmake_language(CALL target_link_libraries polemarch_ui PUBLIC polemarch_vision)"));
  CHECK(seen("cmake_language(EVAL CODE \"link_libraries(polemarch_vision)\")"));
  CHECK(seen("set_directory_properties(PROPERTIES LINK_OPTIONS -lvision)"));
  CHECK(seen("set(CMAKE_EXE_LINKER_FLAGS -lvision)"));
  CHECK(seen("target_precompile_headers(polemarch_ui PRIVATE <chrono>)"));
  CHECK(seen("add_custom_command(OUTPUT x.cpp COMMAND date)"));
  CHECK(seen("add_subdirectory(../vision vision)"));
  CHECK(check_cmake("ui/CMakeLists.txt", "#[[ add_library(x) ]]\n# link_libraries(x)\nadd_subdirectory(page)\n").empty());
}

TEST_CASE("a room that needs what is not for it, or takes another's name, row or folder is found", "[architecture]") {
  const auto seen = [](const std::string& path, const std::string& text) {
    return check_cmake(path + "/CMakeLists.txt", text + "\n").size() == 1;
  };
  CHECK(seen("ui", "polemarch_room(NAME ui USES models NEEDS opencv_core)"));
  CHECK(seen("ui", "polemarch_room(NAME ui USES models NEEDS ${OpenCV_LIBS})"));
  CHECK(seen("ui", "polemarch_room(NAME ui USES models NEEDS ${CMAKE_BINARY_DIR}/vision/libpolemarch_vision.a)"));
  CHECK(seen("ui", "polemarch_room(NAME ui USES models NEEDS $<LINK_ONLY:polemarch_vision>)"));
  CHECK(seen("ui", "polemarch_room(NAME ui USES models ${MORE})"));
  CHECK(seen("engine/core", "polemarch_room(NAME engine_core USES models NEEDS Threads::Threads)"));
  CHECK(seen("engine/core", "find_package(Threads)"));
  CHECK(seen("models", "polemarch_room(NAME models NEEDS nlohmann_json::nlohmann_json)"));
  CHECK(seen("engine/rulesets/paean", "polemarch_room(NAME paean KIND engine_registry USES models)"));
  CHECK(seen("engine/core", "polemarch_room(NAME engine_core KIND ruleset USES models)"));
  CHECK(seen("engine/core", "polemarch_room(NAME assistant USES models)"));
  CHECK(seen("engine/rulesets/paean", "polemarch_room(NAME paean KIND ruleset SUBDIRS judge ../hoplomachia/topics USES models)"));
  CHECK(
      check_cmake("engine/rulesets/paean/CMakeLists.txt", "polemarch_room(NAME paean KIND ruleset SUBDIRS judge USES models engine_core)\n")
          .empty());
}

TEST_CASE("flags that change rounding or silence warnings are found", "[architecture]") {
  const auto seen = [](const std::string& text) { return check_cmake("engine/geometry/CMakeLists.txt", text + "\n").size() == 1; };
  CHECK(seen("polemarch_room(NAME engine_geometry USES models FLAGS -ffast-math)"));
  CHECK(seen("target_compile_options(polemarch_engine_geometry PRIVATE -Ofast)"));
  CHECK(seen("add_compile_options(-Wno-error)"));
  CHECK(seen("polemarch_room(NAME engine_geometry USES models FLAGS -include chrono)"));
  CHECK(seen("polemarch_room(NAME engine_geometry USES models FLAGS -DTIME=rand)"));
  CHECK(seen("polemarch_room(NAME engine_geometry USES models FLAGS -I${CMAKE_SOURCE_DIR}/vision)"));
  CHECK(seen("polemarch_room(NAME engine_geometry USES models FLAGS -std=gnu++20)"));
  CHECK(seen("string(APPEND CMAKE_CXX_FLAGS \" -w\")"));
  CHECK(seen("set_source_files_properties(trig.cpp PROPERTIES COMPILE_OPTIONS -O3)"));
  CHECK(check_cmake("vision/CMakeLists.txt", "set_source_files_properties(x.cpp PROPERTIES COMPILE_OPTIONS \"-O3\")\n").empty());
}

}  // namespace cmake_tests
