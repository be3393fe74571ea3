// The record of a match. It allows this host, or another referee, to replay and check the match.
//
// docs/transcript.schema.json describes the JSON. Each line of a file is one transcript.
#pragma once

#include "host/match/match.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace host {

/// The format version that transcripts contain.
inline constexpr int transcript_format = 1;

/// Identifies the strategy on a seat.
struct SeatIdentity {
  std::string strategy;  // its id
  std::string name;      // the name that the user chose with --plugin name=; default: the id
  std::string version;
  std::string sha256;  // of the library's file
  std::vector<std::pair<std::string, std::string>> options;
};

/// One event of a match: an action, or a seat's forfeit.
struct Event {
  std::int32_t seat = 0;
  std::string action;              // empty for a forfeit
  std::string reveals;             // what the action revealed; empty if nothing
  std::optional<Outcome> forfeit;  // the outcome of a seat that forfeits
};

struct Transcript {
  bool recorded = true;  // false: a summary, without start position and events
  std::string game;
  std::string version;
  std::string protocol;
  std::uint64_t seed = 0;
  std::vector<std::pair<std::string, std::string>> parameters;  // all parameters of the match
  std::string start;                                            // the position before the first action
  std::vector<SeatIdentity> seats;
  std::vector<Event> events;
  MatchResult result;
  std::vector<double> contest;  // the contest score of each seat
};

/// Records a match while it is played.
class Recorder final : public Spectator {
 public:
  explicit Recorder(std::vector<SeatIdentity> seats);
  void begun(const GameState& state) override;
  void acted(const GameState& state, std::int32_t seat, agon_bytes action) override;
  void forfeited(const GameState& state, std::int32_t seat, const Outcome& outcome) override;

  /// Completes and returns the record.
  Transcript finish(const GameState& state, MatchResult result);

 private:
  Transcript transcript_;
};

/// Returns the transcript of an unobserved match: without start position and events.
Transcript summary(const GameState& state, std::vector<SeatIdentity> seats, MatchResult result);

/// From this number on, a double can't represent every integer. Many JSON readers store numbers as doubles.
constexpr std::uint64_t first_inexact = std::uint64_t{1} << 53U;

/// Returns a seed as JSON: a number below `first_inexact`, otherwise a string of digits.
nlohmann::ordered_json seed_json(std::uint64_t seed);

/// Returns one line of JSON according to docs/transcript.schema.json. A summary lacks "actions" and "start".
std::string to_line(const Transcript& transcript, const GameDescription& game);

/// Parses one line, in linear time and memory. Throws Failure(transcript), naming `where` and the field that is missing
/// or has a wrong type.
Transcript parse_transcript(const std::string& line, const std::string& where);

}  // namespace host
