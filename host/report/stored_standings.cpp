#include "host/report/stored_standings.hpp"

#include "host/match/contest.hpp"
#include "host/plugin/catalogue.hpp"
#include "host/report/again.hpp"
#include "host/report/numbers.hpp"
#include "host/stats/cycles.hpp"
#include "host/store/store.hpp"
#include "host/tournament/observations.hpp"
#include "host/tournament/tally.hpp"
#include "host/util/failure.hpp"
#include "host/util/own_files.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_matches = 20'000;  // in the table of a run

Json run_head(Store& store, const StoredRun& run) {
  return {{"id", run.id},
          {"game", run.record.game},
          {"label", stored_option(run.record.command, "label")},
          {"command", shell_line(run.record.command)},
          {"state", run_state_name(run.state)},
          {"started", local_time(run.started, true)},
          {"schedule", run.record.schedule},
          {"matches", store.matches_of(run.id)},
          {"faults", run.faults}};
}

Json match_json(const StoredMatch& match) {
  Json json = {{"number", match.place.number}, {"seed", std::to_string(match.seed)}, {"names", match.place.names},
               {"scores", Json::array()},      {"outcomes", Json::array()},          {"cpu_s", Json::array()}};
  for (const SeatResult& seat : match.result.seats) {
    json["scores"].push_back(seat.score);
    json["outcomes"].push_back(outcome_name(seat.outcome.kind));
    json["cpu_s"].push_back(static_cast<double>(seat.usage.cpu_us()) / 1e6);
  }
  return json;
}

/// Adds what matches say of the points of a tuning's search: to each row the players, who differ in their options
/// alone, and the values by which the search compares them, of a seat alone with those of the start on the same seed.
class SearchValues {
 public:
  explicit SearchValues(const RunRecord& run)
      : measure_(stored_option(run.command, "measure") == "score" ? Measure::score : Measure::contest),
        contest_(run.contest) {}

  [[nodiscard]] std::string measure() const { return measure_text(measure_, contest_); }

  void add(const StoredMatch& match, Json& row) {
    std::vector<double> scores = match.result.scores();
    for (const auto& strategy : match.strategies)
      row["options"].push_back(Json::object_t(strategy->options.begin(), strategy->options.end()));
    if (start_.is_null()) start_ = row["options"][0];
    if (scores.size() > 1) {
      row["values"] = measured(measure_, contest_, scores);
    } else if (row["options"][0] == start_) {
      alone_[match.seed] = scores[0];
    }
  }

  /// Called once all matches are known.
  void compare(Json& table) const {
    for (Json& row : table) {
      if (row.contains("values")) continue;
      const auto start = alone_.find(std::stoull(row["seed"].get<std::string>()));
      if (start == alone_.end()) continue;
      row["values"] = measured(measure_, contest_, {row["scores"][0].get<double>(), start->second});
    }
  }

 private:
  Measure measure_;
  std::int32_t contest_;
  Json start_;
  std::map<std::uint64_t, double> alone_;
};

}  // namespace

std::vector<std::string> seat_names_of(const std::string& game) {
  try {
    const GameDescription description = Catalogue::standard().find_game(game).description;
    return description.names_seats ? description.seat_names : std::vector<std::string>{};
  } catch (const Failure&) {
    return {};
  }
}

Filter filter_of(const StoredRun& run, bool all) {
  Filter filter;
  if (all) {
    if (run.record.kind == RunKind::league) return league_filter(run.record.game);
    filter.game = run.record.game;
    filter.without = RunKind::search;
    filter.by_seed = true;
  } else {
    filter.run = run.id;
    filter.by_seed = has_rounds(run.record.command);
  }
  return filter;
}

