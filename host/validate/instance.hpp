// Instances of a strategy, called at the C ABI as a host calls them, in a separate process (remote.hpp). They play all
// seats of a match. The game runs in another process.
#pragma once

#include "host/match/game_state.hpp"
#include "host/validate/remote.hpp"

#include <agon/types.h>
#include <agon/random.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace host::validate {

/// What a session offers to the strategy.
struct Services {
  bool log = true;           // agon.log/1; otherwise extension() returns NULL for all ids
  bool limited = true;       // the game's limits of CPU time; otherwise none
  std::uint64_t moody = 0;   // not 0: should_stop() sometimes returns 1, at random from this seed
  std::uint64_t growth = 0;  // not 0: extra bytes at the end of observations and replies, from this seed
  Conditions memory{};
};

/// Appends bytes to a protocol's struct, as a later version of the protocol would.
class Growth {
 public:
  static constexpr std::uint64_t most = 64;  // bytes

  /// With a seed of 0, it adds none.
  explicit Growth(std::uint64_t seed) : on_(seed != 0), random_(seed) {}

  void add(std::string& bytes) {
    if (!on_) return;
    for (std::uint64_t left = 1 + random_.below(most); left > 0; --left) bytes += static_cast<char>(random_.below(256));
  }

 private:
  bool on_;
  agon::Random random_;
};

/// A strategy's seat in a match.
struct Place {
  std::int32_t seat = 0;
  std::int32_t seats = 1;
  std::uint64_t seed = 0;
  std::vector<std::string> options;  // their values, in order
  Services services;
};

class Instance {
 public:
  /// Creates an instance of the strategy that the process uses. Borrows `game`.
  Instance(std::shared_ptr<Remote> remote, const Game& game, Place place);
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;
  ~Instance();

  /// Creates the instance in the process. Returns the strategy's status.
  agon_status create();
  void destroy();

  /// Returns the sentence of the last failure; "" if there was none.
  [[nodiscard]] const std::string& said() const { return said_; }

  /// Plays one turn of the seat to move, with all its actions, and appends them to `actions`. Returns what went wrong,
  /// or "". In case of an error, the seat's match is over.
  std::string turn(GameState& state, std::vector<std::string>& actions);

 private:
  /// Applies the actions of one turn to the game.
  class Turn;

  std::shared_ptr<Remote> remote_;
  const Game& game_;
  const Place place_;
  Growth growth_;
  std::uint64_t number_ = 0;  // in the process; 0: none
  std::string said_;
};

}  // namespace host::validate
