// A plugin's library, loaded into this process.
#pragma once

#include "host/plugin/description.hpp"
#include "host/plugin/inspection.hpp"

#include <agon/plugin.h>

#include <filesystem>
#include <memory>

namespace host {

/// A library that has passed every check and stays loaded as long as somebody holds it.
class Library {
 public:
  /// Checks the file, loads it with all its symbols bound, and checks what it declares. Throws Failure(plugin).
  static std::shared_ptr<const Library> load(const std::filesystem::path& path);

  /// The same from a copy of its own, so that nothing is shared with another load of that file: its globals are as new.
  /// (A path that is still loaded would give the code and the globals that are there already.)
  static std::shared_ptr<const Library> load_afresh(const std::filesystem::path& path);

  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  ~Library();

  [[nodiscard]] const PluginDescription& description() const { return description_; }
  [[nodiscard]] const agon_plugin_type& plugin() const { return *plugin_; }

 private:
  struct Handle;
  /// `file` is what is loaded; messages speak of `path`.
  Library(const std::filesystem::path& path, const std::filesystem::path& file, const Inspection& inspection);

  std::unique_ptr<Handle> handle_;
  const agon_plugin_type* plugin_ = nullptr;
  PluginDescription description_;
};

}  // namespace host
