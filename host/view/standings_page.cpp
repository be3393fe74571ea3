#include "host/view/standings_page.hpp"

#include "host/match/contest.hpp"
#include "host/plain.hpp"
#include "host/text.hpp"
#include "host/view/charts.hpp"
#include "host/view/html.hpp"
#include "host/view/interval_text.hpp"
#include "host/view/observations_report.hpp"
#include "host/view/page_parts.hpp"
#include "host/view/standings_report.hpp"
#include "host/view/standings_sections.hpp"
#include "host/view/table.hpp"

#include <cmath>
#include <cstdint>
#include <vector>

namespace host {

namespace {

std::string whole(double number) {
  return std::isfinite(number) ? fixed(number, 0) : "-";
}

/// Returns "Black: 30, White: 20"; no line breaks within a part.
std::string wins_by_seat(const Standing& standing, const StandingsTable& table, const StandingsPage& page) {
  std::vector<std::string> wins;
  for (std::size_t seat = 0; seat < table.seats; ++seat)
    wins.push_back(seat_name(page, seat) + ":\u00a0" +
                   std::to_string(seat < standing.by_seat.size() ? standing.by_seat[seat].wins : 0));
  return join(wins);
}

/// Returns "2 time, 1 crash".
std::string failure_kinds(const Standing& standing) {
  std::vector<std::string> kinds;
  for (std::size_t kind = AGON_OUTCOME_OK + 1; kind < standing.outcomes.size(); ++kind) {
    if (standing.outcomes[kind] != 0)
      kinds.push_back(std::to_string(standing.outcomes[kind]) + " " + outcome_name(static_cast<std::int32_t>(kind)));
  }
  return join(kinds);
}

std::vector<PageCell> row_of(const Standing& each, const StandingsTable& table, const StandingsPage& page) {
  const bool versus = table.standings.size() > 1;
  const bool rated = versus && table.seats > 1;
  std::vector<PageCell> cells = {{each.label, each.strategy.version}, {std::to_string(each.all.matches)}};
  if (rated) {
    const stats::Rating rating = each.rating.value_or(stats::Rating{});
    if (rating_groups(table) > 1) cells.push_back({std::to_string(rating.group + 1)});
    cells.push_back({whole(rating.elo), interval_text(rating.interval, whole)});
  }
  cells.push_back({page_number(each.mean), interval_text(each.mean_interval, page_number)});
  const bool is_mean = table.contest == AGON_CONTEST_MEAN;
  cells.push_back({page_number(each.contest), is_mean ? "" : fixed(each.contest_mean, 3) + " per match"});
  if (versus && !rated) cells.push_back({fixed(each.relative, 3)});
  if (versus) {
    for (const std::uint64_t number : {each.all.wins, each.all.ties, each.all.losses})
      cells.push_back({std::to_string(number)});
  }
  if (rated) cells.push_back({wins_by_seat(each, table, page)});
  cells.push_back({.text = std::to_string(each.failures()), .below = failure_kinds(each), .bad = each.failures() != 0});
  cells.push_back({fixed(each.cpu_s, 6)});
  return cells;
}

std::string standings_section(const StandingsTable& table, const StandingsPage& page) {
  const bool versus = table.standings.size() > 1;
  const bool rated = versus && table.seats > 1;
  std::vector<PageColumn> columns = {{"strategy", true}, {"matches"}};
  if (rating_groups(table) > 1) columns.push_back({"group"});
  if (rated) columns.push_back({"rating"});
  columns.insert(columns.end(), {{"mean score"}, {contest_name(table.contest)}});
  if (versus && !rated) columns.push_back({"of the best"});
  if (versus) columns.insert(columns.end(), {{"wins"}, {"ties"}, {"losses"}});
  if (rated) columns.push_back({"wins by seat", true});
  columns.insert(columns.end(), {{"failures"}, {"CPU s"}});
  std::vector<std::vector<PageCell>> rows;
  for (const Standing& each : table.standings) rows.push_back(row_of(each, table, page));
  const std::string groups = groups_sentence(rating_groups(table));
  return heading("Table") + paragraph("In brackets: 95 % intervals, from a bootstrap over the seeds.") +
         (groups.empty() ? "" : paragraph(groups)) + page_table(columns, rows);
}

std::string intervals(const StandingsTable& table) {
  const bool rated = table.standings.front().rating.has_value();
  std::vector<IntervalRow> rows;
  const bool grouped = rating_groups(table) > 1;
  for (const Standing& each : table.standings) {
    const std::string group = grouped ? " (group " + std::to_string(each.rating->group + 1) + ")" : "";
    rows.push_back(rated ? IntervalRow{each.label + group, each.rating->elo, each.rating->interval}
                         : IntervalRow{each.label, each.mean, each.mean_interval});
  }
  const std::string title = rated ? "Ratings" : "Mean scores";
  const std::string lines = "The lines are 95 % intervals, from a bootstrap over the seeds.";
  const std::string how =
      rated ? "One fit to all matches (Plackett-Luce model; with two seats Bradley-Terry), on the Elo "
              "scale. 0 is the mean of the strategies that took points of each other. " +
                  lines + " A line with one end only is of a strategy that lost no point to them, or won none."
            : lines;
  return heading(title) + paragraph(how) +
         interval_chart({"intervals", title, how + " The numbers are in the table.", rated ? "Elo" : "mean score"},
                        rows);
}

std::string spreads(const StandingsTable& table) {
  std::vector<SpreadRow> rows;
  for (const Standing& each : table.standings) rows.push_back({each.label, each.mean, each.spread});
  const std::string how = "How often each score was reached. The highest bars of all strategies have the same height.";
  return heading("Scores") + paragraph(how) +
         spread_chart({"spread", "Distribution of scores", how, "score"}, rows, table.step);
}

/// Returns the parts below a failure's cause.
std::string failure_details(const StandingsTable& table, const StandingsPage& page, std::size_t place) {
  const FailedSeat& failure = table.failures[place];
  std::string html;
  if (!failure.outcome.log.empty())
    html += folded("last lines of its log", "<pre>" + escaped(failure.outcome.log) + "</pre>");
  if (place < page.breakdown.failures.size() && page.breakdown.failures[place])
    html += again_html(*page.breakdown.failures[place], page, "play it again");
  return html;
}

std::string failures(const StandingsTable& table, const StandingsPage& page) {
  if (table.failure_count == 0) return heading("Failures") + paragraph("None.");
  std::vector<PageColumn> columns = {{"strategy", true}, {"seed"}};
  if (table.seats > 1) columns.push_back({"seat", true});
  columns.insert(columns.end(), {{"run"}, {"match"}, {"kind", true}, {"cause", true}});
  std::vector<std::vector<PageCell>> rows;
  for (std::size_t place = 0; place < table.failures.size(); ++place) {
    const FailedSeat& each = table.failures[place];
    std::vector<PageCell> cells = {{table.standings[each.standing].label}, {std::to_string(each.seed)}};
    if (table.seats > 1) cells.push_back({seat_name(page, each.seat)});
    cells.insert(cells.end(), {{std::to_string(each.run)}, {std::to_string(each.number)}});
    cells.push_back({.text = outcome_name(each.outcome.kind), .bad = true});
    cells.push_back({.text = each.outcome.reason, .html = failure_details(table, page, place)});
    rows.push_back(std::move(cells));
  }
  const std::string some = table.failures.size() < table.failure_count
                               ? "; the first " + std::to_string(table.failures.size()) + " are listed."
                               : ".";
  return heading("Failures") + paragraph(counted(table.failure_count, "failure") + some) + page_table(columns, rows);
}

}  // namespace

std::string standings_page(const StandingsTable& table, const StandingsPage& page) {
  const std::string title = "Standings: " + table.game;
  std::string body = "<h1>" + escaped(title) + "</h1>\n" + paragraph(page.what + ": " + standings_size(table));
  const std::string copies = observations_text(table.observations);
  if (!copies.empty()) body += paragraph(copies);
  if (!page.command.empty()) body += command_html(page.command);
  for (const std::string& section :
       {standings_section(table, page), intervals(table), duels_section(table, page.breakdown.duels),
        parameters_section(table, page.parameters), spreads(table), seeds_section(table, page),
        histories_section(table, page), failures(table, page)})
    body += page_section(section);
  return html_page(title, body, page.look);
}

}  // namespace host
