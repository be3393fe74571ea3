// Tables with few outcomes: one bit for each state and outcome.
//
// After several dozen turns, only few of the possible ends are still outcomes of any state: at most five on nearly all
// boards, three on most. Then a table is a set of states for each of these outcomes, and a turn takes a few operations
// on whole words. The states from which a move leads into a set are its neighbours. A seat gets its best outcome in all
// neighbours of that set; of the other states, its second best outcome in all neighbours of the next set; and so on.
#pragma once

#include <inc/solver/offsets.hpp>
#include <inc/solver/wide.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace inc {

/// A table: each state is in the set of one outcome.
struct Sets {
  std::vector<Outcome> outcomes;
  std::vector<std::uint32_t> words;  // one set after the other

  friend bool operator==(const Sets&, const Sets&) = default;
};

/// The arithmetic of sets of states. A word contains the states that differ in the digits of the first three lines.
class Planes {
 public:
  using Word = std::uint32_t;

  explicit Planes(const Offsets& offsets);

  [[nodiscard]] Sets sets(std::span<const Outcome> table) const;
  [[nodiscard]] Outcome at(const Sets& sets, std::uint32_t state) const;

  /// Computes the table with one more turn left: a seat chooses among the outcomes, whose values are in `worth`.
  void choose(Sets& sets, std::span<const std::int16_t> worth);
  /// Does the same for a seat that must make move number 0.
  void take_first(Sets& sets);
  /// Removes outcomes that no state has any more.
  void drop_empty(Sets& sets) const;

  /// Returns the approximate time of choose(), in units of 0.2 ns.
  [[nodiscard]] std::int64_t steps(const Sets& sets, std::span<const std::int16_t> worth) const;

 private:
  static constexpr int word_lines = 3;
  static constexpr unsigned word_states = 27;

  /// The position of a move's line: within words, or between them.
  struct Step {
    int line;
    bool first;
  };

  /// Compute the states from which any move leads into a set; from which a given move does.
  void neighbours(const Word* in, Word* out) const;
  void before(const Word* in, int move, Word* out) const;

  /// Chooses among equally good outcomes: a state gets the outcome of its first move that leads to any of them, unless
  /// it already has one.
  void choose_among_equals(const Sets& sets, std::span<const std::size_t> equals);

  [[nodiscard]] const Word* set(const Sets& sets, std::size_t number) const { return &sets.words[number * words_]; }

  int lines_;
  std::size_t words_;
  Word all_;  // the states of a word
  std::vector<Step> moves_;
  std::array<std::array<Word, 3>, word_lines> with_digit_{};  // by line, digit

  std::vector<Word> result_;
  std::vector<Word> taken_;
  std::vector<Word> now_;
  std::vector<Word> scratch_;
};

}  // namespace inc
