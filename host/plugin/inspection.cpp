#include "host/plugin/inspection.hpp"

#include "host/failure.hpp"

#include <cstring>
#include <optional>

namespace host {

namespace {

namespace fs = std::filesystem;

/// Reads the two words at a virtual address, if the file contains them.
bool read_words(const ElfFile& file, GElf_Addr address, std::uint32_t (&words)[2]) {
  for (const GElf_Phdr& segment : file.segments(PT_LOAD)) {
    if (address < segment.p_vaddr || segment.p_filesz < sizeof words) continue;
    const GElf_Addr offset = address - segment.p_vaddr;
    if (offset > segment.p_filesz - sizeof words || segment.p_offset > UINT64_MAX - offset) continue;
    return file.read(segment.p_offset + offset, words, sizeof words);
  }
  return false;
}

}  // namespace

Inspection inspect(const ElfFile& file, const fs::path& path) {
  Inspection inspection;
  std::optional<GElf_Addr> object;
  file.each_export([&](const GElf_Sym& symbol, const char* name) {
    // Limits in bytes for all names together, and for each: a file may have many long names.
    constexpr std::size_t most_names = 10'000;
    constexpr std::size_t most = 256;
    if (std::strcmp(name, "agon_plugin") == 0 && GELF_ST_TYPE(symbol.st_info) == STT_OBJECT) {
      object = symbol.st_value;
      inspection.object_size = symbol.st_size;
    }
    if (GELF_ST_BIND(symbol.st_info) == STB_GNU_UNIQUE && file.writable(symbol) &&
        inspection.unique_symbols.size() < most_names) {
      inspection.unique_symbols.emplace_back(name, ::strnlen(name, most));
    }
  });
  if (!object) {
    refuse_file(path,
                "is a shared library but no plugin: it does not export the object agon_plugin (end the source with "
                "AGON_STRATEGY or AGON_GAME)");
  }
  inspection.object = *object;
  std::uint32_t version[2] = {};
  if (!read_words(file, *object, version)) {
    refuse_file(
        path,
        "its agon_plugin is not constant data in the file, so its version can't be read: declare it const (in C++ "
        "constinit)");
  }
  inspection.abi_major = version[0];
  inspection.abi_minor = version[1];
  return inspection;
}

Inspection inspect(const fs::path& path) {
  return inspect(ElfFile(path), path);
}

Inspection inspect_build(const Build& build) {
  return inspect(ElfFile(build.memory().duplicate(), build.path()), build.path());
}

bool is_plugin(const fs::path& path) {
  try {
    static_cast<void>(inspect(path));
    return true;
  } catch (const Failure&) {
    return false;
  }
}

}  // namespace host
