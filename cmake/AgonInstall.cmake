# Where things are installed, below the prefix:
#   bin/agon                       a link to the host: Debian has a program called host, which must not be hidden
#   lib/agon/                      host, agon-arena, agon-worker, agon-supervisor, agon-tester.so, tune.py, plugins/, templates/: the
#                                 host finds them beside itself
#   include/                       see AgonInclude.cmake
#   share/agon/systems             the scripts of batch systems, which the host finds in a folder above its own
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
  # What 'agon tune' starts; in the build tree a link, so that there is one of it.
  file(MAKE_DIRECTORY "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}")
  file(CREATE_LINK "${PROJECT_SOURCE_DIR}/python/tune.py" "${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/tune.py" SYMBOLIC)
  install(FILES "${PROJECT_SOURCE_DIR}/python/tune.py" DESTINATION "${AGON_INSTALL_HOME}" COMPONENT agon)
  # The scripts of batch systems, likewise.
  file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/share/agon")
  file(CREATE_LINK "${PROJECT_SOURCE_DIR}/systems" "${PROJECT_BINARY_DIR}/share/agon/systems" SYMBOLIC)
  install(DIRECTORY "${PROJECT_SOURCE_DIR}/systems" DESTINATION share/agon USE_SOURCE_PERMISSIONS COMPONENT agon)
endfunction()
