#include "host/web/api.hpp"

#include "host/escape.hpp"
#include "host/failure.hpp"
#include "host/json.hpp"
#include "host/store/store.hpp"
#include "host/view/again.hpp"
#include "host/view/numbers.hpp"
#include "host/view/stored_standings.hpp"
#include "host/web/answers.hpp"
#include "host/web/match_view.hpp"
#include "host/web/pages.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_matches = 20'000;  // in the table of a run

constexpr std::chrono::milliseconds patience(5000);  // of a stream; then a comment keeps the connection in use

const char* type_of(std::string_view name) {
  if (name.ends_with(".js")) return "text/javascript; charset=utf-8";
  if (name.ends_with(".css")) return "text/css; charset=utf-8";
  return "text/html; charset=utf-8";
}

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
    if (json["table"].size() < most_matches) json["table"].push_back(match_json(match));
  });
  if (json["search"]) return json;
  const StandingsTable table = compute(store, *run, filter_of(runs, *run, all), 1, true);
  if (!table.standings.empty()) json["report"] = standings_page(table, page_of(store, runs, *run, all, table, {}));
  return json;
}

HttpResponse Api::answer(const HttpRequest& request) {
  return answered(request, [&] { return request.post ? change(request) : read(request); });
}

void Api::stop() {
  stopped_ = true;
  registry_.close();
}

HttpResponse Api::read(const HttpRequest& request) {
  static const std::set<std::string> pages = {"", "run", "match", "play", "compare"};
  const std::string& path = request.path;
  if (path == "match") registry_.forget_failed(value_of(request, "id"));  // somebody opens the page again
  if (pages.contains(path)) return {.type = type_of("index.html"), .body = index_page()};
  if (const auto asset = client_asset(path)) return {.type = type_of(path), .body = std::string(*asset)};
  if (path == "api/games") return json_response(factory_.games());
  if (path == "api/matches") return json_response(registry_.list());
  if (path == "api/runs") return json_response(runs_json(registry_.database()));
  if (path == "api/run")
    return json_response(run_json(registry_.database(), static_cast<RunId>(number_of(request, "id")),
                                  value_of(request, "all") == "yes"));
  if (path == "api/events") return events(request);
  if (path == "api/match" || path == "api/block" || path == "api/transcript" || path == "api/page" ||
      path == "api/choices")
    return registry_.view(value_of(request, "id"))->answer(request);
  if (path.find('/') != std::string::npos) return error_response(404, "There is no such page.");
  return {.status = 404, .type = type_of("index.html"), .body = index_page()};  // which says so
}

HttpResponse Api::events(const HttpRequest& request) {
  auto seen = std::make_shared<std::uint64_t>(0);
  std::shared_ptr<ViewProcess> view = registry_.view(value_of(request, "id"));
  return {.type = "text/event-stream", .stream = [this, view, seen]() -> std::optional<std::string> {
            const std::uint64_t version = view->wait(*seen, patience);
            if (stopped_ || view->closed()) return std::nullopt;
            if (version == *seen) return ": no change\n\n";
            *seen = version;
            return "data: " + std::to_string(version) + "\n\n";
          }};
}

HttpResponse Api::change(const HttpRequest& request) {
  const Json json = parse_json(request.body);
  if (!json.is_object()) return error_response(400, "The request is not JSON.");
  const auto started = [&](const ViewRequest& order) { return json_response({{"id", registry_.start(order)}}); };
  if (request.path == "api/play") return started({.kind = ViewRequest::Kind::play, .request = request.body});
  const auto view = registry_.view(text_field(json, "id"));
  if (request.path != "api/branch") return view->answer(request);
  const HttpResponse origin = view->answer({.post = false, .path = "api/transcript", .query = {}, .body = {}});
  if (origin.type == HttpResponse().type) return {.body = origin.body};  // an error
  return started({.kind = ViewRequest::Kind::branch, .request = request.body, .line = origin.body});
}

}  // namespace host