StandingsTable compute(Store& store, const StoredRun& run, const Filter& filter, const RatingScale& scale,
                       bool head_to_head) {
  std::optional<Standings> standings;
  const auto begin = [&] { standings.emplace(run.record.contest, Standings::Options{head_to_head}); };
  const auto take = [&](const StoredMatch& match, std::uint64_t unit) { standings->add(match, unit); };
  ObservationCounts counts = for_each_observation(store, filter, begin, take);
  std::vector<std::pair<std::string, std::string>> not_started;
  if (const auto found = standings->not_started(); !found.empty()) {
    // Opponents have points of their matches. So all others are counted again, without these.
    std::vector<bool> is_out(standings->strategies().size());
    const std::vector<std::string> names = labels(standings->strategies());
    for (const auto& [row, reason] : found) {
      is_out[row] = true;
      not_started.emplace_back(names[row], reason);
    }
    std::unordered_set<MatchId> left_out;
    store.for_each_match(
        filter, [&, index = ParticipantIndex(standings->strategies())](const StoredMatch& match) mutable {
          const Seating& rows = index.rows_of(match);
          if (std::ranges::any_of(rows, [&](std::size_t row) { return row < is_out.size() && is_out[row]; }))
            left_out.insert(match.id);
        });
    counts = for_each_observation(store, filter, begin, take, left_out);
  }
  StandingsTable table = standings->finish(scale);
  table.observations = counts;
  table.not_started = std::move(not_started);
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

ParameterResults by_parameter(Store& store, const Filter& filter, const std::string& name,
                              const StandingsTable& table) {
  ByParameter results(name, table.contest);
  const auto take = [&](const StoredMatch& match, const Seating& rows) { results.add({match, rows}); };
  store.for_each_match(filter, in_rows_of(table.strategies(), take));
  return results.results();
}

void for_each_pair(Store& store, const Filter& filter, const StandingsTable& table,
                   const std::function<void(std::uint64_t seed, const stats::Place&, const stats::Place&)>& take) {
  Rounds rounds;
  const auto take_round = [&](const Round& round) {
    for_each_pair(round, [&](const stats::Place& one, const stats::Place& other) { take(round.seed(), one, other); });
  };
  const auto add = [&](const StoredMatch& match, const Seating& rows) { rounds.add({match, rows}, take_round); };
  store.for_each_match(filter, in_rows_of(table.strategies(), add));
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
  if (!page.command.empty()) page.command.front() = program_name();
  page.pair = pair;
  if (table.seats > 1) page.seat_names = seat_names_of(table.game);
  page.commands = commands_of(runs, program_name());
  Breakdown breakdown(table, pair.first, pair.second);
  const auto add = [&](const StoredMatch& match, const Seating& rows) { breakdown.add(match, rows); };
  store.for_each_match(filter_of(run, all), in_rows_of(table.strategies(), add));
  page.breakdown = breakdown.finish();
  for (const std::string& parameter : parameters_of(store, filter_of(run, all)))
    page.parameters.push_back(by_parameter(store, filter_of(run, all), parameter, table));
  return page;
}

Json runs_json(const std::filesystem::path& database) {
  Json all = Json::array();
  if (!std::filesystem::exists(database)) return all;
  Store store(database, {.create = false, .to_write = false});
  const std::vector<StoredRun> runs = store.runs();
  // NOLINTNEXTLINE(modernize-loop-convert): Clang before 16 can't read the views of GCC's library
  for (auto run = runs.rbegin(); run != runs.rend(); ++run) all.push_back(run_head(store, *run));
  return all;
}

Json run_json(const std::filesystem::path& database, RunId id, bool all) {
  const std::string missing = "there is no run " + std::to_string(id);
  if (!std::filesystem::exists(database)) throw Failure(Exit::usage, missing);
  Store store(database, {.create = false, .to_write = false});
  const std::vector<StoredRun> runs = store.runs();
  const auto run = std::find_if(runs.begin(), runs.end(), [&](const StoredRun& each) { return each.id == id; });
  if (run == runs.end()) throw Failure(Exit::usage, missing);
  Json json = run_head(store, *run);
  json["search"] = run->record.kind == RunKind::search;
  json["report"] = nullptr;
  json["table"] = Json::array();
  SearchValues values(run->record);
  Filter filter;
  filter.run = id;
  store.for_each_match(filter, [&](const StoredMatch& match) {
    if (json["table"].size() >= most_matches) return;
    Json& row = json["table"].emplace_back(match_json(match));
    row["kept"] = store.has_transcript(match.id);
    if (json["search"]) values.add(match, row);
  });
  if (json["search"]) {
    values.compare(json["table"]);
    json["measure"] = values.measure();
    return json;
  }
  const StandingsTable table = compute(store, *run, filter_of(*run, all), {}, true);
  if (!table.standings.empty()) json["report"] = standings_page(table, page_of(store, runs, *run, all, table, {}));
  return json;
}

}  // namespace host
