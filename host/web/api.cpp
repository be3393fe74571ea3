#include "host/web/api.hpp"

#include "host/failure.hpp"
#include "host/json.hpp"
#include "host/plain.hpp"
#include "host/web/assets.hpp"
#include "host/web/fields.hpp"
#include "host/web/live_room.hpp"
#include "host/web/match_view.hpp"
#include "host/web/runs.hpp"

#include <nlohmann/json.hpp>

#include <charconv>
#include <chrono>
#include <exception>
#include <memory>
#include <set>
#include <string>
#include <utility>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::chrono::milliseconds patience(5000);  // of a stream; then a comment keeps the connection in use

HttpResponse json_response(const Json& json) {
  return {.body = page_json(json)};
}

HttpResponse error_response(unsigned status, const std::string& sentence) {
  return {.status = status, .body = page_json({{"error", sentence}})};
}

/// Answers a request for a change. Browsers report other status codes as errors of the page, which a refusal is not.
HttpResponse result(const std::optional<std::string>& refused) {
  return refused ? error_response(200, *refused) : json_response(Json::object());
}

const char* type_of(std::string_view name) {
  if (name.ends_with(".js")) return "text/javascript; charset=utf-8";
  if (name.ends_with(".css")) return "text/css; charset=utf-8";
  return "text/html; charset=utf-8";
}

std::string value_of(const HttpRequest& request, const std::string& name) {
  const auto found = request.query.find(name);
  return found == request.query.end() ? std::string() : found->second;
}

std::uint64_t number_of(const HttpRequest& request, const std::string& name) {
  const std::string text = value_of(request, name);
  std::uint64_t number = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (fault != std::errc{} || end != text.data() + text.size())
    throw Failure(Exit::usage, "'" + name + "' takes a whole number");
  return number;
}

Transcript transcript_of(const Room& room) {
  auto transcript = room.transcript();
  if (!transcript) throw Failure(Exit::usage, "this match is closed");
  return std::move(*transcript);
}

/// Returns the title of a match that has been started from `request`.
std::string title_of(const Json& request) {
  std::string title = request.value("game", "match");
  for (const Json& seat : request.value("seats", Json::array()))
    title += (title.find(':') == std::string::npos ? ": " : ", ") + seat.value("plugin", "");
  return title;
}

}  // namespace

HttpResponse Api::answer(const HttpRequest& request) {
  try {
    return request.post ? change(request) : read(request);
  } catch (const Failure& failure) {
    return error_response(request.post ? 200 : 400, failure.what());
  } catch (const std::exception& failure) {
    return error_response(500, failure.what());
  }
}

void Api::stop() {
  stopped_ = true;
  shelf_.close();
}

HttpResponse Api::read(const HttpRequest& request) {
  static const std::set<std::string> pages = {"", "run", "match", "play", "compare"};
  const std::string& path = request.path;
  if (pages.contains(path)) return {.type = type_of("index.html"), .body = index_page()};
  if (const auto asset = client_asset(path)) return {.type = type_of(path), .body = std::string(*asset)};
  if (path == "api/games") return json_response(lobby_.games());
  if (path == "api/matches") return json_response(shelf_.list());
  if (path == "api/runs") return json_response(runs_json(shelf_.database()));
  if (path == "api/run")
    return json_response(run_json(shelf_.database(), static_cast<RunId>(number_of(request, "id"))));
  if (path == "api/match") return {.body = shelf_.room(value_of(request, "id"))->header()};
  if (path == "api/events") return events(request);
  if (path == "api/block") {
    const auto block = shelf_.room(value_of(request, "id"))->block(number_of(request, "number"));
    return block ? HttpResponse{.body = *block} : error_response(404, "There is no such block.");
  }
  if (path == "api/transcript") {
    const Transcript transcript = transcript_of(*shelf_.room(value_of(request, "id")));
    return {.type = "application/jsonl", .body = lobby_.line_of(transcript) + "\n"};
  }
  return error_response(404, "There is no such page.");
}

HttpResponse Api::events(const HttpRequest& request) {
  auto seen = std::make_shared<std::uint64_t>(0);
  std::shared_ptr<Room> room = shelf_.room(value_of(request, "id"));
  return {.type = "text/event-stream", .stream = [this, room, seen]() -> std::optional<std::string> {
            const std::uint64_t version = room->wait(*seen, patience);
            if (stopped_ || room->closed()) return std::nullopt;
            if (version == *seen) return ": no change\n\n";
            *seen = version;
            return "data: " + std::to_string(version) + "\n\n";
          }};
}

HttpResponse Api::change(const HttpRequest& request) {
  const Json json = parse_json(request.body);
  if (!json.is_object()) return error_response(400, "The request is not JSON.");
  const auto added = [&](const std::shared_ptr<Room>& room, const std::string& title, const std::string& game) {
    return json_response({{"id", shelf_.add(room, title, game)}});
  };
  if (request.path == "api/play") {
    const std::shared_ptr<Room> room = lobby_.play(json);
    return added(room, title_of(json), text_field(json, "game"));
  }
  const std::shared_ptr<Room> room = shelf_.room(text_field(json, "id"));
  if (request.path == "api/branch") {
    const Transcript origin = transcript_of(*room);
    return added(lobby_.branch(origin, json), origin.game + " from turn " + std::to_string(number_field(json, "turn")),
                 origin.game);
  }
  if (request.path == "api/hint")
    return json_response(lobby_.hint(transcript_of(*room), number_field(json, "turn"), json.value("player", Json())));
  const auto live = std::dynamic_pointer_cast<LiveRoom>(room);
  if (!live) return error_response(200, "This match is a record: branch from one of its turns to play on.");
  const auto seat = [&] { return static_cast<std::int32_t>(number_field(json, "seat")); };
  if (request.path == "api/act") return result(live->act(number_field(json, "turn"), text_field(json, "action")));
  if (request.path == "api/undo") return result(live->undo(number_field(json, "turn")));
  if (request.path == "api/resign") return result(live->resign(seat()));
  if (request.path == "api/swap")
    return result(live->swap(seat(), lobby_.entrant(json.value("player", Json()), live->game())));
  if (request.path == "api/hold") {
    live->hold(flag_field(json, "held"));
    return json_response(Json::object());
  }
  return error_response(404, "There is no such action.");
}

}  // namespace host
