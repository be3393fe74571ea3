// The weights as play reads them: in whole steps, so that sums are the same on every machine, and folded together, so
// that few of them are read.
//
// A line's content as a colour sees it has one entry: the weight of the whole line, those of the windows in it, and
// that of how near it is to five, by whether the colour is announced and how many numbers it has.
#pragma once

#include "features.hpp"
#include "weights.hpp"

#include <cstdint>
#include <vector>

namespace linez::champion {

/// Weights of patterns by the code of five cells, with one entry for each label of the sixth, so that all of them are
/// read at once. Where the sixth is does not matter but for symmetry: it is the first, second or third of a row, or the
/// first or second of a block. In larger steps than other weights, and no more than 8 points: what does not fit into a
/// cache takes longer to read than all the rest.
struct PatternTables {
  static constexpr int codes = 1 << 3 * (pattern_size - 1);
  using Labels [[gnu::vector_size(8)]] = std::int8_t;
  /// A sum of them needs more room.
  using Sums [[gnu::vector_size(16)]] = std::int16_t;
  static constexpr int steps = 8;  // of the other weights in one of these
  Table<std::vector<Labels>, 3> row;
  Table<std::vector<Labels>, 2> block;
  /// The weight of a pattern.
  [[nodiscard]] int value(int kind, int code) const {
    return steps * (kind == 0 ? row[0] : block[0])[static_cast<std::size_t>(code >> 3)][code & 7];
  }
};

class Folded {
 public:
  /// Of one stage.
  struct Stage {
    Table<std::int16_t, 6561> number{};               // of a number by the code of what is around it
    Table<std::int16_t, 256> gap{};                   // of an empty cell
    Table<std::int32_t, stage_size> others{};         // as in the weights
    Table<PatternTables, most_announced + 1> tables;  // by how many colours are announced; none for 0
    std::vector<std::int16_t> lines = std::vector<std::int16_t>(std::size_t{2 * (most_total + 1) * near_base});

    /// The entries of a colour's lines: those of each size begin at line_base, and follow the order of codes.
    [[nodiscard]] const std::int16_t* lines_of(int falls, int total) const {
      return lines.data() + (falls * (most_total + 1) + (total < most_total ? total : most_total)) * near_base;
    }
  };

  Folded() = default;
  explicit Folded(const std::vector<float>& weights) { fold(weights); }
  void fold(const std::vector<float>& weights);
  [[nodiscard]] const Stage& stage(int number) const { return stages_[static_cast<std::size_t>(number)]; }

 private:
  std::vector<Stage> stages_ = std::vector<Stage>(std::size_t{stages});
};

}  // namespace linez::champion
