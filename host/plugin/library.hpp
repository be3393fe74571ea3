// A plugin's library, loaded into this process: a game, which its host trusts, or a strategy that plays in process.
#pragma once

#include "host/plugin/build.hpp"
#include "host/plugin/description.hpp"
#include "host/plugin/shared_object.hpp"

#include <agon/ext/single_instance.h>
#include <agon/plugin.h>
#include <agon/types.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string_view>

namespace host {

// Checks the result of a plugin's create().

/// Returns the status of a create() that made `made`. If the status is AGON_OK but `made` is NULL, returns AGON_FAILED
/// and writes a sentence. `what` is the name of the object: "an instance".
inline agon_status checked_creation(agon_status status, const void* made, const char* what, agon_error& error) {
  if (status != AGON_OK || made != nullptr) return status;
  std::strcpy(error.text, "its create() returned AGON_OK without ");
  std::strncat(error.text, what, sizeof error.text - std::strlen(error.text) - 1);
  return AGON_FAILED;
}

// Finds a game or a strategy in the tables of a loaded library, and its extensions.

/// Returns the game with this id; NULL if there is none.
inline const agon_game_type* find_game_type(const agon_plugin_type& plugin, std::string_view id) {
  for (std::uint32_t index = 0; index < plugin.game_count; ++index) {
    if (plugin.games[index]->id == id) return plugin.games[index];
  }
  return nullptr;
}

/// Returns the strategy with this id and protocol; NULL if there is none.
inline const agon_strategy_type* find_strategy_type(const agon_plugin_type& plugin, std::string_view id,
                                                    std::string_view protocol) {
  for (std::uint32_t index = 0; index < plugin.strategy_count; ++index) {
    const agon_strategy_type& type = *plugin.strategies[index];
    if (type.id == id && type.protocol == protocol) return &type;
  }
  return nullptr;
}

/// Returns whether a process may hold only one instance of the strategy at a time. Binaries that were built before the
/// last names of 1.0 were decided say so by another id.
inline bool is_single_instance(const agon_strategy_type& type) {
  return type.extension(AGON_SINGLE_INSTANCE) != nullptr || type.extension("agon.solitary/1") != nullptr;
}

// Checks ids of games, strategies and settings.

/// What an id has to be like, for sentences: "it needs a ...".
constexpr const char* identifier_rule = "needs a lower-case letter, then lower-case letters, digits and '_'";

/// Returns whether `text` is a lower-case letter, followed by lower-case letters, digits and '_'.
inline bool is_identifier(std::string_view text) {
  const auto lower = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto part = [&](char c) { return lower(c) || (c >= '0' && c <= '9') || c == '_'; };
  return !text.empty() && lower(text.front()) && std::all_of(text.begin(), text.end(), part);
}

/// A library that has passed every check. It stays loaded as long as a reference to it exists.
class Library {
 public:
  /// Checks the build and its declarations, and loads it with all its symbols bound. Throws Failure(plugin).
  static std::shared_ptr<const Library> load(std::shared_ptr<const Build> build);

  /// Loads another copy of the build, which shares no global variables with other loads. (If a path is already loaded,
  /// the loader returns the existing code and global variables.)
  static std::shared_ptr<const Library> load_again(std::shared_ptr<const Build> build);

  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;
  ~Library();

  [[nodiscard]] const Build& build() const { return *build_; }
  [[nodiscard]] const std::shared_ptr<const Build>& shared_build() const { return build_; }
  [[nodiscard]] const PluginDescription& description() const { return description_; }
  [[nodiscard]] const agon_plugin_type& plugin() const { return object_.plugin(); }

 private:
  /// The copy from which only this library is loaded: a file, or memory if that can't be made. Memory must stay open:
  /// if its file descriptor were reused, the loader would treat the same path as the same library.
  struct Copy {
    std::filesystem::path path;
    std::unique_ptr<const TempLibraryCopy> file{};
    Descriptor memory{};
  };
  static Copy copy_of(const Build& build);

  Library(std::shared_ptr<const Build> build, bool reloads);

  std::shared_ptr<const Build> build_;
  PluginDescription description_;
  Copy copy_;
  SharedObject object_;
};

}  // namespace host
