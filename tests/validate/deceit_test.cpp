// A plugin that wants to be passed in spite of its faults, by what it forges, ends or reaches into, is not.
#include "host/isolation/layers.hpp"
#include "tests/validate/verdicts.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

using validating::Faults;
using validating::faults;
using validating::told;

const Faults of_strategy = {{"same-seed", "fail"}, {"options-at-limits", "crash"}, {"takes-over", "fail"}};
const Faults of_game = {
    {"illegal-refused", "fail"}, {"draws-itself", "fail"}, {"model-chance", "fail"}, {"model-values", "fail"}};

}  // namespace

TEST_CASE("a plugin with several faults shows all of them") {
  CHECK(faults("strategy_sly") == of_strategy);
  CHECK(faults("game_sly") == of_game);
}

TEST_CASE("a finding that a plugin forges hides none of its faults if it goes on") {
  // The checks that find the faults; validate/deceit/slow runs all others, too.
  for (const std::string moment : {"load", "create", "turn", "destroy"})
    validating::check({{"strategy_forge_" + moment, told(of_strategy)}, {"game_forge_" + moment, told(of_game)}});
}

TEST_CASE("a plugin that forges a finding and ends its process passes what shares its process, and nothing else") {
  // docs/security.md says so. If none is believed, the forgery above has not reached the memory that it is meant for.
  const Faults left = faults("strategy_lie_create");
  CHECK(left.count("creates") == 0);
  CHECK(left.count("same-seed") == 0);
  CHECK(left.count("plays-matches") == 1);
  CHECK(faults("game_lie_create").count("sets-up") == 0);
}

TEST_CASE("a plugin that ends its process with exit code 0 has ended its process") {
  CHECK(faults("strategy_leave_load") == Faults{{"loads", "crash"}});
  CHECK(faults("strategy_leave_create") == Faults{{"creates", "crash"}});
  CHECK(faults("strategy_leave_destroy") == Faults{{"creates", "crash"}});
  for (const auto& fault : faults("strategy_leave_turn")) {
    const std::string& check = fault.first;
    CAPTURE(check);
    CHECK((fault.second == "crash" || check.starts_with("plays-") || check == "takes-over"));
  }
  CHECK(faults("strategy_leave_turn").size() > of_strategy.size());
  CHECK(faults("game_leave_load") == Faults{{"loads", "crash"}});
  CHECK(faults("game_leave_create") == Faults{{"sets-up", "crash"}});
  CHECK(faults("game_leave_destroy") == Faults{{"sets-up", "crash"}});
  CHECK(faults("game_leave_turn").at("random-play") == "crash");
}

TEST_CASE("a plugin that starts processes, kills or writes over memory hides none of its faults") {
  for (const std::string trick : {"fork_", "kill_", "meddle"})
    CHECK(faults("strategy_" + trick) == Faults{{"loads", "fail"}});  // the sandbox ends it
  validating::check({{"game_fork_", told(of_game)}});
  constexpr int keeps_signals_in = 6;  // of Landlock
  if (host::landlock_version() > 0) validating::check({{"game_meddle", told(of_game)}});
  if (host::landlock_version() >= keeps_signals_in) validating::check({{"game_kill_", told(of_game)}});
}
