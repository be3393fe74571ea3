// Answers the requests of the client, and has the matches that it shows: recorded ones from files, stored ones from the
// results database, and those that are played now. Each open one has a process of its own.
#pragma once

#include "host/store/saved_matches.hpp"
#include "host/store/stored_run.hpp"
#include "host/web/http.hpp"
#include "host/web/match_factory.hpp"
#include "host/web/shown_match.hpp"

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <future>
#include <list>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace host {

// Responses of the server and of the shown matches.

/// Returns the media type of a file of the client or of a site.
const char* type_of(std::string_view name);

HttpResponse json_response(const nlohmann::ordered_json& json);

/// Returns {"error": "sentence"}.
HttpResponse error_response(unsigned status, const std::string& sentence);

/// Returns the response of `body`, or an error_response() for what it throws. Browsers report status codes other than
/// 200 as errors of the page, which the refusal of a change is not.
HttpResponse answered(const HttpRequest& request, const std::function<HttpResponse()>& body);

/// Returns a value of the query; "" if it is missing.
std::string value_of(const HttpRequest& request, const std::string& name);

/// Returns a number of the query. Throws Failure(usage).
std::uint64_t number_of(const HttpRequest& request, const std::string& name);

// Reads the fields of requests.

/// Return a field of an object. Throw Failure(usage) if it is missing or has another type.
std::string text_field(const nlohmann::ordered_json& json, const char* name);
std::uint64_t number_field(const nlohmann::ordered_json& json, const char* name);

/// Returns a flag of an object; false if it is missing. Throws Failure(usage) if it has another type.
bool flag_field(const nlohmann::ordered_json& json, const char* name);

/// What starts and stops runs; both throw Failure.
struct RunControl {
  std::function<RunId(const nlohmann::ordered_json& request)> start;
  std::function<bool(RunId)> plays;  // whether it has started this run, which goes on
  std::function<void(RunId)> stop;
};

/// Thread-safe, but for add_file().
class Api {
 public:
  /// `database` need not exist. The factory is borrowed.
  Api(std::filesystem::path database, MatchProcessPlan plan, SavedMatches saved, MatchFactory& factory,
      RunControl runs);

  /// Adds the transcripts of a file. Throws Failure(transcript).
  void add_file(const std::string& path);

  /// Returns a page, a file of the client, or data. Errors and refusals are {"error": "sentence"}.
  HttpResponse answer(const HttpRequest& request);

  /// Closes all shown matches, and those that are opened later. Ends all streams.
  void stop();

 private:
  struct Listed {
    std::string id;
    nlohmann::ordered_json shown;  // by list()
    std::string line;              // the transcript
  };
  /// The process of a shown match, or the promise of one that another thread opens.
  struct Opened {
    std::string id;
    std::shared_future<std::shared_ptr<MatchProcess>> process;
    /// Returns the process, if it is open.
    [[nodiscard]] std::shared_ptr<MatchProcess> open() const;
  };

  HttpResponse read(const HttpRequest& request);
  HttpResponse change(const HttpRequest& request);
  HttpResponse events(const HttpRequest& request);

  /// Starts a match of kind `play` or `branch`, which is saved as it is played. Returns its id: "live-1". Throws
  /// Failure.
  std::string start(MatchOrder order);
  /// Returns the process of a shown match: "file-1", "live-1", "run-3-17" for match 17 of run 3 in the database, or
  /// "demo-GAME" for one that shows a game. Opens it if necessary, while other threads use others; a saved match goes
  /// on. Throws Failure.
  std::shared_ptr<MatchProcess> process(const std::string& id);
  /// Returns the matches of files and those that are played, the newest first: docs/playing.md.
  [[nodiscard]] nlohmann::ordered_json list();
  MatchOrder order_for(const std::string& id);
  void forget_failed(const std::string& id);
  void forget_old();

  std::filesystem::path database_;
  MatchProcessPlan plan_;
  SavedMatches saved_;
  MatchFactory& factory_;
  RunControl runs_;
  std::vector<Listed> listed_;  // of files
  std::atomic<bool> stopped_ = false;
  std::mutex mutex_;             // of what follows; not held while a match is opened, read or played
  std::list<Opened> processes_;  // the last used first
};

}  // namespace host
