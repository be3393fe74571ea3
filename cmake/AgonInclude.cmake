# The headers as plugin authors see them, in one folder, the same in the build tree and where they are installed:
#   agon/...                 the SDK
#   <game>/<game>.h, .hpp    a game's protocol and its base class
#   agon/topcoder/<game>.hpp the bridge for classes written for the game's contest
# In <build>/include they are links, so that there is one of each file. Beside them, in lib/, libagon_<game>.a is what a game has to offer
# as a library, to CMake agon::<game>.

set(AGON_INCLUDE_DIRECTORY "${PROJECT_BINARY_DIR}/include")

function(agon_publish_header file name)
  cmake_path(GET name PARENT_PATH folder)
  cmake_path(GET name FILENAME base)
  file(MAKE_DIRECTORY "${AGON_INCLUDE_DIRECTORY}/${folder}")
  file(CREATE_LINK "${file}" "${AGON_INCLUDE_DIRECTORY}/${name}" SYMBOLIC)
  install(FILES "${file}" RENAME "${base}" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/${folder}" COMPONENT agon-dev)
endfunction()

function(agon_publish_sdk root)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE "${root}" "${root}/*.h" "${root}/*.hpp")
  foreach(header IN LISTS headers)
    agon_publish_header("${root}/${header}" "${header}")
  endforeach()
endfunction()

function(agon_publish_game game root)
  foreach(header ${game}.h ${game}.hpp)
    agon_publish_header("${root}/${header}" "${game}/${header}")
  endforeach()
  if(EXISTS "${root}/topcoder.hpp")
    agon_publish_header("${root}/topcoder.hpp" "agon/topcoder/${game}.hpp")
  endif()
endfunction()

# agon_publish_library(<game> HEADER ... LIBRARIES ...): static libraries as one, and the header that declares what is in it
function(agon_publish_library game)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "HEADER" "LIBRARIES")
  list(TRANSFORM arg_LIBRARIES REPLACE "(.+)" "$<TARGET_OBJECTS:\\1>" OUTPUT_VARIABLE objects)
  add_library(agon_${game} STATIC ${objects})
  set_target_properties(agon_${game} PROPERTIES LINKER_LANGUAGE CXX ARCHIVE_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib")
  agon_publish_header("${CMAKE_CURRENT_SOURCE_DIR}/${arg_HEADER}" "${game}/${arg_HEADER}")
  install(TARGETS agon_${game} ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT agon-dev)
endfunction()
