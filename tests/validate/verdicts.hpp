// What `host validate` says of a plugin, for tests.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace validating {

/// A plugin of the fixtures, and the checks that it must fail, in the order of their ids. All others it must pass.
struct Case {
  std::string plugin;    // "strategy_leak"
  std::string expected;  // "gives-memory-back: fail, plays-matches: crash"
};

/// The results that are not ok, by id, of this library; the test fails if the exit code does not fit them.
std::map<std::string, std::string> findings(const std::filesystem::path& library, const std::filesystem::path& players,
                                            const std::vector<std::string>& more = {});

/// The same without warnings.
std::map<std::string, std::string> faults(const std::filesystem::path& library, const std::filesystem::path& players,
                                          const std::vector<std::string>& more = {});

/// Returns these as the text of a case.
std::string told(const std::map<std::string, std::string>& faults);

/// Checks each of them, beside the sound game and strategy. `more` are options of the command.
void check(const std::vector<Case>& cases, const std::vector<std::string>& more = {});

/// Where a fixture lies, and the folder of the sound ones.
std::filesystem::path fixture(const std::string& name);
std::filesystem::path sound_folder();

}  // namespace validating
