// Replays recorded matches with their games.
#pragma once

#include "host/match/match.hpp"
#include "host/match/transcript.hpp"
#include "host/plugin/catalogue.hpp"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace host {

// The games of transcripts, each loaded once.

class RecordedGames {
 public:
  /// `given` is the game of all transcripts; if it is empty, each transcript specifies its game.
  explicit RecordedGames(std::string given);

  /// Returns the game that plays the transcript. Throws Failure, beginning with `where`, if it is not found, or if it
  /// is another game than the recorded one.
  const Game& game_of(const Transcript& transcript, const std::string& where);

  [[nodiscard]] std::vector<const Build*> builds() const;

 private:
  const Game& find(const Transcript& transcript, const std::string& where);
  const Game& named(const std::string& name);

  const Catalogue catalogue_ = Catalogue::standard();
  std::string given_;
  std::map<std::string, Game> loaded_;
};

// A match and its record.

/// Plays `state` to its end as play_match() does, and returns the transcript; without `record`, with its head alone.
/// Throws Failure(game) if the game breaks its contract.
Transcript play_recorded(GameState& state, std::span<Seat* const> seats, std::vector<SeatIdentity> identities,
                         const std::vector<agon_limits>& limits, bool record, std::vector<Spectator*> watching = {},
                         GameActivity* watch = nullptr, const Opening& opening = {});

// Replays a recorded match with its game.

/// The first difference between a match and its record.
struct Difference {
  std::size_t event = 0;  // number of the event, from 1; 0: before the first event; events + 1: at the end
  std::string what;       // a sentence
};

/// Returns the setup of a recorded match. Throws Failure(transcript), beginning with `where`, if the game refuses it.
Setup setup_of(const MatchHead& match, const Game& game, const std::string& where);

/// Applies the first `count` recorded events to `state`, which was created from setup_of(). The spectators see the
/// start and each event. Returns the first difference: the start position, the seat to move, an illegal action, what an
/// action reveals.
std::optional<Difference> replay_events(const Transcript& transcript, std::size_t count, GameState& state,
                                        std::span<Spectator* const> spectators);

/// Does this for all events, and also compares the opening, takeovers, the end of the match and the scores. An
/// unfinished match has neither end nor scores.
std::optional<Difference> replay(const Transcript& transcript, GameState& state,
                                 std::span<Spectator* const> spectators);

}  // namespace host
