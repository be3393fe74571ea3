// What strategies for every game have in common: the game's model, and one turn with it.
#pragma once

#include <agon/model.hpp>
#include <agon/random.hpp>
#include <agon/strategy.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace any {

/// What a seat's score is worth in the game's contest, so that means of it can be compared.
inline double payoff(const agon_game_type& game, double score) {
  if (game.contest != AGON_CONTEST_SIGNED_ROOT_SUM) return score;
  return score < 0 ? -std::sqrt(-score) : std::sqrt(score);
}

/// The score that is worth so much: the inverse of payoff().
inline double score_of(const agon_game_type& game, double payoff) {
  return game.contest == AGON_CONTEST_SIGNED_ROOT_SUM ? std::copysign(payoff * payoff, payoff) : payoff;
}

/// A player of any game that has a model.
class Player : public agon::Strategy {
 public:
  static constexpr const char* protocol = AGON_ANY_PROTOCOL;
  static constexpr bool needs_game = true;

  explicit Player(const agon::Session& session) : session_(session), model_(session), random_(session.seed()) {}

  void turn(agon_bytes observation, agon_buffer& action) final {
    agon::State root = model_.determinise(session_.seats(), session_.seat(), observation, random_.next());
    if (action.capacity < model_.action_size())
      throw agon::Failure(AGON_FAILED, "the host left too little room for an action");
    choose(root, {static_cast<std::byte*>(action.data), model_.action_size()});
    action.size = model_.action_size();
  }

 protected:
  /// Writes the action to take in `root`, where this seat is to move.
  virtual void choose(const agon::State& root, std::span<std::byte> action) = 0;

  /// Reports the mean payoff of the action that it takes, and how many playouts it has made.
  void report(double payoff, std::uint64_t playouts) const {
    session_.report(score_of(model_.game(), payoff), AGON_VALUE_SCORE, 0, static_cast<std::int64_t>(playouts));
  }
  [[nodiscard]] const agon::Session& seat() const { return session_; }
  [[nodiscard]] const agon::Model& model() const { return model_; }
  [[nodiscard]] agon::QuickRandom& random() { return random_; }

 private:
  const agon::Session& session_;
  agon::Model model_;
  agon::QuickRandom random_;
};

/// Copies one of a list's actions out.
inline void write(agon_bytes action, std::span<std::byte> to) {
  std::memcpy(to.data(), action.data, to.size());
}

}  // namespace any
