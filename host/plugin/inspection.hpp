// Inspects a library's file without loading it, so that no code of it runs before the host knows that it can use it.
#pragma once

#include "host/plugin/build.hpp"
#include "host/plugin/description.hpp"
#include "host/plugin/image.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace host {

/// The information in a file about itself as a plugin.
struct Inspection {
  std::uint32_t abi_major = 0;
  std::uint32_t abi_minor = 0;
  std::uint64_t object = 0;       // offset of agon_plugin from the library's start
  std::uint64_t object_size = 0;  // bytes
  /// Variables that the loader creates once for the whole process (STB_GNU_UNIQUE): plugins would share them. Constants
  /// are harmless.
  std::vector<std::string> unique_symbols;
};

/// Reads the file's symbols and its ABI version. Throws Failure(plugin) if the file does not exist, is no shared
/// library for this machine, or does not define agon_plugin.
Inspection inspect(const std::filesystem::path& path);

/// Inspects an open file, or a copy of one. Throws the same as the first form.
Inspection inspect(const ElfFile& file, const std::filesystem::path& path);
Inspection inspect_build(const Build& build);

/// Throws Failure(plugin) if agon_plugin is too small to be one.
void check_object(const std::filesystem::path& path, const Inspection& inspection);

/// Returns whether the file is a shared library that defines agon_plugin. Does not throw for other files.
bool is_plugin(const std::filesystem::path& path);

// Reads a plugin's declarations from its file, without loading it.

/// Reads everything that the library declares, with the same result as for a loaded library. No code of it runs, and
/// the time is bounded for any file. Throws Failure(plugin), naming the file, if it is no plugin that this host can
/// use, or if its declarations break the ABI or are not constant data.
PluginDescription describe_file(const std::filesystem::path& path);

/// Describes the copy of a file. Throws the same as describe_file().
PluginDescription describe_build(const Build& build);

}  // namespace host
