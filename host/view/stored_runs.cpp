#include "host/view/stored_runs.hpp"

#include "host/failure.hpp"
#include "host/match/contest.hpp"
#include "host/store/store.hpp"
#include "host/view/again.hpp"
#include "host/view/numbers.hpp"
#include "host/view/stored_standings.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
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
    std::vector<double> scores;
    for (const SeatResult& seat : match.result.seats) scores.push_back(seat.score);
    for (const auto& strategy : match.strategies) {
      Json options = Json::object();
      for (const auto& [name, value] : strategy->options) options[name] = value;
      row["options"].push_back(std::move(options));
    }
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
  const StandingsTable table = compute(store, *run, filter_of(runs, *run, all), 1, true);
  if (!table.standings.empty()) json["report"] = standings_page(table, page_of(store, runs, *run, all, table, {}));
  return json;
}

}  // namespace host
