#include "host/view/standings_report.hpp"

#include "host/match/contest.hpp"
#include "host/plain.hpp"
#include "host/text.hpp"
#include "host/view/csv.hpp"
#include "host/view/numbers.hpp"
#include "host/view/observations_report.hpp"
#include "host/view/table.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

std::string interval(const stats::Interval& interval, int digits) {
  const std::string text = interval_text(interval, [&](double number) { return fixed(number, digits); });
  return text.empty() ? "-" : text;
}

/// Returns the number, or "-" for one that is infinite or unknown.
std::string rating_text(double elo) {
  return std::isfinite(elo) ? fixed(elo, 0) : "-";
}

/// Returns "3 crash".
std::string count(std::uint64_t number, const std::string& what) {
  return std::to_string(number).append(" ").append(what);
}

/// Returns "12/10/8": the number of wins from each seat.
std::string wins_by_seat(const Standing& standing, std::size_t seats) {
  std::vector<std::string> wins;
  for (std::size_t seat = 0; seat < seats; ++seat)
    wins.push_back(seat < standing.by_seat.size() ? std::to_string(standing.by_seat[seat].wins) : "0");
  return join(wins, "/");
}

/// Returns "3: 2 time, 1 crash"; "0" for none.
std::string failures(const Standing& standing) {
  std::vector<std::string> kinds;
  for (std::size_t kind = AGON_OUTCOME_OK + 1; kind < standing.outcomes.size(); ++kind) {
    if (standing.outcomes[kind] != 0)
      kinds.push_back(count(standing.outcomes[kind], outcome_name(static_cast<std::int32_t>(kind))));
  }
  return kinds.empty() ? "0" : join(kinds);
}

Json json_interval(const stats::Interval& interval) {
  return std::isfinite(interval.low) && std::isfinite(interval.high) ? interval_json(interval) : Json();
}

/// Returns [1, null] for an interval without an upper end.
Json json_rating(const stats::Interval& interval) {
  return std::isfinite(interval.low) || std::isfinite(interval.high) ? interval_json(interval) : Json();
}

/// Returns one failure: "mybot, seed 7 (run 3, match 12): crash: ...".
std::string failure_line(const StandingsTable& table, const FailedSeat& failure) {
  return plain(table.standings[failure.standing].label) + ", seed " + std::to_string(failure.seed) + " (run " +
         std::to_string(failure.run) + ", match " + std::to_string(failure.number) +
         "): " + outcome_name(failure.outcome.kind) + ": " + plain(failure.outcome.reason);
}

}  // namespace

std::vector<std::vector<std::string>> standings_cells(const StandingsTable& table) {
  const bool versus = table.standings.size() > 1;
  const bool rated = versus && table.seats > 1;
  // If a match's contest contribution is its score, "per match" equals the mean score.
  const bool weighed = table.contest != AGON_CONTEST_MEAN && table.contest != AGON_CONTEST_SUM;
  std::vector<std::string> heading = {"strategy", "version", "matches"};
  const bool grouped = rating_groups(table) > 1;
  if (grouped) heading.emplace_back("group");
  if (rated) heading.insert(heading.end(), {"rating", "95 %"});
  heading.insert(heading.end(), {"mean score", "95 %"});
  if (table.contest != AGON_CONTEST_MEAN) heading.push_back(contest_name(table.contest));
  if (weighed) heading.emplace_back("per match");
  if (versus && !rated) heading.emplace_back("of the best");
  if (versus) heading.insert(heading.end(), {"wins", "ties", "losses"});
  if (rated) heading.emplace_back("wins by seat");
  heading.insert(heading.end(), {"failures", "cpu s"});
  std::vector<std::vector<std::string>> rows = {heading};
  for (const Standing& standing : table.standings) {
    std::vector<std::string> cells = {standing.label, standing.strategy.version, std::to_string(standing.all.matches)};
    if (rated) {
      const stats::Rating rating = standing.rating.value_or(stats::Rating{});
      if (grouped) cells.push_back(std::to_string(rating.group + 1));
      cells.insert(cells.end(), {rating_text(rating.elo), interval(rating.interval, 0)});
    }
    cells.insert(cells.end(), {fixed(standing.all.mean_score(), 2), interval(standing.mean_interval, 2)});
    if (table.contest != AGON_CONTEST_MEAN) cells.push_back(fixed(standing.all.contest_score(table.contest), 2));
    if (weighed) cells.push_back(fixed(standing.all.contest_mean(), 3));
    if (versus && !rated) cells.push_back(fixed(standing.relative(), 3));
    if (versus) {
      for (const std::uint64_t number : {standing.all.wins, standing.all.ties, standing.all.losses})
        cells.push_back(std::to_string(number));
    }
    if (rated) cells.push_back(wins_by_seat(standing, table.seats));
    cells.insert(cells.end(), {failures(standing), fixed(standing.all.cpu_s_a_match(), 6)});
    rows.push_back(std::move(cells));
  }
  return rows;
}

std::string standings_size(const StandingsTable& table) {
  return counted(table.standings.size(), "strategy") + ", " + counted(table.matches, "match") + " on " +
         counted(table.seeds, "seed");
}

std::size_t rating_groups(const StandingsTable& table) {
  std::size_t groups = 0;
  for (const Standing& standing : table.standings) {
    if (standing.rating) groups = std::max(groups, standing.rating->group + 1);
  }
  return groups;
}

