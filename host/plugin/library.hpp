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

  /// The same from another copy, so that nothing is shared with another load of that build: its globals are as new.
  /// (A path that is still loaded would give the code and the globals that are there already.)
  static std::shared_ptr<const Library> load_afresh(std::shared_ptr<const Build> build);

  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  ~Library();

  [[nodiscard]] const Build& build() const { return *build_; }
  [[nodiscard]] const PluginDescription& description() const { return description_; }
  [[nodiscard]] const agon_plugin_type& plugin() const { return object_.plugin(); }

 private:
  /// What a library was loaded from alone. In memory, it has to stay open: the loader takes a path that it knows for
  /// the library that it had there first.
  struct Copy {
    std::unique_ptr<const NamedCopy> file;
    Descriptor memory;
  };

  /// `from` is what is loaded; `declared` is what the build says.
  Library(std::shared_ptr<const Build> build, Copy copy, const std::filesystem::path& from,
          const PluginDescription& declared);

  std::shared_ptr<const Build> build_;
  Copy copy_;
  SharedObject object_;
  PluginDescription description_;
};

}  // namespace host
