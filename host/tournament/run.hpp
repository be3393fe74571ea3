// A run: the matches of one command, one seed after the other.
#pragma once

#include "host/match/seating.hpp"
#include "host/match/transcript.hpp"
#include "host/plugin/catalogue.hpp"
#include "host/plugin/spec.hpp"
#include "host/seat/open_seat.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace host {

/// A strategy that takes part, with a value for each of its options.
struct Entrant {
  StrategyFile file;
  std::vector<std::string> options;
  SeatIdentity identity;
};

/// Finds the strategy, checks its options and hashes its file. Throws Failure(usage) or Failure(plugin).
Entrant enter(const PluginSpec& spec, const GameDescription& game, const Catalogue& catalogue);

/// All that a run plays. As many entrants as a match has seats.
struct RunPlan {
  Game game;
  std::vector<Entrant> entrants;
  std::vector<std::uint64_t> seeds;
  SeatingRule seating;
  std::vector<std::optional<std::string>> parameters;
  agon_limits limits{};
  Custody custody;
  bool record = false;  // whether transcripts have their actions
};

/// A match that is over. Borrowed for the call that hands it out.
struct FinishedMatch {
  const GameState& state;
  const Transcript& transcript;
  const Seating& seating;                       // which entrant sat on each seat
  const std::vector<const std::string*>& logs;  // what each seat logged
};

/// Plays the plan. `spectators` see every match as it is played; `finished` gets each one that is over; before each
/// match `should_stop` is asked, and if it says so, no further match begins. Returns how many matches were finished.
std::size_t play_run(const RunPlan& plan, std::span<Spectator* const> spectators,
                     const std::function<void(const FinishedMatch&)>& finished,
                     const std::function<bool()>& should_stop);

}  // namespace host
