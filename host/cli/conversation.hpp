// Lets people play seats of a match at a terminal or through a pipe: shows the position, reads actions and commands.
#pragma once

#include "host/arena/live_match.hpp"
#include "host/cli/line_reader.hpp"
#include "host/cli/run_request.hpp"
#include "host/match/match.hpp"

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace host {

// Lines about the events of a match, for the people who play it.

/// Remembers what each seat may know of each event. If seats can know different things, nobody is told another seat's
/// action: only the game knows what such an action shows.
class EventLines final : public Spectator {
 public:
  void begun(const GameState& state) override;
  void acted(const GameState& state, std::int32_t seat, agon_bytes action) override;
  void forfeited(const GameState& state, std::int32_t seat, const Outcome& outcome) override;

  /// Returns the number of events.
  [[nodiscard]] std::size_t size() const { return events_.size(); }

  /// Returns "3. Black: 2 4 -> a bonus" for an event, numbered from 0, as `viewer` may know it. For AGON_ALL_SEATS,
  /// returns what its own seat knows.
  [[nodiscard]] std::string text(std::size_t number, std::int32_t viewer) const;

  /// Returns the part of text() after the action: "-> a bonus", or "".
  [[nodiscard]] std::string revealed(std::size_t number, std::int32_t viewer) const;

 private:
  struct Event {
    std::int32_t seat = 0;
    std::string action;                 // empty for a forfeit
    std::string fate;                   // of a forfeit
    std::vector<std::string> revealed;  // to each seat
  };

  bool hidden_ = false;
  std::vector<std::string> seat_names_;
  std::vector<Event> events_;
};

/// Each line is an action, or a command; `help` lists these. A line that the game reads as an action is one; a slash
/// before a command makes it a command. People see what their seats may know.
class Conversation {
 public:
  /// Both are borrowed. A quiet conversation shows neither positions nor events, and confirms nothing; with --json it
  /// is on stderr. `strategies`: those that the game has, for completion.
  Conversation(const RunPlan& plan, const RunDisplay& display, std::vector<std::string> strategies);

  /// Returns what the conversation tells of. Must be a spectator of the match from its start.
  [[nodiscard]] Spectator& spectator() { return events_; }

  /// Lets the person to move play one action, or change the match by a command. Requires match.waits(). Returns false
  /// if the person leaves, or the input has ended.
  bool turn(LiveMatch& match);

  /// After the match's end. On a terminal, lets people look, save and take back. Returns true if the match goes on.
  bool after_end(LiveMatch& match);

  /// Returns whether after_end() has shown the last position.
  [[nodiscard]] bool has_shown_end() const { return end_shown_; }

  /// Called when the person has left, or on an interruption: on a terminal, offers to save the match. Returns the name
  /// of the file, if it was saved.
  std::optional<std::string> leave(LiveMatch& match);

 private:
  /// What a line means for the conversation.
  enum class Effect {
    answered,  // nothing has changed
    shows,     // the position is to be shown again
    changed,   // the match has gone on or back, or has another player
    leaves     // the person leaves the match
  };
  Effect obey(LiveMatch& match, const std::string& line);
  std::optional<std::string> play(LiveMatch& match, const std::string& line);
  std::optional<std::string> read(const LiveMatch& match, const std::string& prompt);
  /// On a terminal, asks whether to leave a match that is not saved.
  bool may_leave(const LiveMatch& match);
  [[nodiscard]] bool would_lose(const LiveMatch& match) const;
  void show_position(const LiveMatch& match);
  void show_events(std::int32_t viewer);
  [[nodiscard]] bool quiet() const { return display_.quiet; }
  [[nodiscard]] std::ostream& out() const;
  [[nodiscard]] bool in_colour() const;
  /// Returns a player as the person writes it: "greedy,depth=3" or "human". Throws Failure.
  [[nodiscard]] Participant find(const std::string& text) const;
  /// Returns the lines that can continue `begun`, actions of the seat to move among them.
  [[nodiscard]] std::vector<std::string> complete(const LiveMatch& match, const std::string& begun) const;

  struct Command;
  static const std::vector<Command>& commands();
  /// Returns the words that begin commands.
  static std::vector<std::string> command_names();

  // Run a command with the rest of its line. Throw Failure, beginning with the command, for what is wrong with it.
  Effect save(LiveMatch& match, const std::string& file);
  Effect legal(LiveMatch& match, const std::string& beginning);
  Effect hint(LiveMatch& match, const std::string& text);
  Effect swap(LiveMatch& match, const std::string& text);
  Effect undo(LiveMatch& match, const std::string& text);
  Effect resign(LiveMatch& match, const std::string& text);
  Effect help(LiveMatch& match, const std::string& text);

  const RunPlan& plan_;
  const RunDisplay& display_;
  std::vector<std::string> strategies_;
  EventLines events_;
  std::unique_ptr<LineReader> reader_;
  const LiveMatch* completed_ = nullptr;  // the match to complete lines for, while a line is read
  bool greeted_ = false;
  bool asked_ = false;  // on a terminal: a prompt stands above
  bool end_shown_ = false;
  std::size_t saved_at_ = 0;             // number of events when the match was last saved
  std::size_t shown_ = 0;                // number of events that have been shown
  std::size_t typed_ = 0;                // number of the event that was just typed on the terminal; 0: none
  std::optional<std::size_t> drawn_at_;  // number of events at the last board
};

}  // namespace host
