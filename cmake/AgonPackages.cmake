# Debian packages from what is installed, one for each component:
#   agon        the host, its plugins, completion, manual and documents
#   agon-dev    headers, libraries of games, CMake package, pkg-config's file, templates
#   python3-agon  the Python package, where it is built
# `cpack --preset release` writes them to <build>/packages; it takes dpkg-dev and file.

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME agon)
# Debian wants an address: that of whoever makes the packages, as Debian's tools know it, else one that reaches nobody (RFC 2606).
set(CPACK_PACKAGE_CONTACT "Agon developers <noreply@agon.invalid>")
if(DEFINED ENV{DEBEMAIL} AND DEFINED ENV{DEBFULLNAME})
  set(CPACK_PACKAGE_CONTACT "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
endif()
set(CPACK_PACKAGE_DIRECTORY "${PROJECT_BINARY_DIR}/packages")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS "${PROJECT_SOURCE_DIR}/cmake/AgonMakePackages.cmake")
set(CPACK_COMPONENTS_ALL agon agon-dev)
if(TARGET agon_python)
  list(APPEND CPACK_COMPONENTS_ALL python3-agon)
endif()

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
find_program(AGON_DPKG_ARCHITECTURE dpkg-architecture)
if(CMAKE_CROSSCOMPILING AND AGON_DPKG_ARCHITECTURE) # else it is that of the machine
  execute_process(COMMAND "${AGON_DPKG_ARCHITECTURE}" "-t${CMAKE_LIBRARY_ARCHITECTURE}" -qDEB_HOST_ARCH
    OUTPUT_VARIABLE CPACK_DEBIAN_PACKAGE_ARCHITECTURE OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
endif()

set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "arena for game-playing programs")

set(CPACK_DEBIAN_AGON_PACKAGE_NAME agon)
set(CPACK_DEBIAN_AGON_PACKAGE_SECTION misc) # games would have to be in /usr/games
set(CPACK_DEBIAN_AGON_PACKAGE_SUGGESTS "python3-optuna, python3-matplotlib, python3-sklearn, parallel") # for 'agon tune' and --on parallel
set(CPACK_DEBIAN_AGON_PACKAGE_SHLIBDEPS ON) # Depends: what the programs and plugins are linked with
set(CPACK_DEBIAN_AGON_DESCRIPTION
"Agon plays games between strategies, programs that play them, and says which
is better. Games and strategies are shared libraries; each strategy runs in a
process of its own, in a sandbox. Matches are reproducible from a seed, and
can be recorded, replayed and compared.
.
The program is called agon.")

set(CPACK_DEBIAN_AGON-DEV_PACKAGE_NAME agon-dev)
set(CPACK_DEBIAN_AGON-DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_AGON-DEV_PACKAGE_DEPENDS "agon (= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})")
set(CPACK_DEBIAN_AGON-DEV_PACKAGE_RECOMMENDS "cmake (>= 3.25), g++ (>= 4:12), make | ninja-build")
set(CPACK_DEBIAN_AGON-DEV_PACKAGE_SUGGESTS "pkgconf, rustc")
set(CPACK_DEBIAN_AGON-DEV_DESCRIPTION
"Agon plays games between strategies, programs that play them, and says which
is better. Games and strategies are shared libraries with a stable C ABI.
.
This package holds what it takes to write them: headers for C and C++,
libraries, a package for CMake, a file for pkg-config, and templates to
start from.")

if(TARGET agon_python)
  set(CPACK_DEBIAN_PYTHON3-AGON_PACKAGE_NAME python3-agon)
  set(CPACK_DEBIAN_PYTHON3-AGON_PACKAGE_SECTION python)
  set(CPACK_DEBIAN_PYTHON3-AGON_PACKAGE_SHLIBDEPS ON)
  math(EXPR agon_next_python "${AGON_PYTHON_MINOR} + 1") # the module is made for one version of Python
  set(CPACK_DEBIAN_PYTHON3-AGON_PACKAGE_DEPENDS "agon (= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}), \
python3 (>= 3.${AGON_PYTHON_MINOR}), python3 (<< 3.${agon_next_python}), python3-numpy")
  set(CPACK_DEBIAN_PYTHON3-AGON_DESCRIPTION
"Agon plays games between strategies, programs that play them, and says which
is better. Games and strategies are shared libraries.
.
This package lets Python programs play games action by action, step thousands
of matches at once with numpy, and play Python functions against strategies.")
endif()

# Debian wants a licence and a changelog in every package.
set(agon_documents "${PROJECT_BINARY_DIR}/install/doc")
file(MAKE_DIRECTORY "${agon_documents}")
file(READ "${PROJECT_SOURCE_DIR}/LICENSE" agon_licence)
file(CONFIGURE OUTPUT "${agon_documents}/copyright" CONTENT "@agon_licence@" @ONLY)
string(TIMESTAMP agon_today "%a, %d %b %Y %H:%M:%S +0000" UTC)
string(CONCAT agon_changes "agon (@PROJECT_VERSION@-@CPACK_DEBIAN_PACKAGE_RELEASE@) stable; urgency=medium\n\n"
  "  * A package built from the sources of Agon @PROJECT_VERSION@.\n\n"
  " -- @CPACK_PACKAGE_CONTACT@  @agon_today@\n")
file(CONFIGURE OUTPUT "${agon_documents}/changelog.Debian" CONTENT "${agon_changes}" @ONLY)
find_program(AGON_GZIP gzip REQUIRED)
execute_process(COMMAND "${AGON_GZIP}" -9 -n -k -f "${agon_documents}/changelog.Debian" COMMAND_ERROR_IS_FATAL ANY)
foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  install(FILES "${agon_documents}/copyright" "${agon_documents}/changelog.Debian.gz"
    DESTINATION "share/doc/${component}" COMPONENT ${component})
endforeach()


# The documents, in the shape that they have in the sources, so that links between them hold.
file(GLOB_RECURSE agon_pages CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}"
  "${PROJECT_SOURCE_DIR}/docs/*.md" "${PROJECT_SOURCE_DIR}/docs/*.json" "${PROJECT_SOURCE_DIR}/docs/*.png" "${PROJECT_SOURCE_DIR}/plugins/*/*.md" "${PROJECT_SOURCE_DIR}/bench/README.md")
foreach(page IN LISTS agon_pages ITEMS README.md CONTRIBUTING.md CHANGELOG.md LICENSE)
  cmake_path(GET page PARENT_PATH folder)
  install(FILES "${PROJECT_SOURCE_DIR}/${page}" DESTINATION "share/doc/agon/${folder}" COMPONENT agon)
endforeach()
# The host's messages name them, in the build tree, too.
file(MAKE_DIRECTORY "${PROJECT_BINARY_DIR}/share/doc/agon")
file(CREATE_LINK "${PROJECT_SOURCE_DIR}/docs" "${PROJECT_BINARY_DIR}/share/doc/agon/docs" SYMBOLIC)

include(CPack)
