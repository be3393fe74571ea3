# agon_add_game(<id> SOURCES ... [LIBRARIES ...])
# agon_add_strategy(<id> GAME <game> SOURCES ... [LIBRARIES ...])
#
# Each makes one plugin: <plugins>/<game>/<id>.so, target <game>_<id>. The host looks for the strategy <id> of <game> in a file of that name
# first. <plugins> is AGON_PLUGIN_OUTPUT_DIRECTORY, or the build folder where that is not set.

set(AGON_PLUGIN_MAP "${CMAKE_CURRENT_LIST_DIR}/plugin.map")

function(agon_add_plugin target folder id)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "" "SOURCES;LIBRARIES")
  if(NOT arg_SOURCES)
    message(FATAL_ERROR "${target}: name its files after SOURCES")
  endif()
  set(root "${AGON_PLUGIN_OUTPUT_DIRECTORY}")
  if(NOT root)
    set(root "${CMAKE_CURRENT_BINARY_DIR}")
  endif()
  add_library(${target} MODULE ${arg_SOURCES})
  target_link_libraries(${target} PRIVATE agon::sdk ${arg_LIBRARIES})
  set_target_properties(${target} PROPERTIES
    PREFIX "" SUFFIX ".so" OUTPUT_NAME "${id}" LIBRARY_OUTPUT_DIRECTORY "${root}/${folder}"
    C_VISIBILITY_PRESET hidden CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  target_link_options(${target} PRIVATE "-Wl,--version-script=${AGON_PLUGIN_MAP}")
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS "${AGON_PLUGIN_MAP}")
  # A missing symbol shows when the plugin is linked, not when it plays. Sanitizers leave symbols to the executable.
  if(NOT AGON_SANITIZE)
    target_link_options(${target} PRIVATE -Wl,-z,defs)
  endif()
endfunction()

function(agon_add_game id)
  agon_add_plugin(${id}_game ${id} ${id} ${ARGN})
endfunction()

function(agon_add_strategy id)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "GAME" "")
  if(NOT arg_GAME)
    message(FATAL_ERROR "${id}: name its game after GAME")
  endif()
  agon_add_plugin(${arg_GAME}_${id} ${arg_GAME} ${id} ${arg_UNPARSED_ARGUMENTS})
endfunction()
