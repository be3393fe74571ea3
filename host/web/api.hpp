// Answers the requests of the client.
#pragma once

#include "host/web/http.hpp"
#include "host/web/match_factory.hpp"
#include "host/web/match_registry.hpp"

#include <atomic>

namespace host {

/// Thread-safe.
class Api {
 public:
  /// Both are borrowed.
  Api(MatchRegistry& registry, MatchFactory& factory) : registry_(registry), factory_(factory) {}

  /// Returns a page, a file of the client, or data. Errors and refusals are {"error": "sentence"}.
  HttpResponse answer(const HttpRequest& request);

  /// Ends all streams.
  void stop();

 private:
  HttpResponse read(const HttpRequest& request);
  HttpResponse change(const HttpRequest& request);
  HttpResponse events(const HttpRequest& request);

  MatchRegistry& registry_;
  MatchFactory& factory_;
  std::atomic<bool> stopped_ = false;
};

}  // namespace host
