// The matches that the server shows: recorded ones from files, stored ones from the results database, and those that
// are played now. Each open one has a process of its own. Thread-safe.
#pragma once

#include "host/store/saved_matches.hpp"
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
  MatchRegistry(std::filesystem::path database, ViewPlan plan, SavedMatches saved);

  /// Adds the transcripts of a file. Throws Failure(transcript).
  void add_file(const std::string& path);

  /// Starts a match of kind `play` or `branch`, which is saved as it is played. Returns its id: "live-1". Throws
  /// Failure.
  std::string start(ViewRequest order);

  /// Returns the view of a match: "file-1", "live-1", "run-3-17" for match 17 of run 3 in the database, or "demo-GAME"
  /// for one that shows a game. Opens it if necessary, while other threads use other views; a saved match goes on.
  /// Throws Failure.
  std::shared_ptr<ViewProcess> view(const std::string& id);

  /// Lets view() open a match again whose game has ended its process.
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
    std::string line;              // the transcript
  };
  /// A view, or the promise of one that another thread opens.
  struct Opened {
    std::string id;
    std::shared_future<std::shared_ptr<ViewProcess>> view;
    /// Returns the view, if it is open.
    [[nodiscard]] std::shared_ptr<ViewProcess> open() const;
  };

  ViewRequest order_for(const std::string& id);
  void forget_old();

  std::filesystem::path database_;
  ViewPlan plan_;
  SavedMatches saved_;
  std::vector<Listed> listed_;  // of files
  std::mutex mutex_;            // of what follows; not held while a match is opened, read or played
  std::list<Opened> views_;     // the last used first
  bool closed_ = false;
};

}  // namespace host
