// The lines that the host and a program exchange (docs/programs.md), as text, and what is read from them. No I/O.
#pragma once

#include "host/isolation/program_process.hpp"
#include "host/match/seat.hpp"
#include "host/plugin/evaluation.hpp"
#include "host/plugin/spec.hpp"

#include <agon/ext/analysis.h>
#include <agon/types.h>

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace host {

/// What a program may write before an answer. Reading it takes the host's time, not the program's.
inline constexpr std::int64_t most_lines = 100'000;
inline constexpr std::int64_t most_bytes = 16 << 20;

/// A line of a program: its first word, and the rest after one blank or tab. Refers to the line.
struct Message {
  std::string_view word;
  std::string_view rest;

  Message() = default;
  explicit Message(std::string_view line);
};

/// Returns the line without the blanks and tabs before its first word.
std::string_view without_indent(std::string_view line);

/// Returns the name by which a program knows its option. The user writes "option.time" where "time" would be a limit.
std::string name_for_program(const std::string& option);

/// Returns the text with one blank for each run of blanks and tabs, and with none at its beginning and end.
std::string with_single_blanks(std::string_view text);

/// Returns the lines of the start: the version of the protocol, the game and the program's options.
std::string start_message(const std::string& game, const std::string& protocol, const Assignments& options);

/// Returns the line that begins a match for the program on `seat`.
std::string new_message(std::int32_t seat, std::int32_t seats, std::uint64_t seed, const agon_limits& limits);

/// Writes the line that begins a turn to `line`. `left_ns` is the CPU time that is left; INT64_MAX: no limit.
void write_turn_message(std::string& line, std::int64_t left_ns, std::string_view position);

/// Reads what follows the word `info` of a program or a UCI engine: names and numbers, as the last `line` or `pv` and
/// the actions. Nothing without a value, if the value is only a bound, or if it is not about the best line. Engines
/// tell `score cp`, in hundredths of a pawn, which stand for points of Elo here: the share is 0.64 for one pawn, as in
/// Elo's expected score. Refers to the text.
std::optional<agon_evaluation> parse_info(std::string_view text);

/// Reads what follows the words `info candidates`: shares and actions, such as "0.6 3 4 | 0.25 2 2". What is no action
/// in the notation, or has no number before it, is dropped.
std::vector<Candidate> parse_candidates(std::string_view text, const GameState& notation);

// Reads what a program writes while the host waits for an answer.

/// What came of waiting for an answer.
struct Reply {
  enum Kind {
    message,  // `text` is valid until the next call
    closed,   // the program has closed its output, or has ended
    too_long,
    failure  // `why` is a sentence
  };
  Kind kind = message;
  Message text{};
  std::string why{};
};

class Engine;

class PipedReplies {
 public:
  /// Begins a match, whose actions `notation` reads; NULL: none. An `engine` hears the lines for which nobody waits.
  void begin(const GameState* notation, Engine* engine, bool wants_candidates);

  /// Waits for a message with one of these words; the first is the usual one. Logs log lines, and what is no message. A
  /// message that looks like a mistake is a failure: an action without its word, or a misspelt or indented word.
  Reply wait(ProgramProcess& process, std::initializer_list<std::string_view> words);

  /// Skips what the program has written before a turn: it answers nothing.
  void skip(ProgramProcess& process);

  /// Returns the usual word for which wait() has waited last.
  [[nodiscard]] const std::string& expected() const { return expected_; }

  /// Returns the last report since the turn began.
  [[nodiscard]] std::optional<Evaluation> evaluation() const { return evaluation_.read(); }

  /// Returns its last candidates since the turn began, if they are wanted.
  [[nodiscard]] std::vector<Candidate> candidates() const {
    return candidates_.empty() ? std::vector<Candidate>() : parse_candidates(candidates_, *notation_);
  }

  /// Returns the last line that was not understood; empty if there was none since the turn began.
  [[nodiscard]] const std::string& ignored() const { return ignored_; }

  /// Returns what the host expects in place of that line, for a sentence: the word, and for "action" the action that
  /// the line has, or else what the game says about its actions.
  [[nodiscard]] std::string wanted(std::string_view expected) const;

 private:
  /// Takes a line for which nobody waits. Returns why it is a failure; "" if it is none.
  std::string fault_of(ProgramProcess& process, std::string_view line, std::string_view expected);
  [[nodiscard]] bool is_action(std::string_view line) const;
  [[nodiscard]] bool is_mistake(const Message& message, std::string_view line, std::string_view expected) const;

  const GameState* notation_ = nullptr;
  Engine* engine_ = nullptr;
  std::string expected_;
  std::string ignored_;
  EvaluationSlot evaluation_{};
  bool wants_candidates_ = false;
  std::string candidates_;  // as the program has written them
};

// What a strategy that has failed says about it in its log.

/// In a program's log, before each line of its standard output that is no message.
inline constexpr std::string_view stray_prefix = "stdout: ";

/// Returns the line of a log that best says why its writer has ended; "" if there is none. This is the last line,
/// except that interpreters write their version, frames of the stack or hints below the error. A cause that takes two
/// lines becomes one.
std::string last_words(std::string_view log);

/// Returns whether the text says that a file can't be opened.
bool misses_file(std::string_view text);

}  // namespace host
