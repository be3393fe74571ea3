// How a seat's match ended, and what the seat used.
#pragma once

#include <agon/game.h>

#include <cstdint>
#include <optional>
#include <string>

namespace host {

/// `kind` is AGON_OUTCOME_...; `reason` a sentence unless the kind is AGON_OUTCOME_OK; `log` the last lines that a seat
/// which failed has written, each ended by '\n', if any.
struct Outcome {
  std::int32_t kind = AGON_OUTCOME_OK;
  std::string reason;
  std::string log{};
  [[nodiscard]] bool ok() const { return kind == AGON_OUTCOME_OK; }
};

/// "ok", "illegal", "error", "crash", "time", "stall", "memory", "forbidden", "exit", "load": as in transcripts and
/// results.
const char* outcome_name(std::int32_t kind);

/// The kind of that name, if there is one.
std::optional<std::int32_t> outcome_kind(const std::string& name);

/// The sentence in `error`, or `otherwise` if it holds none. A plugin that fills it to the brim is not read beyond.
std::string sentence(const agon_error& error, const std::string& otherwise);

/// The outcome of a strategy that reported a failure: its sentence behind `where`.
Outcome refusal(const agon_error& error, const std::string& where = "");

/// The outcome of a turn() that returned another status than AGON_OK, or else an action that is too long.
Outcome failed_turn(agon_status status, const agon_error& error);

/// What a seat used in one match.
struct Usage {
  std::int64_t cpu_ns = 0;
  std::int64_t wall_ns = 0;
  std::optional<std::int64_t> peak_kib;  // nothing where the seat has no memory of its own
  std::int64_t turns = 0;

  /// CPU time to the microsecond, as games and transcripts count it, so that a replay scores alike.
  [[nodiscard]] std::int64_t cpu_us() const { return (cpu_ns + 500) / 1000; }
};

}  // namespace host
