// Answers the requests of the client.
#pragma once

#include "host/store/stored_match.hpp"
#include "host/web/http.hpp"
#include "host/web/match_factory.hpp"
#include "host/web/match_registry.hpp"

#include <atomic>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>

namespace host {

// The runs of the results database, as JSON for pages.

/// Returns all runs, the newest first; none if the database does not exist. Throws Failure(database).
nlohmann::ordered_json runs_json(const std::filesystem::path& database);

/// Returns a run with its matches, and the data of its page of standings; `all`: of the standings of all runs of its
/// game. Throws Failure.
nlohmann::ordered_json run_json(const std::filesystem::path& database, RunId run, bool all);

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
