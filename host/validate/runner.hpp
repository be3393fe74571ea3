// Runs the checks of a library, one after the other.
#pragma once

#include "host/plugin/spec.hpp"
#include "host/validate/check.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace host::validate {

/// What to validate, and how.
struct Request {
  std::filesystem::path file;
  std::string id;                       // of the only strategy or game to check; empty: all of the library
  std::optional<std::string> game;      // the game of its strategies: an id or a path; nothing: search for it
  std::optional<PluginSpec> program{};  // instead of a library in `file`: a program; needs `game`
  std::vector<std::string> only;        // ids of the checks to run; empty: all
  std::uint64_t seed = 0;
  std::optional<std::int64_t> cpu_ns{};  // CPU time of a seat for a match; 0: no limit; nothing: the game's
  std::optional<std::size_t> matches;    // matches per check; nothing: several, as long as they take little time
};

/// The result of one check.
struct Result {
  const Check* check = nullptr;
  std::string subject;  // "library", "strategy mybot", "game mygame"
  Finding finding;
  double seconds = 0;  // wall-clock time
};

/// Runs the checks and reports each when it is done. If the failure of a check makes others impossible, those are
/// skipped: for example, if the library can't be loaded. Throws Failure(plugin) if the file is no shared library,
/// Failure(usage) if a check, strategy or game does not exist. Returns all results.
std::vector<Result> run_checks(const Request& request, const Catalogue& catalogue,
                               const std::function<void(const Result&)>& done);

/// Returns the worst status.
Status worst(const std::vector<Result>& results);

}  // namespace host::validate
