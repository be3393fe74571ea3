// Answers the requests of the client.
#pragma once

#include "host/store/stored_match.hpp"
#include "host/web/http.hpp"
#include "host/web/match_factory.hpp"
#include "host/web/match_registry.hpp"

#include <atomic>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <utility>

namespace host {

/// What starts and stops runs; both throw Failure.
struct RunControl {
  std::function<RunId(const nlohmann::ordered_json& request)> start;
  std::function<void(RunId)> stop;
};

/// Thread-safe.
class Api {
 public:
  /// The first two are borrowed.
  Api(MatchRegistry& registry, MatchFactory& factory, RunControl runs)
      : registry_(registry), factory_(factory), runs_(std::move(runs)) {}

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
  RunControl runs_;
  std::atomic<bool> stopped_ = false;
};

}  // namespace host
