# The headers as plugin authors see them, in one folder, as the installed one: <build>/include holds
#   agon/...                 the SDK
#   <game>/<game>.h, .hpp    a game's protocol and its base class
#   agon/topcoder/<game>.hpp the adapter for classes written for the game's contest
# They are links, so that there is one of each file.

set(AGON_INCLUDE_DIRECTORY "${PROJECT_BINARY_DIR}/include")

function(agon_link_header file name)
  set(link "${AGON_INCLUDE_DIRECTORY}/${name}")
  cmake_path(GET link PARENT_PATH folder)
  file(MAKE_DIRECTORY "${folder}")
  file(CREATE_LINK "${file}" "${link}" SYMBOLIC)
endfunction()

function(agon_link_sdk root)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE "${root}" "${root}/*.h" "${root}/*.hpp")
  foreach(header IN LISTS headers)
    agon_link_header("${root}/${header}" "${header}")
  endforeach()
endfunction()

function(agon_link_game game root)
  foreach(header ${game}.h ${game}.hpp)
    agon_link_header("${root}/${header}" "${game}/${header}")
  endforeach()
  if(EXISTS "${root}/topcoder.hpp")
    agon_link_header("${root}/topcoder.hpp" "agon/topcoder/${game}.hpp")
  endif()
endfunction()
