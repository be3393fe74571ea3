// The commands of people who play a match.
#pragma once

#include "host/live/live_match.hpp"

#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace host {

/// What people's commands need of their surroundings.
struct CommandPlan {
  std::ostream* out = nullptr;  // for answers
  bool quiet = false;           // whether to confirm nothing
  /// Finds a player: "greedy,depth=3" or "human". Throws Failure.
  std::function<Participant(const std::string& text)> find;
  std::vector<std::string> strategies;  // names that find() accepts
  /// Writes a transcript to a file. Throws Failure(output).
  std::function<void(const std::string& file, const Transcript& transcript)> save;
};

/// What a command means for the conversation.
enum class Effect {
  answered,  // nothing has changed
  shows,     // the position is to be shown again
  changed,   // the match has gone on or back, or has another player
  leaves     // the person leaves the match
};

class Commands {
 public:
  explicit Commands(CommandPlan plan) : plan_(std::move(plan)) {}

  /// Returns the words that begin commands.
  static std::vector<std::string> names();

  /// Runs a command, one of names(), with the rest of its line. After the end of the match, most have no meaning.
  /// Throws Failure, beginning with the command, for what is wrong with it.
  Effect run(LiveMatch& match, const std::string& name, const std::string& rest) const;

  /// Writes the match until now to a file.
  void save(const LiveMatch& match, const std::string& file) const;

  /// Returns the lines that can continue `begun`, actions of the seat to move among them.
  [[nodiscard]] std::vector<std::string> complete(const LiveMatch& match, const std::string& begun) const;

 private:
  void show_legal(const LiveMatch& match, const std::string& beginning) const;
  void show_hint(const LiveMatch& match, const std::string& text) const;
  void show_help() const;
  void swap(LiveMatch& match, const std::string& text) const;
  static void undo(LiveMatch& match, const std::string& text);
  [[nodiscard]] std::ostream& out() const { return *plan_.out; }

  CommandPlan plan_;
};

/// Splits off the first word of a line. Returns the rest without blanks at its ends.
std::pair<std::string, std::string> first_word(const std::string& line);

}  // namespace host
