#include "host/web/room_api.hpp"

#include "host/failure.hpp"
#include "host/json.hpp"
#include "host/web/answers.hpp"
#include "host/web/fields.hpp"
#include "host/web/live_room.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <utility>

namespace host {

namespace {

using Json = nlohmann::ordered_json;

HttpResponse result(const std::optional<std::string>& refused) {
  return refused ? error_response(200, *refused) : json_response(Json::object());
}

Transcript transcript_of(const Room& room) {
  auto transcript = room.transcript();
  if (!transcript) throw Failure(Exit::usage, "this match is closed");
  return std::move(*transcript);
}

}  // namespace

HttpResponse RoomApi::answer(const HttpRequest& request) {
  return answered(request, [&] { return request.post ? change(request) : read(request); });
}

HttpResponse RoomApi::read(const HttpRequest& request) {
  if (request.path == "api/match") return {.body = room_.header()};
  if (request.path == "api/block") {
    const auto block = room_.block(number_of(request, "number"));
    return block ? HttpResponse{.body = *block} : error_response(404, "There is no such block.");
  }
  if (request.path == "api/transcript")
    return {.type = "application/jsonl", .body = lobby_.line_of(transcript_of(room_)) + "\n"};
  return error_response(404, "There is no such page.");
}

HttpResponse RoomApi::change(const HttpRequest& request) {
  const Json json = parse_json(request.body);
  if (request.path == "api/hint")
    return json_response(lobby_.hint(transcript_of(room_), number_field(json, "turn"), json.value("player", Json())));
  auto* const live = dynamic_cast<LiveRoom*>(&room_);
  if (live == nullptr) return error_response(200, "This match is a record: branch from one of its turns to play on.");
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
