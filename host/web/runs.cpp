#include "host/web/runs.hpp"

#include "host/failure.hpp"
#include "host/store/store.hpp"
#include "host/tournament/standings.hpp"
#include "host/view/again.hpp"
#include "host/view/numbers.hpp"
#include "host/view/standings_page.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_matches = 20'000;  // in the table of a run

Json run_head(const StoredRun& run) {
  return {{"id", run.id},
          {"game", run.record.game},
          {"command", shell_line(run.record.command)},
          {"state", run_state_name(run.state)},
          {"started", local_time(run.started)},
          {"matches", run.matches}};
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

}  // namespace

Json runs_json(const std::filesystem::path& database) {
  Json all = Json::array();
  if (!std::filesystem::exists(database)) return all;
  Store store(database, {.create = false, .to_write = false});
  const std::vector<StoredRun> runs = store.runs();
  for (auto run = runs.rbegin(); run != runs.rend(); ++run) all.push_back(run_head(*run));
  return all;
}

Json run_json(const std::filesystem::path& database, RunId id) {
  if (!std::filesystem::exists(database)) throw Failure(Exit::usage, "there is no run " + std::to_string(id));
  Store store(database, {.create = false, .to_write = false});
  const std::vector<StoredRun> runs = store.runs();
  const auto run = std::find_if(runs.begin(), runs.end(), [&](const StoredRun& each) { return each.id == id; });
  if (run == runs.end()) throw Failure(Exit::usage, "there is no run " + std::to_string(id));
  Filter filter;
  filter.run = id;
  Standings standings(run->record.contest, {.head_to_head = true});
  Json matches = Json::array();
  std::uint64_t count = 0;
  store.for_each_match(filter, [&](const StoredMatch& match) {
    standings.add(match);
    if (++count <= most_matches) matches.push_back(match_json(match));
  });
  Json json = run_head(*run);
  json["report"] = nullptr;
  const bool search = is_search(run->record.command);
  json["search"] = search;
  if (count > 0 && !search) {
    const StandingsTable table = standings.finish();
    StandingsPage page;
    page.pair.first = table.standings.size();  // none
    json["report"] = standings_page(table, page);
  }
  json["shown"] = matches.size();
  json["table"] = std::move(matches);
  return json;
}

}  // namespace host
