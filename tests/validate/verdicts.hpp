// What `host validate` says of a plugin, for tests.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace validating {

/// A plugin of the fixtures, and the checks that it must fail, in the order of their ids. All others it must pass.
struct Case {
  std::string plugin;    // "strategy_slow"
  std::string expected;  // "plays-matches: fail, takes-over: fail"
};

/// Where a fixture lies, and the folder of the sound ones.
std::filesystem::path fixture(const std::string& name);
std::filesystem::path sound_folder();

/// Results of checks, by their ids.
using Faults = std::map<std::string, std::string>;

/// The results of a fixture that are not ok, beside the strategies of a folder. `more` are options of the command. The
/// test fails if the exit code does not fit the results.
Faults findings(const std::string& plugin, const std::filesystem::path& players = sound_folder(),
                const std::vector<std::string>& more = {});

/// The same without warnings.
Faults faults(const std::string& plugin, const std::filesystem::path& players = sound_folder(),
              const std::vector<std::string>& more = {});

/// Returns these as the text of a case.
std::string told(const Faults& faults);

/// Checks each of them, beside the sound game and strategy. `more` are options of the command.
void check(const std::vector<Case>& cases, const std::vector<std::string>& more = {});

}  // namespace validating
