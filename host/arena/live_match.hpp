// A match in progress, in which a strategy or a person plays each seat. Players can be exchanged between turns, and the
// match can go back to any earlier position.
//
// Observations are complete, so a strategy can take over at any position. To go back, a new state of the game plays the
// recorded actions again: setup and actions determine a position. Strategies are not asked again for recorded actions.
// They start anew at the position, with the limits of a whole match.
//
// Not thread-safe. One thread creates the match, calls its functions and destroys it: the kernel ends the workers of
// strategies when the thread ends that has started them. Other threads get copies, such as transcript().
#pragma once

#include "host/arena/live_seat.hpp"
#include "host/match/match.hpp"
#include "host/match/transcript.hpp"
#include "host/seat/open_seat.hpp"
#include "host/seat/participant.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace host {

/// Everything that defines a live match.
struct LiveSetup {
  Game game;
  Setup setup;                       // setup.seats is the number of players
  std::vector<Participant> players;  // seat 0, 1, ...
  Opening opening{};                 // of a match that begins anew
  RunLimits limits{};                // of strategies without own ones; one that takes over has its limits in full
  SandboxPolicy sandbox{};
  /// Read from inside turns, possibly by another thread: true asks strategies to end their turn. NULL: never.
  std::function<bool()> should_stop{};
  /// Whether a new build of a strategy's file takes over at its seat's next turn.
  bool reload = false;
  /// Told when the game's code runs. NULL: nobody. See host/match/game_state.hpp.
  GameActivity* watch = nullptr;
  /// Called for each takeover by a new build, and for each build that can't take over, with a sentence. May be NULL.
  std::function<void(const std::string& sentence)> tell{};
};

/// What belongs to one event of the record. A strategy can act several times in one turn. Then time and log lines are
/// those of the last event of the turn; earlier events of the turn have none.
struct EventUse {
  Usage used;       // CPU and wall-clock time of the turn; `turns` is 1 if the event ends a turn, else 0
  std::string log;  // the lines that the strategy has written in the turn, each terminated by '\n'
  std::optional<Evaluation> evaluation{};  // what it has reported, last in the turn
};

/// What a strategy would do.
struct Hint {
  std::optional<std::string> action;  // nothing: it failed
  std::string reason;                 // if it failed: "time: out of CPU time ..."
  Usage used;
  std::string log;
  std::optional<Evaluation> evaluation{};  // what it has reported
  /// The legal actions between which it has chosen, with their shares of its search: `action` first, then the others
  /// from the largest share on, none twice.
  std::vector<std::pair<std::string, double>> candidates{};
};

class LiveMatch {
 public:
  /// Starts the match and all its strategies. No turn is played yet. A strategy that can't be created forfeits, as in
  /// every match. The spectators are borrowed. They see begun() and each event; after undo(), they see begun() with a
  /// new state, and then all remaining events again.
  /// Throws Failure(usage) for parameters that the game refuses, Failure(plugin) for a library that can't be loaded,
  /// Failure(isolation), Failure(game). The last two are also thrown by every function that plays.
  /// After any exception from a function that plays, the match can only be destroyed.
  explicit LiveMatch(LiveSetup setup, std::vector<Spectator*> spectators = {});

  /// Branches: starts from the first `actions` events of `origin` (at most all), and goes on with the players of
  /// `setup`. setup.setup must be setup_of(origin, ...). The transcript names its origin, unless an unfinished match
  /// goes on at its end. Throws Failure(transcript) if an event can't be played as recorded.
  LiveMatch(LiveSetup setup, const Transcript& origin, std::size_t actions, std::vector<Spectator*> spectators = {});

  LiveMatch(const LiveMatch&) = delete;
  LiveMatch& operator=(const LiveMatch&) = delete;
  ~LiveMatch();

  [[nodiscard]] const Game& game() const { return setup_.game; }
  /// Returns the current position. Valid until undo().
  [[nodiscard]] const GameState& state() const { return *state_; }
  [[nodiscard]] std::int32_t seats() const { return setup_.setup.seats; }
  [[nodiscard]] bool over() const { return result_.has_value(); }
  /// Returns the seat to move, or AGON_OVER.
  [[nodiscard]] std::int32_t to_move() const { return over() ? AGON_OVER : state_->to_move(); }
  /// Returns whether the match needs a person's action to go on.
  [[nodiscard]] bool waits() const { return !over() && player(to_move()).person(); }
  /// Returns who plays the seat's next turn.
  [[nodiscard]] const Participant& player(std::int32_t seat) const { return seat_of(seat).player(); }

