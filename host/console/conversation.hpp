// Lets people play seats of a match at a terminal or through a pipe: shows the position, reads actions and commands.
#pragma once

#include "host/console/line_reader.hpp"
#include "host/live/live_match.hpp"
#include "host/match/match.hpp"

#include <cstddef>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace host {

/// What the conversation needs of its surroundings.
struct ConversationPlan {
  std::ostream* out = nullptr;  // for boards and answers
  bool boards = true;           // whether to show the board before each action
  bool quiet = false;           // whether to show only errors
  std::function<bool()> interrupted;
  std::function<void()> forget_interrupt;  // the next interruption counts as the first
  /// Finds a player: "greedy,depth=3" or "human". Throws Failure.
  std::function<Entrant(const std::string& text)> find;
  std::vector<std::string> strategies;  // names that find() accepts, for completion
  /// Writes a transcript to a file. Throws Failure(output).
  std::function<void(const std::string& file, const Transcript& transcript)> save;
};

/// Each line is an action, or a command: see the text of `help`. A line that the game reads as an action is one; a
/// slash before a command makes it a command. People see what their seats may know. Register as a spectator of `match`
/// before it starts; so the conversation gets the match after that.
class Conversation final : public Spectator {
 public:
  explicit Conversation(ConversationPlan plan);

  void begun(const GameState& state) override;
  void acted(const GameState& state, std::int32_t seat, agon_bytes action) override;
  void forfeited(const GameState& state, std::int32_t seat, const Outcome& outcome) override;

  /// Lets the person to move play one action, or change the match by a command. Requires match.waits(). Returns false
  /// if the person leaves, or the input has ended.
  bool turn(LiveMatch& match);

  /// After the match's end. On a terminal, lets people look, save and take back. Returns true if the match goes on.
  bool after_end(LiveMatch& match);

  /// Returns whether after_end() has shown the last position.
  [[nodiscard]] bool has_shown_end() const { return end_shown_; }

  /// Called when the person has left, or on an interruption: on a terminal, offers to save the match. Returns the name
  /// of the file, if it was saved.
  std::optional<std::string> leave(const LiveMatch& match);

 private:
  /// A line about an event. In games with hidden information, it depends on who reads it.
  struct Line {
    std::int32_t seat = 0;
    std::string action;                 // empty: nobody but the seat may know it, or a forfeit
    std::string own_action;             // what the seat itself may know
    std::string fate;                   // of a forfeit
    std::vector<std::string> revealed;  // to each seat
  };
  enum class Next { ask_again, go_on, leave };

  Next obey(LiveMatch& match, const std::string& line);
  Next command(LiveMatch& match, const std::string& word, const std::string& rest);
  std::optional<std::string> play(LiveMatch& match, const std::string& line);
  [[nodiscard]] std::string text_of(const LiveMatch& match, std::size_t event, std::int32_t viewer) const;
  void show_position(const LiveMatch& match);
  void show_events(const LiveMatch& match, std::int32_t viewer);
  void show_legal(const LiveMatch& match, const std::string& beginning);
  void show_hint(const LiveMatch& match, const std::string& text);
  void show_help() const;
  void swap(LiveMatch& match, const std::string& text);
  bool undo(LiveMatch& match, const std::string& text);
  void save(const LiveMatch& match, const std::string& file) const;
  [[nodiscard]] std::vector<std::string> complete(const std::string& begun) const;
  [[nodiscard]] std::vector<std::string> action_lines(const std::string& begun) const;
  [[nodiscard]] std::ostream& out() const { return *plan_.out; }

  ConversationPlan plan_;
  std::unique_ptr<LineReader> reader_;
  const LiveMatch* completed_ = nullptr;  // the match to complete actions of, while a line is read
  bool hidden_ = false;                   // whether seats may know different things
  std::vector<Line> lines_;
  std::size_t shown_ = 0;  // number of events that have been shown
  bool greeted_ = false;
  bool asked_ = false;  // on a terminal: a prompt stands above
  bool end_shown_ = false;
  std::size_t typed_ = 0;     // number of the event that the person has just typed on the terminal; 0: none
  std::size_t drawn_at_ = 0;  // number of events at the last board, plus one; 0: no board is up to date
};

}  // namespace host
