// Parses the value of --plugin and similar options: a strategy, its options, and its name in results.
#pragma once

#include "host/plugin/description.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace host {

// Values for declared settings: parses "name=value", checks it against the declaration, fills in defaults.

/// name=value pairs as the user wrote them, in order.
using Assignments = std::vector<std::pair<std::string, std::string>>;

/// Returns where the first comma is that is not in quotes; npos: none. A quote begins where the text does, or after a
/// '='. Throws Failure(usage) for a quote that is not closed, or that something follows. `where` names the option in
/// errors: "--set".
std::size_t end_of_part(std::string_view text, const std::string& where);

/// Returns the text without its quotes, if it has any: "a,b" for "'a,b'".
std::string unquoted(std::string_view text);

/// Returns the text as it has to be written before a comma: in quotes if it has a comma or begins with a quote.
std::string quoted(const std::string& text);

/// Parses "n=10,board=12./3.1,text='a,b'". `where` names the option in errors: "--set".
Assignments parse_assignments(const std::string& text, const std::string& where);

/// Returns the canonical form of the value ("08" becomes "8", "true" becomes "yes"). If it is invalid, throws
/// Failure(usage) with the valid values.
std::string checked_value(const SettingDescription& setting, const std::string& value);

/// Returns a value for each declared setting, in order: the assigned value, otherwise the default, otherwise nothing.
/// The last assignment to a name counts. Throws Failure(usage) for an unknown name, with `owner` ("mygame", "strategy
/// mybot") and the nearest name, and for a value out of range.
std::vector<std::optional<std::string>> resolve(const std::vector<SettingDescription>& declared,
                                                const Assignments& given, const std::string& owner,
                                                const std::string& word);

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

/// Their words, by their numbers.
inline constexpr std::array<std::string_view, 3> engine_words = {"", "uci", "gtp"};

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

/// Where the file of a strategy was, so that it is found again. Names folders of the user: only the results database
/// and the records of --record have it, and no page.
struct GivenFile {
  std::string plugin;   // the path or the command, with those of the options that are for a program's start
  std::string folder;   // absolute: the current folder, in which it was given
  bool trusted = true;  // false: a transcript tells it, which may be somebody else's
};

}  // namespace host
