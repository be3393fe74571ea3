// Results of matches between two players as text, for and of other programs: CSV and PGN.
#pragma once

#include "host/stats/plackett_luce.hpp"

#include <cstddef>
#include <cstdint>
#include <istream>
#include <map>
#include <string>
#include <vector>

namespace host {

struct ListedResult {
  std::size_t first = 0;  // index into the names
  std::size_t second = 0;
  double points = 0;        // of the first: 1, 0.5 or 0
  std::uint64_t block = 0;  // results of the same block, such as a pair with swapped seats, are one observation
};

class ListedResults {
 public:
  /// Adds a result. Results of the same two players with the same `round` are one block; without a round, each is one.
  void add(const std::string& first, const std::string& second, double points, const std::string& round);

  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  [[nodiscard]] const std::vector<ListedResult>& results() const { return results_; }

 private:
  std::size_t player(const std::string& name);

  std::vector<std::string> names_;
  std::map<std::string, std::size_t> players_;
  std::map<std::string, std::uint64_t> blocks_;
  std::uint64_t block_count_ = 0;
  std::vector<ListedResult> results_;
};

/// Reads lines FIRST,SECOND,RESULT[,ROUND]. RESULT is 1-0, 0-1, 1/2-1/2, or the first player's points: 1, 0.5 or 0. The
/// first line may be a heading. Throws a sentence with the line's number.
ListedResults read_results_csv(std::istream& text, const std::string& file);

/// Reads the tags White, Black, Result and Round of each game. Ignores moves, and games without a result. Throws a
/// sentence with the line's number.
ListedResults read_results_pgn(std::istream& text, const std::string& file);

/// Returns one game in PGN without moves; the round is the seed. `names` are by player.
std::string pgn_game(const std::string& game, const std::vector<std::string>& names, std::uint64_t seed,
                     const stats::Place& white, const stats::Place& black);

}  // namespace host
