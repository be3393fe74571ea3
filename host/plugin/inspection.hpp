// Looks into a library's file without loading it, so that nothing of it runs before the host knows that it can use it.
#pragma once

#include "host/plugin/build.hpp"
#include "host/plugin/elf_file.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace host {

/// What a file tells about itself as a plugin.
struct Inspection {
  std::uint32_t abi_major = 0;
  std::uint32_t abi_minor = 0;
  std::uint64_t object = 0;       // where agon_plugin lies, counted from the library's beginning
  std::uint64_t object_size = 0;  // bytes
  /// Variables that the loader makes one for the whole process (STB_GNU_UNIQUE): plugins would share them. Constants do
  /// no harm.
  std::vector<std::string> unique_symbols;
};

/// Reads the file's symbols and its ABI version. Throws Failure(plugin) if there is no such file, it is no shared
/// library for this machine, or it does not define agon_plugin.
Inspection inspect(const std::filesystem::path& path);

/// Inspects a file that is open, or a copy of one. Throws as the first form does.
Inspection inspect(const ElfFile& file, const std::filesystem::path& path);
Inspection inspect_build(const Build& build);

/// Whether the file is a shared library that defines agon_plugin; never throws for a file that is something else.
bool is_plugin(const std::filesystem::path& path);

}  // namespace host
