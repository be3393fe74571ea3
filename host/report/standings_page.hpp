// The data of the pages of standings and of their strategies, which scripts draw (web/client/standings.js,
// strategy.js).
#pragma once

#include "host/report/standings_report.hpp"
#include "host/tournament/schedule.hpp"
#include "host/tournament/standings.hpp"

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace host {

/// The other pages of the page's site, by their paths in it.
struct SitePages {
  std::vector<std::string> strategies{};                // of the table's standings; empty: there is no site
  std::set<std::pair<RunId, std::uint64_t>> matches{};  // runs and numbers of those with a page

  /// Returns the path of the match's page; null if it has none.
  [[nodiscard]] nlohmann::ordered_json page_of(RunId run, std::uint64_t number) const;
};

/// Returns "match/run-3-17.html".
std::string match_path(RunId run, std::uint64_t number);

struct StandingsPage {
  std::string what{};                     // the runs: "run 3 of 2024-05-01 12:00:00"
  std::vector<std::string> command{};     // of the run; empty for several runs
  std::vector<std::string> seat_names{};  // declared by the game; if empty, "first seat" and so on
  StoredCommands commands{};              // of the runs of the matches
  // Of a league:
  std::string title{};
  std::vector<std::string> notes{};
  std::vector<StrategyHistory> histories{};                         // of the bots with several versions
  std::vector<std::optional<double>> changes{};                     // of the ratings of the table's standings
  std::vector<std::pair<std::string, std::string>> owners{};        // with the paths of their pages
  nlohmann::ordered_json absent = nlohmann::ordered_json::array();  // who does not take part: name, owner, since, why
  SitePages site{};
};

/// Returns the versions of bots over time.
nlohmann::ordered_json histories_json(const StandingsTable& table, const std::vector<StrategyHistory>& histories);

/// Returns standings_json(), and what the page shows beside it: each strategy against each, results by the game's
/// parameters, the distribution of scores, versions over time, and the commands that play failures again. Commands are
/// lists of shell_phrases().
nlohmann::ordered_json standings_page(const StandingsTable& table, const StandingsPage& page);

/// Returns the path of a page: "strategy/greedy.html" for the kind "strategy". Of the label, what is more than
/// lower-case letters, digits, '-' and '_' is replaced, and then its hash makes the name unique.
std::string page_path(const std::string& kind, const std::string& label);

/// The matches of each strategy of a table.
class StrategyMatches {
 public:
  static constexpr std::size_t most_listed = 2000;  // of a strategy

  explicit StrategyMatches(std::size_t standings);

  /// Adds a match; `rows` has the standing of each seat's strategy, and `page` is that of SitePages.
  void add(const Result& match, const Seating& rows, const nlohmann::ordered_json& page);

  /// Returns, once, how many matches a standing has, and the first most_listed: {"count": 3, "listed": [[seed, seat,
  /// score, [[standing, score], ...], kind of failure, page], ...]}, with the standings and scores of the other seats.
  nlohmann::ordered_json take(std::size_t standing);

 private:
  struct Row {
    std::uint64_t count = 0;
    nlohmann::ordered_json listed = nlohmann::ordered_json::array();
  };
  std::vector<Row> rows_;
};

/// Returns the part of standings_page() that is about one standing, and its matches, which it takes. Of the others, it
/// names those that it has met.
nlohmann::ordered_json strategy_page(const nlohmann::ordered_json& standings, const StandingsTable& table,
                                     std::size_t standing, StrategyMatches& matches);

}  // namespace host
