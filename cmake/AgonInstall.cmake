# Where things are installed, below the prefix:
#   bin/agon                       a link to the host: Debian has a program called host, which must not be hidden
#   lib/agon/                      host, agon-arena, agon-worker, agon-supervisor, agon-tester.so, plugins/, templates/: the host finds
#                                 them beside itself;
#                                 cluster/: scripts that start arenas
#   include/                       see AgonInclude.cmake
#   share/cmake/agon, pkgconfig    see AgonPackage.cmake
# Components, which are Debian's packages, too: agon, to play, and agon-dev, to write plugins.

include(GNUInstallDirs)
set(AGON_INSTALL_HOME "${CMAKE_INSTALL_LIBDIR}/agon")

function(agon_install_programs)
  install(TARGETS host agon-arena agon-worker agon-supervisor agon-tester
    RUNTIME DESTINATION "${AGON_INSTALL_HOME}" COMPONENT agon
    LIBRARY DESTINATION "${AGON_INSTALL_HOME}" COMPONENT agon)
  set(link "${PROJECT_BINARY_DIR}/install/agon")
  file(RELATIVE_PATH target "/${CMAKE_INSTALL_BINDIR}" "/${AGON_INSTALL_HOME}/host")
  file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/install")
  file(CREATE_LINK "${target}" "${link}" SYMBOLIC)
  install(FILES "${link}" DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT agon)
  # What starts arenas on many machines: docs/cluster.md.
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/host/cluster/start/" DESTINATION "${AGON_INSTALL_HOME}/cluster" COMPONENT agon USE_SOURCE_PERMISSIONS)
endfunction()
