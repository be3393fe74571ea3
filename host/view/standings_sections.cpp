#include "host/view/standings_sections.hpp"

#include "host/plain.hpp"
#include "host/text.hpp"
#include "host/view/charts.hpp"
#include "host/view/html.hpp"
#include "host/view/local_time.hpp"
#include "host/view/page_parts.hpp"
#include "host/view/table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace host {

namespace {

/// "62".
std::string in_percent(double share) {
  return fixed(share * 100, 0);
}

std::string numbered(const StandingsTable& table, std::size_t row) {
  return std::to_string(row + 1) + " " + table.standings[row].label;
}

/// More rows have no room for more than a number in each cell.
constexpr std::size_t most_detailed = 6;

std::string meeting_cell(const StandingsTable& table, const Meeting& meeting, std::size_t row, std::size_t column) {
  if (row == column) return "<td class=\"none\"></td>";
  if (meeting.matches == 0) return "<td>-</td>";
  const std::string counts =
      join({std::to_string(meeting.wins), std::to_string(meeting.ties), std::to_string(meeting.losses)}, "/");
  const std::string says = table.standings[row].label + " against " + table.standings[column].label + ": " +
                           std::to_string(meeting.wins) + " won, " + std::to_string(meeting.ties) + " tied, " +
                           std::to_string(meeting.losses) + " lost; mean difference " +
                           signed_number(meeting.difference / static_cast<double>(meeting.matches));
  std::string html = "<td class=\"share\" style=\"--share:" + fixed(meeting.share(), 2) + "\" title=\"" +
                     escaped(says) + "\">" + in_percent(meeting.share());
  if (table.standings.size() <= most_detailed) html += "<span class=\"below\">" + counts + "</span>";
  return html + "</td>";
}

/// What tells a history's build from the others: all but the strategy's id, which they have in common.
std::string build_label(const StrategyHistory& history, const BuildStanding& build) {
  const SeatIdentity& strategy = build.standing.strategy;
  const std::string id = plain(strategy.strategy) + " ";
  std::string text = plain(strategy.version);
  if (build.standing.label.starts_with(id)) text = build.standing.label.substr(id.size());
  if (!text.starts_with(plain(strategy.version))) text.insert(0, plain(strategy.version) + " ");
  const std::string hash = std::string("#").append(plain(strategy.sha256.substr(0, 8)));
  const auto alike = std::count_if(history.builds.begin(), history.builds.end(), [&](const BuildStanding& each) {
    return each.standing.strategy.version == strategy.version;
  });
  if (alike > 1 && text.find(hash) == std::string::npos) text.append(" ").append(hash);
  return text;
}

std::string history_html(const StrategyHistory& history, std::size_t number) {
  const bool rated = history.builds.front().standing.rating.has_value();
  std::vector<IntervalRow> rows;
  std::vector<PageColumn> columns = {{"build", true}, {"first played", true}, {"matches"}};
  if (rated) columns.push_back({"rating"});
  columns.insert(columns.end(), {{"mean score"}, {"of the best"}, {"failures"}});
  std::vector<std::vector<PageCell>> cells;
  for (const BuildStanding& build : history.builds) {
    const Standing& each = build.standing;
    const std::string label = build_label(history, build);
    rows.push_back(rated ? IntervalRow{label, each.rating->elo, each.rating->interval}
                         : IntervalRow{label, each.mean, each.mean_interval});
    std::vector<PageCell> row = {{label}, {local_time(build.first_played)}, {std::to_string(each.all.matches)}};
    if (rated) row.push_back({fixed(each.rating->elo, 0)});
    row.insert(row.end(), {{page_number(each.mean)}, {fixed(each.relative, 3)}});
    row.push_back({.text = std::to_string(each.failures()), .bad = each.failures() != 0});
    cells.push_back(std::move(row));
  }
  const std::string title = "Builds of " + history.strategy;
  return "<h3>" + escaped(history.strategy) + "</h3>\n" +
         interval_chart({"history-" + std::to_string(number), title,
                         "The oldest is the first. The numbers are in the table below.", rated ? "Elo" : "mean score"},
                        rows) +
         page_table(columns, cells);
}

}  // namespace