std::string groups_sentence(std::size_t groups) {
  if (groups < 2) return {};
  return "The strategies are in " + std::to_string(groups) +
         " groups that never met, not even through others: only ratings in the same group can be compared.";
}

std::string standings_text(const StandingsTable& standings) {
  constexpr std::size_t most = 10;
  std::string text = plain(standings.game) + ": " + standings_size(standings) + "\n" +
                     observations_text(standings.observations) + "\n" + table(standings_cells(standings));
  if (const std::string sentence = groups_sentence(rating_groups(standings)); !sentence.empty())
    text += "\n" + sentence + "\n";
  if (standings.failure_count == 0) return text;
  text.append("\n").append(counted(standings.failure_count, "failure")).append("\n");
  for (std::size_t i = 0; i < standings.failures.size() && i < most; ++i)
    text.append("  ").append(failure_line(standings, standings.failures[i])).append("\n");
  if (standings.failure_count > most) text += "  ...\n";
  return text;
}

Json standing_json(const Standing& standing, std::int32_t contest, bool alone) {
  Json options = Json::object();
  for (const auto& [name, value] : standing.strategy.options) options[name] = value;
  Json failures = Json::object();
  for (std::size_t kind = AGON_OUTCOME_OK + 1; kind < standing.outcomes.size(); ++kind) {
    if (standing.outcomes[kind] != 0) failures[outcome_name(static_cast<std::int32_t>(kind))] = standing.outcomes[kind];
  }
  Json one = {{"name", standing.strategy.name},
              {"label", standing.label},
              {"strategy", standing.strategy.strategy},
              {"version", standing.strategy.version},
              {"sha256", standing.strategy.sha256},
              {"options", options},
              {"matches", standing.all.matches},
              {"mean_score", standing.all.mean_score()},
              {"mean_score_interval", json_interval(standing.mean_interval)},
              {"contest", standing.all.contest_score(contest)},
              {"contest_per_match", standing.all.contest_mean()},
              {"relative_to_best", standing.relative()},
              {"wins", standing.all.wins},
              {"ties", standing.all.ties},
              {"losses", standing.all.losses}};
  if (!alone) {
    one["by_seat"] = Json::array();
    for (const Totals& seat : standing.by_seat) {
      one["by_seat"].push_back(
          {{"matches", seat.matches}, {"wins", seat.wins}, {"ties", seat.ties}, {"losses", seat.losses}});
    }
  }
  if (standing.rating) {
    one["rating"] = standing.rating->elo;
    one["rating_interval"] = json_rating(standing.rating->interval);
    one["rating_group"] = standing.rating->group + 1;
  }
  one["failures"] = failures;
  one["cpu_s_per_match"] = standing.all.cpu_s_a_match();
  return one;
}

std::string standings_csv(const StandingsTable& table) {
  std::vector<std::string> columns = {"name",
                                      "strategy",
                                      "version",
                                      "sha256",
                                      "options",
                                      "matches",
                                      "mean=mean_score",
                                      "mean_low=mean_score_interval/0",
                                      "mean_high=mean_score_interval/1",
                                      "contest",
                                      "contest_mean=contest_per_match",
                                      "relative=relative_to_best",
                                      "wins",
                                      "ties",
                                      "losses",
                                      "rating",
                                      "rating_low=rating_interval/0",
                                      "rating_high=rating_interval/1",
                                      "rating_group",
                                      "failures=failure_count",
                                      "cpu_s=cpu_s_per_match"};
  Json rows = Json::array();
  for (const Standing& each : table.standings) {
    rows.push_back(standing_json(each, table.contest, table.seats < 2));
    rows.back()["failure_count"] = each.all.failures;
  }
  const auto count_of = [&](const std::string& heading, const std::string& path) {
    columns.push_back(std::string(heading).append("=").append(path));
    for (Json& row : rows) {
      Json& number = row[Json::json_pointer("/" + path)];
      if (number.is_null()) number = 0;
    }
  };
  for (std::int32_t kind = AGON_OUTCOME_OK + 1; kind <= AGON_OUTCOME_LOAD; ++kind)
    count_of(outcome_name(kind), std::string("failures/").append(outcome_name(kind)));
  for (std::size_t seat = 0; table.seats > 1 && seat < table.seats; ++seat)
    count_of("wins_seat_" + std::to_string(seat), "by_seat/" + std::to_string(seat) + "/wins");
  return csv_table(columns, rows);
}

nlohmann::ordered_json standings_json(const StandingsTable& table) {
  Json standings = Json::array();
  for (const Standing& standing : table.standings)
    standings.push_back(standing_json(standing, table.contest, table.seats < 2));
  Json failures = Json::array();
  for (const FailedSeat& failure : table.failures) {
    failures.push_back({{"run", failure.run},
                        {"number", failure.number},
                        {"seed", seed_json(failure.seed)},
                        {"seat", failure.seat},
                        {"name", table.standings[failure.standing].strategy.name},
                        {"outcome", outcome_name(failure.outcome.kind)},
                        {"reason", failure.outcome.reason},
                        {"log", failure.outcome.log}});
  }
  return {{"game", table.game},
          {"contest", contest_name(table.contest)},
          {"matches", table.matches},
          {"seeds", table.seeds},
          {"observations", observations_json(table.observations)},
          {"strategies", standings},
          {"rating_groups", rating_groups(table)},
          {"failure_count", table.failure_count},
          {"failures", failures}};
}

}  // namespace host
