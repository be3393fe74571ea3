// The interface between the match loop, which knows nothing about isolation, and a strategy.
#pragma once

#include "host/plugin/build.hpp"
#include "host/plugin/evaluation.hpp"
#include "host/plugin/outcome.hpp"
#include "host/plugin/stream.hpp"
#include "host/util/shared_memory.hpp"

#include <agon/game.h>
#include <agon/types.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace host {

class GameState;

/// Memory with the alignment that the ABI guarantees. Large capacities are cheap: untouched pages use no memory.
class AlignedMemory {
 public:
  /// Ensures a size of at least `size` bytes, and of at least one. If the block grows, its content becomes undefined.
  void grow(std::uint64_t size) {
    const std::uint64_t units = size / sizeof(Unit) + 1;
    if (units <= units_) return;
    storage_ = std::make_unique_for_overwrite<Unit[]>(units);
    units_ = units;
  }
  [[nodiscard]] std::byte* data() { return storage_[0].bytes; }
  /// Grows to `capacity`. Returns an empty buffer of that capacity, in the block.
  agon_buffer buffer(std::uint64_t capacity) {
    grow(capacity);
    return {data(), capacity, 0};
  }
  /// Returns a copy of these bytes, in the block. They may lie in memory that another process changes.
  agon_bytes hold(agon_bytes bytes) {
    grow(bytes.size);
    if (bytes.size > 0) copy_once(data(), bytes.data, bytes.size);
    return {data(), bytes.size};
  }

 private:
  struct alignas(16) Unit {
    std::byte bytes[16];
  };
  std::unique_ptr<Unit[]> storage_;
  std::uint64_t units_ = 0;
};

/// What a seat needs to know at the start of a match. Borrowed until the match ends.
struct SeatStart {
  std::string game;
  std::string protocol;
  std::int32_t seat = 0;
  std::int32_t seats = 1;
  std::uint64_t seed = 0;
  std::uint64_t match_seed = 0;  // of which no strategy may learn
  /// The limits in force. A seat in the host's process enforces only the CPU time; workers enforce all limits.
  agon_limits limits{};
  std::uint64_t observation_capacity = 0;
  std::uint64_t action_capacity = 0;
  std::uint64_t reply_capacity = 0;
  /// The game's library, and its type in this process, for strategies that need it (AGON_NEEDS_GAME). NULL: not
  /// available to the strategy.
  std::shared_ptr<const Build> game_build{};
  const agon_game_type* game_type = nullptr;
  /// Whether the seats' programs know nothing of Agon (stream.hpp), and what this seat's is connected to. If it is
  /// nothing, the observation is the input.
  bool streams = false;
  std::optional<StreamEnds> ends{};
  /// Whether candidates() is wanted after a turn.
  bool wants_candidates = false;
  /// The match, of which programs get texts: those that this seat may know. NULL for calls that belong to no match.
  const GameState* notation = nullptr;
};

/// Receives the actions that a strategy plays inside its turn, before the last one; see agon_session.act.
class Referee {
 public:
  Referee() = default;
  Referee(const Referee&) = delete;
  Referee& operator=(const Referee&) = delete;
  virtual ~Referee() = default;
  virtual agon_status act(agon_bytes action, agon_buffer* reply, agon_error* error) = 0;
};

/// Lets nobody act inside a turn: the first action ends it, and is kept.
class NoReferee : public Referee {
 public:
  agon_status act(agon_bytes action, agon_buffer* /*reply*/, agon_error* /*error*/) override {
    keep(action);
    return AGON_TURN_OVER;
  }

  /// Copies the action, unless there is one.
  void keep(agon_bytes action) {
    if (!kept_) kept_ = room_.hold(action);
  }
  /// Returns the action that was kept, valid as long as this object; nothing: none was played.
  [[nodiscard]] const std::optional<agon_bytes>& kept() const { return kept_; }
  void forget() { kept_.reset(); }

 private:
  AlignedMemory room_;
  std::optional<agon_bytes> kept_;
};

/// One strategy, which can play several matches in succession.
class Seat {
 public:
  Seat() = default;
  Seat(const Seat&) = delete;
  Seat& operator=(const Seat&) = delete;
  virtual ~Seat() = default;

