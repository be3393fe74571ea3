// The games and strategies that a browser may start: those that `host list` shows, and those that the user has named.
#pragma once

#include "host/arena/live_match.hpp"
#include "host/match/result.hpp"
#include "host/match/transcript.hpp"
#include "host/plugin/catalogue.hpp"
#include "host/web/shown_live_match.hpp"

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace host {

/// What the command line says about all matches.
struct MatchFactoryPlan {
  std::vector<std::string> games;    // named by the user, with paths
  std::vector<std::string> plugins;  // the same for strategies
  std::function<RunLimits(const GameDescription&)> limits;
  std::function<SandboxPolicy(const agon_limits&)> sandbox;
};

/// Returns where the strategy of a seat was, if it was given as a file.
using FilesOf = std::function<std::vector<GivenFile>(const SeatIdentity& seat)>;

/// Thread-safe.
class MatchFactory {
 public:
  explicit MatchFactory(MatchFactoryPlan plan) : plan_(std::move(plan)) {}

  /// Lets the matches tell when the game's code runs. `watch` is borrowed.
  void watch_with(GameActivity* watch) { watch_ = watch; }

  /// Checks what the user has named. Throws Failure if a game or a strategy does not exist, or if a strategy plays none
  /// of the games.
  void check() const;

  /// Returns all games with their parameters and strategies, and these with their options.
  [[nodiscard]] nlohmann::ordered_json games() const;

  // Start matches from requests, whose fields docs/playing.md describes. Throw Failure.
  std::unique_ptr<ShownMatch> play(const nlohmann::ordered_json& request);
  std::unique_ptr<ShownMatch> branch(const Transcript& origin, const nlohmann::ordered_json& request);
  /// Plays a stored match again. `secret` is that of its run, `files` tells where strategies were. Throws
  /// Failure(usage), a sentence for the reader, if one of the match's strategies is not found.
  std::unique_ptr<ShownMatch> play_again(const Result& match, const std::string& secret, const FilesOf& files);

  /// Returns what a strategy would do after the first `turn` events of a match. {"seat": 0} means the one that plays
  /// this seat, which `files` finds.
  [[nodiscard]] nlohmann::ordered_json hint(const Transcript& match, std::size_t turn,
                                            const nlohmann::ordered_json& player, const FilesOf& files);

  /// Returns the player that a request describes: {"plugin": "greedy", "options": {...}}, or {"plugin": "human"}.
  [[nodiscard]] Participant participant(const nlohmann::ordered_json& request, const std::string& game);

 private:
  /// Returns a game, loaded once.
  const Game& game(const std::string& id);
  /// Returns the strategies for a game: those that the user has named, then those in `entries`. In requests, the field
  /// "plugin" names them.
  [[nodiscard]] nlohmann::ordered_json strategies(const GameDescription& game, const Catalogue& catalogue,
                                                  const std::vector<PluginEntry>& entries) const;
  [[nodiscard]] LiveSetup setup_for(const Game& game, Setup setup, std::vector<Participant> players) const;
  [[nodiscard]] std::vector<Participant> participants(const nlohmann::ordered_json& request,
                                                      const GameDescription& game) const;
  [[nodiscard]] Participant enter_one(const nlohmann::ordered_json& request, const GameDescription& game,
                                      const Catalogue& catalogue) const;
  [[nodiscard]] Participant enter_seat(const SeatIdentity& seat, const GameDescription& game,
                                       const Catalogue& catalogue, const FilesOf& files) const;

  MatchFactoryPlan plan_;
  GameActivity* watch_ = nullptr;
  std::mutex mutex_;
  std::map<std::string, Game> loaded_;  // by id
};

}  // namespace host
