// Who sits in a match: the interface between the match loop, which knows no isolation, and a strategy, wherever it
// runs.
#pragma once

#include "host/plugin/build.hpp"
#include "host/seat/outcome.hpp"

#include <agon/game.h>
#include <agon/types.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace host {

/// What a seat needs to know when a match begins. Borrowed for the match.
struct SeatStart {
  std::string game;
  std::string protocol;
  std::int32_t seat = 0;
  std::int32_t seats = 1;
  std::uint64_t seed = 0;
  /// In force. A seat in this process keeps to the CPU time alone; workers keep to all.
  agon_limits limits{};
  std::uint64_t observation_capacity = 0;
  std::uint64_t action_capacity = 0;
  std::uint64_t reply_capacity = 0;
  /// The game's library, and its type in this process, for strategies that need it (AGON_NEEDS_GAME). NULL: such a
  /// strategy finds that it is not there.
  std::shared_ptr<const Build> game_build{};
  const agon_game_type* game_type = nullptr;
};

/// Takes the actions that a strategy plays inside its turn, before the last one; see agon_session.act.
class Referee {
 public:
  Referee() = default;
  Referee(const Referee&) = delete;
  Referee& operator=(const Referee&) = delete;
  virtual ~Referee() = default;
  virtual agon_status act(agon_bytes action, agon_buffer* reply, agon_error* error) = 0;
};

/// One strategy, to be seated in one match after another.
class Seat {
 public:
  Seat() = default;
  Seat(const Seat&) = delete;
  Seat& operator=(const Seat&) = delete;
  virtual ~Seat() = default;

  /// A new match: makes a fresh instance. Returns how that went; after a failure the seat answers nothing until the
  /// next begin(). Throws Failure(isolation) if the sandbox can't be put up.
  virtual Outcome begin(const SeatStart& start, Referee& referee) = 0;

  /// Where the game is to write this seat's next observation; size is 0.
  agon_buffer& observation() {
    observation_.size = 0;
    return observation_;
  }

  /// One turn on what observation() holds. Returns AGON_OUTCOME_OK and the action, the host's own copy, valid until the
  /// next call; or what went wrong, and reason() says more.
  virtual std::int32_t turn(agon_bytes& action) = 0;

  /// The sentence that belongs to the last failure.
  [[nodiscard]] virtual const std::string& reason() const = 0;

  /// Whether the last begin() failed because the strategy can't use its options.
  [[nodiscard]] bool refused_options() const { return refused_options_; }

  /// The match is over: ends the instance. Returns what went wrong since the last turn, if anything: the match's scores
  /// are not affected. Nothing is returned twice.
  virtual Outcome end() = 0;

  /// What the seat has used since begin().
  [[nodiscard]] virtual Usage usage() const = 0;

  /// What the strategy has logged since begin(), lines that end with '\n'.
  [[nodiscard]] virtual const std::string& log() const = 0;

 protected:
  /// How long destroy() may take. By the clock it is far more: a busy machine stalls for seconds, but no honest
  /// strategy sleeps there.
  static constexpr std::int64_t destroy_cpu_ns = 1'000'000'000;
  static constexpr std::int64_t destroy_wall_ns = 10'000'000'000;

  /// Each kind of seat points it, in begin(), to where its strategy reads.
  agon_buffer observation_{};
  bool refused_options_ = false;
};

}  // namespace host
