// What the tests of runs on a cluster share: arenas, runs and the contents of results databases.
#pragma once

#include "tests/cluster/postgres.hpp"
#include "tests/e2e/host.hpp"
#include "tests/support/process.hpp"

#include <csignal>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace cluster_test {

using Words = std::vector<std::string>;

/// A tournament of three strategies, with 6 matches on each seed.
inline Words tournament(const std::string& seeds, const Words& more) {
  Words words = {"tournament", "--game", "tonga",    "--set",  "n=6",     "--plugin", "greedy",
                 "--plugin",   "random", "--plugin", "server", "--seeds", seeds,      "--quiet"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// A tournament of the fixtures' game with two matches on each seed, of one turn each.
inline Words quick_tournament(const std::string& seeds, const Words& more) {
  const auto fixture = [](const char* name) { return std::string(AGON_TEST_FIXTURES) + "/" + name; };
  Words words = {"tournament",
                 "--game",
                 fixture("gate_game_1.so"),
                 "--plugin",
                 fixture("gate_player_1.so"),
                 "--plugin",
                 fixture("gate_rival.so"),
                 "--seeds",
                 seeds,
                 "--quiet"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// A tournament with two matches on each seed, which take some tens of milliseconds each.
inline Words slow_tournament(const std::string& seeds, const Words& more) {
  const std::string uct = (e2e::built_folder / "plugins/tonga/uct.so").string() + ",simulations=500";
  Words words = {"tournament", "--game",   "tonga",  "--set",   "n=6", "--plugin",
                 uct,          "--plugin", "server", "--seeds", seeds, "--quiet"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
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

/// Arenas of two machines.
class Arenas {
 public:
  Arenas(const Postgres& server, std::filesystem::path folder, std::size_t count)
      : url_(server.url()), folder_(std::move(folder)), all_(count) {
    for (std::size_t each = 0; each < count; ++each) start(each);
  }

  /// Starts an arena, and kills the one in its place.
  void start(std::size_t each) {
    if (all_[each]) all_[each]->signal(SIGKILL);
    all_[each].reset();
    all_[each] = std::make_unique<support::Process>(arena(url_, each % 2 == 0 ? "anna" : "bert", folder_));
  }

  [[nodiscard]] support::Process& at(std::size_t each) { return *all_[each]; }
  [[nodiscard]] std::size_t size() const { return all_.size(); }

 private:
  std::string url_;
  std::filesystem::path folder_;
  std::vector<std::unique_ptr<support::Process>> all_;
};

using e2e::done;

/// All matches in a results database, but for times and memory, each once.
inline std::string results_in(const std::filesystem::path& file) {
  return e2e::rows(file,
                   "SELECT DISTINCT number, block, game, seed, parameters, seat, name, strategy, score, contest,"
                   " outcome, turns FROM results ORDER BY number, seat");
}

}  // namespace cluster_test
