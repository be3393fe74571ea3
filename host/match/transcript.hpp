// A match written down: enough to replay and to check it, by this host or by somebody else's referee.
//
// docs/transcript.schema.json describes the JSON. One transcript is one line; a file holds one a line.
#pragma once

#include "host/match/match.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace host {

/// The version of the format, as transcripts tell it.
inline constexpr int transcript_format = 1;

/// Which strategy sat on a seat.
struct SeatIdentity {
  std::string strategy;  // its id
  std::string name;      // what the user calls it; the id unless --plugin said name=
  std::string version;
  std::string sha256;  // of the library's file
  std::vector<std::pair<std::string, std::string>> options;
};

/// One thing that happened: an action, or a seat's forfeit.
struct Event {
  std::int32_t seat = 0;
  std::string action;              // empty for a forfeit
  std::string reveals;             // what the action made known; empty if nothing
  std::optional<Outcome> forfeit;  // why the seat is out
};

struct Transcript {
  bool recorded = true;  // false: a summary, without start position and events
  std::string game;
  std::string version;
  std::string protocol;
  std::uint64_t seed = 0;
  std::vector<std::pair<std::string, std::string>> parameters;  // all that the match has
  std::string start;                                            // the position before the first action
  std::vector<SeatIdentity> seats;
  std::vector<Event> events;
  MatchResult result;
  std::vector<double> contest;  // what each seat's score counts
};

/// Writes a match down as it is played.
class Recorder final : public Spectator {
 public:
  explicit Recorder(std::vector<SeatIdentity> seats);
  void begun(const GameState& state) override;
  void acted(const GameState& state, std::int32_t seat, agon_bytes action) override;
  void forfeited(const GameState& state, std::int32_t seat, const Outcome& outcome) override;

  /// Ends the record.
  Transcript finish(const GameState& state, MatchResult result);

 private:
  Transcript transcript_;
};

/// The transcript of a match that was not watched: no start position, no events.
Transcript summary(const GameState& state, std::vector<SeatIdentity> seats, MatchResult result);

/// From here on doubles, which many readers of JSON keep numbers as, leave whole numbers out.
constexpr std::uint64_t first_inexact = std::uint64_t{1} << 53U;

/// A seed as JSON: a number below `first_inexact`, text of digits from there on.
nlohmann::ordered_json seed_json(std::uint64_t seed);

/// One line of JSON, as docs/transcript.schema.json says. A summary lacks "actions" and "start".
std::string to_line(const Transcript& transcript, const GameDescription& game);

/// Reads one line, in time and memory in proportion to it. Throws Failure(transcript), naming `where` and what is
/// missing or of the wrong kind.
Transcript parse_transcript(const std::string& line, const std::string& where);

}  // namespace host
