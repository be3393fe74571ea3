#include "host/plugin/plugin_file.hpp"

#include "host/escape.hpp"
#include "host/failure.hpp"
#include "host/plugin/abi.hpp"
#include "host/plugin/elf_file.hpp"
#include "host/plugin/image.hpp"
#include "host/plugin/inspection.hpp"
#include "host/text.hpp"

#include <agon/plugin.h>

#include <boost/core/demangle.hpp>
#include <cstddef>
#include <string>

namespace host {

namespace {

/// Checks everything that can be checked before any table of the plugin is read.
void check(const std::filesystem::path& path, const Inspection& inspection) {
  check_abi(path.string(), inspection.abi_major, inspection.abi_minor);
  if (inspection.object_size < sizeof(agon_plugin_type)) {
    throw Failure(Exit::plugin, path.string() + ": its agon_plugin has " + std::to_string(inspection.object_size) +
                                    " bytes, and not the " + std::to_string(sizeof(agon_plugin_type)) +
                                    " of an agon_plugin_type");
  }
}

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
  check(path, inspection);
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
  return describe(ElfFile(path), path);
}

PluginDescription describe_build(const Build& build) {
  return describe(ElfFile(build.memory().duplicate(), build.path()), build.path());
}

}  // namespace host
