// What the sandbox refuses, tried out.
#include "host/seat/trial.hpp"

#include "host/seat/isolation.hpp"

#include <doctest/doctest.h>

#include <string>

using host::Stage;
using host::Trial;

TEST_CASE("what the sandbox must refuse is refused, and is possible without it") {
  if (!host::can_sandbox()) return;
  for (auto number = static_cast<std::uint32_t>(Trial::read_file);
       number <= static_cast<std::uint32_t>(Trial::run_program); ++number) {
    const auto trial = static_cast<Trial>(number);
    CAPTURE(host::trial_name(trial));
    for (const Stage stage : {Stage::loading, Stage::playing}) {
      CHECK(host::refused(trial, stage) == true);
      // A program that is run says nothing of it: the worker has become another one.
      if (trial == Trial::run_program) continue;
      CHECK(host::refused(trial, stage, false) == false);
    }
  }
}
