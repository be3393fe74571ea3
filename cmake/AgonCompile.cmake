# How every target of this project is compiled: languages, warnings, visibility, sanitizers.

set(CMAKE_C_STANDARD 99)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)

add_compile_options(-Wall -Wextra -Wpedantic -Wconversion -Wshadow)
if(AGON_WERROR)
  add_compile_options(-Werror)
endif()
# The heap size in KiB below which GCC collects no garbage. This saves an eighth of its time, and takes up to a fifth more memory.
add_compile_options("$<$<COMPILE_LANG_AND_ID:CXX,GNU>:SHELL:--param ggc-min-heapsize=1000000>")
if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  # A fused multiplication and addition rounds once, the two operations of x86-64 twice: a match must not depend on that.
  add_compile_options(-ffp-contract=off "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-psabi>")
endif()
if(AGON_SANITIZE)
  add_compile_options(-fsanitize=${AGON_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${AGON_SANITIZE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-Wno-maybe-uninitialized) # false alarms in GCC 12's own <regex> among sanitizers' checks
    if(AGON_SANITIZE STREQUAL "thread")
      add_compile_options(-Wno-tsan) # it does not know the fences of Boost.Asio
    endif()
  endif()
endif()

# agon_precompile(<target> [FROM <other>] [HEADERS ...]): precompiles the standard library's headers and these for a target, or takes those of
# <other>, which must be compiled alike. Sources include what they use as if there were none: builds without say so.
function(agon_precompile target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "FROM" "HEADERS")
  if(NOT AGON_PRECOMPILE)
    return()
  elseif(arg_FROM)
    target_precompile_headers(${target} REUSE_FROM ${arg_FROM})
    return()
  endif()
  target_precompile_headers(${target} PRIVATE
    <algorithm> <array> <chrono> <cstdint> <filesystem> <fstream> <functional> <map> <memory> <optional> <sstream> <string> <string_view>
    <utility> <variant> <vector> ${arg_HEADERS})
endfunction()

# agon_unite(<target> [<number>]): compiles up to <number> sources of a folder as one. Six, the default, take a third of the time that each
# alone takes; twelve take a quarter less than twice six. So what one of them has in an unnamed namespace is there for those beside it, and
# must have a name of its own. Sources include what they use as if each were alone: builds without say so.
function(agon_unite target)
  if(NOT AGON_UNITE)
    return()
  endif()
  set(number 6)
  if(ARGC GREATER 1)
    set(number ${ARGV1})
  endif()
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(RELATIVE_PATH folder BASE_DIRECTORY "${PROJECT_SOURCE_DIR}")
    string(MAKE_C_IDENTIFIER "in_${folder}" folder)
    math(EXPR ${folder} "0${${folder}} + 1")
    math(EXPR part "(${${folder}} - 1) / ${number}")
    set_source_files_properties("${source}" PROPERTIES UNITY_GROUP "${folder}_${part}")
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # To GCC, what a source has in an unnamed namespace is now in a header.
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-subobject-linkage>)
endfunction()
