// A model of the opponent: is each of its moves one that the contest's own opponent could have made?
#pragma once

#include "../search/stones.hpp"
#include "../server/isles.hpp"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace tonga::champion {

/// The moves among which that opponent draws in `stones`, with at least one square empty.
std::vector<search::Square> server_moves(const search::Stones& stones, Perimeter perimeter);

class Opponent {
 public:
  /// Takes a move that the opponent made in `before`. Keeps the kinds of perimeter that explain it.
  void observe(const search::Stones& before, int square);

  /// A strong opponent's first moves are often among those that the server might make: after few of them, the model
  /// would take it for the server, and a plan against weak replies loses much. On small boards, whose matches are
  /// short, waiting for more moves loses more against the server itself.
  static constexpr int least_observed(int size) { return size <= 6 ? 3 : 5; }

  /// Returns whether its moves can be foretold: enough were seen, and some perimeter explains all of them.
  [[nodiscard]] bool foretold() const { return observed_ >= needed_ && !perimeters_.empty(); }

  /// Returns how many kinds of perimeter are left. It plays by the first of them as far as known.
  [[nodiscard]] std::size_t models() const { return perimeters_.size(); }

  /// Returns the moves among which it draws, if it is foretold. The reference is valid until the next call.
  [[nodiscard]] const std::vector<search::Square>& moves(const search::Stones& stones);
  /// Returns how many times the server's search was run.
  [[nodiscard]] std::int64_t thoughts() const { return thoughts_; }

 private:
  static constexpr std::size_t most_known = 60'000;  // about 6 MB

  int observed_ = 0;
  int needed_ = 1;
  std::int64_t thoughts_ = 0;
  std::vector<Perimeter> perimeters_ = {Perimeter::squares, Perimeter::edges, Perimeter::outline};
  std::unordered_map<std::uint64_t, std::vector<search::Square>> known_;  // by the position's hash
};

}  // namespace tonga::champion
