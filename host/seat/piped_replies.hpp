// Reads what a program writes while the host waits for an answer.
#pragma once

#include "host/isolation/program_process.hpp"
#include "host/seat/notation.hpp"
#include "host/seat/program_messages.hpp"

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace host {

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

class PipedReplies {
 public:
  /// Begins a match, whose actions `notation` reads; NULL: none.
  void begin(const Notation* notation);

  /// Waits for a message with one of these words; the first is the usual one. Logs log lines, and what is no message. A
  /// message that looks like a mistake is a failure: an action without its word, or a misspelt word.
  Reply wait(ProgramProcess& process, std::initializer_list<std::string_view> words);

  /// Skips what the program has written before a turn: it answers nothing.
  void skip(ProgramProcess& process);

  /// Returns the last line that was not understood; empty if there was none since the turn began.
  [[nodiscard]] const std::string& ignored() const { return ignored_; }

  /// Returns what the host expects in place of that line, for a sentence: the word, and for "action" the action that
  /// the line has, or else what the game says about its actions.
  [[nodiscard]] std::string wanted(std::string_view expected) const;

 private:
  [[nodiscard]] bool is_action(std::string_view line) const;
  [[nodiscard]] bool is_mistake(const Message& message, std::string_view line, std::string_view expected) const;

  const Notation* notation_ = nullptr;
  std::string ignored_;
};

}  // namespace host
