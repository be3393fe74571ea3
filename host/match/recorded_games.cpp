#include "host/match/recorded_games.hpp"

#include "host/failure.hpp"

#include <utility>

namespace host {

namespace {

void check(const GameDescription& game, const Transcript& transcript, const std::string& where) {
  if (game.id == transcript.game && game.protocol == transcript.protocol) return;
  throw Failure(Exit::transcript, where + ": it is a match of " + transcript.game + " (" + transcript.protocol +
                                      "), and the game found is " + game.id + " (" + game.protocol + ")");
}

}  // namespace

RecordedGames::RecordedGames(std::string given, GameLoader load) : given_(std::move(given)), load_(std::move(load)) {}

const Game& RecordedGames::game_of(const Transcript& transcript, const std::string& where) {
  if (const auto known = loaded_.find(transcript.game); known != loaded_.end()) {
    check(known->second.description, transcript, where);
    return known->second;
  }
  return loaded_.emplace(transcript.game, load_for(transcript, where)).first->second;
}

Game RecordedGames::load_for(const Transcript& transcript, const std::string& where) {
  const GameBuild found = find(transcript, where);
  check(found.description, transcript, where);
  return load_(found);
}

/// Copies the game's library; none of its code has run.
GameBuild RecordedGames::find(const Transcript& transcript, const std::string& where) const {
  if (!given_.empty()) return catalogue_.take(catalogue_.find_game(given_));
  // A path in a file of unknown origin must not load a library.
  if (transcript.game.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") != std::string::npos)
    throw Failure(Exit::transcript, where + ": '" + transcript.game + "' is not the id of a game");
  try {
    return catalogue_.take(catalogue_.find_game(transcript.game));
  } catch (const Failure& failure) {
    throw Failure(failure.code(), where + ": " + failure.what());
  }
}

std::vector<const Build*> RecordedGames::builds() const {
  std::vector<const Build*> all;
  for (const auto& [name, game] : loaded_) all.push_back(game.build.get());
  return all;
}

}  // namespace host
