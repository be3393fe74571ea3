#include "host/plain.hpp"
#include "host/text.hpp"
#include "host/view/charts.hpp"
#include "host/view/page_parts.hpp"
#include "host/view/standings_sections.hpp"
#include "host/view/stored_again.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace host {

namespace {

std::optional<double> score_of(const SeedScores& seed, std::size_t standing) {
  for (const auto& [place, score] : seed.scores) {
    if (place == standing) return score;
  }
  return std::nullopt;
}

std::string better_counts(const std::string& x, const std::string& y, std::uint64_t first, std::uint64_t second,
                          std::uint64_t all) {
  return x + " is better on " + std::to_string(first) + ", " + y + " on " + std::to_string(second) +
         ", and they are equal on " + std::to_string(all - first - second) + ".";
}

/// Plots the scores of two strategies that did not meet, for each seed.
std::string scatter(const StandingsTable& table, const StandingsPair& pair) {
  const std::string& x = table.standings[pair.first].label;
  const std::string& y = table.standings[pair.second].label;
  std::vector<ScatterPoint> points;
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  for (const SeedScores& seed : table.seed_scores) {
    const auto one = score_of(seed, pair.first);
    const auto other = score_of(seed, pair.second);
    if (!one || !other) continue;
    points.push_back({seed.seed, *one, *other});
    if (*one > *other) ++first;
    if (*other > *one) ++second;
  }
  if (points.empty()) return {};
  const bool some = table.seed_scores.size() < table.seeds;
  const std::string says = "Mean scores on " + std::to_string(points.size()) + (some ? " of the seeds: " : " seeds: ") +
                           better_counts(x, y, first, second, points.size()) + " Above the diagonal " + y +
                           " is better.";
  return paragraph(says) +
         scatter_chart({"seeds", "Scores of " + x + " and " + y + " on each seed", says, "mean score"}, x, y, points);
}

std::string differences(const StandingsTable& table, const StandingsPage& page) {
  const BreakdownTable& breakdown = page.breakdown;
  const std::string& x = table.standings[page.pair.first].label;
  const std::string& y = table.standings[page.pair.second].label;
  std::vector<DifferencePoint> points;
  for (const SeedDifference& seed : breakdown.differences) points.push_back({seed.seed, seed.difference});
  const bool some = points.size() < breakdown.compared;
  const std::string says = "Mean score of " + x + " minus that of " + y +
                           " in the matches that they played together, " + "on " + counted(breakdown.compared, "seed") +
                           (some ? " (" + std::to_string(points.size()) + " are shown): " : ": ") +
                           better_counts(x, y, breakdown.positive, breakdown.negative, breakdown.compared);
  return paragraph(says) + difference_chart({"seeds", "Difference of " + x + " and " + y + " on each seed", says,
                                             "seeds in the order played; up: " + x + " is better"},
                                            breakdown.mean, points);
}

/// Returns "greedy (Black), random (White)".
std::string seating(const MatchReference& match, const StandingsPage& page) {
  std::vector<std::string> names;
  for (std::size_t seat = 0; seat < match.seats.size(); ++seat) {
    const std::string name = plain(match.seats[seat].name);
    names.push_back(match.seats.size() == 1 ? name : name + " (" + seat_name(page, seat) + ")");
  }
  return join(names);
}

std::string extreme_seeds(const std::string& title, const std::vector<SeedDifference>& seeds,
                          const StandingsPage& page) {
  constexpr std::size_t most_matches = 6;  // of a seed
  if (seeds.empty()) return {};
  std::string html = "<h3>" + escaped(title) + "</h3>\n";
  for (const SeedDifference& seed : seeds) {
    std::string matches;
    for (std::size_t i = 0; i < seed.matches.size() && i < most_matches; ++i)
      matches += "<p>" + escaped(seating(seed.matches[i], page)) + "</p>\n" + again_html(seed.matches[i], page, "");
    html += folded("seed " + std::to_string(seed.seed) + ": " + signed_number(seed.difference), matches);
  }
  return html;
}

}  // namespace

std::string again_html(const MatchReference& match, const StandingsPage& page, const std::string& summary) {
  const auto run = page.commands.find(match.run);
  const std::string command = stored_match_again(match, run == page.commands.end() ? "" : run->second, page.program);
  const std::string html = command.empty()
                               ? paragraph("The command line of the run names several strategies " +
                                           std::string("with the same name, so it does not determine their seats."))
                               : command_html(command);
  return summary.empty() ? html : folded(summary, html);
}

std::string seeds_section(const StandingsTable& table, const StandingsPage& page) {
  const BreakdownTable& breakdown = page.breakdown;
  if (page.pair.first >= table.standings.size()) return {};
  const std::string& x = table.standings[page.pair.first].label;
  const bool versus = page.pair.second < table.standings.size();
  std::string html;
  if (versus)
    html = table.seats > 1 && !breakdown.differences.empty() ? differences(table, page) : scatter(table, page.pair);
  const std::string again = extreme_seeds(versus ? "Best for " + x : "Highest scores", breakdown.highest, page) +
                            extreme_seeds(versus ? "Worst for " + x : "Lowest scores", breakdown.lowest, page);
  if (!again.empty())
    html +=
        paragraph(
            "The seeds with the largest and the smallest values. Their commands play the matches again, record them "
            "and show them. They use the current libraries.") +
        again;
  if (html.empty()) return {};
  return heading(versus ? "Seed by seed: " + x + " and " + table.standings[page.pair.second].label
                        : "Seed by seed: " + x) +
         html;
}

}  // namespace host
