// The messages between the server and the process of a room: host/arena/messages.hpp has their kinds.
#pragma once

#include "host/arena/wire.hpp"
#include "host/web/http.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace host {

/// Which match a room shows. A process reads it once.
struct RoomOrder {
  enum class Kind : std::uint8_t {
    play,    // a new match, from `request`
    branch,  // a match that goes on from a turn of `line`, from `request`
    record,  // the transcript `line`, which comes from `where`
    stored   // match `number` of run `run` in the results database, which a page calls `where`
  };
  Kind kind = Kind::play;
  std::string request{};  // a JSON object of docs/match-view.md
  std::string line{};     // a transcript
  std::string where{};
  std::int64_t run = 0;
  std::uint64_t number = 0;
};

/// What the server knows of an open room.
struct RoomTitle {
  std::string game;
  std::string title;
};

/// What changes while a room is open.
struct RoomState {
  std::uint64_t version = 0;
  bool idle = true;
};

std::string to_bytes(const RoomOrder& order);
std::string to_bytes(const RoomTitle& title);
std::string to_bytes(const RoomState& state);
/// Requests and responses carry a number of the server's choice. A response is not a stream.
std::string to_bytes(std::uint64_t number, const HttpRequest& request);
std::string to_bytes(std::uint64_t number, const HttpResponse& response);

// Throw BadMessage.
RoomOrder room_order_from(std::string_view bytes);
RoomTitle room_title_from(std::string_view bytes);
RoomState room_state_from(std::string_view bytes);
HttpRequest request_from(std::string_view bytes, std::uint64_t& number);
HttpResponse response_from(std::string_view bytes, std::uint64_t& number);

}  // namespace host
