// The matches that the server shows: recorded ones from files, stored ones from the results database, and those that
// are played now. Thread-safe.
#pragma once

#include "host/match/recorded_games.hpp"
#include "host/web/lobby.hpp"
#include "host/web/room.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <filesystem>
#include <future>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace host {

class Shelf {
 public:
  /// `database` need not exist. `game` (an id or a path) is the game of the transcripts in files; if it is empty, each
  /// specifies its own. `lobby` is borrowed.
  Shelf(std::filesystem::path database, std::string game, Lobby& lobby);

  /// Adds the transcripts of a file. Throws Failure(transcript).
  void add_file(const std::string& path);

  /// Adds a match that is played. Returns its id: "live-1". If there are many, those that nobody has looked at for the
  /// longest time become records: their players end, and one can branch from their last turn.
  std::string add(const std::shared_ptr<Room>& room, const std::string& title, const std::string& game);

  /// Returns the room of a match: "file-1", "live-1", or "run-3-17" for match 17 of run 3 in the database. Opens it if
  /// necessary, while other threads use other rooms. Throws Failure.
  std::shared_ptr<Room> room(const std::string& id);

  /// Returns the matches of files and those that are played, the newest first: [{"id", "title", "game", "file"}, ...].
  [[nodiscard]] nlohmann::ordered_json list();

  [[nodiscard]] const std::filesystem::path& database() const { return database_; }

  /// Closes all rooms, and those that are opened later.
  void close();

 private:
  struct Listed {
    std::string id;
    std::string title;
    std::string game;
    std::string file;  // empty: played here
    // One of them; a match that is played has neither.
    std::shared_ptr<const Transcript> transcript;
    std::string line;  // the transcript
  };
  /// A room, or the promise of one that another thread opens.
  struct Opened {
    std::string id;
    bool live = false;
    std::shared_future<std::shared_ptr<Room>> room;
  };

  std::shared_ptr<Room> open(const std::string& id);
  std::shared_ptr<Room> open_stored(const std::string& id);
  std::shared_ptr<Room> recorded(std::shared_ptr<const Transcript> transcript, const std::string& where);
  [[nodiscard]] std::vector<Opened> least_used(bool live, std::size_t kept) const;
  void forget(const std::string& id);
  void forget_old();
  void retire_old();

  std::filesystem::path database_;
  Lobby& lobby_;
  std::mutex games_mutex_;  // of games_
  RecordedGames games_;
  std::mutex mutex_;  // of what follows; not held while a match is opened, read or played
  std::list<Listed> listed_;
  std::list<Opened> rooms_;  // the last used first
  std::size_t played_ = 0;
  std::size_t filed_ = 0;
  std::size_t parsed_ = 0;  // the number of events of the parsed transcripts
  bool closed_ = false;
};

}  // namespace host
