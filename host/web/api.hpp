// Answers the requests of the client.
#pragma once

#include "host/web/http.hpp"
#include "host/web/lobby.hpp"
#include "host/web/shelf.hpp"

#include <atomic>

namespace host {

/// Thread-safe.
class Api {
 public:
  /// Both are borrowed.
  Api(Shelf& shelf, Lobby& lobby) : shelf_(shelf), lobby_(lobby) {}

  /// Returns a page, a file of the client, or data. Errors and refusals are {"error": "sentence"}.
  HttpResponse answer(const HttpRequest& request);

  /// Ends all streams.
  void stop();

 private:
  HttpResponse read(const HttpRequest& request);
  HttpResponse change(const HttpRequest& request);
  HttpResponse events(const HttpRequest& request);

  Shelf& shelf_;
  Lobby& lobby_;
  std::atomic<bool> stopped_ = false;
};

}  // namespace host
