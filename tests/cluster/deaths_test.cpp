// Arenas, the server and the host die at random moments, and nothing is lost.
#include "tests/cluster/machines.hpp"
#include "tests/support/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <csignal>
#include <memory>
#include <random>
#include <string>
#include <thread>

namespace {

using cluster_test::Arenas;
using cluster_test::done;
using cluster_test::Postgres;
using cluster_test::results_in;
using cluster_test::tournament;

/// Returns the number of stored matches.
int stored(const std::filesystem::path& file) {
  try {
    SQLite::Database database(file.string(), SQLite::OPEN_READONLY, 10'000);
    return database.execAndGet("SELECT count(*) FROM matches").getInt();
  } catch (const SQLite::Exception&) {  // the host has not created it yet
    return 0;
  }
}

}  // namespace

TEST_CASE("the results equal those of a local run although arenas, the server and the host die") {
  if (!cluster_test::has_postgres()) return;
  constexpr int matches = 300 * 6;
  constexpr int deaths = 20;
  const support::TemporaryFolder folder;
  Postgres server;
  done(e2e::host(tournament("1-300", {"--db", "local.db"}), folder.path()));
  const support::Command run = cluster_test::logged(
      e2e::host(tournament("1-300", {"--db", "all.db", "--cluster", server.url(), "--lease", "1"}), folder.path()));
  Arenas arenas(server, folder.path(), 4);
  auto process = std::make_unique<support::Process>(run);
  constexpr int seed = 18;
  std::mt19937 random(seed);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same test each time
  for (int death = 0; death < deaths; ++death) {
    // Random moments, spread over the run. The last matches are left for arenas that live.
    const int moment = static_cast<int>(random() % (matches / deaths)) + death * (matches * 8 / 10) / deaths;
    const auto limit = std::chrono::steady_clock::now() + std::chrono::minutes(10);
    while (stored(folder.path() / "all.db") < moment) {
      CAPTURE(support::content(folder.path() / "log"));
      REQUIRE(std::chrono::steady_clock::now() < limit);
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    if (death == deaths / 2) {
      server.kill();
      server.start();
    }
    arenas.start(random() % arenas.size());
    if (death == deaths / 3 || death == 2 * deaths / 3) {
      process->signal(SIGKILL);
      CHECK(process->wait().code == 128 + SIGKILL);
      process = std::make_unique<support::Process>(run);
    }
  }
  const support::Result result = process->wait();
  CAPTURE(support::content(folder.path() / "log"));
  CHECK(result.code == 0);
  CHECK(results_in(folder.path() / "all.db") == results_in(folder.path() / "local.db"));
  CHECK(server.value("SELECT count(*) FROM agon.leases") == "0");
}
