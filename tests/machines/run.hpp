// A run that is played here, and on many machines, by the same words.
#pragma once

#include "tests/e2e/host.hpp"

#include <string>

namespace machines {

using namespace e2e;

/// Returns all that the view of the results shows, but for times and memory.
inline std::string results_in(const fs::path& file) {
  return rows(file,
              "SELECT run, number, block, game, seed, parameters, seat, name, strategy, score, contest,"
              " outcome, turns FROM matches ORDER BY run, number, seat");
}

/// Three strategies: three matches on each seed.
inline Words tournament(const Words& more, const std::string& seeds = "1-11") {
  return with(small_tournament({"--plugin", "server", "--seeds", seeds, "--seatings", "one"}), more);
}

/// A test that decides after some dozen seeds.
inline Words sprt(const Words& more) {
  return with({"compare", "--game", "tonga", "--set", "n=6", "--plugin", "greedy", "--against", "random", "--sprt",
               "0,20", "--seeds", "1-1000", "--json"},
              more);
}

/// Returns how many matches a database has; 0 if it is not there.
inline std::int64_t stored_in(const fs::path& file) {
  const bool is_there =
      fs::exists(file) && number(file, "SELECT count(*) FROM sqlite_master WHERE name = 'matches'") > 0;
  return is_there ? number(file, "SELECT count(*) FROM stored_matches") : 0;
}

/// Returns the result of a comparison without what no two runs have in common.
inline Json lasting(Json result) {
  for (const char* const side : {"new", "old"}) result.at(side).erase("cpu_s_per_match");
  return result;
}

}  // namespace machines
