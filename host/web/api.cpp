#include "host/web/api.hpp"

#include "host/match/transcript.hpp"
#include "host/report/match_report.hpp"
#include "host/report/pages.hpp"
#include "host/report/stored_standings.hpp"
#include "host/util/failure.hpp"
#include "host/util/input_file.hpp"
#include "host/util/json.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <chrono>
#include <exception>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

namespace host {

const char* type_of(std::string_view name) {
  if (name.ends_with(".js")) return "text/javascript; charset=utf-8";
  if (name.ends_with(".css")) return "text/css; charset=utf-8";
  if (name.ends_with(".svg")) return "image/svg+xml";
  return "text/html; charset=utf-8";
}

HttpResponse json_response(const nlohmann::ordered_json& json) {
  return {.body = page_json(json)};
}

HttpResponse error_response(unsigned status, const std::string& sentence) {
  return {.status = status, .body = page_json({{"error", sentence}})};
}

HttpResponse answered(const HttpRequest& request, const std::function<HttpResponse()>& body) {
  try {
    return body();
  } catch (const Failure& failure) {
    return error_response(request.post ? 200 : 400, failure.what());
  } catch (const std::exception& failure) {
    return error_response(500, failure.what());
  }
}

std::string value_of(const HttpRequest& request, const std::string& name) {
  const auto found = request.query.find(name);
  return found == request.query.end() ? std::string() : found->second;
}

std::uint64_t number_of(const HttpRequest& request, const std::string& name) {
  const auto number = whole_number<std::uint64_t>(value_of(request, name));
  if (!number) throw Failure(Exit::usage, "'" + name + "' takes a whole number");
  return *number;
}

std::string text_field(const nlohmann::ordered_json& json, const char* name) {
  if (!json.is_object()) throw Failure(Exit::usage, "a part of the request is no JSON object");
  const auto found = json.find(name);
  if (found == json.end() || !found->is_string())
    throw Failure(Exit::usage, std::string("the request has no text '") + name + "'");
  return found->get<std::string>();
}

std::uint64_t number_field(const nlohmann::ordered_json& json, const char* name) {
  const auto found = json.find(name);
  if (found == json.end() || !found->is_number_unsigned())
    throw Failure(Exit::usage, std::string("the request has no number '") + name + "'");
  return found->get<std::uint64_t>();
}

bool flag_field(const nlohmann::ordered_json& json, const char* name) {
  const auto found = json.find(name);
  if (found == json.end()) return false;
  if (!found->is_boolean())
    throw Failure(Exit::usage, std::string("'") + name + "' of the request takes true or false");
  return found->get<bool>();
}

namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t most_open = 20;     // shown matches at a time; those that are played have processes of their own
constexpr std::size_t most_listed = 500;  // of the matches that were played
constexpr std::chrono::milliseconds patience(5000);  // of a stream; then a comment keeps the connection in use

std::string title_of(const Transcript& transcript) {
  std::vector<std::string> names;
  for (const SeatIdentity& seat : transcript.seats) names.push_back(seat.name);
  return transcript.game + ", seed " + std::to_string(transcript.seed) + ": " + join(names);
}

/// Returns the numbers of "run-3-17".
std::optional<std::pair<RunId, std::uint64_t>> place_of(const std::string& id) {
  const std::vector<std::string> parts = split(id, '-');
  if (parts.size() != 3 || parts[0] != "run") return std::nullopt;
  const auto run = whole_number<RunId>(parts[1]);
  const auto number = whole_number<std::uint64_t>(parts[2]);
  return run && number ? std::optional(std::pair(*run, *number)) : std::nullopt;
}

}  // namespace

Api::Api(std::filesystem::path database, MatchProcessPlan plan, SavedMatches saved, MatchFactory& factory,
         RunControl runs)
    : database_(std::move(database)),
      plan_(std::move(plan)),
      saved_(std::move(saved)),
      factory_(factory),
      runs_(std::move(runs)) {}

