# Compiles through ccache where it is installed, unless a launcher is set; -DAGON_CCACHE=OFF leaves it out.
find_program(AGON_CCACHE ccache)
if(AGON_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Without these, nothing that uses a precompiled header is found again: macros that it might depend on. The times of headers stay
  # in force: without them ccache keeps what was compiled while a file was being changed, and gives it back as current.
  set(agon_launcher "${CMAKE_COMMAND}" -E env
    CCACHE_SLOPPINESS=pch_defines,time_macros "${AGON_CCACHE}")
  set(CMAKE_C_COMPILER_LAUNCHER "${agon_launcher}")
  set(CMAKE_CXX_COMPILER_LAUNCHER "${agon_launcher}")
endif()
