// Each fault that is planted in a game is found by the check that is for it, and by no other.
#include "tests/validate/verdicts.hpp"

#include <doctest/doctest.h>

#include <cstdlib>

using validating::check;

namespace {

const std::vector<std::string> layout_alone = {"--only", "layout-sound", "--only", "layout-kept"};

}  // namespace

TEST_CASE("a sound game in C passes every check") {
  check({{"game_sound", {}}});
}

TEST_CASE("a game that can't be set up is found, and what can't be tried then is not held against it") {
  check({{"game_no_setup", {{"sets-up", "fail"}}}, {"game_no_state", {{"sets-up", "fail"}}}});
}

TEST_CASE("a game whose default opponent nobody has is warned of") {
  const auto warned = validating::findings(validating::fixture("game_no_opponent"), validating::sound_folder());
  REQUIRE(warned.contains("opponent-found"));
  CHECK(warned.at("opponent-found") == "warn");
}

TEST_CASE("a game whose states share memory is found by threads that use several at once") {
  check({{"game_shared_scratch", {{"states-in-threads", "fail"}}}});
}

TEST_CASE("a game is held responsible if no strategy of it can take over") {
  const std::map<std::string, std::string> expected = {{"hand-over", "fail"}};
  CHECK(validating::faults(validating::fixture("game_sound"), AGON_VALIDATE_FORGETFUL) == expected);
}

TEST_CASE("a game that shows what it never set does not give the same match") {
  // Whatever else plays a match again may find it, too.
  CHECK(
      validating::faults(validating::fixture("game_uninitialised"), validating::sound_folder()).contains("same-match"));
}

TEST_CASE("a game whose illegal actions change something, say nothing or crash is found") {
  check({{"game_illegal_draws", {{"illegal-refused", "fail"}}},
         {"game_illegal_counts", {{"illegal-refused", "fail"}}},
         {"game_illegal_silent", {{"illegal-refused", "fail"}}},
         {"game_crash_on_illegal", {{"illegal-refused", "crash"}, {"model-actions", "crash"}}}});
}

TEST_CASE("a game that does not take a forfeit is found") {
  check({{"game_forfeit_ignored", {{"forfeits-end", "fail"}}},
         {"game_forfeit_crash",  // which all that look at a match after a forfeit find, too
          {{"draws-itself", "crash"},
           {"forfeits-end", "crash"},
           {"layout-kept", "crash"},
           {"notation-reads-back", "crash"},
           {"observation-written", "crash"}}}});
}

TEST_CASE("a game with a score that is no number is found") {
  check({{"game_not_finite", {{"forfeits-end", "fail"}, {"scores-finite", "fail"}}}});
}

TEST_CASE("a game that leaves memory as it was, or goes beyond it, is found") {
  check({{"game_unwritten", {{"observation-written", "fail"}}},
         {"game_reads_too_far", {{"state-borders", "crash"}}},
         {"game_leak", {{"state-gives-memory-back", "fail"}}}});
}

TEST_CASE("a game that shows a position only to the seat to move, until the end, or to who plays on, is found") {
  check({{"game_observes_mover", {{"layout-kept", "fail"}, {"observation-written", "fail"}}},
         {"game_observes_until_end", {{"layout-kept", "fail"}, {"observation-written", "fail"}}},
         {"game_observes_players", {{"layout-kept", "fail"}, {"observation-written", "fail"}}}});
}

TEST_CASE("a game that refuses an action with more bytes than it knows, or reads them, is found") {
  check({{"game_exact_action", {{"actions-grow", "fail"}}}, {"game_reads_growth", {{"actions-grow", "fail"}}}});
}

TEST_CASE("a game that tells or draws nothing for a spectator, or reveals nothing to a seat, is found") {
  check({{"game_no_spectator", {{"notation-reads-back", "fail"}}},
         {"game_reveals_to_all", {{"notation-reads-back", "fail"}}},
         {"game_draws_for_seats", {{"draws-itself", "fail"}}}});
}

