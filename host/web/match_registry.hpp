// The matches that the server shows: recorded ones from files, stored ones from the results database, and those that
// are played now. Each open one has a process of its own. Thread-safe.
#pragma once

#include "host/web/view_process.hpp"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <filesystem>
#include <future>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace host {

class MatchRegistry {
 public:
  /// `database` need not exist.
  MatchRegistry(std::filesystem::path database, ViewPlan plan);

  /// Adds the transcripts of a file. Throws Failure(transcript).
  void add_file(const std::string& path);

  /// Starts a match of kind `play` or `branch`. Returns its id: "live-1". If there are many, those that nobody has
  /// looked at for the longest time become records: their players end, and one can branch from their last turn. Throws
  /// Failure.
  std::string start(const ViewRequest& order);

  /// Returns the view of a match: "file-1", "live-1", or "run-3-17" for match 17 of run 3 in the database. Opens it if
  /// necessary, while other threads use other views. Throws Failure.
  std::shared_ptr<ViewProcess> view(const std::string& id);

  /// Lets view() open a match again whose game has ended its process. Does nothing if that match was played here.
  void forget_failed(const std::string& id);

  /// Returns the matches of files and those that are played, the newest first: docs/match-view.md.
  [[nodiscard]] nlohmann::ordered_json list();

  [[nodiscard]] const std::filesystem::path& database() const { return database_; }

  /// Closes all views, and those that are opened later.
  void close();

 private:
  struct Listed {
    std::string id;
    nlohmann::ordered_json shown;  // by list()
    std::string line;              // the transcript; empty: the match is played now
  };
  /// A view, or the promise of one that another thread opens.
  struct Opened {
    std::string id;
    bool live = false;
    std::shared_future<std::shared_ptr<ViewProcess>> view;
  };

  ViewRequest order_for(const std::string& id);
  [[nodiscard]] std::vector<Opened> least_used(bool live, std::size_t kept) const;
  void forget(const std::string& id);
  void forget_old();
  void retire_old();

  std::filesystem::path database_;
  ViewPlan plan_;
  std::mutex mutex_;  // of what follows; not held while a match is opened, read or played
  std::list<Listed> listed_;
  std::list<Opened> views_;  // the last used first
  std::size_t played_ = 0;
  std::size_t filed_ = 0;
  bool closed_ = false;
};

}  // namespace host
