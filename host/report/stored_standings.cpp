#include "host/report/stored_standings.hpp"

#include "host/match/contest.hpp"
#include "host/plugin/catalogue.hpp"
#include "host/report/again.hpp"
#include "host/report/numbers.hpp"
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
          {"command", shell_line(run.record.command)},
          {"state", run_state_name(run.state)},
          {"started", local_time(run.started, true)},
          {"schedule", run.record.schedule},
          {"matches", store.matches_of(run.id)},
          {"faults", run.faults}};
}

Json match_json(const Result& match) {
  Json json = {{"number", match.place.number}, {"seed", std::to_string(match.seed)}, {"names", match.place.names},
               {"scores", Json::array()},      {"outcomes", Json::array()},          {"cpu_s", Json::array()}};
  for (const SeatResult& seat : match.seats) {
    json["scores"].push_back(seat.score);
    json["outcomes"].push_back(outcome_name(seat.outcome.kind));
    json["cpu_s"].push_back(static_cast<double>(seat.usage.cpu_us()) / 1e6);
  }
  return json;
}

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
  }
  return filter;
}

StandingsTable compute(Store& store, const StoredRun& run, const Filter& filter, const Standings::Options& options,
                       const std::optional<RatingAnchor>& anchor) {
  std::optional<Standings> standings;
  const auto begin = [&] { standings.emplace(run.record.contest, options); };
  const auto take = [&](const Result& match, std::uint64_t unit) { standings->add(match, unit); };
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
    store.for_each_match(filter, [&, index = ParticipantIndex(standings->strategies())](const Result& match) mutable {
      const Seating& rows = index.rows_of(match);
      if (std::ranges::any_of(rows, [&](std::size_t row) { return row < is_out.size() && is_out[row]; }))
        left_out.insert(match.id);
    });
    counts = for_each_observation(store, filter, begin, take, left_out);
  }
  StandingsTable table = standings->finish(anchor);
  table.observations = counts;
  table.of_league = run.record.kind == RunKind::league;
  table.not_started = std::move(not_started);
  return table;
}

void for_each_pair(
    Store& store, const Filter& filter, const StandingsTable& table,
    const std::function<void(std::uint64_t seed, const stats::PlayerScore&, const stats::PlayerScore&)>& take) {
  ScoreCollector collector;
  const auto take_compared = [&](const ComparedScores& compared) {
    for_each_pair(compared, [&](const stats::PlayerScore& one, const stats::PlayerScore& other) {
      take(compared.seed(), one, other);
    });
  };
  const auto add = [&](const Result& match, const Seating& rows) { collector.add(match, rows, take_compared); };
  store.for_each_match(filter, in_rows_of(table.strategies(), add));
  collector.end(take_compared);
}

StoredCommands commands_of(const std::vector<StoredRun>& runs, std::string_view program) {
  StoredCommands commands{.program = std::string(program)};
  for (const StoredRun& each : runs) commands.runs[each.id] = each.record;
  return commands;
}

StandingsPage page_of(const std::vector<StoredRun>& runs, const StoredRun& run, bool all, const StandingsTable& table) {
  StandingsPage page;
  page.what = all ? "all runs" : "run " + std::to_string(run.id) + " of " + local_time(run.started, true);
  if (!all) page.command = run.record.command;
  if (!page.command.empty()) page.command.front() = program_name();
  if (table.seats > 1) page.seat_names = seat_names_of(table.game);
  page.commands = commands_of(runs, program_name());
  return page;
}

Json runs_json(const std::filesystem::path& database) {
  Json all = Json::array();
  if (!std::filesystem::exists(database)) return all;
  Store store(database, {.create = false, .to_write = false});
  const std::vector<StoredRun> runs = store.runs();
  // NOLINTNEXTLINE(modernize-loop-convert): Clang before 16 can't read the views of GCC's library
  for (auto run = runs.rbegin(); run != runs.rend(); ++run)
    if (run->record.kind != RunKind::search) all.push_back(run_head(store, *run));
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
  Filter filter;
  filter.run = id;
  store.for_each_match(filter, [&](const Result& match) {
    if (json["table"].size() >= most_matches) return;
    Json& row = json["table"].emplace_back(match_json(match));
    row["kept"] = store.has_transcript(match.id);
  });
  if (json["search"]) return json;
  const StandingsTable table =
      compute(store, *run, filter_of(*run, all), {.head_to_head = true, .by_each_parameter = true});
  if (!table.standings.empty()) json["report"] = standings_page(table, page_of(runs, *run, all, table));
  return json;
}

}  // namespace host
