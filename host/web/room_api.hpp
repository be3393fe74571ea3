// Answers the requests of the client that concern one match.
#pragma once

#include "host/web/http.hpp"
#include "host/web/lobby.hpp"
#include "host/web/room.hpp"

namespace host {

/// Thread-safe.
class RoomApi {
 public:
  /// Both are borrowed.
  RoomApi(Room& room, Lobby& lobby) : room_(room), lobby_(lobby) {}

  /// Returns data. Errors and refusals are {"error": "sentence"}.
  HttpResponse answer(const HttpRequest& request);

 private:
  HttpResponse read(const HttpRequest& request);
  HttpResponse change(const HttpRequest& request);

  Room& room_;
  Lobby& lobby_;
};

}  // namespace host
