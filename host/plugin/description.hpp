// A copy of what a library declares: plain values that stay valid without the library. They may also come from another
// process, or from the file alone.
#pragma once

#include "host/plugin/build.hpp"
#include "host/plugin/image.hpp"

#include <agon/plugin.h>

#include <compare>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

/// Limits are equal if all that they limit is.
constexpr auto operator<=>(const agon_limits& one, const agon_limits& other) {
  const auto all = [](const agon_limits& of) {
    return std::tie(of.cpu_ns, of.turn_cpu_ns, of.increment_ns, of.wall_ns, of.memory_bytes, of.threads);
  };
  return all(one) <=> all(other);
}
constexpr bool operator==(const agon_limits& one, const agon_limits& other) {
  return std::is_eq(one <=> other);
}

namespace host {

/// A parameter of a game or an option of a strategy; see agon_setting_type.
struct SettingDescription {
  std::string name;
  std::string summary;
  std::int32_t kind = 0;
  std::optional<std::string> fallback;
  double minimum = 0;
  double maximum = 0;
  double step = 0;
  std::vector<std::string> choices;

  bool operator==(const SettingDescription&) const = default;

  /// Returns the valid values as text for users: "6, 8, ..., 16", "yes or no".
  [[nodiscard]] std::string range() const;
};

/// See agon_strategy_type.
struct StrategyDescription {
  std::string id;
  std::string version;
  std::string protocol;
  std::string summary;
  std::uint32_t needs = 0;  // bits AGON_NEEDS_...
  std::vector<SettingDescription> options;

  bool operator==(const StrategyDescription&) const = default;
};

/// The maximum number of threads for a strategy: far above any machine's cores, to detect mistakes.
constexpr std::uint32_t most_threads = 1024;

/// See agon_game_type.
struct GameDescription {
  std::string id;
  std::string version;
  std::string protocol;
  std::string title;
  std::string summary;
  std::string rules;
  std::optional<std::string> opponent;
  std::uint32_t min_seats = 0;
  std::uint32_t max_seats = 0;
  std::vector<std::string> seat_names;  // max_seats entries: declared by the game, or "seat 0" and so on
  bool names_seats = false;             // whether the game declares them
  agon_limits limits{};                 // `threads` is at least 1
  std::int32_t contest = 0;
  std::vector<SettingDescription> parameters;

  bool operator==(const GameDescription&) const = default;
};

struct PluginDescription {
  std::filesystem::path path;
  std::string name;
  std::string version;
  std::uint32_t abi_major = 0;
  std::uint32_t abi_minor = 0;
  std::vector<GameDescription> games;
  std::vector<StrategyDescription> strategies;
  std::vector<std::string> warnings;  // sentences about things that are allowed but may cause problems

  bool operator==(const PluginDescription&) const = default;

  /// Return the game with that id, and the strategy with exactly that id and protocol; NULL if there is none.
  [[nodiscard]] const GameDescription* find_game(const std::string& id) const;
  [[nodiscard]] const StrategyDescription* find_strategy(const std::string& id, const std::string& protocol) const;
};

/// Returns the part of a protocol before the '/': the game's id. Returns AGON_ANY_PROTOCOL unchanged.
std::string game_of(const std::string& protocol);

/// Returns whether the strategy plays any game (AGON_ANY_PROTOCOL).
bool plays_any_game(const StrategyDescription& strategy);

/// Returns whether the strategy plays games of `protocol`.
bool plays(const StrategyDescription& strategy, const std::string& protocol);

/// Copies everything that a library declares which this process has loaded. If the library breaks the ABI, throws a
/// sentence (without the file's name): for example, a required pointer is NULL, a name is invalid, a range is empty, or
/// a default is outside its range.
PluginDescription describe(const agon_plugin_type& plugin);

/// Does the same for a game that is compiled into this program or loaded.
GameDescription describe(const agon_game_type& type);

// Inspects a library's file without loading it, so that no code of it runs before the host knows that it can use it.

/// The information in a file about itself as a plugin.
struct Inspection {
  std::uint32_t abi_major = 0;
  std::uint32_t abi_minor = 0;
  std::uint64_t object = 0;       // offset of agon_plugin from the library's start
  std::uint64_t object_size = 0;  // bytes
  /// Variables that the loader creates once for the whole process (STB_GNU_UNIQUE): plugins would share them. Constants
  /// are harmless.
  std::vector<std::string> unique_symbols;
};

/// Reads the file's symbols and its ABI version. Throws Failure(plugin) if it does not define agon_plugin.
Inspection inspect(const ElfFile& file);

// Reads a plugin's declarations from its file, without loading it.

/// Reads everything that the library declares, with the same result as for a loaded library. No code of it runs, and
/// the time is bounded for any file. Throws Failure(plugin), naming the file, if it is no plugin that this host can
/// use, or if its declarations break the ABI or are not constant data.
PluginDescription describe_file(const std::filesystem::path& path);

/// Describes the copy of a file. Throws the same as describe_file().
PluginDescription describe_build(const Build& build);

}  // namespace host