  /// Returns the record until now, without copying it. Its result is empty: transcript() has it.
  [[nodiscard]] const Transcript& record() const { return recording_->transcript(); }
  /// Returns the number of events until now: actions and forfeits.
  [[nodiscard]] std::size_t actions() const { return record().events.size(); }
  /// Returns one moment for each event. For events of a branch's origin, only turns of people are known,
  /// unless an unfinished match goes on at its end.
  [[nodiscard]] const std::vector<EventUse>& uses() const { return uses_; }
  /// Returns the transcript until now. It is `finished` if the match is over.
  [[nodiscard]] Transcript transcript() const;
  /// Returns all lines that the strategies of a seat have written, in turns that were not taken back.
  [[nodiscard]] std::string log(std::int32_t seat) const;

  /// Plays one turn of a strategy: one or several actions. Returns false, and does nothing, if the match is over or
  /// waits for a person.
  bool step();

  /// Plays an action of the person to move. If it can't be read or is illegal, changes nothing and returns the game's
  /// sentence. Requires waits().
  std::optional<std::string> act(std::string_view text);

  /// Lists at most `most` legal actions of the seat to move, in the game's order. Returns nothing if the match is over,
  /// or if the game can't list them (no agon.model/1, or too many for a list).
  [[nodiscard]] std::optional<LegalActions> legal_actions(std::size_t most) const;

  /// Asks a strategy for its next action at the current position. It starts anew, at the isolation level and with the
  /// limits of the match, and plays one turn up to its first action. The match does not change. Blocks meanwhile.
  /// Requires that the match is not over. Throws Failure(plugin) or Failure(isolation).
  [[nodiscard]] Hint hint(const Participant& strategy) const;

  /// Exchanges the player of a seat, from its next turn on. The new strategy is started at once. If that fails, returns
  /// a sentence, and the previous player stays. Requires 0 <= seat < seats().
  std::optional<std::string> swap(std::int32_t seat, Participant player);

  /// Goes back to the position after the first `actions` events (at most actions()), but not into the opening. The
  /// players stay as they are now; strategies start anew. Works after the end, too.
  void undo(std::size_t actions);
  /// Returns the argument of undo() that takes back the last action of a seat that a person plays now, with all that
  /// followed it. Returns nothing if no such action exists.
  [[nodiscard]] std::optional<std::size_t> last_own_turn() const;

  /// Lets a seat forfeit: its outcome is `resigned`. Returns a sentence, and does nothing, if
  /// no person plays the seat, or if the seat or the match is out already.
  std::optional<std::string> resign(std::int32_t seat);

 private:
  [[nodiscard]] const LiveSeat& seat_of(std::int32_t seat) const { return *seats_[static_cast<std::size_t>(seat)]; }
  [[nodiscard]] LiveSeat& seat_of(std::int32_t seat) { return *seats_[static_cast<std::size_t>(seat)]; }
  [[nodiscard]] bool is_out(std::int32_t seat) const { return !match_->outcome(seat).ok(); }
  [[nodiscard]] std::vector<agon_limits> limits() const;
  void start(const Transcript& from, std::size_t actions, std::optional<Origin> origin);
  void reload(std::int32_t seat);
  void settle(std::int32_t seat, const Usage& before);
  void end_if_over();
  [[nodiscard]] std::vector<std::pair<std::string, double>> checked(const std::vector<Candidate>& candidates) const;

  LiveSetup setup_;
  std::vector<std::unique_ptr<LiveSeat>> seats_;
  std::vector<Seat*> players_;          // seats_, for the match
  std::vector<Spectator*> spectators_;  // those of the caller
  std::vector<Spectator*> watching_;    // the recording, then those of the caller
  std::unique_ptr<GameState> state_;
  std::unique_ptr<Recording> recording_;
  std::unique_ptr<TurnByTurn> match_;
  std::vector<EventUse> uses_;
  std::vector<std::string> last_logs_;  // what each seat wrote after its last turn
  std::optional<MatchResult> result_;
};

}  // namespace host
