// Plays the matches of a job in this process: in agon-arena or, without isolation, in the host.
#pragma once

#include "host/arena/exclusive.hpp"
#include "host/arena/job.hpp"
#include "host/match/game_state.hpp"

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace host {

class JobPlayer final : public Arena {
 public:
  /// `watch`, if given, is for another process. The job and the game, which is the job's, must exist as long as this
  /// object.
  JobPlayer(const Job& job, const Game& game, GameActivity* watch = nullptr);

  void play(const std::vector<MatchRequest>& requests, const ArenaHooks& hooks) override;
  std::optional<std::string> refusal(std::int32_t seats) override;

  /// Waits until another match may begin. Returns false if `hooks` want to stop before.
  bool may_begin(const ArenaHooks& hooks);

  /// Plays one match, after may_begin().
  PlayedMatch play(const MatchRequest& request, const ArenaHooks& hooks);

 private:
  [[nodiscard]] std::vector<agon_limits> limits(const MatchRequest& request) const;
  [[nodiscard]] std::vector<SeatIdentity> identities(const MatchRequest& request) const;
  void play(const MatchRequest& request, const ArenaHooks& hooks, PlayedMatch& match);
  [[nodiscard]] Transcript play_branch(const MatchRequest& request, std::span<Seat* const> seats);
  Seat& seat_of(const std::vector<std::size_t>& seating, std::size_t seat);

  const Job& job_;
  const Game& game_;
  GameActivity* watch_;
  std::optional<Exclusive> exclusive_;
  Transcript origin_;
  std::map<std::pair<std::size_t, std::ptrdiff_t>, std::unique_ptr<Seat>> seats_;
};

}  // namespace host
