// Seats whose strategy runs in the host's own process and thread: of a library, for debuggers and profilers, or a
// function of a program that has loaded libagon. The host is not protected from the strategy, and cannot stop it in the
// middle of a turn.
#pragma once

#include "host/match/seat.hpp"
#include "host/plugin/catalogue.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace host {

/// Loads the strategy. `options` has a value for each of its options, in order. `should_stop` is read from inside
/// turns. With `reloads`, global variables are reset for every match, as with agon.single_instance/1. Throws
/// Failure(plugin).
std::unique_ptr<Seat> open_in_process(const StrategyFile& strategy, std::vector<std::string> options,
                                      std::function<bool()> should_stop, bool reloads = false);

/// Does the same for a strategy that is linked into this program: for tests and measurements.
std::unique_ptr<Seat> seat_in_process(const agon_strategy_type& type, std::vector<std::string> options);

// A seat whose strategy is a function of this program: for languages that use the host as a library.

/// What the function gets in a turn. Valid during the call.
struct CallbackTurn {
  const SeatStart& start;
  agon_bytes observation;
  /// Plays an action before the last one of the turn, as agon_session.act does. Returns what it revealed. Sets `over`
  /// if the turn is over; the function should return then, and what it returns is ignored. Throws std::invalid_argument
  /// with the game's reason for an illegal action, after which the seat has forfeited.
  std::function<std::string(const std::string& action, bool& over)> act;
  /// Appends a line to the seat's log.
  std::function<void(const std::string& line)> log;
};

/// Returns the bytes of the turn's last action. If it throws a std::exception, the seat fails with the outcome
/// AGON_OUTCOME_ERROR and what() as the reason. Any other exception ends the match and passes through play_match().
using Callback = std::function<std::string(const CallbackTurn& turn)>;

/// Opens a seat for the function. It is called in the thread that plays the match. No limit is enforced; its CPU time
/// is measured.
std::unique_ptr<Seat> open_callback(Callback callback);

}  // namespace host