  /// Starts a match: creates a new instance. Returns the outcome. After a failure the seat answers nothing until the
  /// next begin(). Throws Failure(isolation) if the sandbox can't be set up.
  virtual Outcome begin(const SeatStart& start, Referee& referee) = 0;

  /// Returns the buffer for this seat's next observation, with size 0. The game writes the observation into it, so it
  /// is memory of this process alone: turn() copies it to where the strategy can read it.
  agon_buffer& observation() {
    observation_.size = 0;
    return observation_;
  }

  /// Plays one turn with the content of observation(). Returns AGON_OUTCOME_OK and the action: the host's own copy,
  /// valid until the next call. On failure, returns another kind, and reason() returns the sentence.
  virtual std::int32_t turn(agon_bytes& action) = 0;

  /// Returns what the strategy has reported of its position, last in the last turn; nothing if it did not.
  [[nodiscard]] virtual std::optional<Evaluation> evaluation() const { return std::nullopt; }

  /// Returns the actions between which it has chosen in the last turn, not yet checked, if they are wanted.
  [[nodiscard]] virtual std::vector<Candidate> candidates() const { return {}; }

  /// Returns the sentence for the last failure.
  [[nodiscard]] virtual const std::string& reason() const { return reason_; }

  /// Returns whether the last begin() failed because the strategy refused its options or such a match.
  [[nodiscard]] bool refused() const { return refused_; }

  /// Ends the match: destroys the instance. Returns a failure that has occurred since the last turn, if any. Such a
  /// failure does not affect the match's scores. Each failure is returned once.
  virtual Outcome end() = 0;

  /// Returns what the seat has used since begin().
  [[nodiscard]] virtual Usage usage() const { return usage_; }

  struct SoFar {
    std::int64_t cpu_ns = 0;  // since begin()
    bool may_have_logged = true;
  };
  /// Called after begin() and after each turn. Cheaper than usage() and log_so_far(): can take the time of short turns
  /// by the clock.
  virtual SoFar so_far() { return {usage().cpu_ns}; }

  /// Returns what the strategy has logged since begin(): lines that end with '\n'.
  [[nodiscard]] virtual const std::string& log() const { return log_.text(); }

  /// Returns the same in the middle of a match, where log() may lack the last lines. Must not be called inside a turn.
  virtual const std::string& log_so_far() { return log(); }

 protected:
  /// CPU time limit for destroy(). The wall-clock limit is far higher: a busy machine can stall for seconds, but no
  /// normal strategy sleeps in destroy().
  static constexpr std::int64_t destroy_cpu_ns = 1'000'000'000;
  static constexpr std::int64_t destroy_wall_ns = 10'000'000'000;

  /// Each kind of seat sets it in begin(). Never memory that is shared with another process.
  agon_buffer observation_{};
  bool refused_ = false;
  std::string reason_;
  Usage usage_;
  MatchLog log_;
};

/// What the seats have in common that do not forward to another one.
class StartedSeat : public Seat {
 protected:
  /// Begins a match: forgets what is of the last one, and has memory for actions.
  void reset(const SeatStart& start, Referee& referee) {
    start_ = start;
    referee_ = &referee;
    refused_ = false;
    reason_.clear();
    usage_ = {};
    log_ = {};
    action_room_.grow(start.action_capacity);
  }

  /// Lets the game write observations into memory of this seat.
  void observe_here() { observation_ = observation_room_.buffer(start_.observation_capacity); }

  /// Passes an action inside the turn, of at most the game's action_capacity bytes, to the referee. Points `reply` to
  /// what it reveals, valid until the next call. The game is guaranteed alignment and capacity; the strategy need not
  /// provide them.
  agon_status rule(agon_bytes action, agon_bytes& reply, agon_error& error) {
    inside_room_.grow(start_.action_capacity);
    agon_buffer answer = reply_room_.buffer(start_.reply_capacity);
    const agon_status status = referee_->act(inside_room_.hold(action), &answer, &error);
    reply = {answer.data, std::min(answer.size, answer.capacity)};
    return status;
  }

  /// Keeps the action of the turn.
  agon_bytes keep(agon_bytes action) { return action_room_.hold(action); }

  SeatStart start_;
  Referee* referee_ = nullptr;
  AlignedMemory action_room_;

 private:
  AlignedMemory observation_room_;
  AlignedMemory inside_room_;
  AlignedMemory reply_room_;
};

}  // namespace host
