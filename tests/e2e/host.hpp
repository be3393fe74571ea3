// The built host, as a test runs it, and what tests check of its answers and refusals.
#pragma once

#include "tests/support/checked_json.hpp"
#include "tests/support/files.hpp"
#include "tests/support/process.hpp"
#include "tests/support/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace e2e {

namespace fs = std::filesystem;
using support::comes_true;
using support::Command;
using support::content;
using support::count_of;
using support::has;
using support::Json;
using support::lines_of;
using support::names_in;
using support::normalised_json;
using support::objects;
using support::parse_json;
using support::Process;
using support::Result;
using support::run;
using Words = std::vector<std::string>;

// The documented exit codes.
inline constexpr int differs = 1;
inline constexpr int usage = 2;
inline constexpr int plugin = 3;
inline constexpr int transcript = 4;
inline constexpr int output = 5;
inline constexpr int game = 6;

/// A host with Tonga's plugins alone, the folder of these, that of broken ones, the one that everything is built to,
/// and the root of the sources.
inline const fs::path host_program = AGON_TEST_HOST;
inline const fs::path plugin_folder = AGON_TEST_PLUGINS;
inline const fs::path fixture_folder = AGON_TEST_FIXTURES;
inline const fs::path built_folder = AGON_TEST_BUILT;
inline const fs::path source_folder = AGON_TEST_SOURCES;

/// A library that is broken on purpose, and one that ships.
std::string fixture(const std::string& name);
std::string shipped(const std::string& name);

/// Returns both, one after the other.
Words with(Words words, const Words& more);

/// Checks that `part` is in `text`, which is shown if not.
void check_has(const std::string& text, const std::string& part);

/// A command line of the host, to be run in `folder`.
Command host(Words arguments, fs::path folder = {});

/// A folder in which the host is run.
struct TemporaryFolder : support::TemporaryFolder {
  [[nodiscard]] Command command(const Words& words) const { return host(words, path()); }
  Result run(const Words& words) const;
  /// Runs the host, whose exit code must be 0; and if it prints one JSON object.
  Result done(const Words& words) const;
  [[nodiscard]] Json object_of(const Words& words) const;
  /// Checks that the host refuses this with nothing but one sentence, which has all `parts`.
  void refuses(const Words& words, int code, const Words& parts) const;
};

/// A small match that takes no time and that a test need not care about; without and with its strategies.
Words tonga(const Words& more);
Words small_match(const Words& more = {});
Words small_tournament(const Words& more);

/// Returns the link that a server prints when it can be asked.
std::string link_of(Process& server);

/// Runs the command, whose exit code must be 0.
Result done(const Command& command);

/// The same for a command that prints one JSON object.
Json object_of(const Command& command);

/// Returns the rows of a query, one on each line, with spaces between the values.
std::string rows(const fs::path& database, const std::string& query);

/// Returns the number that a query gives.
std::int64_t number(const fs::path& database, const std::string& query);

/// Checks that a command printed nothing but one sentence, which has all `parts`, on standard error.
void check_refusal(const Result& result, int code, const Words& parts);

/// The same for a command line of the host that breaks its usage.
void check_usage_refused(const Words& arguments, const std::string& part);

struct Case {
  Words arguments;
  int code = 0;
  Words parts{};
};

/// Checks each in a folder that holds what `prepare` puts there: it is refused, and leaves no file.
void check_refused(const std::vector<Case>& cases, const std::function<void(const TemporaryFolder&)>& prepare = {});

/// Libraries that are none, in part or altogether, and mybot.so, which is whole.
void put_broken_libraries(const TemporaryFolder& folder);

}  // namespace e2e

template <>
struct doctest::StringMaker<std::vector<std::string>> {
  static doctest::String convert(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "{" : ", ") + word;
    return (text + "}").c_str();
  }
};
