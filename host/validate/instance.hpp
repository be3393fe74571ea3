// Instances of a strategy, called at the C ABI as a host calls them, in a process of their own (remote.hpp). They play
// all seats of a match themselves, in a game that is elsewhere.
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

/// What a session offers.
struct Services {
  bool log = true;           // agon.log/1; without it extension() has nothing at all
  bool limited = true;       // with the game's limits of CPU time; else there are none
  std::uint64_t moody = 0;   // not 0: should_stop() says 1 now and then, as drawn from it
  std::uint64_t growth = 0;  // not 0: observations and replies have more bytes at their end, as drawn from it
  Conditions memory{};
};

/// Adds bytes behind what a struct of a protocol has now, as a later version of the protocol would.
class Growth {
 public:
  static constexpr std::uint64_t most = 64;  // bytes

  /// With a seed of 0 it adds none.
  explicit Growth(std::uint64_t seed) : on_(seed != 0), random_(seed) {}

  void add(std::string& bytes) {
    if (!on_) return;
    for (std::uint64_t left = 1 + random_.below(most); left > 0; --left) bytes += static_cast<char>(random_.below(256));
  }

 private:
  bool on_;
  agon::Random random_;
};

/// One seat of a match, for a strategy.
struct Place {
  std::int32_t seat = 0;
  std::int32_t seats = 1;
  std::uint64_t seed = 0;
  std::vector<std::string> options;  // values, in order
  Services services;
};

class Instance {
 public:
  /// Of the strategy that the process uses. `game` is borrowed.
  Instance(std::shared_ptr<Remote> remote, const Game& game, Place place);
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;
  ~Instance();

  /// Returns its status.
  agon_status create();
  void destroy();

  /// The sentence that came with the last failure; "" if there was none.
  [[nodiscard]] const std::string& said() const { return said_; }

  /// One turn in a match whose move it is, with all actions in it; they are added to `actions`. Returns what went
  /// wrong, or "". The seat's match is then over.
  std::string turn(GameState& state, std::vector<std::string>& actions);

 private:
  /// The actions of one turn, as they reach the game.
  class Turn;

  std::shared_ptr<Remote> remote_;
  const Game& game_;
  const Place place_;
  Growth growth_;
  std::uint64_t number_ = 0;  // in the process; 0: there is none
  std::string said_;
};

}  // namespace host::validate
