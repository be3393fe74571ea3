// The record of a match. It allows this host, or another referee, to replay and check the match.
//
// docs/transcript.schema.json describes the JSON. Each line of a file is one transcript.
#pragma once

#include "host/match/match.hpp"
#include "host/match/opening.hpp"
#include "host/plugin/evaluation.hpp"
#include "host/plugin/spec.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace host {

// What the turns of a match have used, and what strategies have logged and reported in them. It depends on the machine:
// nothing that compares or replays matches reads it.

/// What a strategy has logged in one turn. `cut` bytes are left out: the first lines of the turn, and all lines of the
/// seat's later turns without an entry.
struct TurnLog {
  std::size_t action = 0;  // number of the turn's last event, from 1
  std::string text;        // lines, each terminated by '\n'
  std::uint64_t cut = 0;

  /// Returns the text, below a line about what is left out.
  [[nodiscard]] std::string shown() const;
};

/// Returns {"value":V,"depth":D,"nodes":N,"line":"..."} without what was not told; "share" in place of "value" for the
/// share of opponents that it expects to beat, with "cp" or "mate" if it has told one of these.
nlohmann::ordered_json evaluation_json(const Evaluation& evaluation);

/// Returns a value as people see it, with four significant digits.
double as_shown(double value);

/// Returns "expects a score of 4.2, depth 9, 1200 positions: e2e4 e7e5", without what was not told.
std::string evaluation_text(const Evaluation& evaluation);

struct TurnUsage {
  std::vector<std::int64_t> cpu_us;       // of each event; 0 except for the last one of a turn. Empty: unknown
  std::vector<TurnLog> logs;              // in the order of the events
  std::vector<Evaluation> evaluations{};  // likewise
};

/// The maximum size of the log of a turn, and of the logs and of the reported lines of all turns of a seat; bytes.
inline constexpr std::size_t most_of_turn_log = 4096;
inline constexpr std::size_t most_of_seat_log = 65536;

/// Collects what turns use.
class TurnUsageCollector {
 public:
  /// Adds a turn that ended with event number `event`, from 1: at least that of the turn before.
  void add(std::size_t event, std::int32_t seat, std::int64_t cpu_us, std::string_view log,
           std::optional<Evaluation> evaluation = std::nullopt);

  [[nodiscard]] const TurnUsage& usage() const { return usage_; }

 private:
  struct SeatLog {
    std::size_t size = 0;   // of all entries
    std::size_t last = 0;   // index of the last entry
    std::size_t lines = 0;  // size of all reported lines
  };

  TurnUsage usage_;
  std::map<std::int32_t, SeatLog> seats_;
};

/// The format versions that transcripts contain. A match that strategies have played from its start to its end is of
/// the first version. The second version adds people, takeovers, origins and unfinished matches: a reader of the first
/// version alone would take the strategies of its seats for those that have played.
inline constexpr int transcript_format = 1;
inline constexpr int live_transcript_format = 2;

/// Identifies the strategy or the person on a seat.
struct SeatIdentity {
  std::string strategy;  // its id; of a person: "human"
  std::string name;      // the name that the user chose with --plugin name=; default: the id
  std::string version;
  std::string sha256;  // of the library's file
  std::vector<std::pair<std::string, std::string>> options;
  bool person = false;  // without version, sha256 and options

  bool operator==(const SeatIdentity&) const = default;

  /// Returns whether both play the same, whatever their names: the same strategy of the same file, with the same
  /// options.
  [[nodiscard]] bool plays_as(const SeatIdentity& other) const {
    return sha256 == other.sha256 && strategy == other.strategy && options == other.options;
  }
};

/// One event of a match: an action, or a seat's forfeit.
struct Event {
  std::int32_t seat = 0;
  std::string action;              // empty for a forfeit
  std::string reveals;             // what the action revealed; empty if nothing
  std::optional<Outcome> forfeit;  // the outcome of a seat that forfeits
};

/// The name by which the command line means a person. Also the default of a person's name in results.
inline constexpr const char* person_name = "human";

