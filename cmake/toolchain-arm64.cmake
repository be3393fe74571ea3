# Cross-compiles for ARM64 with Debian's crossbuild-essential-arm64 and libraries of the architecture arm64; the preset arm64 uses it.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)

# Runs the host that the build has just made, for its completion and the manual. Without an emulator these are left out.
find_program(AGON_EMULATOR_ARM64 NAMES qemu-aarch64-static qemu-aarch64)
if(AGON_EMULATOR_ARM64)
  set(CMAKE_CROSSCOMPILING_EMULATOR "${AGON_EMULATOR_ARM64}")
endif()
