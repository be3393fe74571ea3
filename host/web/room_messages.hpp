// The messages between the server and the process of a room: host/arena/messages.hpp has their kinds, host/archive.hpp
// packs them.
#pragma once

#include "host/archive.hpp"
#include "host/web/http.hpp"

#include <cstdint>
#include <string>

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

template <class Archive>
void fields(Archive& archive, RoomOrder& order) {
  archive.choice(order.kind, RoomOrder::Kind::stored);
  archive(order.request, order.line, order.where, order.run, order.number);
}

/// What the server knows of an open room.
struct RoomTitle {
  std::string game;
  std::string title;
};

template <class Archive>
void fields(Archive& archive, RoomTitle& title) {
  archive(title.game, title.title);
}

/// What changes while a room is open.
struct RoomState {
  std::uint64_t version = 0;
  bool idle = true;
};

template <class Archive>
void fields(Archive& archive, RoomState& state) {
  archive(state.version, state.idle);
}

// Requests and responses follow a number of the server's choice. A response is not a stream.

template <class Archive>
void fields(Archive& archive, HttpRequest& request) {
  archive(request.post, request.path, request.query, request.body);
}

template <class Archive>
void fields(Archive& archive, HttpResponse& response) {
  archive(response.status, response.type, response.body);
}

}  // namespace host
