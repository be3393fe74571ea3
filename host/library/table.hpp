// Matches between strategies, some of which can be functions of the caller, and the results of earlier ones.
#pragma once

#include "host/library/game.hpp"
#include "host/match/transcript.hpp"
#include "host/seat/in_process.hpp"
#include "host/seat/open_seat.hpp"
#include "host/store/store.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace host::library {

/// A player that is a function, and its name in results.
struct Function {
  std::string name;
  Callback call;
};

/// The seats of a match, who can play several matches there. Matches are equal to those of the command line with the
/// same setup and strategies.
class Table {
 public:
  struct Options {
    Assignments parameters{};
    std::string isolation = "sandbox";  // as after --isolation
    bool fresh = false;                 // as --fresh
    std::string secret{};               // as after --secret
    GivenLimits limits{};               // of strategies without own ones; functions have none
    Opening opening{};                  // of each match
  };

  /// Opens a seat for each player; a text is a strategy as after --plugin. Throws Failure(usage), Failure(plugin) or
  /// Failure(isolation).
  Table(std::shared_ptr<const Game> game, std::vector<std::variant<std::string, Function>> players,
        const Options& options);

  /// Plays the match with that seed, and returns its record. Throws Failure(usage) if the opening can't be played,
  /// Failure(game) if the game fails, Failure(isolation), and what a function threw that is no std::exception.
  Transcript play(std::uint64_t seed);

  [[nodiscard]] const Game& game() const { return *game_; }
  /// Returns sentences about the layers of the sandbox that this machine lacks.
  [[nodiscard]] const std::vector<std::string>& missing() const { return missing_; }

 private:
  std::shared_ptr<const Game> game_;
  std::vector<std::string> missing_;
  Setup setup_;
  std::vector<agon_limits> limits_;  // of each seat
  Opening opening_;
  std::vector<SeatIdentity> identities_;
  std::vector<std::unique_ptr<Seat>> seats_;
};

/// Returns the transcripts of a file, one for each line. Throws Failure(transcript).
std::vector<Transcript> read_transcripts(const std::filesystem::path& file);

/// Calls `take` for each match of a results database; an empty path: the default one. Throws Failure(database).
void read_results(const std::filesystem::path& database, const Filter& filter,
                  const std::function<void(const Result&)>& take);

}  // namespace host::library