HttpResponse Api::answer(const HttpRequest& request) {
  return answered(request, [&] { return request.post ? change(request) : read(request); });
}

void Api::stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  for (const Opened& each : processes_)
    if (const auto match = each.open()) match->close();
}

HttpResponse Api::read(const HttpRequest& request) {
  static const std::set<std::string> pages = {"", "run", "match", "play", "compare", "start"};
  const std::string& path = request.path;
  if (path == "match") forget_failed(value_of(request, "id"));  // somebody opens the page again
  if (pages.contains(path))
    return {.type = type_of("index.html"),
            .body = *served_file("index.html"),
            .embeddable = !value_of(request, "embed").empty()};
  if (auto file = served_file(path)) return {.type = type_of(path), .body = *std::move(file)};
  if (path == "api/games") return json_response(factory_.games());
  if (path == "api/matches") return json_response(list());
  if (path == "api/runs") return json_response(runs_json(database_));
  if (path == "api/run") {
    const auto id = static_cast<RunId>(number_of(request, "id"));
    Json run = run_json(database_, id, value_of(request, "all") == "yes");
    run["stoppable"] = runs_.plays(id);
    return json_response(run);
  }
  if (path == "api/events") return events(request);
  if (path == "api/match" || path == "api/block" || path == "api/transcript" || path == "api/page" ||
      path == "api/choices")
    return process(value_of(request, "id"))->answer(request);
  if (path.find('/') != std::string::npos) return error_response(404, "There is no such page.");
  return {.status = 404, .type = type_of("index.html"), .body = *served_file("index.html")};  // which says so
}

HttpResponse Api::events(const HttpRequest& request) {
  return {.type = "text/event-stream",
          .stream = [this, match = process(value_of(request, "id")),
                     seen = std::uint64_t{0}]() mutable -> std::optional<std::string> {
            const std::uint64_t version = match->wait(seen, patience);
            if (stopped_ || match->closed()) return std::nullopt;
            if (version == seen) return ": no change\n\n";
            seen = version;
            return "data: " + std::to_string(version) + "\n\n";
          }};
}

HttpResponse Api::change(const HttpRequest& request) {
  const Json json = parse_json(request.body);
  if (!json.is_object()) return error_response(400, "The request is not JSON.");
  const auto started = [&](const MatchOrder& order) { return json_response({{"id", start(order)}}); };
  if (request.path == "api/play") return started({.kind = MatchOrder::Kind::play, .request = request.body});
  if (request.path == "api/run") return json_response({{"id", runs_.start(json)}});
  if (request.path == "api/stop") {
    runs_.stop(static_cast<RunId>(number_field(json, "id")));
    return json_response(Json::object());
  }
  const auto match = process(text_field(json, "id"));
  if (request.path != "api/branch") return match->answer(request);
  const HttpResponse origin = match->answer({.post = false, .path = "api/transcript", .query = {}, .body = {}});
  if (origin.type == HttpResponse().type) return {.body = origin.body};  // an error
  return started({.kind = MatchOrder::Kind::branch, .request = request.body, .line = origin.body});
}

std::shared_ptr<MatchProcess> Api::Opened::open() const {
  return process.wait_for(std::chrono::seconds(0)) == std::future_status::ready ? process.get() : nullptr;
}

void Api::add_file(const std::string& path) {
  InputFile file(path, Exit::input);
  if (file.at_end()) throw Failure(Exit::input, path + ": is empty");
  std::size_t number = 0;
  for (std::string line; file.read_line(line);) {
    ++number;
    if (trimmed(line).empty()) continue;
    const Transcript transcript = parse_transcript(line, path + ", line " + std::to_string(number));
    const std::string id = "file-" + std::to_string(listed_.size() + 1);
    listed_.push_back({id,
                       {{"id", id},
                        {"title", title_of(transcript)},
                        {"game", transcript.game},
                        {"file", path},
                        {"scores", transcript.result.scores()}},
                       std::move(line)});
  }
}

