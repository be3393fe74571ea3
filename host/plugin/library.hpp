// A plugin's library, loaded into this process: a game, which its host trusts, or a strategy that plays in process.
#pragma once

#include "host/plugin/build.hpp"
#include "host/plugin/description.hpp"
#include "host/plugin/shared_object.hpp"

#include <agon/plugin.h>

#include <filesystem>
#include <memory>

namespace host {

/// A library that has passed every check and stays loaded as long as somebody holds it.
class Library {
 public:
  /// Checks the build and what it declares, and loads it with all its symbols bound. Throws Failure(plugin).
  static std::shared_ptr<const Library> load(std::shared_ptr<const Build> build);

  /// Loads another copy of the build, so that it shares nothing with other loads: its global variables are new. (For a
  /// path that is still loaded, the loader returns the code and the global variables that it has.)
  static std::shared_ptr<const Library> load_afresh(std::shared_ptr<const Build> build);

  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  ~Library();

  [[nodiscard]] const Build& build() const { return *build_; }
  [[nodiscard]] const std::shared_ptr<const Build>& shared_build() const { return build_; }
  [[nodiscard]] const PluginDescription& description() const { return description_; }
  [[nodiscard]] const agon_plugin_type& plugin() const { return object_.plugin(); }

 private:
  /// The copy that only this library was loaded from. Memory has to stay open: were its file descriptor used again, the
  /// loader would take the same path for the same library.
  struct Copy {
    std::unique_ptr<const NamedCopy> file;
    Descriptor memory;
  };

  /// Loads the library at the path `from`. `declared` is describe_build() of the build.
  Library(std::shared_ptr<const Build> build, Copy copy, const std::filesystem::path& from,
          const PluginDescription& declared);

  std::shared_ptr<const Build> build_;
  Copy copy_;
  SharedObject object_;
  PluginDescription description_;
};

}  // namespace host
