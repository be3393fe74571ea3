#include "host/web/api.hpp"

#include "host/json.hpp"
#include "host/view/match_header.hpp"
#include "host/view/pages.hpp"
#include "host/view/stored_standings.hpp"
#include "host/web/answers.hpp"

#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::chrono::milliseconds patience(5000);  // of a stream; then a comment keeps the connection in use

}  // namespace

HttpResponse Api::answer(const HttpRequest& request) {
  return answered(request, [&] { return request.post ? change(request) : read(request); });
}

void Api::stop() {
  stopped_ = true;
  registry_.close();
}

HttpResponse Api::read(const HttpRequest& request) {
  static const std::set<std::string> pages = {"", "run", "match", "play", "compare", "start"};
  const std::string& path = request.path;
  if (path == "match") registry_.forget_failed(value_of(request, "id"));  // somebody opens the page again
  if (pages.contains(path))
    return {.type = type_of("index.html"),
            .body = *served_file("index.html"),
            .embeddable = !value_of(request, "embed").empty()};
  if (auto file = served_file(path)) return {.type = type_of(path), .body = *std::move(file)};
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
  return {.status = 404, .type = type_of("index.html"), .body = *served_file("index.html")};  // which says so
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
  if (request.path == "api/run") return json_response({{"id", runs_.start(json)}});
  if (request.path == "api/stop") {
    runs_.stop(static_cast<RunId>(number_field(json, "id")));
    return json_response(Json::object());
  }
  const auto view = registry_.view(text_field(json, "id"));
  if (request.path != "api/branch") return view->answer(request);
  const HttpResponse origin = view->answer({.post = false, .path = "api/transcript", .query = {}, .body = {}});
  if (origin.type == HttpResponse().type) return {.body = origin.body};  // an error
  return started({.kind = ViewRequest::Kind::branch, .request = request.body, .line = origin.body});
}

}  // namespace host
