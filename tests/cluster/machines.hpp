// What the tests of runs on a cluster share: arenas, runs and the contents of results databases.
#pragma once

#include "tests/cluster/postgres.hpp"
#include "tests/e2e/host.hpp"
#include "tests/support/process.hpp"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace cluster_test {

using e2e::done;
using e2e::has;
using e2e::with;
using e2e::Words;

/// A tournament of three strategies, with 6 matches on each seed.
inline Words tournament(const std::string& seeds, const Words& more) {
  return with(e2e::small_tournament({"--plugin", "server", "--seeds", seeds, "--quiet"}), more);
}

/// A tournament of the fixtures' game with two matches on each seed, of one turn each.
inline Words quick_tournament(const std::string& seeds, const Words& more) {
  return with({"tournament", "--game", e2e::fixture("gate_game_1"), "--plugin", e2e::fixture("gate_player_1"),
               "--plugin", e2e::fixture("gate_rival"), "--seeds", seeds, "--quiet"},
              more);
}

/// A tournament with two matches on each seed, which take some tens of milliseconds each.
inline Words slow_tournament(const std::string& seeds, const Words& more) {
  const std::string uct = (e2e::built_folder / "plugins/tonga/uct.so").string() + ",simulations=500";
  return with(with({"tournament"}, e2e::tonga({"--plugin", uct, "--plugin", "server", "--seeds", seeds, "--quiet"})),
              more);
}

/// Lets a command write its messages to the file "log" in its folder.
inline support::Command logged(support::Command command) {
  const Words shell = {"sh", "-c", "exec \"$0\" \"$@\" 2>>log"};
  command.words.insert(command.words.begin(), shell.begin(), shell.end());
  return command;
}

inline support::Command arena(const std::string& url, const std::string& name, const std::filesystem::path& folder) {
  support::Command command = e2e::host({"arena", "--cluster", url, "--jobs", "1", "--name", name}, folder);
  command.environment["XDG_CACHE_HOME"] = (folder / "cache").string();
  return logged(std::move(command));
}

/// Starts arenas of two machines.
inline std::vector<std::unique_ptr<support::Process>> arenas(const Postgres& server,
                                                             const std::filesystem::path& folder, std::size_t count) {
  std::vector<std::unique_ptr<support::Process>> all;
  for (std::size_t each = 0; each < count; ++each)
    all.push_back(std::make_unique<support::Process>(arena(server.url(), each % 2 == 0 ? "anna" : "bert", folder)));
  return all;
}

/// Waits until the file has this text, for five minutes.
inline void wait_for_text(const std::filesystem::path& file, const std::string& text) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::minutes(5);
  while (!std::filesystem::exists(file) || !has(e2e::content(file), text)) {
    REQUIRE_MESSAGE(std::chrono::steady_clock::now() < until, "no '" << text << "' in " << e2e::content(file));
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
}

/// All matches in a results database, but for times and memory, each once.
inline std::string results_in(const std::filesystem::path& file) {
  return e2e::rows(file,
                   "SELECT DISTINCT number, block, game, seed, parameters, seat, name, strategy, score, contest,"
                   " outcome, turns FROM results ORDER BY number, seat");
}

/// Plays a run of these words here and on the cluster, and checks that it has the same results there.
template <class Run>
void check_as_here(const Run& run, const e2e::TemporaryFolder& folder, const Postgres& server,
                   const Words& more = {"--lease", "0.5"}) {
  for (const char* const database : {"local.db", "all.db"}) std::filesystem::remove(folder.path() / database);
  folder.done(run({"--db", "local.db"}));
  folder.done(run(with({"--db", "all.db", "--cluster", server.url()}, more)));
  CHECK(results_in(folder.path() / "all.db") == results_in(folder.path() / "local.db"));
}

/// Asks an arena to stop, which it does in order.
inline void check_stops(support::Process& arena) {
  arena.signal(SIGTERM);
  CHECK(arena.wait().code == 0);
}

}  // namespace cluster_test
