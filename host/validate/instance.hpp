// Instances of a strategy, called at the C ABI as a host calls them, in a process of their own (remote.hpp). They play
// all seats of a match themselves, in a game that is elsewhere.
#pragma once

#include "host/match/game_state.hpp"
#include "host/validate/remote.hpp"

#include <agon/types.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace host::validate {

/// What a session offers.
struct Services {
  bool log = true;          // agon.log/1; without it extension() has nothing at all
  bool limited = true;      // with the game's limit of CPU time; else there is none
  std::uint64_t moody = 0;  // not 0: should_stop() says 1 now and then, as drawn from it
  Conditions memory{};
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

  /// Returns its status; AGON_OK that comes without an instance is AGON_FAILED.
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
  std::uint64_t number_ = 0;  // in the process; 0: there is none
  std::string said_;
};

}  // namespace host::validate
