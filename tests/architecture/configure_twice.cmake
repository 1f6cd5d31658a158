# cmake -DSOURCE=folder -DBUILD=folder -P configure_twice.cmake
# Configures into an empty folder, then once more, and fails where a compiler would be called in another way: the second of ./run demo and
# ./run test would compile everything anew.
file(REMOVE_RECURSE ${BUILD})
foreach(time first second)
  execute_process(COMMAND ${CMAKE_COMMAND} --preset release -S ${SOURCE} -B ${BUILD} OUTPUT_VARIABLE said ERROR_VARIABLE said RESULT_VARIABLE failed)
  if(failed)
    message(FATAL_ERROR "the ${time} configuration failed: ${said}")
  endif()
  file(READ ${BUILD}/compile_commands.json ${time})
endforeach()
string(LENGTH "${first}" length)
if(length LESS 10000)
  message(FATAL_ERROR "${BUILD}/compile_commands.json holds no commands")
endif()
if(NOT first STREQUAL second)
  message(FATAL_ERROR "a second configuration calls the compiler in another way: compare ${BUILD}/compile_commands.json with a first one")
endif()
file(REMOVE_RECURSE ${BUILD})