std::string Api::start(MatchOrder order) {
  std::string id = order.where = saved_.add();
  order.save = saved_.file(id);
  std::promise<std::shared_ptr<MatchProcess>> opened;
  try {
    opened.set_value(std::make_shared<MatchProcess>(plan_, order));
  } catch (...) {
    saved_.remove(id);
    throw;
  }
  forget_old();
  const std::lock_guard lock(mutex_);
  processes_.push_front({id, opened.get_future().share()});
  if (stopped_) processes_.front().process.get()->close();
  return id;
}

std::shared_ptr<MatchProcess> Api::process(const std::string& id) {
  std::promise<std::shared_ptr<MatchProcess>> opened;
  {
    std::unique_lock lock(mutex_);
    const auto known =
        std::find_if(processes_.begin(), processes_.end(), [&](const Opened& each) { return each.id == id; });
    if (known != processes_.end()) {
      processes_.splice(processes_.begin(), processes_, known);
      const Opened found = *known;
      if (found.open() == nullptr) lock.unlock();
      return found.process.get();
    }
    processes_.push_front({id, opened.get_future().share()});
  }
  try {
    auto started = std::make_shared<MatchProcess>(plan_, order_for(id));
    opened.set_value(started);
    forget_old();
    const std::lock_guard lock(mutex_);
    if (stopped_) started->close();
    return started;
  } catch (...) {
    {
      const std::lock_guard lock(mutex_);
      processes_.remove_if([&](const Opened& each) { return each.id == id; });
    }
    opened.set_exception(std::current_exception());
    throw;
  }
}

/// Lets process() open a match again whose game has ended its process.
void Api::forget_failed(const std::string& id) {
  std::shared_ptr<MatchProcess> ended;  // ends outside the lock
  const std::lock_guard lock(mutex_);
  processes_.remove_if([&](const Opened& each) {
    if (each.id != id || each.open() == nullptr) return false;
    ended = each.open();
    return ended->failed();
  });
}

MatchOrder Api::order_for(const std::string& id) {
  const auto found = std::find_if(listed_.begin(), listed_.end(), [&](const Listed& each) { return each.id == id; });
  if (found != listed_.end())
    return {.kind = MatchOrder::Kind::record, .line = found->line, .where = found->shown.value("file", id)};
  if (const auto saved = saved_.find(id)) {
    const bool over = parse_json(saved->head).at("header").contains("match");
    return {.kind = over ? MatchOrder::Kind::record : MatchOrder::Kind::resume,
            .request = saved->head,
            .line = saved->line,
            .where = id,
            .save = over ? std::string() : saved_.file(id).string()};
  }
  constexpr std::string_view demo = "demo-";
  if (id.starts_with(demo))
    return {.request = to_stored_line({{"game", id.substr(demo.size())}, {"seed", "1"}, {"people", true}})};
  const auto place = place_of(id);
  if (!place || !std::filesystem::exists(database_)) throw Failure(Exit::usage, "there is no match '" + id + "'");
  return {.kind = MatchOrder::Kind::stored, .where = id, .run = place->first, .number = place->second};
}

/// Closes shown matches that nobody has used for long, and in which no strategy is thinking. Their threads end outside
/// the lock.
void Api::forget_old() {
  std::vector<Opened> closing;
  const std::lock_guard lock(mutex_);
  std::size_t count = 0;
  processes_.remove_if([&](const Opened& each) {
    if (++count < most_open || each.open() == nullptr) return false;
    const std::shared_ptr<MatchProcess>& process = each.process.get();
    // Only the list has a reference to a process that nobody uses.
    if (process.use_count() != 1 || !process->idle()) return false;
    closing.push_back(each);
    return true;
  });
}

Json Api::list() {
  Json all = Json::array();
  for (const std::string& head : saved_.heads(most_listed)) {
    all.push_back(parse_json(head));
    all.back().erase("request");
  }
  for (const Listed& each : listed_) all.push_back(each.shown);
  return all;
}

}  // namespace host
