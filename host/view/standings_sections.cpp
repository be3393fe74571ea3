#include "host/view/standings_sections.hpp"

#include "host/plain.hpp"
#include "host/text.hpp"
#include "host/view/charts.hpp"
#include "host/view/local_time.hpp"
#include "host/view/page_parts.hpp"
#include "host/view/table.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace host {

namespace {

/// Returns "62".
std::string in_percent(double share) {
  return fixed(share * 100, 0);
}

std::string numbered(const StandingsTable& table, std::size_t row) {
  return std::to_string(row + 1) + " " + table.standings[row].label;
}

/// With more rows, a cell has space for only one number.
constexpr std::size_t most_detailed = 6;

std::string duel_cell(const StandingsTable& table, const Duel& duel, std::size_t row, std::size_t column) {
  if (row == column) return "<td class=\"none\"></td>";
  if (duel.games() == 0) return "<td>-</td>";
  const std::string counts =
      join({std::to_string(duel.wins), std::to_string(duel.ties), std::to_string(duel.losses)}, "/");
  const std::string says = table.standings[row].label + " against " + table.standings[column].label + ": " +
                           std::to_string(duel.wins) + " won, " + std::to_string(duel.ties) + " tied, " +
                           std::to_string(duel.losses) + " lost";
  std::string html = "<td class=\"share\" style=\"--share:" + fixed(duel.share(), 2) + "\" title=\"" + escaped(says) +
                     "\">" + in_percent(duel.share());
  if (table.standings.size() <= most_detailed) html += "<span class=\"below\">" + counts + "</span>";
  return html + "</td>";
}

/// Returns whether the values fit into a table. A single value, many texts or whole boards do not.
bool fits_table(const ParameterResults& results) {
  constexpr std::size_t longest = 20;
  return results.groups.size() > 1 &&
         std::all_of(results.groups.begin(), results.groups.end(), [](const ValueGroup& group) {
           return group.kind != ValueGroup::Kind::others && group.low.size() <= longest;
         });
}

/// Returns a cell with the mean score, and the share of wins below it.
PageCell result_cell(const TallyRow& row) {
  if (row.matches == 0) return {"-"};
  const auto matches = static_cast<double>(row.matches);
  const double share = Duel{row.wins, row.ties, row.losses}.share();
  return {.text = page_number(row.score_sum / matches), .below = in_percent(share) + " %", .share = share};
}

/// Returns the label of a build without the strategy's id, which is common to all builds.
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
         interval_chart(
             {"history-" + std::to_string(number), title,
              "The oldest build is the first. The numbers are in the table below.", rated ? "Elo" : "mean score"},
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

std::string duels_section(const StandingsTable& table, const HeadToHead& duels) {
  if (table.standings.size() < 2) return {};
  const bool alone = table.seats < 2;
  std::string html =
      heading("Each against each") +
      paragraph(std::string("How often the strategy of the row scores more than that of the column, in % of the ") +
                (alone ? "seeds that both played" : "matches that both played in") + ". A tie counts as half a win." +
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
      html += duel_cell(table, duels.of(row, column), row, column);
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

std::string parameters_section(const StandingsTable& table, const std::vector<ParameterResults>& parameters) {
  std::string tables;
  for (const ParameterResults& results : parameters) {
    if (!fits_table(results)) continue;
    std::vector<PageColumn> columns = {{"strategy", true}};
    for (const ValueGroup& group : results.groups) columns.push_back({results.parameter + " " + group.label()});
    std::vector<std::vector<PageCell>> rows;
    for (std::size_t row = 0; row < table.standings.size(); ++row) {
      std::vector<PageCell> cells = {{table.standings[row].label}};
      for (const ValueGroup& group : results.groups)
        cells.push_back(result_cell(row < group.rows.size() ? group.rows[row] : TallyRow{}));
      rows.push_back(std::move(cells));
    }
    tables += page_table(columns, rows);
  }
  if (tables.empty()) return {};
  return heading("By parameter") +
         paragraph(std::string("Mean scores for each parameter that differs between matches. Below each score: ") +
                   (table.seats < 2 ? "the share of seeds with the best score."
                                    : "the share of wins; a tie counts as half a win.")) +
         tables;
}

std::string histories_section(const StandingsTable& table, const StandingsPage& page) {
  if (page.histories.empty()) return {};
  std::string html = heading("Builds over time");
  html += paragraph(
      std::string("Strategies with several builds in the database, the oldest build first. The data are all ") +
      "matches of the game, of all runs." + (table.seats > 1 ? " The ratings are one fit to all these matches." : ""));
  std::size_t number = 0;
  for (const StrategyHistory& history : page.histories) html += history_html(history, number++);
  return html;
}

}  // namespace host