/// Returns the identity of a person.
SeatIdentity person_identity(const std::string& name);

/// A change of the player of a seat. Also a new start of the same strategy in the middle of the match.
struct Takeover {
  std::size_t action = 0;  // number of the first event of the new player, from 1
  std::int32_t seat = 0;
  SeatIdentity player;
};

/// The match from which a match was branched.
struct Origin {
  std::string sha256;       // match_digest() of its transcript
  std::size_t actions = 0;  // the number of its events with which this match begins
};

/// What lists and tables show of a match: who has played what, and the result.
struct MatchHead {
  bool finished = true;  // false: the match is not over; result and contest are empty
  std::string game;
  std::string version;
  std::string protocol;
  std::uint64_t seed = 0;
  std::vector<std::pair<std::string, std::string>> parameters;  // all parameters of the match
  std::vector<SeatIdentity> seats;                              // the players at the start
  MatchResult result;
  std::vector<double> contest;        // the contest score of each seat
  std::vector<Takeover> takeovers{};  // in the order of their actions
  std::optional<Origin> origin{};
  Opening opening{};
};

struct Transcript : MatchHead {
  std::string start;          // the position before the first action
  std::vector<Event> events;  // those of the opening are the first
  TurnUsage usage{};          // empty: unknown
  /// Where the strategies' files were, by their SHA-256. Only --record writes it: to_line() and pages leave it out.
  std::map<std::string, GivenFile> files{};
};

/// Returns whether strategies have played every seat from the match's start to its end. Only such matches count in
/// ratings, standings and comparisons.
bool counts(const MatchHead& match);

/// Returns who plays a seat at an event, which is numbered from 1.
const SeatIdentity& player_at(const Transcript& transcript, std::int32_t seat, std::size_t event);

/// Records a match while it is played.
class Recorder : public Spectator {
 public:
  explicit Recorder(std::vector<SeatIdentity> seats, Opening opening = {});
  void begun(const GameState& state) override;
  void acted(const GameState& state, std::int32_t seat, agon_bytes action) override;
  void forfeited(const GameState& state, std::int32_t seat, const Outcome& outcome) override;
  void waits(std::int32_t seat, Seat& player) override;

  /// Returns the record until now, without a result.
  [[nodiscard]] const Transcript& transcript() const { return transcript_; }
  /// Completes and returns the record.
  Transcript finish(const GameState& state, MatchResult result);
  /// Returns a completed copy of the record.
  [[nodiscard]] Transcript finished(const GameState& state, MatchResult result) const;

 protected:
  Transcript transcript_;

 private:
  /// What a seat has used up to its last turn.
  struct Used {
    std::int64_t cpu_us = 0;
    std::size_t log = 0;
    bool begun = false;
  };

  std::map<std::int32_t, Used> used_;
  TurnUsageCollector usage_;
};

/// Returns the head of a match that has come to its end in `state`.
MatchHead head_of(const GameState& state, std::vector<SeatIdentity> seats, MatchResult result);

/// From this number on, a double can't represent every integer. Many JSON readers store numbers as doubles.
constexpr std::uint64_t first_inexact = std::uint64_t{1} << 53U;

/// Returns a seed as JSON: a number below `first_inexact`, otherwise a string of digits.
nlohmann::ordered_json seed_json(std::uint64_t seed);

/// Returns the SHA-256 of the transcript's line up to, and without, the comma before "result": of everything except
/// results and times. So it is equal for equal matches.
std::string match_digest(const Transcript& transcript, const GameDescription& game);

/// Returns one line of JSON according to docs/transcript.schema.json.
std::string to_line(const Transcript& transcript, const GameDescription& game);

/// Returns that line without "actions" and "start".
std::string head_line(const MatchHead& match, const GameDescription& game, const TurnUsage& usage = {});

/// Returns that line with the field "files".
std::string record_line(const Transcript& transcript, const GameDescription& game);

/// Parses one line, in linear time and memory. Throws Failure(transcript), naming `where` and the field that is missing
/// or has a wrong type.
Transcript parse_transcript(const std::string& line, const std::string& where);

}  // namespace host
