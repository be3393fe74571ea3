# What the tests of the games that ship have in common.

# Built games, strategies and the built host, driven in a few lines. The host is apart: its path is no definition that a precompiled header for
# others may be made with.
add_library(driven_host STATIC support/built_host.cpp)
agon_precompile(driven_host FROM test_main)
target_link_libraries(driven_host PUBLIC test_support agon::sdk doctest::doctest test_json)
target_compile_definitions(driven_host PRIVATE AGON_TEST_HOST="$<TARGET_FILE:host>")
add_dependencies(driven_host host)
add_library(driven_plugins STATIC
  support/drawing.cpp support/driven_match.cpp support/driven_player.cpp support/loaded_plugin.cpp support/states.cpp)
target_compile_options(driven_plugins PRIVATE $<$<CONFIG:Release>:-Og>)
agon_precompile(driven_plugins HEADERS <doctest/doctest.h>)
agon_unite(driven_plugins)
target_link_libraries(driven_plugins
  PUBLIC driven_host test_support agon::sdk doctest::doctest test_json PRIVATE ${CMAKE_DL_LIBS})

# agon_add_game_test(<game> SOURCES ... STRATEGIES ... [LIBRARIES ...]): the test plugins/<game>, which drives the built game and these of its
# strategies.
function(agon_add_game_test game)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;STRATEGIES;LIBRARIES")
  agon_add_test(plugins/${game}
    SOURCES ${arg_SOURCES} "${PROJECT_SOURCE_DIR}/tests/support/tested_game.cpp" LIBRARIES driven_plugins ${arg_LIBRARIES})
  set(test test_plugins_${game})
  target_include_directories(${test} PRIVATE "${AGON_INCLUDE_DIRECTORY}") # agon/topcoder/<game>.hpp
  target_compile_definitions(${test} PRIVATE
    AGON_TEST_GAME="${game}" AGON_TEST_FOLDER="${CMAKE_CURRENT_SOURCE_DIR}" AGON_TEST_PLUGINS="${AGON_PLUGIN_OUTPUT_DIRECTORY}/${game}")
  list(TRANSFORM arg_STRATEGIES PREPEND ${game}_)
  add_dependencies(${test} ${game}_game ${arg_STRATEGIES})
endfunction()

# agon_add_old_class(<game> [<name>]): <name>.cpp, old_contest_class.cpp unless it is said, as a plugin for the test plugins/<game>, to which
# AGON_TEST_<NAME> is its file. Built as the author of an old class would: as TOPCODER has it, with the headers that a build or an installation
# shows, and none of this project's warnings. Left out of the compilation database, so that clang-tidy does not ask old code to be new.
function(agon_add_old_class game)
  set(name old_contest_class)
  if(ARGC GREATER 1)
    set(name ${ARGV1})
  endif()
  set(AGON_PLUGIN_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests/fixtures")
  unset(AGON_PLUGIN_INSTALL_DIRECTORY)
  set(CMAKE_CXX_STANDARD 98)
  set(CMAKE_CXX_EXTENSIONS ON)
  agon_add_strategy(${name} GAME ${game} SOURCES ${name}.cpp TOPCODER)
  set(class ${game}_${name})
  target_include_directories(${class} PRIVATE "${AGON_INCLUDE_DIRECTORY}" "${PROJECT_SOURCE_DIR}/tests/support")
  target_compile_options(${class} PRIVATE -w)
  if(AGON_SANITIZE)
    target_compile_options(${class} PRIVATE -fno-sanitize=all) # it does on purpose what these forbid
  endif()
  set_target_properties(${class} PROPERTIES EXPORT_COMPILE_COMMANDS OFF)
  string(TOUPPER ${name} variable)
  target_compile_definitions(test_plugins_${game} PRIVATE AGON_TEST_${variable}="$<TARGET_FILE:${class}>")
  add_dependencies(test_plugins_${game} ${class})
endfunction()
