#include "host/view/stored_standings.hpp"

#include "host/failure.hpp"
#include "host/own_files.hpp"
#include "host/plugin/catalogue.hpp"
#include "host/stats/cycles.hpp"
#include "host/text.hpp"
#include "host/tournament/observations.hpp"
#include "host/tournament/tally.hpp"
#include "host/view/again.hpp"
#include "host/view/numbers.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>

namespace host {

std::vector<std::string> seat_names_of(const std::string& game) {
  try {
    const GameDescription description = Catalogue::standard().find_game(game).description;
    return description.names_seats ? description.seat_names : std::vector<std::string>{};
  } catch (const Failure&) {
    return {};
  }
}

Filter filter_of(const std::vector<StoredRun>& runs, const StoredRun& run, bool all) {
  Filter filter;
  if (all) {
    if (is_league(run)) return league_filter(runs, run.record.game);
    filter.game = run.record.game;
    filter.by_seed = true;
    for (const StoredRun& each : runs) {
      if (is_search(each.record.command)) filter.without.push_back(each.id);
    }
  } else {
    filter.run = run.id;
    filter.by_seed = has_rounds(run.record.command);
  }
  return filter;
}

StandingsTable compute(Store& store, const StoredRun& run, const Filter& filter, double prior, bool head_to_head) {
  Standings standings(run.record.contest, {.head_to_head = head_to_head});
  const ObservationCounts counts =
      for_each_observation(store, filter, [&](const StoredMatch& match) { standings.add(match); });
  StandingsTable table = standings.finish(prior);
  table.observations = counts;
  return table;
}

std::vector<std::string> parameters_of(Store& store, const Filter& filter) {
  std::vector<std::string> names;
  std::shared_ptr<const Conditions> last;
  store.for_each_match(filter, [&](const StoredMatch& match) {
    if (match.conditions == last) return;  // the parameters are the same
    last = match.conditions;
    for (const auto& [name, value] : match.drawn.value_or(match.conditions->parameters)) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  });
  return names;
}

void for_each_row(Store& store, const Filter& filter, const StandingsTable& table,
                  const std::function<void(const MatchRow& row)>& take) {
  ParticipantIndex index(table.strategies());
  for_each_observation(store, filter, [&](const StoredMatch& match) {
    const MatchRow row(match, index.rows_of(match));
    // Another process may have stored more strategies after the table was made.
    const auto in_table = [&](std::size_t player) { return player < table.standings.size(); };
    if (std::all_of(row.players.begin(), row.players.end(), in_table)) take(row);
  });
}

ParameterResults by_parameter(Store& store, const Filter& filter, const std::string& name,
                              const StandingsTable& table) {
  ByParameter results(name, table.contest);
  for_each_row(store, filter, table, [&](const MatchRow& row) { results.add(row); });
  return results.results();
}

void for_each_pair(Store& store, const Filter& filter, const StandingsTable& table,
                   const std::function<void(std::uint64_t seed, const stats::Place&, const stats::Place&)>& take) {
  Rounds rounds;
  const auto take_round = [&](const Round& round) {
    for_each_pair(round, [&](const stats::Place& one, const stats::Place& other) { take(round.seed(), one, other); });
  };
  for_each_row(store, filter, table, [&](const MatchRow& row) { rounds.add(row, take_round); });
  rounds.end(take_round);
}

CyclesReport cycles_of(Store& store, const Filter& filter, const StandingsTable& table) {
  constexpr std::size_t least = 3;
  constexpr std::size_t most = 50;
  if (table.standings.size() < least || table.standings.size() > most)
    throw Failure(Exit::usage,
                  "--cycles takes 3 to 50 strategies, and the table has " + std::to_string(table.standings.size()));
  CyclesReport report;
  report.names = table.labels();
  stats::PointTable points(table.standings.size());
  for_each_pair(store, filter, table, [&](std::uint64_t seed, const stats::Place& one, const stats::Place& other) {
    points.add(seed, one.player, other.player, one.score > other.score ? 1 : one.score < other.score ? 0 : 0.5);
  });
  if (const auto strangers = points.strangers())
    throw Failure(Exit::usage, "--cycles needs matches between every two strategies, and there is none of " +
                                   report.names[strangers->first] + " and " + report.names[strangers->second]);
  report.players = stats::nash_average(points);
  report.p = stats::cycles_p(points);
  report.cycle = stats::strongest_cycle(points);
  return report;
}

StoredCommands commands_of(const std::vector<StoredRun>& runs, std::string_view program) {
  StoredCommands commands{.program = std::string(program)};
  for (const StoredRun& each : runs) commands.runs[each.id] = each.record.command;
  return commands;
}

StandingsPage page_of(Store& store, const std::vector<StoredRun>& runs, const StoredRun& run, bool all,
                      const StandingsTable& table, const StandingsPair& pair) {
  StandingsPage page;
  page.what = all ? "all runs" : "run " + std::to_string(run.id) + " of " + local_time(run.started, true);
  if (!all) page.command = run.record.command;
  page.pair = pair;
  if (table.seats > 1) page.seat_names = seat_names_of(table.game);
  page.commands = commands_of(runs, program_name());
  Breakdown breakdown(table, pair.first, pair.second);
  for_each_observation(store, filter_of(runs, run, all), [&](const StoredMatch& match) { breakdown.add(match); });
  page.breakdown = breakdown.finish();
  for (const std::string& parameter : parameters_of(store, filter_of(runs, run, all)))
    page.parameters.push_back(by_parameter(store, filter_of(runs, run, all), parameter, table));
  std::set<std::string> strategies;
  for (const SeatIdentity& each : table.strategies()) strategies.insert(each.strategy);
  Standings builds(run.record.contest, {.by_name = false});
  for_each_observation(store, filter_of(runs, run, true), [&](const StoredMatch& match) { builds.add(match); });
  page.histories = histories(builds, strategies);
  return page;
}

}  // namespace host
