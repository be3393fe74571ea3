// Many matches of one game that advance together, one action of each at a time: for learning programs.
//
// One pass over the states applies an action, notes the end of a match, starts the next one in its place, observes, and
// draws a random legal action for the next step. So each state is in the processor's cache once a step.
#pragma once

#include "host/library/game.hpp"
#include "host/match/game_state.hpp"
#include "host/match/seat.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <vector>

namespace host::library {

class Batch {
 public:
  /// What a step does beside applying actions.
  struct Work {
    bool observe = true;  // writes observations(), which needs a layout without arrays behind the struct
    bool sample = true;   // writes samples()
    bool score = false;   // writes scores()
  };

  /// Starts `count` matches, with seeds from `first_seed` on. Matches that follow take the next seeds. Throws
  /// Failure(usage) if the game has no model, refuses the parameters, or can't be observed as `work` says.
  Batch(std::shared_ptr<const Game> game, std::size_t count, std::uint64_t first_seed, std::int32_t seats,
        const Assignments& parameters, Work work);
  Batch(const Batch&) = delete;
  Batch& operator=(const Batch&) = delete;
  ~Batch();

  /// Applies action number i to match number i; `actions` has action_size() bytes for each match. If an action is
  /// illegal, its seat forfeits, as in a match. If a match is over, final_scores() has its scores and a new match has
  /// begun in its place. Throws Failure(game) if the game fails, and Failure(usage) if another thread is in this
  /// function.
  void step(const std::byte* actions);

  [[nodiscard]] const Game& game() const { return *game_; }
  [[nodiscard]] std::size_t count() const { return states_.size(); }
  [[nodiscard]] std::int32_t seats() const { return seats_; }
  [[nodiscard]] std::uint64_t action_size() const { return action_size_; }
  [[nodiscard]] std::uint64_t observation_size() const { return observation_size_; }

  // One row for each match, valid as long as this object; step() changes them in place.

  /// What the seat to move sees: observation_size() bytes each.
  [[nodiscard]] std::byte* observations() { return observations_.get(); }
  /// A random legal action of the seat to move: action_size() bytes each.
  [[nodiscard]] std::byte* samples() { return samples_.get(); }
  [[nodiscard]] std::int32_t* to_move() { return to_move_.data(); }
  /// 1: the last step ended a match there.
  [[nodiscard]] std::uint8_t* over() { return over_.data(); }
  /// 1: the last action there was illegal.
  [[nodiscard]] std::uint8_t* illegal() { return illegal_.data(); }
  /// The scores of the last match that ended there: one for each seat; 0 before the first.
  [[nodiscard]] double* final_scores() { return final_scores_.data(); }
  /// The scores of the match there now: one for each seat; 0 without Work::score.
  [[nodiscard]] double* scores() { return scores_.data(); }
  [[nodiscard]] std::uint64_t* seeds() { return seeds_.data(); }

  /// Returns legal_actions() of one match. Throws Failure(usage) if there is none of that number.
  [[nodiscard]] std::string actions(std::size_t match) const;

 private:
  struct Free {
    void operator()(std::byte* bytes) const { ::operator delete[](bytes, std::align_val_t{alignment}); }
  };
  using Rows = std::unique_ptr<std::byte[], Free>;
  static constexpr std::size_t alignment = 64;  // a cache line
  static Rows rows(std::size_t bytes);

  void begin(std::size_t match);
  void look(std::size_t match);
  /// Writes the match's scores to its row of `rows`.
  void write_scores(std::size_t match, std::vector<double>& rows) const;

  std::shared_ptr<const Game> game_;
  const agon_game_type& type_;
  const agon_model* model_;
  Work work_;
  Setup setup_;
  std::int32_t seats_;
  std::uint64_t action_size_ = 0;
  std::uint64_t observation_size_ = 0;
  std::uint64_t next_seed_;
  std::uint64_t bits_seed_;
  std::uint64_t drawn_ = 0;
  std::vector<std::unique_ptr<GameState>> states_;
  std::vector<void*> raw_;
  Rows observations_;
  Rows samples_;
  std::vector<std::int32_t> to_move_;
  std::vector<std::uint8_t> over_;
  std::vector<std::uint8_t> illegal_;
  std::vector<double> final_scores_;
  std::vector<double> scores_;
  std::vector<std::uint64_t> seeds_;
  std::mutex stepping_;
  AlignedMemory action_room_;  // while stepping_ is locked
};

}  // namespace host::library
