// Tables of few outcomes, a bit for each state and outcome.
//
// After some dozens of turns few of the ends that were possible are still what any state leads to: five at most on
// nearly all boards, three on most. A table is then a set of states for each of these outcomes, and a turn takes a few
// operations on whole words: the states from which some move leads into a set are its neighbours, and a seat gets its
// best outcome wherever it can reach it, of the other states its second best wherever it can reach that, and so on.
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

/// The arithmetic of sets of states. A word has the states that differ in the digits of the first three lines.
class Planes {
 public:
  using Word = std::uint32_t;

  explicit Planes(const Offsets& offsets);

  [[nodiscard]] Sets sets(std::span<const Outcome> table) const;
  [[nodiscard]] Outcome at(const Sets& sets, std::uint32_t state) const;

  /// From one turn to the one before: a seat chooses, to which outcomes are worth what `worth` says.
  void choose(Sets& sets, std::span<const std::int16_t> worth);
  /// The same if it has to take move number 0.
  void take_first(Sets& sets);
  /// Leaves out what no state leads to any more.
  void drop_empty(Sets& sets) const;

  /// Roughly how long choose() takes, in units of a fifth of a nanosecond.
  [[nodiscard]] std::int64_t steps(const Sets& sets, std::span<const std::int16_t> worth) const;

 private:
  static constexpr int word_lines = 3;
  static constexpr unsigned word_states = 27;

  /// How a move's line lies: within words, or between them.
  struct Step {
    int line;
    bool first;
  };

  /// The states from which some move leads into a set; from which a given move does.
  void neighbours(const Word* in, Word* out) const;
  void before(const Word* in, int move, Word* out) const;

  /// Of equally good outcomes: what the first move gives that leads to any of them, where nothing is taken yet.
  void choose_among_equals(const Sets& sets, std::span<const std::size_t> equals);

  [[nodiscard]] const Word* set(const Sets& sets, std::size_t number) const { return &sets.words[number * words_]; }

  int lines_;
  std::size_t words_;
  Word all_;  // the states that a word has
  std::vector<Step> moves_;
  std::array<std::array<Word, 3>, word_lines> with_digit_{};  // by line, digit

  std::vector<Word> result_;
  std::vector<Word> taken_;
  std::vector<Word> now_;
  std::vector<Word> scratch_;
};

}  // namespace inc
