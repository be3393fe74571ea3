// The record of a live match: adds takeovers when a new player first acts.
#pragma once

#include "host/live/live_seat.hpp"
#include "host/match/transcript.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace host {

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

  [[nodiscard]] const Transcript& transcript() const { return transcript_; }
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
