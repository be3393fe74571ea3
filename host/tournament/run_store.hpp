// Connects a run to the results database. Matches that are already stored are not played again; finished matches are
// stored immediately, those that finish together with one write.
#pragma once

#include "host/store/store.hpp"
#include "host/tournament/pool.hpp"
#include "host/tournament/run.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace host {

/// Used by one thread.
class Lookup {
 public:
  /// The plan must exist as long as this object. Throws Failure(database).
  explicit Lookup(const RunPlan& plan);

  /// Returns the matches of the schedule with these numbers, from the database if they are there. The others have no
  /// result, and are to be played unless they are left out.
  std::vector<FinishedMatch> prepared(Chunk chunk);

  /// Completes a match with its result.
  void finish(FinishedMatch& match, PlayedMatch&& played);

 private:
  FinishedMatch prepared(std::size_t index);
  std::string key_of(const ScheduledMatch& scheduled);
  void find(FinishedMatch& match);
  /// Adds to the result what the plan knows: seed, place, conditions, players.
  void complete(FinishedMatch& match);

  const RunPlan& plan_;
  MatchIdentity identity_;                                                         // in a run with a database
  std::optional<Store> store_;                                                     // for looking up matches
  std::map<const Openings::Line*, std::shared_ptr<const Conditions>> conditions_;  // NULL: without an opening of a file
  std::vector<std::shared_ptr<const SeatIdentity>> players_;                       // of the participants
};

/// Returns the conditions of the run's match with this seed.
Conditions conditions_of(const RunPlan& plan, std::uint64_t seed);

/// Stores a run's matches. Used only by the thread that receives them.
class RunStore {
 public:
  /// Begins a run of `plan`, which has a database. All functions throw Failure(database).
  RunStore(const RunPlan& plan, Words command);

  /// Stores where the files of these participants are; the constructor does for those of the plan.
  void add_files(const std::vector<Participant>& participants);

  /// Stores matches. Those that were already stored are added to this run.
  void add(const std::vector<FinishedMatch>& matches);

  /// Returns sentences about strategies that have played a stored match again, but differently. Names them as far as
  /// transcripts show which one it was.
  [[nodiscard]] std::vector<std::string> not_deterministic() const;

  /// Ends the run.
  void finish(bool interrupted);

  /// Returns the number of matches that were already stored.
  [[nodiscard]] std::size_t known() const { return known_; }

 private:
  /// Matches that were played differently than before.
  struct Deviation {
    std::size_t matches = 0;
    std::uint64_t seed = 0;  // of the first
  };

  void add(const FinishedMatch& match);
  void note_deviation(const FinishedMatch& match, Added added);

  const RunPlan& plan_;
  Store store_;
  RunId run_ = 0;
  std::size_t known_ = 0;
  std::map<std::pair<std::string, Added>, Deviation> deviations_;  // by who has caused them
};

}  // namespace host
