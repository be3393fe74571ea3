# A step of cpack, before it makes packages.

# CPack's own complaints name no package.
find_program(AGON_DPKG dpkg-shlibdeps)
find_program(AGON_FILE file)
if(NOT AGON_DPKG OR NOT AGON_FILE)
  message(FATAL_ERROR "Making Debian packages takes dpkg-dev and file:\n  sudo apt-get install dpkg-dev file")
endif()

# Folders of packages are everybody's to read, whatever the umask of who makes the packages.
file(CHMOD_RECURSE "${CPACK_TEMPORARY_INSTALL_DIRECTORY}" DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
