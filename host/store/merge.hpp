// Joins results databases: the parts of a run that were played on several machines, or whole collections of runs.
#pragma once

#include "host/store/store.hpp"

#include <cstdint>
#include <filesystem>
#include <vector>

namespace host {

/// What merge() did with one database.
struct Merged {
  std::uint64_t runs = 0;         // its runs
  std::uint64_t new_runs = 0;     // of these, runs that the target did not have
  std::uint64_t matches = 0;      // its matches
  std::uint64_t new_matches = 0;  // of these, matches that the target did not have
};

/// A run of which parts are missing.
struct IncompleteRun {
  RunId run = 0;
  std::uint64_t parts = 0;
  std::vector<std::uint64_t> missing;  // from 1; without a finished run of that part
};

/// Adds all runs and matches of `source` to `target`, in one transaction. The parts of one run (Shard) become one run
/// if they belong to the same division. Adds no run and no match twice. Throws Failure(usage) if both are the same
/// file. Throws Failure(database), and leaves `target` unchanged, if a match has different results in the two, or if
/// two parts of a run have different matches in one place.
Merged merge(const std::filesystem::path& target, const std::filesystem::path& source);

/// Returns the runs of the database that are divided into parts, and lack some.
std::vector<IncompleteRun> incomplete_runs(const std::filesystem::path& file);

}  // namespace host
