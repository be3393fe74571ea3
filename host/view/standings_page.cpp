#include "host/view/standings_page.hpp"

#include "host/match/contest.hpp"
#include "host/view/charts.hpp"
#include "host/view/html.hpp"
#include "host/view/standings_report.hpp"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

namespace host {

namespace {

/// Columns of words are on the left side, numbers on the right.
bool is_text(const std::string& heading) {
  return heading == "strategy" || heading == "version" || heading == "failures";
}

std::string table_html(const StandingsTable& table) {
  const std::vector<std::vector<std::string>> rows = standings_cells(table);
  const std::vector<std::string>& heading = rows.front();
  std::string html = "<div class=\"table\"><table>\n<thead><tr>";
  for (const std::string& cell : heading) {
    html += std::string("<th scope=\"col\"") + (is_text(cell) ? " class=\"text\">" : ">") + escaped(cell) + "</th>";
  }
  html += "</tr></thead>\n<tbody>\n";
  for (auto row = rows.begin() + 1; row != rows.end(); ++row) {
    html += "<tr><th scope=\"row\" class=\"text\">" + escaped(row->front()) + "</th>";
    for (std::size_t column = 1; column < row->size(); ++column)
      html += std::string("<td") + (is_text(heading[column]) ? " class=\"text\">" : ">") + escaped((*row)[column]) +
              "</td>";
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

std::string paragraph(const std::string& text) {
  return "<p class=\"soft\">" + escaped(text) + "</p>\n";
}

std::string heading(const std::string& text) {
  return "<h2>" + escaped(text) + "</h2>\n";
}

std::string intervals(const StandingsTable& table) {
  const bool rated = table.standings.front().rating.has_value();
  std::vector<IntervalRow> rows;
  for (const Standing& each : table.standings) {
    rows.push_back(rated ? IntervalRow{each.label, each.rating->elo, each.rating->interval}
                         : IntervalRow{each.label, each.mean, each.mean_interval});
  }
  const std::string title = rated ? "Ratings" : "Mean scores";
  const std::string how = rated ? "One fit to all matches at once (Plackett and Luce; with two seats Bradley and "
                                  "Terry), on the Elo scale, the "
                                  "mean of all at 0. The lines are intervals of 95 %, from drawing the seeds again."
                                : "The lines are intervals of 95 %, from drawing the seeds again.";
  return heading(title) + paragraph(how) +
         interval_chart({"intervals", title, how + " The numbers are in the table.", rated ? "Elo" : "mean score"},
                        rows);
}

std::string spreads(const StandingsTable& table) {
  std::vector<SpreadRow> rows;
  for (const Standing& each : table.standings) rows.push_back({each.label, each.mean, each.spread});
  const std::string how = "How often each score was reached; every strategy's highest bar is as high as the others'.";
  return heading("Scores") + paragraph(how) +
         spread_chart({"spread", "Distribution of scores", how, "score"}, rows, table.step);
}

std::optional<double> score_of(const SeedScores& seed, std::size_t standing) {
  for (const auto& [place, score] : seed.scores) {
    if (place == standing) return score;
  }
  return std::nullopt;
}

std::string scatter(const StandingsTable& table, const StandingsPair& pair) {
  if (std::max(pair.first, pair.second) >= table.standings.size()) return {};
  const std::string& x = table.standings[pair.first].label;
  const std::string& y = table.standings[pair.second].label;
  std::vector<ScatterPoint> points;
  std::size_t first = 0;
  std::size_t second = 0;
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
                           x + " is better on " + std::to_string(first) + ", " + y + " on " + std::to_string(second) +
                           ", and they are equal on " + std::to_string(points.size() - first - second) +
                           ". Above the diagonal " + y + " is better.";
  return heading("Seed by seed: " + x + " and " + y) + paragraph(says) +
         scatter_chart({"seeds", "Scores of " + x + " and " + y + " on each seed", says, "mean score"}, x, y, points);
}

std::string failures(const StandingsTable& table) {
  if (table.failure_count == 0) return heading("Failures") + paragraph("None.");
  std::string html = heading("Failures");
  html += paragraph(std::to_string(table.failure_count) +
                    (table.failures.size() < table.failure_count
                         ? " in all; here are the first " + std::to_string(table.failures.size()) + "."
                         : " in all."));
  html +=
      "<div class=\"table\"><table>\n<thead><tr><th scope=\"col\" class=\"text\">strategy</th><th "
      "scope=\"col\">seed</th>"
      "<th scope=\"col\">seat</th><th scope=\"col\">run</th><th scope=\"col\">match</th>"
      "<th scope=\"col\" class=\"text\">kind</th><th scope=\"col\" class=\"text\">cause</th></tr></thead>\n<tbody>\n";
  for (const FailedSeat& each : table.failures) {
    html += "<tr><th scope=\"row\" class=\"text\">" + escaped(table.standings[each.standing].label) + "</th>";
    for (const std::string& number :
         {std::to_string(each.seed), std::to_string(each.seat), std::to_string(each.run), std::to_string(each.number)})
      html += "<td>" + number + "</td>";
    html += std::string("<td class=\"text bad\">") + outcome_name(each.outcome.kind) + "</td><td class=\"text long\">" +
            escaped(each.outcome.reason);
    if (!each.outcome.log.empty())
      html += "<details><summary>its last lines</summary><pre>" + escaped(each.outcome.log) + "</pre></details>";
    html += "</td></tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

}  // namespace

std::string standings_page(const StandingsTable& table, const StandingsPage& page) {
  const std::string title = "Standings: " + table.game;
  std::string body = "<h1>" + escaped(title) + "</h1>\n" + paragraph(page.what + ": " + standings_size(table));
  if (!page.command.empty()) body += "<p class=\"soft\"><code>" + escaped(page.command) + "</code></p>\n";
  body += heading("Table") + table_html(table);
  body += intervals(table) + spreads(table) + scatter(table, page.pair) + failures(table);
  return html_page(title, body);
}

}  // namespace host
