// What strategies report of their positions, against how their matches end.
#include "tests/support/built_host.hpp"
#include "tests/support/checked_json.hpp"
#include "tests/support/files.hpp"
#include "tests/support/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace {

using support::Json;
using Words = std::vector<std::string>;

/// What seats of the same strategy reported of positions, by how their match ended.
struct Reports {
  std::vector<double> of_winners;
  std::vector<double> of_losers;

  /// Returns the probability that a winner reported more than a loser, ties counted half: the area under the ROC curve.
  [[nodiscard]] double area() const {
    double sum = 0;
    for (const double won : of_winners) {
      for (const double lost : of_losers) sum += won > lost ? 1 : won == lost ? 0.5 : 0;
    }
    return sum / static_cast<double>(of_winners.size() * of_losers.size());
  }
};

/// Returns the seat's last report in the first half of the match.
std::optional<double> at_half(const Json& match, std::size_t seat) {
  const Json& actions = match.at("actions");
  std::optional<double> last;
  for (const Json& report : match.at("usage").value("evaluations", Json::array())) {
    const auto action = report.at("action").get<std::size_t>();
    if (2 * action > actions.size() + 2) break;
    if (actions.at(action - 1).at("seat") == seat)
      last = (report.contains("share") ? report.at("share") : report.at("value")).get<double>();
  }
  return last;
}

/// Returns the lead of the seat's contest score over the best of the other seats.
double lead(const Json& match, std::size_t seat) {
  const auto scores = match.at("result").at("contest").get<std::vector<double>>();
  double best = scores[seat == 0 ? 1 : 0];
  for (std::size_t other = 0; other < scores.size(); ++other) {
    if (other != seat) best = std::max(best, scores[other]);
  }
  return scores[seat] - best;
}

/// Plays a strategy against itself on 200 seeds.
Reports reported(const std::string& game, const std::string& player, std::size_t seats, const Words& more) {
  const support::TemporaryFolder folder;
  const std::string file = folder.path() / "matches.jsonl";
  Words words = {"--game", game, "--seeds", "1-200", "--no-db", "--quiet", "--record", file};
  for (std::size_t seat = 0; seat < seats; ++seat) words.insert(words.end(), {"--plugin", player});
  words.insert(words.end(), more.begin(), more.end());
  support::run_host(words);
  Reports reports;
  for (const Json& match : support::objects(support::content(file))) {
    for (std::size_t seat = 0; seat < seats; ++seat) {
      const double ahead = lead(match, seat);
      const std::optional<double> report = at_half(match, seat);
      if (ahead != 0 && report) (ahead > 0 ? reports.of_winners : reports.of_losers).push_back(*report);
    }
  }
  return reports;
}

}  // namespace

TEST_SUITE("slow") {
  // Of games for one seat nobody wins or loses a match.
  TEST_CASE("what a strategy reports at half of a match tells its wins from its losses" * doctest::skip()) {
    struct Row {
      const char* game;
      const char* player;
      std::size_t seats;
      Words more;
    };
    const Words opening = {"--opening-plies", "6"};
    const Words small = {"--set", "n=6", "--opening-plies", "6"};
    const Row rows[] = {
        {"tonga", "server", 2, {"--set", "n=8", "--opening-plies", "6"}},
        {"tonga", "champion,simulations=100", 2, small},
        {"tonga", "uct,simulations=100", 2, small},
        {"tonga", "mcts,simulations=100", 2, small},
        {"tonga", "montecarlo,simulations=100", 2, small},
        {"tonga", "alphabeta,positions=300", 2, small},
        {"go", "champion,simulations=100", 2, {"--set", "size=7", "--opening-plies", "6"}},
        {"chess", "champion,nodes=100", 2, opening},
        // On boards of few squares each champion takes the others for players who err, and expects too much.
        {"inc", "champion", 3, {}},
        {"inc", "optimal", 3, {}},
    };
    for (const Row& row : rows) {
      CAPTURE(row.game);
      CAPTURE(row.player);
      const Reports reports = reported(row.game, row.player, row.seats, row.more);
      // Draws and positions without a report do not count.
      REQUIRE(reports.of_winners.size() >= 50);
      REQUIRE(reports.of_losers.size() >= 50);
      CHECK(reports.area() >= 0.7);
    }
  }
}
