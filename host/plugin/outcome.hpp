// How a seat's match ended, and what the seat used.
#pragma once

#include <agon/game.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <optional>
#include <string>
#include <string_view>

namespace host {

// The log of a seat or of a game in one match.

/// The maximum log size per match, bytes: enough for debugging, too little to fill a disk.
inline constexpr std::size_t match_log_capacity = 1 << 20;

/// Stores the lines that a plugin writes, up to match_log_capacity bytes.
class MatchLog {
 public:
  /// Appends a line, which is passed without its '\n'. If it does not fit, drops it and all later ones, and notes this
  /// once. A line for which memory is lacking counts as one that does not fit: plugins call this, and may be in C.
  void add(std::string_view line) noexcept {
    if (full_) return;
    try {
      full_ = text_.size() + line.size() > match_log_capacity;
      text_.append(full_ ? "(the log is full)" : line).push_back('\n');
    } catch (const std::bad_alloc&) {
      full_ = true;
    }
  }

  /// Appends lines. What exceeds match_log_capacity is dropped, which is noted once.
  void append(std::string_view lines) {
    if (full_ || lines.empty()) return;
    text_.append(lines.substr(0, match_log_capacity - text_.size()));
    full_ = text_.size() == match_log_capacity;
    if (full_) text_ += "\n(the log is full)\n";
  }

  /// Returns the lines, each terminated by '\n'.
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
  bool full_ = false;
};

/// A kind beside AGON_OUTCOME_...: the seat has resigned, which is no failure. Games are told AGON_OUTCOME_ERROR.
inline constexpr std::int32_t outcome_resigned = AGON_OUTCOME_LOAD + 1;

/// `kind` is AGON_OUTCOME_... or outcome_resigned; `reason` is a sentence unless the kind is AGON_OUTCOME_OK. `log`
/// contains the last lines that a failed seat has written, each terminated by '\n', if any.
struct Outcome {
  std::int32_t kind = AGON_OUTCOME_OK;
  std::string reason;
  std::string log{};
  [[nodiscard]] bool ok() const { return kind == AGON_OUTCOME_OK; }
  [[nodiscard]] bool failed() const { return !ok() && kind != outcome_resigned; }
};

/// Returns "ok", "illegal", "error", "crash", "time", "stall", "memory", "forbidden", "exit", "load" or "resigned", as
/// in transcripts and results.
const char* outcome_name(std::int32_t kind);

/// Returns "ok", "resigned" or, of a failure, its kind and reason.
std::string outcome_text(const Outcome& outcome);

/// Returns the kind with this name, if it exists.
std::optional<std::int32_t> outcome_kind(const std::string& name);

/// Returns the kind that a game is told.
constexpr std::int32_t known_to_games(std::int32_t kind) {
  return kind == outcome_resigned ? AGON_OUTCOME_ERROR : kind;
}

/// Returns the sentence in `error`, or `otherwise` if it is empty. Does not rely on a terminating NUL.
std::string sentence(const agon_error& error, const std::string& otherwise);

/// Returns the outcome of a strategy that reported a failure: `where`, followed by its sentence.
Outcome refusal(const agon_error& error, const std::string& where = "");

/// Returns the outcome of a turn() that returned a status other than AGON_OK, or AGON_OK with an action that is too
/// long.
Outcome failed_turn(agon_status status, const agon_error& error);

/// What a seat used in one match.
struct Usage {
  std::int64_t cpu_ns = 0;
  std::int64_t wall_ns = 0;
  std::optional<std::int64_t> peak_kib;  // nothing if the seat's memory can't be measured separately
  std::int64_t turns = 0;

  /// Returns the CPU time rounded to microseconds. Games and transcripts use this unit, so that a replay computes the
  /// same scores.
  [[nodiscard]] std::int64_t cpu_us() const { return (cpu_ns + 500) / 1000; }
};

}  // namespace host
