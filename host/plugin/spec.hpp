// Parses the value of --plugin and similar options: a strategy, its options, and its name in results.
#pragma once

#include "host/plugin/settings.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace host {

// Names of strategies, made from those of their files.

/// Returns the text with '_' in place of all that is neither a letter or digit (of any language) nor one of "_-.+", so
/// that it can stand in an option's value. Returns "program" for an empty text.
std::string name_from(std::string_view text);

/// Returns the name of a file without its ending, as name_from(): "bot" for "bot.py". Digits after a full stop are no
/// ending but a version: "bot-1.2" for "bot-1.2".
std::string name_of_file(const std::filesystem::path& file);

/// Distinguishes absolute paths of files whose strategies all have the id `id`, by the last parts that differ:
/// "anna/bot" and "gus/bot" for ".../anna/bot.py" and ".../gus/bot.py". If all files are the same, returns `id` for
/// each.
std::vector<std::string> names_by_place(const std::vector<std::filesystem::path>& files, const std::string& id);

/// The protocols of engines.
enum class EngineProtocol : std::uint8_t { none, uci, gtp };

/// Returns the protocol whose prefix the command line of an engine begins with: "uci:./engine", "gtp:./engine".
EngineProtocol engine_protocol(std::string_view plugin);

/// Returns whether the text is a command line in place of a file's path: an engine's, or "run:java -jar Bot.jar".
bool is_command_line(std::string_view plugin);

/// "mybot.so,depth=3,name=deep": the plugin by name or path, or as a command line (program.hpp), followed by options.
/// A path or a value that has a comma stands in quotes.
/// `name` is handled by the host: the name in results.
struct PluginSpec {
  std::string plugin;
  Assignments options;
  std::string name;     // empty: the strategy's id
  std::string given{};  // the whole text as written

  /// Parses the text. If it is malformed, throws Failure(usage) with the name of the `option`.
  static PluginSpec parse(const std::string& text, const std::string& option = "--plugin");
};

/// Returns the text that PluginSpec::parse() reads as this plugin with these options.
std::string spec_text(const std::string& plugin, const Assignments& options);

}  // namespace host
