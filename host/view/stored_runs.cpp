#include "host/view/stored_runs.hpp"

#include "host/failure.hpp"
#include "host/store/store.hpp"
#include "host/view/again.hpp"
#include "host/view/numbers.hpp"
#include "host/view/stored_standings.hpp"

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace host {

using Json = nlohmann::ordered_json;

namespace {

constexpr std::size_t most_matches = 20'000;  // in the table of a run

Json run_head(const StoredRun& run) {
  return {{"id", run.id},
          {"game", run.record.game},
          {"label", stored_option(run.record.command, "label")},
          {"command", shell_line(run.record.command)},
          {"state", run_state_name(run.state)},
          {"started", local_time(run.started, true)},
          {"schedule", run.record.schedule},
          {"matches", run.matches},
          {"faults", run.faults}};
}

/// `search`: of the search of a tuning, whose players differ in their options alone.
Json match_json(const StoredMatch& match, bool search) {
  Json json = {{"number", match.place.number}, {"seed", std::to_string(match.seed)}, {"names", match.place.names},
               {"scores", Json::array()},      {"outcomes", Json::array()},          {"cpu_s", Json::array()}};
  for (const SeatResult& seat : match.result.seats) {
    json["scores"].push_back(seat.score);
    json["outcomes"].push_back(outcome_name(seat.outcome.kind));
    json["cpu_s"].push_back(static_cast<double>(seat.usage.cpu_us()) / 1e6);
  }
  if (!search) return json;
  for (const auto& strategy : match.strategies) {
    Json options = Json::object();
    for (const auto& [name, value] : strategy->options) options[name] = value;
    json["options"].push_back(std::move(options));
  }
  return json;
}

}  // namespace

Json runs_json(const std::filesystem::path& database) {
  Json all = Json::array();
  if (!std::filesystem::exists(database)) return all;
  Store store(database, {.create = false, .to_write = false});
  const std::vector<StoredRun> runs = store.runs();
  for (auto run = runs.rbegin(); run != runs.rend(); ++run) all.push_back(run_head(*run));
  return all;
}

Json run_json(const std::filesystem::path& database, RunId id, bool all) {
  const std::string missing = "there is no run " + std::to_string(id);
  if (!std::filesystem::exists(database)) throw Failure(Exit::usage, missing);
  Store store(database, {.create = false, .to_write = false});
  const std::vector<StoredRun> runs = store.runs();
  const auto run = std::find_if(runs.begin(), runs.end(), [&](const StoredRun& each) { return each.id == id; });
  if (run == runs.end()) throw Failure(Exit::usage, missing);
  Json json = run_head(*run);
  json["search"] = is_search(run->record.command);
  json["report"] = nullptr;
  json["table"] = Json::array();
  Filter filter;
  filter.run = id;
  store.for_each_match(filter, [&](const StoredMatch& match) {
    if (json["table"].size() >= most_matches) return;
    json["table"].push_back(match_json(match, json["search"]));
    json["table"].back()["kept"] = store.has_transcript(match.id);
  });
  if (json["search"]) return json;
  const StandingsTable table = compute(store, *run, filter_of(runs, *run, all), 1, true);
  if (!table.standings.empty()) json["report"] = standings_page(table, page_of(store, runs, *run, all, table, {}));
  return json;
}

}  // namespace host
