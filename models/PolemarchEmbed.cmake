# polemarch_embed(TARGET t NAMESPACE n FILES a.json b.csv ...)
# Puts text files into the program, so that it needs no data folder beside it. Generates n::embedded_files(), a sorted array of
# {name, text}; names are file names without their folder.
include_guard()
function(polemarch_embed)
  cmake_parse_arguments(EMBED "" "TARGET;NAMESPACE" "FILES" ${ARGN})
  set(out ${CMAKE_CURRENT_BINARY_DIR}/${EMBED_TARGET}_embedded.cpp)
  string(REPLACE ";" "\n" list_text "${EMBED_FILES}")
  file(GENERATE OUTPUT ${out}.list CONTENT "${list_text}\n")
  add_custom_command(
    OUTPUT ${out}
    COMMAND ${CMAKE_COMMAND} -DLIST=${out}.list -DOUT=${out} -DNAMESPACE=${EMBED_NAMESPACE} -P ${CMAKE_SOURCE_DIR}/models/embed_script.cmake
    DEPENDS ${EMBED_FILES} ${CMAKE_SOURCE_DIR}/models/embed_script.cmake ${out}.list
    VERBATIM)
  target_sources(${EMBED_TARGET} PRIVATE ${out})
endfunction()
