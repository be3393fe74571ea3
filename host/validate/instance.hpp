// Instances of a strategy, called at the C ABI as a host calls them, in a process of a check's own (apart.hpp).
//
// They play all seats of a match themselves. What the session offers them a check can vary: extensions withheld, a wish
// to stop, little time. Time that they are told is counted by how often they ask, so that the same match goes the same
// way again.
#pragma once

#include "host/match/game_state.hpp"
#include "host/validate/room.hpp"

#include <agon/strategy.h>
#include <agon/random.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace host::validate {

/// What a session offers.
struct Services {
  bool log = true;                     // agon.log/1; without it extension() has nothing at all
  bool limited = true;                 // with the game's limit of CPU time; else there is none
  std::uint64_t moody = 0;             // not 0: should_stop() says 1 now and then, as drawn from it
  std::optional<std::uint8_t> dirt{};  // what free memory and the stack are full of when it is called
  bool borders = false;  // memory handed in ends at a page that nobody may touch, and observations can't be written
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
  /// All are borrowed.
  Instance(const agon_strategy_type& type, const Game& game, Place place);
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;
  ~Instance();

  /// Returns its status; AGON_OK that comes without an instance is AGON_FAILED.
  agon_status create();
  void destroy();

  /// The sentence that came with the last failure; "" if there was none.
  [[nodiscard]] std::string said() const;

  /// One turn in a match whose move it is, with all actions in it; they are added to `actions`. Returns what went
  /// wrong, or "". The seat's match is then over.
  std::string turn(GameState& state, std::vector<std::string>& actions);

 private:
  static Instance& of(const agon_session* session) { return *static_cast<Instance*>(session->host); }
  agon_status act(agon_bytes action, agon_buffer* reply, agon_error* error);
  [[nodiscard]] std::int64_t time_left_ns();
  std::int32_t should_stop();
  std::string apply(GameState& state, const std::string& action);

  const agon_strategy_type& type_;
  const Game& game_;
  const Place place_;
  std::vector<agon_setting> options_;
  agon_session session_{};
  void* self_ = nullptr;
  agon_error error_{};
  agon::Random moods_;
  std::int64_t time_left_ns_;

  Room observation_;
  Room action_;
  Room inside_;
  Room reply_;
  // Of the turn that it is in.
  GameState* state_ = nullptr;
  std::vector<std::string>* actions_ = nullptr;
  std::string fault_;
  bool over_ = false;
};

}  // namespace host::validate
