#include "host/match/recorded_games.hpp"

#include "host/failure.hpp"

#include <utility>

namespace host {

RecordedGames::RecordedGames(std::string given) : given_(std::move(given)) {}

const Game& RecordedGames::game_of(const Transcript& transcript, const std::string& where) {
  const Game& game = find(transcript, where);
  if (game.description.id == transcript.game && game.description.protocol == transcript.protocol) return game;
  throw Failure(Exit::transcript, where + ": it is a match of " + transcript.game + " (" + transcript.protocol +
                                      "), and the game found is " + game.description.id + " (" +
                                      game.description.protocol + ")");
}

const Game& RecordedGames::find(const Transcript& transcript, const std::string& where) {
  if (!given_.empty()) return named(given_);
  // A path in a file of unknown origin must not load a library.
  if (transcript.game.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") != std::string::npos)
    throw Failure(Exit::transcript, where + ": '" + transcript.game + "' is not the id of a game");
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

}  // namespace host
