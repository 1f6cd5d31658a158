# polemarch_room is the only way to add a library or the program: it holds the flags every room is built with and the
# table of who may link whom (README "Who may include whom"). tests/architecture checks the #include lines against the same table.
include_guard()
find_package(PkgConfig REQUIRED)

# The settings every target shares; warnings are errors.
add_library(polemarch_flags INTERFACE)
target_include_directories(polemarch_flags INTERFACE ${CMAKE_SOURCE_DIR})
target_compile_options(polemarch_flags INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Werror)
# Designated initialisers leave the rest at its default on purpose.
target_compile_options(polemarch_flags INTERFACE -Wno-missing-field-initializers)
# Fused multiply-add would round differently from one machine to the next, and battles must replay to the same hash.
target_compile_options(polemarch_flags INTERFACE -ffp-contract=off)
if(POLEMARCH_SANITIZE)
  # gcc 12 sees std::function inside <regex> as uninitialised once the sanitizers instrument it; other builds keep the warning.
  target_compile_options(polemarch_flags INTERFACE -Wno-maybe-uninitialized)
  target_compile_options(polemarch_flags INTERFACE -fsanitize=${POLEMARCH_SANITIZE} -fno-omit-frame-pointer)
  target_link_options(polemarch_flags INTERFACE -fsanitize=${POLEMARCH_SANITIZE})
endif()
if(POLEMARCH_FUZZ)
  target_compile_options(polemarch_flags INTERFACE -fsanitize=fuzzer-no-link)
  # clang cannot write the function sanitizer's prologues for functions of other sections, as batches have them.
  target_compile_options(polemarch_flags INTERFACE -fno-sanitize=function)
endif()

# Who changes a rule waits for the archive of its room and for the linker: an archive names its objects instead of holding 300 MB of them, and
# lld takes 2 s where gold takes 9 and the usual linker 14 (processor time, 29 November 2026).
if(CMAKE_BUILD_TYPE STREQUAL "Debug")
  set(CMAKE_CXX_ARCHIVE_CREATE "<CMAKE_AR> qcT <TARGET> <LINK_FLAGS> <OBJECTS>")
  find_program(POLEMARCH_LLD ld.lld)
  find_program(POLEMARCH_GOLD ld.gold)
  if(POLEMARCH_LLD)
    target_link_options(polemarch_flags INTERFACE -fuse-ld=lld)
  elseif(POLEMARCH_GOLD)
    target_link_options(polemarch_flags INTERFACE -fuse-ld=gold)
  endif()
endif()

option(POLEMARCH_UNITY "Compile the sources of a room in batches: a build from nothing takes less, a changed file more" OFF)
option(POLEMARCH_PRECOMPILE "Precompile what tests and the eye include everywhere; off, each file must include what it uses" OFF)

