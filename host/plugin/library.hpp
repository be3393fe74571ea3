// A plugin's library, loaded into this process: a game, which its host trusts, or a strategy that plays in process.
#pragma once

#include "host/plugin/description.hpp"
#include "host/plugin/shared_object.hpp"

#include <agon/plugin.h>

#include <filesystem>
#include <memory>

namespace host {

/// A library that has passed every check and stays loaded as long as somebody holds it.
class Library {
 public:
  /// Checks the file and what it declares, and loads it with all its symbols bound. Throws Failure(plugin).
  static std::shared_ptr<const Library> load(const std::filesystem::path& path);

  /// The same from a copy of its own, so that nothing is shared with another load of that file: its globals are as new.
  /// (A path that is still loaded would give the code and the globals that are there already.)
  static std::shared_ptr<const Library> load_afresh(const std::filesystem::path& path);

  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  ~Library() = default;

  [[nodiscard]] const PluginDescription& description() const { return description_; }
  [[nodiscard]] const agon_plugin_type& plugin() const { return object_.plugin(); }

 private:
  /// `file` is what is loaded; `declared` is what the file at `path` says.
  Library(const std::filesystem::path& path, const std::filesystem::path& file, const PluginDescription& declared);

  SharedObject object_;
  PluginDescription description_;
};

}  // namespace host
