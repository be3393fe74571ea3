#include "host/view/ratings_report.hpp"

#include "host/stats/ranking_counts.hpp"
#include "host/text.hpp"
#include "host/view/interval_text.hpp"
#include "host/view/standings_report.hpp"
#include "host/view/table.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

namespace host {

namespace {

std::size_t groups_of(const std::vector<RatedPlayer>& players) {
  return players.back().rating.group + 1;
}

}  // namespace

std::vector<RatedPlayer> rate_listed(const ListedResults& listed, double prior) {
  stats::RankingCounts counts(listed.names().size());
  std::vector<RatedPlayer> players;
  for (const std::string& name : listed.names()) players.push_back({name, 0, {}});
  for (const ListedResult& result : listed.results()) {
    counts.add(result.block, std::array{stats::Place{static_cast<std::uint32_t>(result.first), result.points},
                                        stats::Place{static_cast<std::uint32_t>(result.second), 1 - result.points}});
    players[result.first].points += result.points;
    players[result.second].points += 1 - result.points;
  }
  const std::vector<stats::Rating> ratings = stats::rate(counts, {.prior = prior});
  for (std::size_t i = 0; i < players.size(); ++i) players[i].rating = ratings[i];
  std::stable_sort(players.begin(), players.end(), [](const RatedPlayer& a, const RatedPlayer& b) {
    // A rating that is unknown stands in the middle.
    const auto rank = [](const RatedPlayer& each) {
      return std::make_tuple(each.rating.group, std::isnan(each.rating.elo) ? 0 : -each.rating.elo);
    };
    return rank(a) < rank(b);
  });
  return players;
}

std::string ratings_text(const std::vector<RatedPlayer>& players) {
  const bool grouped = groups_of(players) > 1;
  std::vector<std::string> heading = {"player", "matches", "points %"};
  if (grouped) heading.emplace_back("group");
  heading.insert(heading.end(), {"rating", "95 %"});
  std::vector<std::vector<std::string>> rows = {heading};
  for (const auto& [name, points, rating] : players) {
    std::vector<std::string> cells = {name, std::to_string(rating.matches),
                                      fixed(100 * points / static_cast<double>(rating.matches), 1)};
    if (grouped) cells.push_back(std::to_string(rating.group + 1));
    const std::string bounds = interval_text(rating.interval, [](double number) { return fixed(number, 0); });
    cells.insert(cells.end(), {std::isfinite(rating.elo) ? fixed(rating.elo, 1) : "-", bounds.empty() ? "-" : bounds});
    rows.push_back(std::move(cells));
  }
  return table(rows) + (grouped ? "\n" + groups_sentence(groups_of(players)) + "\n" : "");
}

nlohmann::ordered_json ratings_json(const std::vector<RatedPlayer>& players) {
  nlohmann::ordered_json all = nlohmann::ordered_json::array();
  for (const auto& [name, points, rating] : players) {
    all.push_back({{"name", name},
                   {"matches", rating.matches},
                   {"points", points},
                   {"rating", rating.elo},
                   {"rating_interval", {rating.interval.low, rating.interval.high}},
                   {"rating_group", rating.group + 1}});
  }
  return {{"rating_groups", groups_of(players)}, {"players", all}};
}

}  // namespace host
