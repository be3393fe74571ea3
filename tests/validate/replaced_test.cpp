// A library that is built anew while it is checked: all checks look at the build that they began with.
#include "host/util/failure.hpp"
#include "host/validate/runner.hpp"
#include "tests/support/temporary_folder.hpp"
#include "tests/validate/verdicts.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <vector>

TEST_CASE("checks go on with the build that they began with, whatever becomes of the files") {
  const support::TemporaryFolder folder;
  const auto bot = folder.copy(validating::fixture("strategy_sound"), "bot.so");
  const auto game = folder.copy(validating::sound_folder() / "heap.so", "games/heap.so");
  const host::Catalogue catalogue({folder.path() / "games"});
  host::validate::Request request;
  request.file = bot;
  request.seed = 1;
  request.only = {"descriptors", "loads", "same-seed", "takes-over"};
  const auto results = host::validate::run_checks(request, catalogue, [&](const host::validate::Result& result) {
    CAPTURE(result.finding.text);
    CHECK(result.finding.status == host::validate::Status::ok);
    std::ofstream(bot, std::ios::trunc) << "half a build";
    if (result.check->scope == host::validate::Scope::strategy) std::filesystem::remove(game);
  });
  CHECK(results.size() == 4);
  std::vector<host::Build::Since> since;
  for (const host::Build* const build : catalogue.builds()) since.push_back(build->since());
  CHECK(since == std::vector{host::Build::Since::changed, host::Build::Since::gone});
}
