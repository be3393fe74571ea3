// What an arena needs to know to play matches, and what it returns.
#pragma once

#include "host/match/match.hpp"
#include "host/match/opening.hpp"
#include "host/match/result.hpp"
#include "host/match/transcript.hpp"
#include "host/plugin/catalogue.hpp"
#include "host/seat/open_seat.hpp"
#include "host/seat/participant.hpp"
#include "host/util/descriptor.hpp"

#include <agon/types.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace host {

/// Which boards of a match to return as text.
enum class Boards { none, final, moves };

/// What all matches of a run have in common.
struct Job {
  GameBuild game;
  std::vector<Participant> participants;
  std::vector<std::optional<std::string>> parameters;  // as in Setup
  Openings openings{};
  RunLimits limits{};    // in force
  std::string secret{};  // for the strategies' own seeds: see strategy_seed()
  SandboxPolicy sandbox;
  bool record = false;           // whether transcripts contain the actions; a game without a notation fails then
  bool keep = false;             // whether they do in games that have a notation
  bool logs = false;             // whether to return the logs of all matches; those of failed seats always are
  Boards boards = Boards::none;  // `moves` needs a job that plays one match at a time
  bool colour = false;           // whether boards have the terminal's colours
  std::string exclusive{};       // the file of the lock that each match takes (Exclusive); empty: none
  std::string origin{};          // the line of the transcript of which requests branch off; a stop cuts these off
};

/// Returns the parameters of the match with this seed: those of its opening, or of all matches.
inline const std::vector<std::optional<std::string>>& parameters_of(const Job& job, std::uint64_t seed) {
  const Openings::Line* const line = job.openings.line(seed);
  return line == nullptr ? job.parameters : line->parameters;
}

/// Where a match begins in that of Job::origin.
struct BranchPoint {
  std::uint64_t events = 0;  // with which it begins
  std::int32_t seat = 0;     // what it does not know is drawn again after them (agon_model.resample)
  bool acts = false;         // whether the seat's next event follows before the strategies begin

  bool operator==(const BranchPoint&) const = default;
};

/// One match to play.
struct MatchRequest {
  std::uint64_t seed = 0;            // of a branch: of what is drawn again, and of the strategies
  std::vector<std::size_t> seating;  // the participant on each seat
  std::optional<BranchPoint> branch{};

  bool operator==(const MatchRequest&) const = default;
};

/// A match that has been played.
struct PlayedMatch {
  Result result;  // without what the host knows: place, conditions, players. All parameters are in `drawn`.
  std::optional<Transcript> transcript{};  // if the job asks for it
  std::vector<std::string> logs{};         // the output of each seat, if the job asks for it
  std::string game_log{};
  std::string board{};   // the final one, if the job asks for it
  bool refused = false;  // the fault is that a match with this seed can't begin; see SetupRefused
};

/// Callbacks of what plays matches, all in the thread that lets it play.
template <class Matches>
struct PlayHooks {
  std::function<void(Matches&& finished)> finished;          // one or some, in the order of the requests
  std::function<void(const std::string& text)> shown;        // boards while a match is played
  std::function<bool()> should_stop = [] { return false; };  // whether no further match may begin
  std::function<void()> tick = [] {};                        // called about every 0.1 s; at least after each match
};

using ArenaHooks = PlayHooks<PlayedMatch>;

/// Plays the matches of a job, one after the other. Used by one thread.
class Arena {
 public:
  Arena() = default;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  virtual ~Arena() = default;

  /// Plays the requests, or the first ones of them if it is to stop. Throws Failure if no match can be played: a
  /// library can't be loaded, parameters are inconsistent, or this machine can't isolate strategies.
  virtual void play(const std::vector<MatchRequest>& requests, const ArenaHooks& hooks) = 0;

  /// Checks the participants that may refuse, for matches with `seats` seats. Returns the sentence of the first that
  /// refuses.
  virtual std::optional<std::string> refusal(std::int32_t seats) = 0;
};

}  // namespace host

namespace host::arena {

/// The first message to an arena: the job, and where it finds the libraries.
struct Order {
  Job job;
  std::string game_file;   // from which the arena loads the game; empty: from the file descriptor
  std::size_t number = 0;  // of the arenas that play side by side, for the choice of a core
  std::size_t count = 1;
};

/// Returns the libraries of a job, each once. Their file descriptors travel before the order, in this order.
std::vector<const Build*> builds_of(const Job& job);

std::string to_bytes(const Order& order);

/// Throws BadMessage, or Failure(plugin) if a library does not have what the order says.
Order order_from(std::string_view bytes, std::vector<Descriptor> descriptors);

}  // namespace host::arena
