#include "host/match/replay.hpp"

#include "host/match/contest.hpp"
#include "host/plugin/spec.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"

#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>

namespace host {

RecordedGames::RecordedGames(std::string given) : given_(std::move(given)) {}

const Game& RecordedGames::game_of(const Transcript& transcript, const std::string& where) {
  const Game& game = find(transcript, where);
  if (game.description.id == transcript.game && game.description.protocol == transcript.protocol) return game;
  throw Failure(Exit::input, where + ": it is a match of " + transcript.game + " (" + transcript.protocol +
                                 "), and the game found is " + game.description.id + " (" + game.description.protocol +
                                 ")");
}

const Game& RecordedGames::find(const Transcript& transcript, const std::string& where) {
  if (!given_.empty()) return named(given_);
  // A path in a file of unknown origin must not load a library.
  if (transcript.game.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") != std::string::npos)
    throw Failure(Exit::input, where + ": '" + transcript.game + "' is not the id of a game");
  try {
    return named(transcript.game);
  } catch (const Failure& failure) {
    throw Failure(failure.code(), where + ": " + failure.what());
  }
}

const Game& RecordedGames::named(const std::string& name) {
  const auto known = loaded_.find(name);
  return known != loaded_.end() ? known->second : loaded_.emplace(name, catalogue_.game(name)).first->second;
}

std::vector<const Build*> RecordedGames::builds() const {
  std::vector<const Build*> all;
  for (const auto& [name, game] : loaded_) all.push_back(&game.library->build());
  return all;
}

Transcript play_recorded(GameState& state, std::span<Seat* const> seats, std::vector<SeatIdentity> identities,
                         const std::vector<agon_limits>& limits, bool record, std::vector<Spectator*> watching,
                         GameActivity* watch, const Opening& opening) {
  if (!record) {
    Transcript played;
    static_cast<MatchHead&>(played) =
        head_of(state, std::move(identities), play_match(state, seats, limits, watching, watch, opening));
    played.opening = opening;
    return played;
  }
  Recorder recorder(std::move(identities), opening);
  watching.push_back(&recorder);
  MatchResult result = play_match(state, seats, limits, watching, watch, opening);
  return recorder.finish(state, std::move(result));
}

namespace {

std::string spell(const std::vector<double>& scores) {
  std::vector<std::string> texts;
  texts.reserve(scores.size());
  for (const double score : scores) texts.push_back(decimal(score));
  return join(texts);
}

/// Applies one event. Returns a sentence if the match differs from the record. `out` contains the seats that have
/// forfeited: a game need not accept a second forfeit.
std::optional<std::string> apply(const Event& event, GameState& state, std::set<std::int32_t>& out,
                                 std::span<Spectator* const> spectators) {
  if (state.over()) return "the match is over by then";
  if (event.seat < 0 || event.seat >= state.setup().seats) return "there is no seat " + std::to_string(event.seat);
  if (event.forfeit) {
    if (!out.insert(event.seat).second) return "seat " + std::to_string(event.seat) + " is out already";
    state.forfeit(event.seat, event.forfeit->kind, event.forfeit->reason);
    for (Spectator* const spectator : spectators) spectator->forfeited(state, event.seat, *event.forfeit);
    return std::nullopt;
  }
  if (state.to_move() != event.seat) {
    return "seat " + std::to_string(event.seat) + " acts although seat " + std::to_string(state.to_move()) +
           " is to move";
  }
  std::string reason;
  const auto action = state.parse_action(event.action, reason);
  if (!action) return reason;
  agon_error error{};
  if (state.act(event.seat, *action, nullptr, error) != AGON_OK)
    return "the action is illegal: " + sentence(error, "the game gave no reason");
  if (const std::string revealed = state.revealed(); revealed != event.reveals) {
    return "it reveals '" + revealed + "', and not '" + event.reveals + "' as recorded";
  }
  for (Spectator* const spectator : spectators) spectator->acted(state, event.seat, *action);
  return std::nullopt;
}

/// Finds a seat that forfeits in an event, but whose result has another outcome or reason.
std::optional<Difference> different_outcome(const Transcript& transcript) {
  for (const Event& event : transcript.events) {
    if (!event.forfeit) continue;
    const Outcome& result = transcript.result.seats[static_cast<std::size_t>(event.seat)].outcome;
    if (result.kind == event.forfeit->kind && result.reason == event.forfeit->reason) continue;
    return Difference{transcript.events.size() + 1, "the outcome of seat " + std::to_string(event.seat) + " is '" +
                                                        outcome_text(*event.forfeit) + "', and not '" +
                                                        outcome_text(result) + "' as recorded"};
  }
  return std::nullopt;
}

/// Plays the opening again, and compares it with the events.
std::optional<Difference> other_opening(const Transcript& transcript, const GameState& state) {
  if (transcript.opening.size() == 0) return std::nullopt;
  Recorder recorder({});
  Spectator* const spectator = &recorder;
  const std::vector<Event>& played = recorder.transcript().events;
  try {
    GameState again(state.game(), state.setup());
    play_opening(transcript.opening, again, {&spectator, 1});
  } catch (const Failure& failure) {
    if (failure.code() != Exit::usage) throw;
    return Difference{played.size() + 1, failure.what()};
  }
  for (std::size_t event = 0; event < played.size(); ++event) {
    const Event& recorded = transcript.events[event];
    if (!recorded.forfeit && recorded.action == played[event].action) continue;
    return Difference{event + 1,
                      "the opening has '" + played[event].action + "', and not '" + recorded.action + "' as recorded"};
  }
  return std::nullopt;
}

/// Compares the takeovers and the origin with the events.
std::optional<Difference> wrong_takeover(const Transcript& transcript) {
  std::size_t last = 1;
  std::size_t number = 0;
  const auto differs = [&](const std::string& what) {
    return Difference{transcript.events.size() + 1, "takeover " + std::to_string(number) + ": " + what};
  };
  for (const Takeover& takeover : transcript.takeovers) {
    ++number;
    const std::string action = std::to_string(takeover.action);
    if (takeover.action < 1 || takeover.action > transcript.events.size())
      return differs("there is no action " + action);
    if (takeover.action < last) return differs("action " + action + " is before that of the takeover before");
    last = takeover.action;
    if (transcript.events[takeover.action - 1].seat != takeover.seat)
      return differs("action " + action + " is not of seat " + std::to_string(takeover.seat));
  }
  if (transcript.origin && transcript.origin->actions > transcript.events.size())
    return Difference{transcript.events.size() + 1, "it has fewer actions than it shares with its origin"};
  return std::nullopt;
}

}  // namespace

Setup setup_of(const MatchHead& match, const Game& game, const std::string& where) {
  const auto seats = match.seats.size();
  const GameDescription& description = game.description;
  if (seats < description.min_seats || seats > description.max_seats) {
    throw Failure(Exit::input,
                  where + ": it has " + std::to_string(seats) + " seats, which " + description.id + " has not");
  }
  try {
    return {match.seed, static_cast<std::int32_t>(seats),
            resolve(description.parameters, match.parameters, description.id, "parameter")};
  } catch (const Failure& failure) {
    throw Failure(Exit::input, where + ": " + failure.what());
  }
}

std::optional<Difference> replay_events(const Transcript& transcript, std::size_t count, GameState& state,
                                        std::span<Spectator* const> spectators) {
  if (const std::string start = state.position(); start != transcript.start) {
    return Difference{0, "the match starts from '" + start + "', and not from '" + transcript.start + "' as recorded"};
  }
  for (Spectator* const spectator : spectators) spectator->begun(state);
  std::size_t number = 0;
  std::set<std::int32_t> out;
  for (const Event& event : std::span(transcript.events).first(count)) {
    ++number;
    if (auto what = apply(event, state, out, spectators)) return Difference{number, std::move(*what)};
  }
  return std::nullopt;
}

std::optional<Difference> replay(const Transcript& transcript, GameState& state,
                                 std::span<Spectator* const> spectators) {
  const std::size_t number = transcript.events.size();
  if (auto difference = other_opening(transcript, state)) return difference;
  if (auto difference = replay_events(transcript, number, state, spectators)) return difference;
  if (auto difference = wrong_takeover(transcript)) return difference;
  if (!transcript.finished && state.over())
    return Difference{number + 1, "the match is over, although the record has no result"};
  if (!transcript.finished) return std::nullopt;
  if (!state.over()) return Difference{number + 1, "the record ends before the match is over"};
  const std::vector<double> recorded = transcript.result.scores();
  for (std::int32_t seat = 0; seat < state.setup().seats; ++seat) {
    state.report_usage(seat, transcript.result.seats[static_cast<std::size_t>(seat)].usage.cpu_us());
  }
  const std::vector<double> scores = state.scores();
  if (scores != recorded) {
    return Difference{number + 1, "the scores are " + spell(scores) + ", and not " + spell(recorded) + " as recorded"};
  }
  std::vector<double> counts;
  counts.reserve(scores.size());
  for (const double score : scores) counts.push_back(contest_score(state.game().description.contest, score));
  if (counts != transcript.contest) {
    return Difference{number + 1, "the contest scores are " + spell(counts) + ", and not " + spell(transcript.contest) +
                                      " as recorded"};
  }
  return different_outcome(transcript);
}

}  // namespace host
