// Looks into a library's file without loading it, so that nothing of it runs before the host knows that it can use it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace host {

/// What a file tells about itself as a plugin.
struct Inspection {
  std::uint32_t abi_major = 0;
  std::uint32_t abi_minor = 0;
  std::uint64_t object_size = 0;  // of agon_plugin, bytes
  /// Variables that the loader makes one for the whole process (STB_GNU_UNIQUE): plugins would share them. Constants do
  /// no harm.
  std::vector<std::string> unique_symbols;
};

/// Reads the file's symbols and its ABI version. Throws Failure(plugin) if there is no such file, it is no shared
/// library for this machine, or it does not define agon_plugin.
Inspection inspect(const std::filesystem::path& path);

/// Whether the file is a shared library that defines agon_plugin; never throws for a file that is something else.
bool is_plugin(const std::filesystem::path& path);

/// Throws Failure(plugin), naming both versions and what to do, unless this host can use a plugin of that ABI version.
void check_abi(const std::string& path, std::uint32_t major, std::uint32_t minor);

}  // namespace host
