# For projects of plugins outside Agon's own tree, beside agon_add_strategy() and agon_add_game():
#
#   agon_test_strategy(<id> GAME <game>)    a test that plays whole matches, in the sandbox: none of their seats may fail
#
# A game that was not installed with Agon is found where it was built, by an entry of CMAKE_PREFIX_PATH: that folder holds
# <game>.so and include/<game>/<game>.h.

# The folders of CMAKE_PREFIX_PATH in which that game was built.
function(agon_find_game game folders)
  set(found)
  foreach(prefix IN LISTS CMAKE_PREFIX_PATH)
    if(EXISTS "${prefix}/include/${game}/${game}.h" AND EXISTS "${prefix}/${game}.so")
      list(APPEND found "${prefix}")
    endif()
  endforeach()
  set(${folders} ${found} PARENT_SCOPE)
endfunction()

function(agon_test_strategy id)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "GAME" "")
  if(NOT arg_GAME OR arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "agon_test_strategy(${id}): name its game after GAME, and nothing else")
  endif()
  if(NOT TARGET agon::host)
    message(WARNING "${id} is not tested: the program of Agon is not installed beside its headers")
    return()
  endif()
  set(file "${PROJECT_BINARY_DIR}/${id}.so") # of a language that CMake does not know
  if(TARGET ${arg_GAME}_${id})
    get_target_property(type ${arg_GAME}_${id} TYPE)
    if(type STREQUAL "MODULE_LIBRARY")
      set(file "$<TARGET_FILE:${arg_GAME}_${id}>")
    endif()
  endif()
  agon_find_game(${arg_GAME} folders)
  set(path "")
  if(TARGET ${arg_GAME}_game) # of this project
    list(APPEND folders "${PROJECT_BINARY_DIR}")
  endif()
  foreach(folder IN LISTS folders)
    list(APPEND path "AGON_GAME_PATH=path_list_append:${folder}")
  endforeach()
  add_test(NAME ${id} COMMAND agon::host --game ${arg_GAME} --plugin "${file}" --seeds 1-3 --no-db --json)
  # A seat that fails has lost its match; that is no error of the host's.
  set_tests_properties(${id} PROPERTIES FAIL_REGULAR_EXPRESSION "\"kind\":\"[^o]" ENVIRONMENT_MODIFICATION "${path}")
endfunction()
