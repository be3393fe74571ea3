// An engine that speaks one of the protocols of engines: what the host writes to it, and what its lines say. No I/O.
#pragma once

#include "host/plugin/description.hpp"
#include "host/plugin/spec.hpp"

#include <agon/ext/analysis.h>
#include <agon/types.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace host {

/// What an engine says of itself before the first match.
struct EngineDescription {
  std::string name;
  std::string author;
  /// With those that the host takes, such as `nodes`.
  std::vector<SettingDescription> options;
};

/// Lines for an engine, and its answers.
struct Dialogue {
  std::string text;
  std::string_view answer;   // the first word of each
  std::string_view refusal;  // the first word of an answer that says no; empty: there is none
  int answers = 1;
};

class Engine {
 public:
  Engine() = default;
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  virtual ~Engine() = default;

  /// Begins a new start: returns what the engine is asked for its description.
  virtual Dialogue greeting() = 0;

  /// Takes the rest of an answer's line, outside of turns.
  virtual void hear_answer(std::string_view /*rest*/) {}

  /// Takes a line that answers nothing: a part of the description, or news of the search. Returns what news say of the
  /// position; refers to the line.
  virtual std::optional<agon_evaluation> hear(std::string_view line) = 0;

  /// Returns the lines that set the options, those of the match first. Throws Failure(usage) if the engine lacks one,
  /// or if a value is out of range.
  [[nodiscard]] virtual Dialogue settings(const std::string& of_match) const = 0;

  /// Returns whether the search has a limit in matches with these limits.
  [[nodiscard]] virtual bool has_limit(const agon_limits& limits) const = 0;

  /// Returns the lines that begin a match. `seed` is for the engine's own random numbers.
  virtual Dialogue begin_match(const std::string& of_match, const agon_limits& limits, std::uint64_t seed) = 0;

  /// Returns the lines that begin a turn; the last answer has the move. `left_ns` is the CPU time that is left.
  virtual Dialogue begin_turn(std::string_view position, std::int64_t left_ns, const agon_limits& limits) = 0;

  /// Returns the move in the last answer of a turn; nothing if the engine resigns. Refers to the text.
  virtual std::optional<std::string_view> move_in(std::string_view answer) = 0;

  /// Returns the last news of the search that has a score, and forgets it; empty: none.
  std::string take_news() { return std::exchange(news_, {}); }

  /// Returns what the engine has said of an error, such as a file that it can't read; empty: nothing. Of several lines,
  /// that which has a value of the user's options.
  [[nodiscard]] const std::string& complaint() const { return complaint_; }

  [[nodiscard]] const EngineDescription& description() const { return description_; }

  /// Returns whether the engine declares more than the host keeps. Then the description lacks the rest.
  [[nodiscard]] bool declares_too_much() const { return left_ < 0; }

  static constexpr int most_options = 1000;

 protected:
  void forget_description() {
    description_ = {};
    left_ = most_words;
  }

  /// Adds an option to the description, within bounds.
  void declare(SettingDescription option) {
    left_ -= most_words / most_options + static_cast<std::int64_t>(option.choices.size());
    if (left_ >= 0) description_.options.push_back(std::move(option));
  }

  EngineDescription description_;
  std::string news_;
  std::string complaint_;

 private:
  static constexpr std::int64_t most_words = 10'000;  // an option counts as 10, and each of its choices as one

  std::int64_t left_ = most_words;
};

/// Make an engine of each protocol, for which the user has set these options.
std::unique_ptr<Engine> make_uci_engine(Assignments options);
std::unique_ptr<Engine> make_gtp_engine(Assignments options);

/// Makes an engine of the protocol; NULL for none.
inline std::unique_ptr<Engine> make_engine(EngineProtocol protocol, Assignments options) {
  if (protocol == EngineProtocol::none) return nullptr;
  return (protocol == EngineProtocol::uci ? make_uci_engine : make_gtp_engine)(std::move(options));
}

}  // namespace host
