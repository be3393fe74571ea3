# What other projects find Agon by, CMake's package and pkg-config's file, for the installed tree and for the build tree. Both
# trees have the same shape below the prefix, except that the host's own folder is bin/ in the build tree. No file holds a
# path of this machine.
include(CMakePackageConfigHelpers)

# agon_write_package(<folder> <prefix> <include> <lib> <program> <plugins>): paths relative to the prefix
function(agon_write_package folder prefix include lib program plugins)
  set(AGON_PACKAGE_INCLUDE "${include}")
  set(AGON_PACKAGE_LIB "${lib}")
  set(AGON_PACKAGE_PROGRAM "${program}")
  configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/agonConfig.cmake.in" "${folder}/cmake/agon/agonConfig.cmake"
    INSTALL_DESTINATION share/cmake/agon INSTALL_PREFIX "${prefix}"
    PATH_VARS AGON_PACKAGE_INCLUDE AGON_PACKAGE_LIB AGON_PACKAGE_PROGRAM NO_SET_AND_CHECK_MACRO)
  write_basic_package_version_file("${folder}/cmake/agon/agonConfigVersion.cmake"
    COMPATIBILITY SameMajorVersion ARCH_INDEPENDENT)
  foreach(file AgonPlugin.cmake AgonProject.cmake plugin.map)
    configure_file("${PROJECT_SOURCE_DIR}/cmake/${file}" "${folder}/cmake/agon/${file}" COPYONLY)
  endforeach()
  set(AGON_PC_INCLUDE "${include}")
  set(AGON_PC_LIB "${lib}")
  set(AGON_PC_PROGRAM "${program}")
  set(AGON_PC_PLUGINS "${plugins}")
  configure_file("${PROJECT_SOURCE_DIR}/cmake/agon.pc.in" "${folder}/pkgconfig/agon.pc" @ONLY)
endfunction()

agon_write_package("${PROJECT_BINARY_DIR}/share" "${PROJECT_BINARY_DIR}" include lib bin/host bin/plugins)

set(agon_installed "${PROJECT_BINARY_DIR}/install")
agon_write_package("${agon_installed}/share" "${CMAKE_INSTALL_PREFIX}" "${CMAKE_INSTALL_INCLUDEDIR}"
  "${CMAKE_INSTALL_LIBDIR}" "${CMAKE_INSTALL_BINDIR}/agon" "${AGON_INSTALL_HOME}/plugins")
install(DIRECTORY "${agon_installed}/share/" DESTINATION share COMPONENT agon-dev)
