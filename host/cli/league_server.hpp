// The web server of a league: people with a link of their own upload, and see what becomes of it. All see the site.
//
// An upload is a whole file in bots/OWNER/, where the league finds it. No code of a file runs here, and nobody gets a
// file back. The file uploads.log has a line for each upload.
#pragma once

#include "host/cli/league_site.hpp"
#include "host/tournament/league.hpp"
#include "host/tournament/league_bots.hpp"
#include "host/web/http.hpp"

#include <atomic>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

namespace host {

/// Serves as long as it exists, in threads of its own.
class LeagueServer {
 public:
  /// Throws Failure.
  LeagueServer(LeagueOutput league, UploadRules rules, const std::string& address, std::uint16_t port);
  LeagueServer(const LeagueServer&) = delete;
  LeagueServer& operator=(const LeagueServer&) = delete;
  ~LeagueServer();

  /// Returns each person's link, a line for each.
  [[nodiscard]] std::string links() const;

  /// Shows everybody what has become of their versions.
  void publish(const League& league, const StandingsTable& table);

 private:
  struct Owner {
    std::deque<std::int64_t> times{};             // of uploads in the last 24 hours, seconds since 1970
    std::deque<std::int64_t> refused{};           // of those that were refused
    std::map<std::string, std::string> hashes{};  // of the last uploads, by name
    nlohmann::ordered_json versions = nlohmann::ordered_json::array();
  };

  HttpResponse answer(const HttpRequest& request);
  [[nodiscard]] HttpResponse page(const std::string& path) const;
  void read(const nlohmann::ordered_json& line);
  nlohmann::ordered_json state_of(const Uploader& person);
  std::uint64_t uploads_left(const Uploader& person);
  [[nodiscard]] std::filesystem::path folder_of(const Uploader& person) const;
  void check_count(const Uploader& person, const std::string& name);
  void upload(const Uploader& person, const std::string& name, const std::string& content);
  void write(const Uploader& person, const std::string& name, const std::string& content);
  void remove(const Uploader& person, const std::string& name) const;

  LeagueOutput league_;
  UploadRules rules_;
  std::mutex guard_;  // of owners_ and log_
  std::map<std::string, Owner> owners_;
  Journal log_;
  std::atomic<bool> ended_ = false;
  HttpServer server_;
  std::thread thread_;
};

}  // namespace host
