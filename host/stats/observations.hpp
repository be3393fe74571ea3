// Decides what is one observation of a comparison or a table: by what its results are uncertain. docs/statistics.md
// gives the rule, its reason and its limits. All matches count in means and totals.
//
// The unit is the block: the matches of a seed in all its seatings. Two things can make it larger. Where players are
// deterministic, a start that comes again brings the same block: the unit is the start. And openings are a sample of
// positions: if one comes again, the unit is the opening, whoever plays. A start tells whether players are
// deterministic: the game or its players draw if some start of theirs that came again brought another block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <unordered_set>

namespace stats {

/// A block, as numbers that are equal for equal things.
struct PlayedBlock {
  std::uint64_t seed = 0;
  std::uint64_t start = 0;    // what its matches begin from, and who sits where; 0: unknown, and so another one
  std::uint64_t matches = 0;  // the start, and all that was done
  std::uint64_t opening = 0;  // 0: none
  std::uint64_t players = 0;  // tells who plays: see Observations::units()
};

enum class Evidence {
  each_start_once,  // so that blocks and starts are the same
  draws,            // the game or its players draw: the unit is the block
  repeats,          // deterministic players: the unit is the start
  some_draw,        // of several line-ups: some draw, and others repeat
  openings          // the unit is the opening
};

struct ObservationCounts {
  std::uint64_t blocks = 0;
  std::uint64_t different = 0;  // of them
  std::uint64_t starts = 0;     // different ones
  std::uint64_t openings = 0;   // different ones; 0: there are none
  Evidence evidence = Evidence::each_start_once;

  /// Returns whether the blocks differ so little that a claim about them holds for the game's own starts alone.
  [[nodiscard]] bool few_differ() const { return 10 * different < blocks; }
  /// Returns whether the claim holds for these openings alone: they are too few for a sample.
  [[nodiscard]] bool few_openings() const;
};

/// The unit of each block.
class Units {
 public:
  /// Returns the number of the block's unit: the first seed on which the unit was played. So the blocks of different
  /// line-ups on one seed are one unit.
  [[nodiscard]] std::uint64_t of(const PlayedBlock& block) const;
  /// Returns whether a unit may have several seeds.
  [[nodiscard]] bool are_clusters() const { return !of_starts_.empty() || !of_openings_.empty(); }

  [[nodiscard]] const ObservationCounts& counts() const { return counts_; }

 private:
  friend class Observations;
  ObservationCounts counts_;
  std::unordered_map<std::uint64_t, std::uint64_t> of_starts_;  // their first seeds
  std::unordered_map<std::uint64_t, std::uint64_t> of_openings_;
};

class Observations {
 public:
  /// Returns a number that is equal for the same players, in whatever seats, for PlayedBlock::players.
  using PlayersOf = std::function<std::uint64_t(std::uint64_t players)>;

  /// `book`: the number of openings that there are, if that is known before any is played; 0: unknown.
  explicit Observations(std::size_t book = 0) : book_(book) {}

  /// Adds the next block. Returns whether a test that stops by itself takes it, if all blocks have the same players: if
  /// its start is new, or if some start has brought two different blocks before; with openings, if its opening is new.
  /// The block's own result plays no part in that, so that the test keeps its error bound.
  bool add(const PlayedBlock& block);

  /// Returns the units of the blocks so far. Calls `players_of` for starts that came again.
  [[nodiscard]] Units units(const PlayersOf& players_of = [](std::uint64_t players) { return players; }) const;

  [[nodiscard]] std::uint64_t blocks() const { return counts_.blocks; }

 private:
  struct Start {
    std::uint64_t seed = 0;     // the first
    std::uint64_t matches = 0;  // of the first block
    std::uint64_t players = 0;
    bool again = false;
    bool varied = false;
  };

  /// Returns whether the start is new.
  bool add_start(const PlayedBlock& block);

  std::size_t book_;
  ObservationCounts counts_;  // without the evidence
  std::uint64_t opened_ = 0;  // blocks with an opening
  std::unordered_map<std::uint64_t, Start> starts_;
  std::unordered_map<std::uint64_t, std::uint64_t> openings_;  // their first seeds
  std::unordered_set<std::uint64_t> others_;                   // blocks that are not like the first of their start
  bool varied_ = false;
};

}  // namespace stats
