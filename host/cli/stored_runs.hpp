// The runs of a database, as --run and --game choose them.
#pragma once

#include "host/store/store.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace host {

/// Returns the runs of the game, or all if it is empty; at least one. Throws Failure(usage), naming `file`, if there is
/// none.
std::vector<StoredRun> runs_of(Store& store, const std::string& game, const std::string& file);

/// Returns the run with that number; for "", "latest" and "all", the latest one that is no search. Throws
/// Failure(usage), naming `file`, if there is none.
const StoredRun& chosen_run(const std::vector<StoredRun>& runs, const std::string& which, const std::string& file);

/// A match of a run, whose transcript is stored.
struct TranscribedMatch {
  MatchId id = 0;
  std::uint64_t seed = 0;
  std::vector<std::string> names;  // the run's names of the players
};

/// Returns the matches of the run, in its order. Throws Failure(usage), naming `file`, if one has no transcript.
std::vector<TranscribedMatch> transcribed_matches(Store& store, const StoredRun& run, const std::string& file);

}  // namespace host
