// Each fault that is planted in a game is found by the check that is for it, and by no other.
#include "tests/validate/verdicts.hpp"

#include <doctest/doctest.h>

#include <cstdlib>

using validating::Faults;
using validating::faults;

TEST_CASE("a sound game in C passes every check") {
  validating::check({{"game_sound", ""}});
}

TEST_CASE("a game with a fault fails the check of it, and no other") {
  validating::check({
      // What can't be tried then is not held against it.
      {"game_no_setup", "sets-up: fail"},
      {"game_no_state", "sets-up: fail"},
      {"game_shared_scratch", "states-in-threads: fail"},
      // Illegal actions change something, say nothing, or crash it.
      {"game_illegal_draws", "illegal-refused: fail"},
      {"game_illegal_counts", "illegal-refused: fail"},
      {"game_illegal_silent", "illegal-refused: fail"},
      {"game_crash_on_illegal", "illegal-refused: crash, model-actions: crash"},
      {"game_forfeit_ignored", "forfeits-end: fail"},
      // All that look at a match after a forfeit find it, too.
      {"game_forfeit_crash",
       "draws-itself: crash, forfeits-end: crash, notation-reads-back: crash, random-play: crash"},
      {"game_not_finite", "forfeits-end: fail, scores-finite: fail"},
      {"game_unwritten", "random-play: fail"},
      // It shows a position only to the seat to move, until the end, or to who plays on.
      {"game_observes_mover", "random-play: fail"},
      {"game_observes_until_end", "random-play: fail"},
      {"game_observes_players", "random-play: fail"},
      // It tells or draws nothing for a spectator, or reveals nothing to a seat.
      {"game_no_spectator", "notation-reads-back: fail"},
      {"game_reveals_to_all", "notation-reads-back: fail"},
      {"game_draws_for_seats", "draws-itself: fail"},
      {"game_needs_log", "same-match: crash"},
      {"game_notation_other", "notation-reads-back: fail"},
      {"game_draws_outside", "draws-itself: fail"},
      {"game_other_parameter", "same-match: fail"},
      {"game_refuses_limit", "sets-up: fail"},
      {"game_model_illegal", "model-actions: fail"},
      {"game_model_misses", "model-actions: fail"},
      {"game_model_repeats", "model-chance: fail"},
      {"game_model_denies_chance", "model-chance: fail"},
      {"game_model_contradicts", "model-agrees: fail"},
      {"game_tells_chance", "model-agrees: fail"},  // the text of a position has what no seat may know
      {"game_model_narrow", "model-values: fail"},  // its bounds do not hold
      {"game_values_miss", "model-values: fail"},
      {"game_values_vary", "model-values: fail"},
      {"game_values_infinite", "model-values: fail"},
      {"game_values_foretell", "model-values: fail"},
      {"game_values_change", "model-values: fail"},
  });
}

TEST_CASE("a game that draws from the time of day is found, though its matches take less than a second") {
  CHECK(faults("game_time_seed", validating::sound_folder(), {"--only", "same-match"}) ==
        Faults{{"same-match", "fail"}});
}

TEST_CASE("a game is held responsible if no strategy of it can take over") {
  CHECK(faults("game_sound", AGON_VALIDATE_FORGETFUL) == Faults{{"hand-over", "fail"}});
}

TEST_CASE("a fault that others may find as well is found by the checks of it") {
  CHECK(faults("game_uninitialised").contains("same-match"));
  const Faults chance = faults("game_shared_chance");
  CHECK(chance.contains("states-in-threads"));
  CHECK(chance.contains("illegal-refused"));
  CHECK(faults("game_model_shares").contains("model-copies"));
}

// 200,000 turns are played first, which take 15 s of CPU time: validate/game_faults/slow.
TEST_CASE("a game that never ends is found" * doctest::skip(std::getenv("AGON_TEST_ALL_CHECKS") == nullptr)) {
  // With a number of matches, no strategy runs out of the time that a quick check has, however busy the machine is.
  const Faults found = faults("game_endless", validating::sound_folder(), {"--only", "random-play", "--matches", "1"});
  CHECK(found == Faults{{"random-play", "fail"}});
}
