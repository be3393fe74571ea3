// Matches through the host's own loop, with strategies in the sandbox as anywhere, for checks.
#pragma once

#include "host/match/match.hpp"
#include "host/seat/open_seat.hpp"
#include "host/validate/check.hpp"
#include "host/validate/remote.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace host::validate {

/// How strategies are kept: in the sandbox, as far as this machine has one.
Custody sandboxed();

/// Returns the limits of checks: the game's, with a limit of wall-clock time in any case.
agon_limits limits_for(const GameDescription& game);

/// The strategy with its options at their defaults, in a worker of its own.
std::unique_ptr<Seat> seated(const StrategyFile& strategy);

/// How a match of a check may go on.
struct Span {
  std::size_t actions;
  std::int64_t wall_ns;
};

/// What came of a match.
struct Played {
  bool whole = false;                                      // else it was cut short
  std::vector<std::pair<std::int32_t, Outcome>> failures;  // by seat
};

/// Plays a match as a host does, and cuts it short where it goes on too long: parameters may ask for a billion turns.
Played play(GameState& state, std::span<Seat* const> seats, const Span& span, Spectator* spectator = nullptr);

/// A setup whose parameters are all left alone is one that a match has to end in; others may ask for very long ones.
bool is_plain(const GameDescription& game, const Setup& setup);
Span span_for(const GameDescription& game, const Setup& setup, bool hurried);

/// When a check has played enough matches.
class Ration {
 public:
  explicit Ration(const Case& examined);
  [[nodiscard]] bool enough(std::size_t matches) const;

 private:
  std::size_t most_;
  bool hurried_;
  std::int64_t began_;
};

}  // namespace host::validate
