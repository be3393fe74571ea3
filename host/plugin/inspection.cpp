#include "host/plugin/inspection.hpp"

#include "host/plugin/image.hpp"
#include "host/plugin/shared_object.hpp"
#include "host/plugin/tester_library.hpp"
#include "host/util/escape.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"

#include <agon/plugin.h>
#include <boost/core/demangle.hpp>
#include <cstddef>
#include <cstring>
#include <optional>
#include <string>

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

void check_object(const fs::path& path, const Inspection& inspection) {
  if (inspection.object_size < sizeof(agon_plugin_type))
    refuse_file(path, "its agon_plugin has " + std::to_string(inspection.object_size) + " bytes, and not the " +
                          std::to_string(sizeof(agon_plugin_type)) + " of an agon_plugin_type");
}

namespace {

/// Returns the demangled symbol if that is readable: a short symbol may stand for a very long name.
std::string shown(const std::string& symbol) {
  constexpr std::size_t most = 200;
  if (symbol.size() > most / 2) return symbol;
  const std::string name = boost::core::demangle(symbol.c_str());
  return name.size() > most ? symbol : name;
}

std::string about_unique(const Inspection& inspection, const std::filesystem::path& path) {
  const std::size_t count = inspection.unique_symbols.size();
  return path.string() + ": exports " + counted(count, "variable") + " (" +
         printable(shown(inspection.unique_symbols.front())) + (count == 1 ? "" : ", ...") +
         ") that all plugins of the process would share; build it with -fvisibility=hidden or -fno-gnu-unique";
}

PluginDescription describe(const ElfFile& file, const std::filesystem::path& path) {
  const Inspection inspection = inspect(file, path);
  check_abi(path.string(), inspection.abi_major, inspection.abi_minor);
  check_object(path, inspection);
  PluginDescription description;
  try {
    const Image image(file);
    description = describe(image, image.at(reinterpret_cast<const agon_plugin_type*>(Image::address(inspection.object)),
                                           0, "its agon_plugin"));
  } catch (const Failure& failure) {
    throw Failure(Exit::plugin, path.string() + ": " + failure.what());
  }
  description.path = path;
  if (!inspection.unique_symbols.empty()) description.warnings.push_back(about_unique(inspection, path));
  return description;
}

}  // namespace

PluginDescription describe_file(const std::filesystem::path& path) {
  if (is_tester(path)) return describe_build(*Build::take(path));
  return describe(ElfFile(path), path);
}

PluginDescription describe_build(const Build& build) {
  return describe(ElfFile(build.memory().duplicate(), build.path()), build.path());
}

}  // namespace host
