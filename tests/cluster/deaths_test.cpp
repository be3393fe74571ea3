// Arenas, the server and the host die at random moments, and nothing is lost.
#include "tests/cluster/machines.hpp"
#include "tests/support/files.hpp"

#include <SQLiteCpp/SQLiteCpp.h>
#include <doctest/doctest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace {

using cluster_test::Postgres;
using cluster_test::results_in;
using cluster_test::slow_tournament;

constexpr int unreachable = 12;  // exit code of a command that starts while the server is away

/// Returns the number of stored matches.
int stored(const std::filesystem::path& file) {
  try {
    SQLite::Database database(file.string(), SQLite::OPEN_READONLY, 10'000);
    return database.execAndGet("SELECT count(*) FROM matches").getInt();
  } catch (const SQLite::Exception&) {  // the host has not created it yet
    return 0;
  }
}

/// A program that is started again, as service managers do, if it ends because it has not reached the server.
class Service {
 public:
  explicit Service(support::Command command) : command_(std::move(command)) { start(); }

  /// Kills the program, and starts it again.
  void kill() {
    process_->signal(SIGKILL);
    process_->wait();
    start();
  }

  /// Starts the program again if it has to be. Returns the exit code of one that has ended otherwise.
  std::optional<int> look() {
    if (!process_->ended()) return std::nullopt;
    const int code = process_->wait().code;
    if (code != unreachable) return code;
    start();
    return std::nullopt;
  }

 private:
  void start() { process_ = std::make_unique<support::Process>(command_); }

  support::Command command_;
  std::unique_ptr<support::Process> process_;
};

}  // namespace

TEST_CASE("the results equal those of a local run although arenas, the server and the host die") {
  if (!cluster_test::has_postgres()) return;
  constexpr int matches = 300 * 2;
  constexpr int deaths = 20;
  const e2e::TemporaryFolder folder;
  const auto all = folder.path() / "all.db";
  Postgres server;
  folder.done(slow_tournament("1-300", {"--db", "local.db"}));
  std::vector<Service> arenas;
  for (const std::string machine : {"anna", "bert", "anna", "bert"})
    arenas.emplace_back(cluster_test::arena(server.url(), machine, folder.path()));
  Service host(cluster_test::logged(
      folder.command(slow_tournament("1-300", {"--db", "all.db", "--cluster", server.url(), "--lease", "0.5"}))));
  std::optional<int> code;
  const auto look = [&] {
    code = host.look();
    for (Service& arena : arenas) REQUIRE_MESSAGE(!arena.look(), support::content(folder.path() / "log"));
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  };
  constexpr int seed = 18;
  std::mt19937 random(seed);  // NOLINT(cert-msc32-c,cert-msc51-cpp): the same test each time
  for (int death = 0; death < deaths; ++death) {
    // Random moments, spread over the run. The last matches are left for arenas that live.
    const int moment = static_cast<int>(random() % (matches / deaths)) + death * (matches * 8 / 10) / deaths;
    while (stored(all) < moment && !code) look();
    REQUIRE_MESSAGE(!code, support::content(folder.path() / "log"));
    arenas[random() % arenas.size()].kill();
    if (death == deaths / 2) {
      server.kill();
      server.start();
    }
    if (death == deaths / 3 || death == 2 * deaths / 3) host.kill();
  }
  while (!code) look();
  CAPTURE(support::content(folder.path() / "log"));
  CHECK(*code == 0);
  CHECK(results_in(all) == results_in(folder.path() / "local.db"));
  CHECK(server.value("SELECT count(*) FROM agon.leases") == "0");
}
