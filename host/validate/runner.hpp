// Makes the checks of a library, one after the other.
#pragma once

#include "host/validate/check.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace host::validate {

/// What is to be validated, and how.
struct Order {
  std::filesystem::path file;
  std::string id;                   // of the one strategy or game that is meant; empty: all that the library holds
  std::optional<std::string> game;  // the game of its strategies: an id or a path; none: it is looked for
  std::vector<std::string> only;    // ids of the checks to make; empty: all
  std::uint64_t seed = 0;
  std::optional<std::size_t> matches;  // that a check plays; none: some, as long as that takes no time
};

/// What one check found.
struct Result {
  const Check* check = nullptr;
  std::string subject;  // "library", "strategy mybot", "game mygame"
  Finding finding;
  double seconds = 0;  // by the clock
};

/// Makes the checks and tells of each as it is done. A check that stands in the way of others, as one that finds that
/// the library can't be loaded, leaves them unchecked. Throws Failure(plugin) if the file is no shared library,
/// Failure(usage) if there is no such check, strategy or game. Returns all results.
std::vector<Result> run_checks(const Order& order, const Catalogue& catalogue,
                               const std::function<void(const Result&)>& done);

/// The worst of them.
Status worst(const std::vector<Result>& results);

}  // namespace host::validate
