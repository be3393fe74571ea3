// The data of a strategy's page in a site of standings, which the page's script draws (web/client/strategy.js).
#pragma once

#include "host/tournament/participant_rows.hpp"
#include "host/view/standings_page.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace host {

/// Returns the path of a page: "strategy/greedy.html" for the kind "strategy". Of the label, what is more than
/// lower-case letters, digits, '-' and '_' is replaced, and then its hash makes the name unique.
std::string page_path(const std::string& kind, const std::string& label);
std::vector<std::string> strategy_paths(const std::vector<std::string>& labels);

/// The matches of each strategy of a table.
class StrategyMatches {
 public:
  static constexpr std::size_t most_listed = 2000;  // of a strategy

  explicit StrategyMatches(const StandingsTable& table);

  /// Adds a match; `page` is that of SitePages.
  void add(const StoredMatch& match, const nlohmann::ordered_json& page);

  /// Returns, once, the first most_listed matches of a standing: [[seed, seat, score, [[standing, score], ...], kind of
  /// failure, page], ...], with the standings and scores of the other seats.
  nlohmann::ordered_json take_listed(std::size_t standing) { return std::move(listed_[standing]); }
  [[nodiscard]] std::uint64_t count(std::size_t standing) const { return counts_[standing]; }

 private:
  ParticipantIndex index_;
  std::vector<nlohmann::ordered_json> listed_;
  std::vector<std::uint64_t> counts_;
};

/// Returns the part of standings_page() that is about one standing, and its matches, which it takes. Of the others, it
/// names those that it has met.
nlohmann::ordered_json strategy_page(const nlohmann::ordered_json& standings, const StandingsTable& table,
                                     std::size_t standing, StrategyMatches& matches);

}  // namespace host
