// Matches to be stored, made up.
#pragma once

#include "host/store/store.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include <sys/types.h>

namespace matches {

/// A match of two seats that was played.
struct Sample {
  host::MatchIdentity identity;
  host::Result result;  // without what the identity has
  [[nodiscard]] std::string key() const { return host::key(identity); }
  /// All of it.
  [[nodiscard]] host::Result whole() const;
};

/// The match of that seed and that number in its run.
Sample sample(std::uint64_t seed, std::uint64_t number = 0);

host::RunRecord record(const std::string& game = "counting");

void add(host::Store& store, host::RunId run, const Sample& sample, const std::string& line = {});

/// Runs `body` in a process of its own, which ends with what it returns, or 100 or 101 if it throws; the process's id.
/// A CHECK that fails there is only printed: REQUIRE instead.
pid_t in_process(const std::function<int()>& body);
/// Waits for its end: its exit code, or 128 + its number if a signal ended it.
int ended(pid_t process);

/// All that is stored, as a list of lines without the times: to compare databases.
std::string listing(host::Store& store, const host::Filter& filter = {});

/// Changes the file by SQL; makes it if it isn't there.
void change(const std::filesystem::path& file, const std::string& sql);

/// What SQLite says to PRAGMA integrity_check: "ok".
std::string integrity(const std::filesystem::path& file);

}  // namespace matches
