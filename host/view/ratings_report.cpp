#include "host/view/ratings_report.hpp"

#include "host/plain.hpp"
#include "host/stats/ranking_counts.hpp"
#include "host/text.hpp"
#include "host/view/numbers.hpp"
#include "host/view/standings_report.hpp"
#include "host/view/table.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>
#include <utility>

namespace host {

namespace {

std::size_t groups_of(const std::vector<RatedPlayer>& players) {
  return players.back().rating.group + 1;
}

/// Returns "a beats b, b beats c, c beats a".
std::string cycle_text(const CyclesReport& report) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < report.cycle->size(); ++i) {
    const std::size_t next = (*report.cycle)[(i + 1) % report.cycle->size()];
    parts.push_back(plain(report.names[(*report.cycle)[i]]) + " beats " + plain(report.names[next]));
  }
  return join(parts);
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
                   {"rating_interval", interval_json(rating.interval)},
                   {"rating_group", rating.group + 1}});
  }
  return {{"rating_groups", groups_of(players)}, {"players", all}};
}

std::string cycles_text(const CyclesReport& report) {
  const auto number = [](double value) { return fixed(value, 3); };
  std::vector<std::vector<std::string>> rows = {{"strategy", "weight", "95 %", "lead", "95 %"}};
  for (std::size_t i = 0; i < report.players.size(); ++i) {
    const stats::NashPlayer& player = report.players[i];
    std::vector<std::string> cells = {report.names[i]};
    for (const auto& [value, interval] :
         {std::pair(player.weight, player.weight_interval), std::pair(player.rating, player.rating_interval)}) {
      const std::string bounds = interval_text(interval, number);
      cells.insert(cells.end(), {number(value), bounds.empty() ? "-" : bounds});
    }
    rows.push_back(std::move(cells));
  }
  std::string text = "Nash average: the best mixture of strategies, and each one's lead over it\n" + table(rows) + "\n";
  if (!report.found()) return text + "no cycle found: ratings describe this table (p = " + fixed(report.p, 4) + ")\n";
  text += "ratings do not describe this table (p = " + fixed(report.p, 4) + ")";
  return text + (report.cycle ? ": " + cycle_text(report) : "") + "\n";
}

nlohmann::ordered_json cycles_json(const CyclesReport& report) {
  nlohmann::ordered_json players = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < report.players.size(); ++i) {
    const stats::NashPlayer& player = report.players[i];
    players.push_back({{"name", report.names[i]},
                       {"weight", player.weight},
                       {"weight_interval", interval_json(player.weight_interval)},
                       {"lead", player.rating},
                       {"lead_interval", interval_json(player.rating_interval)}});
  }
  nlohmann::ordered_json cycle = nullptr;
  if (report.cycle) {
    cycle = nlohmann::ordered_json::array();
    for (const std::size_t i : *report.cycle) cycle.push_back(report.names[i]);
  }
  return {{"ratings_describe_table", !report.found()}, {"p", report.p}, {"cycle", cycle}, {"nash", players}};
}

}  // namespace host
