// Plays matches for checks in the host's own loop, with sandboxed strategies.
#pragma once

#include "host/match/match.hpp"
#include "host/seat/open_seat.hpp"
#include "host/validate/check.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace host::validate {

/// Returns the limits of checks: the game's, always with a limit of wall-clock time.
agon_limits limits_for(const GameDescription& game);

/// Returns the strategy's seat with default options, in a separate worker: in the sandbox, as far as this machine
/// supports it.
std::unique_ptr<Seat> seated(const StrategyFile& strategy);

/// Plays every turn with a fresh instance of the player's strategy. If that acts several times inside its turn, the
/// turn is ended after a few actions, so that another instance takes over there.
std::unique_ptr<Seat> handover(std::unique_ptr<Seat> player, std::uint64_t seed);

/// The maximum length of a check's match.
struct MatchCap {
  std::size_t actions;
  std::int64_t wall_ns;
  std::int64_t cpu_ns = 0;  // of each seat, if the game allows more; 0: what the game allows
  /// Seats, by number, that have a second of CPU time in all, if the game allows more.
  std::vector<bool> brief{};
};

/// The result of a match.
struct Played {
  bool whole = false;                                        // false: it was ended early
  std::vector<std::pair<std::int32_t, Outcome>> failures{};  // by seat
  Record record{};                                           // of all its actions
};

/// Plays a match as a host does. Ends it early if it takes too long: parameters may lead to a billion turns.
Played play(GameState& state, std::span<Seat* const> seats, const MatchCap& cap);

/// Returns the cap of a check's match on this setup. One without assigned parameters must end; others may be very long.
MatchCap cap_for(const GameState& state, bool hurried);

/// Returns the same for a check of the game, for which strategies make moves, and need not make good ones: if the check
/// is to take seconds, those that think as long as they may have a second.
MatchCap cap_for_game(const GameState& state, bool hurried);

/// Returns what decides when a check has played enough matches.
Quota quota_of_matches(const Case& examined);

}  // namespace host::validate
