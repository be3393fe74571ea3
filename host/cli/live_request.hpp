// The options of live matches: takeovers, new builds, and matches that go on from a transcript.
#pragma once

#include "host/arena/live_match.hpp"
#include "host/cli/run_request.hpp"
#include "host/match/transcript.hpp"
#include "host/store/store.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace host {

/// One --swap.
struct PlannedSwap {
  std::size_t action = 1;  // the number of the first event that the new player may play
  std::int32_t seat = 0;
  Participant player;
  std::string given;  // as the user wrote it
};

struct LiveRequest {
  std::vector<PlannedSwap> swaps;
  bool reload = false;
  std::optional<Transcript> from;  // the match to go on with
  std::size_t after = 0;           // the number of its events to keep
};

/// Returns --swap, --reload, --from and --after.
Options live_options();

/// Returns whether a person plays from the start, or takes over.
bool has_people(const RunPlan& plan, const LiveRequest& request);

/// Returns the plan of a match that goes on from a transcript, which `where` names: its game, which is loaded, and its
/// setup, with the limits of the command line and no participants yet.
RunPlan recorded_plan(const Values& values, const Transcript& transcript, const Game& game, const std::string& where);

/// Returns the line of --record for a match that people or takeovers have changed.
std::string record_of(const LiveMatch& match, const RunPlan& plan);

/// Prints a warning if the player is another build than the one of the recorded seat.
void tell_other_build(const Participant& player, const SeatIdentity& identity);

/// Where the strategies of recorded matches are: those in the transcript, and those of the database in --db.
class RecordedFiles {
 public:
  explicit RecordedFiles(const Values& values);

  /// Returns the player of a recorded seat, as it can be found now; prints a warning if it is another build. Throws
  /// Failure.
  Participant player(const SeatIdentity& identity, const Transcript& transcript, const GameDescription& game,
                     const Catalogue& catalogue);

 private:
  std::unique_ptr<Store> store_;
};

/// Reads the transcript of --from, and makes the plan that goes on with it: with its game, setup and players, except
/// those that --plugin names. Throws Failure.
RunPlan plan_from(const Values& values, const Catalogue& catalogue, LiveRequest& request);

/// Reads the other options. Returns whether the match needs to be played live: people, or one of these options. Must be
/// called after plan.schedule is set. Throws Failure(usage) or Failure(plugin).
bool read_live(const Values& values, const RunPlan& plan, const Catalogue& catalogue, LiveRequest& request);

}  // namespace host
