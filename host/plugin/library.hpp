// A plugin's library, loaded into this process: a game, which its host trusts, or a strategy that plays in process.
#pragma once

#include "host/plugin/build.hpp"
#include "host/plugin/description.hpp"
#include "host/plugin/shared_object.hpp"

#include <agon/plugin.h>

#include <filesystem>
#include <memory>

namespace host {

/// A library that has passed every check. It stays loaded as long as a reference to it exists.
class Library {
 public:
  /// Checks the build and its declarations, and loads it with all its symbols bound. Throws Failure(plugin).
  static std::shared_ptr<const Library> load(std::shared_ptr<const Build> build);

  /// Loads another copy of the build, which shares no global variables with other loads. (If a path is already loaded,
  /// the loader returns the existing code and global variables.)
  static std::shared_ptr<const Library> load_afresh(std::shared_ptr<const Build> build);

  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  ~Library();

  [[nodiscard]] const Build& build() const { return *build_; }
  [[nodiscard]] const std::shared_ptr<const Build>& shared_build() const { return build_; }
  [[nodiscard]] const PluginDescription& description() const { return description_; }
  [[nodiscard]] const agon_plugin_type& plugin() const { return object_.plugin(); }

 private:
  /// The copy from which only this library was loaded. Memory must stay open: if its file descriptor were reused, the
  /// loader would treat the same path as the same library.
  struct Copy {
    std::unique_ptr<const TempLibraryCopy> file;
    Descriptor memory;
  };

  /// Loads the library from the path `from`. `declared` is the result of describe_build() for the build.
  Library(std::shared_ptr<const Build> build, Copy copy, const std::filesystem::path& from,
          const PluginDescription& declared);

  std::shared_ptr<const Build> build_;
  Copy copy_;
  SharedObject object_;
  PluginDescription description_;
};

}  // namespace host
