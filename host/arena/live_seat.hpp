// A seat of a live match, whose player can change between turns: a strategy or a person. And the match's record, with
// the takeovers.
#pragma once

#include "host/match/seat.hpp"
#include "host/match/transcript.hpp"
#include "host/plugin/build.hpp"
#include "host/plugin/description.hpp"
#include "host/seat/open_seat.hpp"
#include "host/seat/participant.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace host {

// Reads a seat as users write it.

/// Returns the seat of a match of `seats` seats: its number from 0, or the game's name for it ("Black"; upper and lower
/// case count as the same). Throws Failure(usage), beginning with `where`.
std::int32_t seat_number(const std::string& text, const GameDescription& game, std::int32_t seats,
                         const std::string& where);

/// Returns "seat 0 (Black)", or "seat 0" if the game has no names for seats.
std::string seat_and_name(const GameDescription& game, std::int32_t seat);

/// Forwards to the seat of the current strategy. While a person plays, it has none, and nobody calls turn(): see
/// TurnByTurn::act(). Usage and log are those of all players together.
class LiveSeat final : public Seat {
 public:
  /// Both references are borrowed. Throws nothing: begin() opens the strategy.
  LiveSeat(const SandboxPolicy& sandbox, const std::function<bool()>& should_stop, Participant player)
      : sandbox_(sandbox), should_stop_(should_stop), player_(std::move(player)) {}

  [[nodiscard]] const Participant& player() const { return player_; }

  /// Ends the strategy's part, if any, before the match goes on at another position. There, the seat has used `used`.
  void leave(const Usage& used);

  Outcome begin(const SeatStart& start, Referee& referee) override;
  std::int32_t turn(agon_bytes& action) override;
  [[nodiscard]] std::optional<Evaluation> evaluation() const override {
    return strategy_ ? strategy_->evaluation() : std::nullopt;
  }
  Outcome end() override;
  [[nodiscard]] Usage usage() const override;

  /// Returns what the strategy has written since the last call. Must not be called inside a turn.
  std::string take_log();

  /// Counts a turn of a person.
  void person_acted() { ++used_before_.turns; }

  /// Exchanges the player. The match has begun and no turn is running. The new strategy is created first. If that
  /// fails, returns the reason, and nothing changes.
  std::optional<std::string> take_over(Participant player, const agon_limits& limits);

  /// Returns the strategy with the same options from the current content of its file, if that differs from the build
  /// that plays. Reads each state of a file once, and not before it has been left alone for a moment, because a linker
  /// may still be writing. Cheap if the file has not changed. Requires that a strategy plays.
  /// Throws Failure(plugin) or Failure(usage) if the new content can't be used, once for each state of the file.
  std::optional<Participant> newer(const GameDescription& game);

 private:
  void collect_log();
  void lend_observation();

  const SandboxPolicy& sandbox_;
  const std::function<bool()>& should_stop_;
  Participant player_;
  std::unique_ptr<Seat> strategy_;  // NULL for a person
  SeatStart start_;                 // without `ends` once a strategy has them: it owns the descriptors
  bool joined_ = false;             // the match has such ends
  Referee* referee_ = nullptr;
  bool playing_ = false;       // between begin() and end()
  bool begun_ = false;         // the strategy's usage and log belong to this match
  Usage used_before_;          // of earlier players, and of people
  std::size_t collected_ = 0;  // bytes of the current strategy's log that are in log_
  std::size_t taken_ = 0;      // bytes of log_ that take_log() has returned
  AlignedMemory storage_;      // for observations while no strategy plays
  std::map<std::filesystem::path, std::optional<FileState>> seen_;  // the state of each file, when newer() last read it
};

class Recording final : public Recorder {
 public:
  /// `seats` are the match's seats, borrowed.
  Recording(const std::vector<std::unique_ptr<LiveSeat>>& seats, Opening opening);

  /// Prepares the record for the first `actions` events of `from`, which the caller plays next. All players start anew
  /// after them.
  void start_from(const Transcript& from, std::size_t actions, std::optional<Origin> origin);
  /// Notes that these events have been played.
  void started() { starting_ = false; }

  /// Notes that the seat has another player, or that its strategy has started anew.
  void changed(std::int32_t seat);

  void acted(const GameState& state, std::int32_t seat, agon_bytes action) override;
  void forfeited(const GameState& state, std::int32_t seat, const Outcome& outcome) override;
  void waits(std::int32_t /*seat*/, Seat& /*player*/) override {}  // LiveMatch has what turns use

  using Recorder::transcript;
  /// Returns the transcript with the result; nothing: the match is not over.
  [[nodiscard]] Transcript transcript(const GameState& state, const std::optional<MatchResult>& result) const;

 private:
  struct SeatState {
    bool acted = false;    // in an event of the record
    bool changed = false;  // since its last event
  };
  void note(std::int32_t seat);

  const std::vector<std::unique_ptr<LiveSeat>>& seats_;
  std::vector<SeatState> states_;
  bool starting_ = false;
};

}  // namespace host
