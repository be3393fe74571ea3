// The games of transcripts, each loaded once.
#pragma once

#include "host/match/transcript.hpp"
#include "host/plugin/catalogue.hpp"

#include <map>
#include <string>
#include <vector>

namespace host {

class RecordedGames {
 public:
  /// `given` is the game of all transcripts; if it is empty, each transcript specifies its game.
  explicit RecordedGames(std::string given);

  /// Returns the game that plays the transcript. Throws Failure, beginning with `where`, if it is not found, or if it
  /// is another game than the recorded one.
  const Game& game_of(const Transcript& transcript, const std::string& where);

  [[nodiscard]] std::vector<const Build*> builds() const;

 private:
  const Game& find(const Transcript& transcript, const std::string& where);
  const Game& named(const std::string& name);

  const Catalogue catalogue_ = Catalogue::standard();
  std::string given_;
  std::map<std::string, Game> loaded_;
};

}  // namespace host