TEST_CASE("a game that relies on an extension of its host crashes without it") {
  check({{"game_needs_log", {{"same-match", "crash"}}}});
}

TEST_CASE("a game whose notation reads something else is found") {
  check({{"game_notation_other", {{"notation-reads-back", "fail"}}},
         {"game_notation_sloppy", {{"notation-refuses", "fail"}}}});
}

TEST_CASE("a game that draws outside its grid, prints, or leaves a thread is found") {
  check({{"game_draws_outside", {{"draws-itself", "fail"}}},
         {"game_print", {{"state-prints-nothing", "fail"}}},
         {"game_thread_left", {{"state-gives-memory-back", "fail"}, {"state-threads-end", "fail"}}}});
}

TEST_CASE("a game that reports other parameters, or refuses some without a word, is found") {
  check({{"game_other_parameter", {{"parameters-reported", "fail"}}},
         {"game_refuses_limit", {{"parameters-at-limits", "fail"}}}});
}

TEST_CASE("a game whose states share their chance is found by all that looks at two of them") {
  const auto found = validating::faults(validating::fixture("game_shared_chance"), validating::sound_folder());
  CHECK(found.contains("states-at-once"));
  CHECK(found.contains("illegal-refused"));
}

TEST_CASE("a model that lists too much, or too little, is found") {
  check({{"game_model_illegal", {{"model-actions", "fail"}}}, {"game_model_misses", {{"model-actions", "fail"}}}});
}

TEST_CASE("a model whose copies share memory is found") {
  const auto found = validating::faults(validating::fixture("game_model_shares"), validating::sound_folder());
  CHECK(found.contains("model-copies"));
}

TEST_CASE("a model whose chance repeats itself, or is denied, is found") {
  check({{"game_model_repeats", {{"model-chance", "fail"}}}, {"game_model_denies_chance", {{"model-chance", "fail"}}}});
}

TEST_CASE("a model that makes states which contradict the observation, or bounds that do not hold, is found") {
  check({{"game_model_contradicts", {{"model-agrees", "fail"}}}, {"game_model_narrow", {{"model-values", "fail"}}}});
}

TEST_CASE("a model that values too few actions, or not with numbers that stay the same, is found") {
  check({{"game_values_miss", {{"model-estimates", "fail"}}},
         {"game_values_vary", {{"model-estimates", "fail"}}},
         {"game_values_infinite", {{"model-estimates", "fail"}}}});
}

TEST_CASE("a model whose values of actions depend on future chance, or that changes the state to get them, is found") {
  check(
      {{"game_values_foretell", {{"model-estimates", "fail"}}}, {"game_values_change", {{"model-estimates", "fail"}}}});
}

TEST_CASE("a layout that contradicts itself is found") {
  check(
      {{"game_layout_overlaps", {{"layout-sound", "fail"}}}, {"game_layout_without_reply", {{"layout-sound", "fail"}}}},
      layout_alone);
}

TEST_CASE("a layout whose ranges the observations, actions or replies leave is found") {
  check({{"game_layout_narrow", {{"layout-kept", "fail"}}},
         {"game_layout_action", {{"layout-kept", "fail"}}},
         {"game_layout_reply", {{"layout-kept", "fail"}}},
         {"game_layout_mover", {{"layout-kept", "fail"}}}},
        layout_alone);
}

// 200,000 turns are played first, which take 15 s of CPU time: validate/game_faults/slow.
TEST_CASE("a game that never ends is found" * doctest::skip(std::getenv("AGON_TEST_ALL_CHECKS") == nullptr)) {
  // With a number of matches, no strategy runs out of the time that a quick check has, however busy the machine is.
  const auto found = validating::faults(validating::fixture("game_endless"), validating::sound_folder(),
                                        {"--only", "random-play", "--matches", "1"});
  REQUIRE(found.contains("random-play"));
  CHECK(found.at("random-play") == "fail");
}
