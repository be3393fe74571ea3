# agon_add_game(<id> SOURCES ... [LIBRARIES ...])
# agon_add_strategy(<id> GAME <game> SOURCES ... [LIBRARIES ...] [TOPCODER])
#
# Each makes one plugin. Its target is <game>_<id>, a game's own <id>_game; C and C++ both do.
#
# The file is <build>/<id>.so, in the build folder of the project() that adds it. A project of many plugins sets
# AGON_PLUGIN_OUTPUT_DIRECTORY and gets <that folder>/<game>/<id>.so: so the host finds them by name, if AGON_GAME_PATH
# names the folder. Where AGON_PLUGIN_INSTALL_DIRECTORY is set, too, they are installed there in the same shape.
#
# TOPCODER is for a class that was written for the game's contest: the sources see agon/topcoder/<game>.hpp first, their
# globals start anew in every match, and they are compiled as C++98 with GNU's extensions, or as CMAKE_CXX_STANDARD says.

set(AGON_PLUGIN_MAP "${CMAKE_CURRENT_LIST_DIR}/plugin.map")

function(agon_add_plugin target folder id)
  cmake_parse_arguments(PARSE_ARGV 3 arg "" "" "SOURCES;LIBRARIES")
  if(NOT arg_SOURCES)
    message(FATAL_ERROR "${target}: name its files after SOURCES")
  endif()
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "${target}: '${arg_UNPARSED_ARGUMENTS}' stands behind no keyword; there is SOURCES and LIBRARIES, "
      "and for a strategy GAME and TOPCODER")
  endif()
  set(output "${PROJECT_BINARY_DIR}")
  if(AGON_PLUGIN_OUTPUT_DIRECTORY)
    set(output "${AGON_PLUGIN_OUTPUT_DIRECTORY}/${folder}")
  endif()
  add_library(${target} MODULE ${arg_SOURCES})
  target_link_libraries(${target} PRIVATE ${arg_LIBRARIES})
  set_target_properties(${target} PROPERTIES
    PREFIX "" SUFFIX ".so" OUTPUT_NAME "${id}" LIBRARY_OUTPUT_DIRECTORY "${output}"
    C_VISIBILITY_PRESET hidden CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  target_link_options(${target} PRIVATE "-Wl,--version-script=${AGON_PLUGIN_MAP}")
  set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS "${AGON_PLUGIN_MAP}")
  # A missing symbol shows when the plugin is linked, not when it plays. Sanitizers leave symbols to the executable.
  if(NOT AGON_SANITIZE)
    target_link_options(${target} PRIVATE -Wl,-z,defs)
  endif()
  if(AGON_PLUGIN_INSTALL_DIRECTORY)
    install(TARGETS ${target} LIBRARY DESTINATION "${AGON_PLUGIN_INSTALL_DIRECTORY}/${folder}" COMPONENT agon)
    set_property(GLOBAL APPEND PROPERTY AGON_INSTALLED_PLUGINS ${target})
  endif()
endfunction()

function(agon_add_game id)
  agon_add_plugin(${id}_game ${id} ${id} ${ARGN})
  target_link_libraries(${id}_game PRIVATE agon::sdk)
endfunction()

function(agon_add_strategy id)
  cmake_parse_arguments(PARSE_ARGV 1 arg "TOPCODER" "GAME" "SOURCES;LIBRARIES")
  if(NOT arg_GAME)
    message(FATAL_ERROR "${id}: name its game after GAME")
  endif()
  set(target ${arg_GAME}_${id})
  agon_add_plugin(${target} ${arg_GAME} ${id} SOURCES ${arg_SOURCES} LIBRARIES ${arg_LIBRARIES} ${arg_UNPARSED_ARGUMENTS})
  if(COMMAND agon_find_game) # outside Agon's own tree: AgonProject.cmake
    agon_find_game(${arg_GAME} folders)
    list(TRANSFORM folders APPEND "/include")
    get_target_property(installed agon::sdk INTERFACE_INCLUDE_DIRECTORIES)
    set(known FALSE)
    foreach(folder IN LISTS folders installed)
      if(EXISTS "${folder}/${arg_GAME}/${arg_GAME}.h")
        set(known TRUE)
      endif()
    endforeach()
    if(NOT known AND NOT TARGET ${arg_GAME}_game AND NOT arg_GAME STREQUAL "any")
      message(WARNING "There are no headers of the game ${arg_GAME}: name its build folder by -DCMAKE_PREFIX_PATH=FOLDER")
    endif()
    target_include_directories(${target} PRIVATE ${folders})
  endif()
  if(NOT arg_TOPCODER)
    target_link_libraries(${target} PRIVATE agon::sdk)
    return()
  endif()
  # The SDK's headers without its demand for C++20.
  target_include_directories(${target} PRIVATE "$<TARGET_PROPERTY:agon::sdk,INTERFACE_INCLUDE_DIRECTORIES>")
  if(NOT CMAKE_CXX_STANDARD)
    set_target_properties(${target} PROPERTIES CXX_STANDARD 98 CXX_EXTENSIONS ON)
  endif()
  # -fpermissive: what GCC took for C++ when the class was written.
  target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-include agon/topcoder/${arg_GAME}.hpp>"
    "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fno-gnu-unique>" "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fpermissive>")
endfunction()