std::string seat_name(const StandingsPage& page, std::size_t seat) {
  static constexpr std::array names = {"first seat", "second seat", "third seat", "fourth seat"};
  if (seat < page.seat_names.size()) {
    const std::string& name = page.seat_names[seat];
    const bool is_number = name.find_first_not_of("0123456789") == std::string::npos;
    return std::string(is_number ? "seat " : "").append(name);
  }
  return seat < names.size() ? names[seat] : "seat " + std::to_string(seat + 1);
}

std::string meetings_section(const StandingsTable& table, const BreakdownTable& breakdown) {
  if (table.standings.size() < 2 || breakdown.meetings.empty()) return {};
  const bool alone = table.seats < 2;
  std::string html =
      heading("Each against each") +
      paragraph(std::string("How often the strategy of the row scores more than that of the column, in per cent of "
                            "the ") +
                (alone ? "seeds that both played" : "matches that both played in") + "; a tie is half a win." +
                (table.standings.size() <= most_detailed ? " Below: wins/ties/losses." : ""));
  html += "<div class=\"table\"><table class=\"matrix\" style=\"--columns:" + std::to_string(table.standings.size()) +
          "\">\n<thead><tr><th scope=\"col\" class=\"text\">strategy</th>";
  for (std::size_t column = 0; column < table.standings.size(); ++column)
    html += "<th scope=\"col\" title=\"" + escaped(table.standings[column].label) + "\">" + std::to_string(column + 1) +
            "</th>";
  html += "</tr></thead>\n<tbody>\n";
  for (std::size_t row = 0; row < table.standings.size(); ++row) {
    html += "<tr><th scope=\"row\" class=\"text\">" + escaped(numbered(table, row)) + "</th>";
    for (std::size_t column = 0; column < table.standings.size(); ++column)
      html += meeting_cell(table, breakdown.meetings[row][column], row, column);
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

std::string parameters_section(const StandingsTable& table, const BreakdownTable& breakdown) {
  if (breakdown.parameters.empty()) return {};
  const bool alone = table.seats < 2;
  std::string html = heading("By parameter") + paragraph(std::string("Mean scores; below them ") +
                                                         (alone ? "the share of the seed's best score"
                                                                : "the share of wins, a tie is half a win") +
                                                         ". Of parameters that differ from match to match.");
  for (const ParameterTable& parameter : breakdown.parameters) {
    std::vector<PageColumn> columns = {{"strategy", true}};
    for (const std::string& group : parameter.groups) columns.push_back({parameter.name + " " + group});
    std::vector<std::vector<PageCell>> rows;
    for (std::size_t row = 0; row < table.standings.size(); ++row) {
      std::vector<PageCell> cells = {{table.standings[row].label}};
      for (const ParameterCell& cell : parameter.cells[row]) {
        const auto matches = static_cast<double>(cell.matches);
        if (cell.matches == 0)
          cells.push_back({"-"});
        else
          cells.push_back({.text = page_number(cell.score_sum / matches),
                           .below = in_percent(cell.share_sum / matches) + " %",
                           .share = cell.share_sum / matches});
      }
      rows.push_back(std::move(cells));
    }
    html += page_table(columns, rows);
  }
  return html;
}

std::string histories_section(const StandingsTable& table, const StandingsPage& page) {
  if (page.histories.empty()) return {};
  std::string html = heading("Builds over time");
  html +=
      paragraph(std::string("Strategies that the database has several builds of, the oldest first: all matches of ") +
                "the game, whatever run, seeds and parameters." +
                (table.seats > 1 ? " The ratings are one fit to all of them." : ""));
  std::size_t number = 0;
  for (const StrategyHistory& history : page.histories) html += history_html(history, number++);
  return html;
}

}  // namespace host
