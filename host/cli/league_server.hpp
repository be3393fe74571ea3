// The web server of a league: people with a link of their own upload, and see what becomes of it. All see the site.
#pragma once

#include "host/league/league.hpp"
#include "host/league/uploads.hpp"
#include "host/tournament/standings.hpp"
#include "host/web/http.hpp"

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

namespace host {

struct LeagueDoor {
  std::filesystem::path folder;  // of the league
  std::filesystem::path site;    // its site
  std::string title;
  std::string address;  // to listen on
  std::uint16_t port = 0;
};

/// Serves as long as it exists, in threads of its own.
class LeagueServer {
 public:
  /// Throws Failure.
  LeagueServer(LeagueDoor door, UploadRules people);
  LeagueServer(const LeagueServer&) = delete;
  LeagueServer& operator=(const LeagueServer&) = delete;
  ~LeagueServer();

  /// Returns each person's link, a line for each.
  [[nodiscard]] std::string links() const;

  /// Shows everybody what has become of their versions.
  void publish(const League& league, const StandingsTable& table);

 private:
  HttpResponse answer(const HttpRequest& request);
  [[nodiscard]] HttpResponse page(const std::string& path) const;
  nlohmann::ordered_json state_of(const Uploader& person);

  LeagueDoor door_;
  Uploads uploads_;
  std::mutex guard_;
  std::map<std::string, nlohmann::ordered_json> versions_;  // by owner
  std::atomic<bool> ended_ = false;
  HttpServer server_;
  std::thread thread_;
};

}  // namespace host
