#include "host/report/standings_report.hpp"

#include "host/match/contest.hpp"
#include "host/match/transcript.hpp"
#include "host/report/again.hpp"
#include "host/report/numbers.hpp"
#include "host/report/run_report.hpp"
#include "host/util/escape.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

/// Returns "12/10/8": the number of wins from each seat.
Show wins_by_seat(std::size_t seats) {
  return [seats](const Json& by_seat) {
    std::vector<std::string> wins(seats, "0");
    for (std::size_t seat = 0; seat < by_seat.size(); ++seat)
      wins[seat] = std::to_string(by_seat[seat]["wins"].get<std::uint64_t>());
    return join(wins, "/");
  };
}

/// Returns the number; 0 where it is missing.
std::string count_text(const Json& count) {
  return std::to_string(count.is_number() ? count.get<std::uint64_t>() : 0);
}

/// Returns "2 time, 1 crash"; "0" for none.
std::string failures_text(const Json& failures) {
  std::vector<std::string> kinds;
  for (const auto& [kind, count] : failures.items()) {
    if (count > 0) kinds.push_back(std::to_string(count.get<std::uint64_t>()) + " " + kind);
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

/// Omits columns that do not apply to such matches, such as ratings if each strategy plays alone.
Columns columns_of(const StandingsTable& table, const Json& rows) {
  const bool versus = table.standings.size() > 1;
  const bool rated = versus && table.seats > 1;
  // If a match's contest contribution is its score, "per match" equals the mean score.
  const bool weighed = table.contest != AGON_CONTEST_MEAN && table.contest != AGON_CONTEST_SUM;
  Columns columns = {"strategy=label", "version", "matches"};
  const auto add = [&](bool applies, const Columns& more) {
    if (applies) columns.insert(columns.end(), more.begin(), more.end());
  };
  add(rating_groups(table) > 1, {"group=rating_group"});
  const int of_rating = digits_of(rows, "rating_interval", 0, "rating_interval");
  add(rated, {{"rating", decimals(of_rating)}, {"95 %=rating_interval", interval(of_rating)}});
  const int of_mean = digits_of(rows, "mean_score", 2, "mean_score_interval");
  add(true, {{"mean score=mean_score", decimals(of_mean)}, {"95 %=mean_score_interval", interval(of_mean)}});
  add(table.contest != AGON_CONTEST_MEAN,
      {{contest_name(table.contest) + "=contest", decimals(digits_of(rows, "contest", 2))}});
  add(weighed, {{"per match=contest_per_match", decimals(digits_of(rows, "contest_per_match", 3))}});
  add(versus && !rated, {{"of the best=relative_to_best", decimals(3)}});
  add(versus, {"wins", "ties", "losses"});
  add(rated, {{"wins by seat=by_seat", wins_by_seat(table.seats)}});
  add(true, {{"failures", failures_text}, {"cpu s a match=cpu_s_per_match", decimals(6)}});
  return columns;
}

/// Returns all numbers, a line for each strategy.
Columns csv_columns_of(const StandingsTable& table) {
  Columns columns = {"name",
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
  for (std::int32_t kind = AGON_OUTCOME_OK + 1; kind <= AGON_OUTCOME_LOAD; ++kind)
    columns.emplace_back(std::string(outcome_name(kind)) + "=failures/" + outcome_name(kind), count_text);
  for (std::size_t seat = 0; table.seats > 1 && seat < table.seats; ++seat)
    columns.emplace_back("wins_seat_" + std::to_string(seat) + "=by_seat/" + std::to_string(seat) + "/wins",
                         count_text);
  return columns;
}

/// Returns a row of failure_report(), of `count` failures; `again`: "" if it is unknown.
Json failure_row(const std::string& strategy, const std::string& kind, std::uint64_t count, std::uint64_t seed,
                 const std::string& reason, const std::string& again) {
  return {{"strategy", strategy},    {"kind", kind},     {"count", count},
          {"seed", seed_json(seed)}, {"reason", reason}, {"again", again.empty() ? Json() : Json(again)}};
}

}  // namespace

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

Json standing_json(const Standing& standing, std::int32_t contest, bool alone) {
  const Assignments& options = standing.strategy.options;
  Json failures = Json::object();
  for (std::size_t kind = AGON_OUTCOME_OK + 1; kind <= AGON_OUTCOME_LOAD; ++kind) {
    if (standing.outcomes[kind] != 0) failures[outcome_name(static_cast<std::int32_t>(kind))] = standing.outcomes[kind];
  }
  Json one = {{"name", standing.strategy.name},
              {"label", standing.label},
              {"strategy", standing.strategy.strategy},
              {"version", standing.strategy.version},
              {"sha256", standing.strategy.sha256},
              {"options", Json::object_t(options.begin(), options.end())},
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
    for (const SeatRecord& seat : standing.by_seat) {
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

Words StoredCommands::again(const Result& match) const {
  const auto run = runs.find(match.run);
  if (run == runs.end()) return {};
  Words command = stored_match_again(match, run->second, program);
  return published && has_absolute_path(command) ? Words() : command;
}

Json standings_json(const StandingsTable& table, const StoredCommands& commands) {
  Json standings = Json::array();
  for (const Standing& standing : table.standings)
    standings.push_back(standing_json(standing, table.contest, table.seats < 2));
  Json failures = Json::array();
  for (const FailedSeat& each : table.failures)
    failures.push_back(failure_row(table.standings[each.standing].label, outcome_name(each.outcome().kind), each.count,
                                   each.match.seed, each.outcome().reason, join(commands.again(each.match), " ")));
  return {{"game", table.game},
          {"contest", contest_name(table.contest)},
          {"matches", table.matches},
          {"seeds", table.seeds},
          {"observations", observations_json(table.observations)},
          {"not_started", not_started_json(table.not_started)},
          {"strategies", standings},
          {"rating_groups", rating_groups(table)},
          {"anchor", table.anchor ? Json(table.standings[*table.anchor].label) : Json()},
          {"failure_count", table.failure_count},
          {"failures", failures}};
}

Report standings_report(const StandingsTable& table, const StoredCommands& commands) {
  Report report{.json = standings_json(table, commands)};
  Json rows = report.json["strategies"];
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i]["failure_count"] = table.standings[i].all.failures;
  const std::string groups = groups_sentence(rating_groups(table));
  report.sections = {
      {.title = printable(table.game) + ": " + standings_size(table),
       .notes = observations_text(table.observations, table.of_league ? starts_of_leagues : starts_of_runs) +
                not_started_text(table.not_started)},
      {.columns = columns_of(table, rows), .rows = rows, .csv = csv_columns_of(table)},
      {.title = groups}};
  report.add(failure_report(report.json["failures"]));
  return report;
}

void FailureList::add(const FinishedMatch& match, const std::string& strategy, const std::string& kind,
                      const std::string& reason) {
  const std::size_t group = causes_.cause_of(strategy, kind, reason);
  if (group == groups_.size())
    groups_.push_back({.strategy = strategy, .kind = kind, .reason = reason, .match = match.scheduled});
  ++groups_[group].count;
}

std::size_t FailureList::add(const FinishedMatch& match) {
  const Result& result = match.result;
  if (result.fault) {
    add(match, "(the game)", "fault", *result.fault);
    return 1;
  }
  std::size_t count = 0;
  for (std::size_t seat = 0; seat < result.seats.size(); ++seat) {
    const Outcome& outcome = result.seats[seat].outcome;
    if (!outcome.failed()) continue;
    ++count;
    add(match, result.place.names.at(seat), outcome_name(outcome.kind), outcome.reason);
  }
  return count;
}

Report FailureList::report() const {
  Json rows = Json::array();
  for (const Group& each : groups_)
    rows.push_back(failure_row(each.strategy, each.kind, each.count, each.match.seed, each.reason,
                               match_again(plan_, each.match, program_)));
  return failure_report(rows);
}

Report failure_report(const Json& rows) {
  Report report{.json = {{"failures", rows}}};
  if (!rows.empty())
    report.sections.push_back(
        {.columns = {"strategy", "failure=kind", "count", "first seed=seed", "first reason=reason", "command=again"},
         .rows = rows});
  return report;
}

}  // namespace host