# A folder with a CMakeLists below engine/rulesets is a ruleset's room.
file(GLOB POLEMARCH_RULESETS RELATIVE ${CMAKE_SOURCE_DIR}/engine/rulesets CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/engine/rulesets/*/CMakeLists.txt)
list(TRANSFORM POLEMARCH_RULESETS REPLACE "/CMakeLists.txt" "")

# Room -> rooms it may link. Rulesets share one row; nothing may link assistant but tests.
set(POLEMARCH_MAY_USE_models "")
set(POLEMARCH_MAY_USE_models_io "models")
set(POLEMARCH_MAY_USE_vision "models;models_io")
set(POLEMARCH_MAY_USE_calibration "models;models_io;vision")
set(POLEMARCH_MAY_USE_engine_core "models;models_io")
set(POLEMARCH_MAY_USE_engine_geometry "models;engine_core")
set(POLEMARCH_MAY_USE_ruleset "models;models_io;engine_core;engine_geometry")
set(POLEMARCH_MAY_USE_engine_registry "models;engine_core;${POLEMARCH_RULESETS}")
set(POLEMARCH_MAY_USE_ui "models;engine_core")
set(POLEMARCH_MAY_USE_assistant "models;models_io;vision;calibration;engine_core;engine_geometry;engine_registry;ui")

# polemarch_batches(target [size]): in a build by batches, sources are compiled some at a time, in batches of one size. Files with flags of their
# own stay alone. gcc collects its garbage again and again while a batch grows: with this limit seldom, which saves a tenth of a build.
function(polemarch_batches target)
  if(POLEMARCH_UNITY)
    get_target_property(sources ${target} SOURCES)
    list(LENGTH sources count)
    math(EXPR batches "(${count} + 20) / 44")
    if(batches LESS 1)
      set(batches 1)
    endif()
    math(EXPR size "(${count} + ${batches} - 1) / ${batches}")
    if(ARGC GREATER 1)
      set(size ${ARGV1})
    endif()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE ${size})
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:--param=ggc-min-heapsize=524288>)
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)  # a batch looks like a header to gcc
  endif()
endfunction()

# polemarch_precompile(target headers...): where that is switched on, the target's files begin with these, read once.
function(polemarch_precompile target)
  if(POLEMARCH_PRECOMPILE)
    target_precompile_headers(${target} PRIVATE ${ARGN})
    target_compile_options(${target} PRIVATE -Wno-error=invalid-pch $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)  # so that ccache sees what was precompiled
  endif()
endfunction()

# polemarch_public_headers(target dir): of a pkg-config package only its own headers are used. pkg_check_modules reads an -isystem from its
# cache in another way than the first time, so that a second configuration would compile everything anew.
function(polemarch_public_headers target dir)
  set_target_properties(${target} PROPERTIES INTERFACE_COMPILE_OPTIONS "" INTERFACE_INCLUDE_DIRECTORIES "${dir}")
endfunction()

# polemarch_room(NAME name [KIND ruleset] [DIR dir] [SUBDIRS a b] [USES rooms...] [NEEDS packages' targets...] [FLAGS compiler flags...]
#                [BATCH files in one])
# Compiles every *.cpp of the current folder (and of SUBDIRS) into a static library polemarch_<name>. The texts of a ruleset are large and
# rarely run. They are compiled apart, so that a changed rule is built soon. A whole ruleset is compiled with -Og: -O2 takes half as long again and
# answers no sooner than a person notices (tests/bench).
function(polemarch_room)
  cmake_parse_arguments(ROOM "" "NAME;KIND;BATCH" "SUBDIRS;USES;NEEDS;FLAGS" ${ARGN})
  if(NOT ROOM_KIND)
    set(ROOM_KIND ${ROOM_NAME})
  endif()
  if(NOT DEFINED POLEMARCH_MAY_USE_${ROOM_KIND})
    message(FATAL_ERROR "polemarch_room: ${ROOM_NAME} has no row in the table of ${CMAKE_CURRENT_FUNCTION_LIST_FILE}")
  endif()
  foreach(used IN LISTS ROOM_USES)
    if(NOT used IN_LIST POLEMARCH_MAY_USE_${ROOM_KIND})
      message(FATAL_ERROR "polemarch_room: ${ROOM_NAME} may not use ${used} (allowed: ${POLEMARCH_MAY_USE_${ROOM_KIND}})")
    endif()
  endforeach()
  set(patterns *.cpp)
  foreach(sub IN LISTS ROOM_SUBDIRS)
    list(APPEND patterns ${sub}/*.cpp)
  endforeach()
  file(GLOB sources CONFIGURE_DEPENDS ${patterns})
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$")
  set(texts "")
  if(ROOM_KIND STREQUAL "ruleset")
    set(texts ${sources})
    list(FILTER texts INCLUDE REGEX "/(text|data)[^/]*\\.cpp$|/text/")
    list(REMOVE_ITEM sources ${texts})
  endif()
  if(texts AND NOT sources)  # a room of nothing else
    set(sources ${texts})
    set(texts "")
  endif()

  if(sources)
    add_library(polemarch_${ROOM_NAME} STATIC ${sources})
    set(scope PUBLIC)
  else()
    add_library(polemarch_${ROOM_NAME} INTERFACE)
    set(scope INTERFACE)
  endif()
  set(rooms ${ROOM_USES})  # the room's libraries, those it uses before itself
  foreach(used IN LISTS ROOM_USES)
    get_property(further GLOBAL PROPERTY POLEMARCH_ROOMS_OF_${used})
    list(PREPEND rooms ${further})
  endforeach()
  if(sources)
    list(APPEND rooms ${ROOM_NAME})
  endif()
  list(REMOVE_DUPLICATES rooms)
  set_property(GLOBAL PROPERTY POLEMARCH_ROOMS_OF_${ROOM_NAME} ${rooms})
  set(targets polemarch_${ROOM_NAME})
  if(texts)
    add_library(polemarch_${ROOM_NAME}_text OBJECT ${texts})
    target_sources(polemarch_${ROOM_NAME} PRIVATE $<TARGET_OBJECTS:polemarch_${ROOM_NAME}_text>)
    target_compile_options(polemarch_${ROOM_NAME}_text PRIVATE -Og)
    polemarch_batches(polemarch_${ROOM_NAME}_text)
    list(APPEND targets polemarch_${ROOM_NAME}_text)
  endif()
  foreach(target IN LISTS targets)
    target_link_libraries(${target} ${scope} polemarch_flags ${ROOM_NEEDS})
    foreach(used IN LISTS ROOM_USES)
      target_link_libraries(${target} ${scope} polemarch_${used})
    endforeach()
  endforeach()
  if(sources)
    polemarch_batches(polemarch_${ROOM_NAME} ${ROOM_BATCH})
    if(ROOM_KIND STREQUAL "ruleset")
      target_compile_options(polemarch_${ROOM_NAME} PRIVATE $<$<CONFIG:Release>:-Og>)
    endif()
    if(ROOM_FLAGS)
      target_compile_options(polemarch_${ROOM_NAME} PRIVATE ${ROOM_FLAGS})
    endif()
  endif()
endfunction()
