#include <inc/solver/planes.hpp>

#include <algorithm>
#include <cassert>
#include <numeric>

namespace inc {

namespace {

using Word = Planes::Word;

/// Adds to `out` the states that differ from `in` in one digit, of the line with this weight.
void add_others(const Word* __restrict in, Word* __restrict out, std::size_t words, std::size_t weight) {
  for (std::size_t base = 0; base < words; base += 3 * weight) {
    for (std::size_t i = base; i < base + weight; ++i) {
      const Word zero = in[i];
      const Word one = in[i + weight];
      const Word two = in[i + 2 * weight];
      out[i] |= one | two;
      out[i + weight] |= zero | two;
      out[i + 2 * weight] |= zero | one;
    }
  }
}

/// Does the same for two lines at once, with this weight and with three times this weight.
inline void add_others_of_two(const Word* __restrict in, Word* __restrict out, std::size_t words, std::size_t weight) {
  for (std::size_t base = 0; base < words; base += 9 * weight) {
    for (std::size_t i = base; i < base + weight; ++i) {
      std::array<Word, 9> near{};
      for (std::size_t row = 0; row < 9; row += 3) {
        const Word zero = in[i + row * weight];
        const Word one = in[i + (row + 1) * weight];
        const Word two = in[i + (row + 2) * weight];
        near[row] = one | two;
        near[row + 1] = zero | two;
        near[row + 2] = zero | one;
      }
      for (std::size_t column = 0; column < 3; ++column) {
        const Word zero = in[i + column * weight];
        const Word one = in[i + (column + 3) * weight];
        const Word two = in[i + (column + 6) * weight];
        out[i + column * weight] |= near[column] | one | two;
        out[i + (column + 3) * weight] |= near[column + 3] | zero | two;
        out[i + (column + 6) * weight] |= near[column + 6] | zero | one;
      }
    }
  }
}

/// Moves each state by one weight forwards (or backwards), cyclically through the three digits of the line.
void turn(const Word* __restrict in, Word* __restrict out, std::size_t words, std::size_t weight, bool further) {
  const std::size_t zero_from = further ? weight : 2 * weight;
  const std::size_t one_from = further ? 2 * weight : 0;
  const std::size_t two_from = further ? 0 : weight;
  for (std::size_t base = 0; base < words; base += 3 * weight) {
    for (std::size_t i = base; i < base + weight; ++i) {
      out[i] = in[i + zero_from];
      out[i + weight] = in[i + one_from];
      out[i + 2 * weight] = in[i + two_from];
    }
  }
}

}  // namespace

Planes::Planes(const Offsets& offsets)
    : lines_(offsets.lines()),
      words_(std::max<std::size_t>(offsets.states() / word_states, 1)),
      all_((Word{1} << std::min<std::uint32_t>(offsets.states(), word_states)) - 1) {
  for (int move = 0; move < offsets.origin().moves(); ++move) {
    moves_.push_back({offsets.line_of(move), offsets.first_of(move)});
  }
  for (int line = 0; line < std::min(lines_, word_lines); ++line) {
    for (std::uint32_t bit = 0; bit < word_states; ++bit) {
      with_digit_[static_cast<std::size_t>(line)][bit / offsets.weight(line) % 3] |= all_ & Word{1} << bit;
    }
  }
  taken_.resize(words_);
  now_.resize(words_);
  scratch_.resize(words_);
}

Sets Planes::sets(std::span<const Outcome> table) const {
  Sets sets;
  for (std::size_t state = 0; state < table.size(); ++state) {
    auto number = static_cast<std::size_t>(std::ranges::find(sets.outcomes, table[state]) - sets.outcomes.begin());
    if (number == sets.outcomes.size()) {
      sets.outcomes.push_back(table[state]);
      sets.words.resize(sets.words.size() + words_);
    }
    sets.words[number * words_ + state / word_states] |= Word{1} << state % word_states;
  }
  return sets;
}

Outcome Planes::at(const Sets& sets, std::uint32_t state) const {
  std::size_t number = 0;
  while ((set(sets, number)[state / word_states] >> state % word_states & 1U) == 0) ++number;
  return sets.outcomes[number];
}

void Planes::neighbours(const Word* in, Word* out) const {
  for (std::size_t i = 0; i < words_; ++i) {
    Word near = 0;
    unsigned weight = 1;
    for (const auto& [zero, one, two] : with_digit_) {  // digits of missing lines are empty
      near |= (in[i] >> weight & (zero | one)) | (in[i] >> 2 * weight & zero);
      near |= (in[i] << weight & (one | two)) | (in[i] << 2 * weight & two);
      weight *= 3;
    }
    out[i] = near;
  }
  std::size_t weight = 1;
  if (words_ >= 9) {
    add_others_of_two(in, out, words_, 1);
    weight = 9;
  }
  for (; 3 * weight < words_; weight *= 9) add_others_of_two(in, out, words_, weight);
  if (weight < words_) add_others(in, out, words_, weight);
}

void Planes::before(const Word* in, int move, Word* out) const {
  const auto [line, first] = moves_[static_cast<std::size_t>(move)];
  if (line < word_lines) {
    const auto& [zero, one, two] = with_digit_[static_cast<std::size_t>(line)];
    constexpr std::array<unsigned, word_lines> weights{1, 3, 9};
    const unsigned weight = weights[static_cast<std::size_t>(line)];
    if (first) {
      for (std::size_t i = 0; i < words_; ++i) out[i] = (in[i] >> weight & (zero | one)) | (in[i] << 2 * weight & two);
    } else {
      for (std::size_t i = 0; i < words_; ++i) out[i] = (in[i] << weight & (one | two)) | (in[i] >> 2 * weight & zero);
    }
  } else {
    std::size_t weight = 1;
    for (int i = word_lines; i < line; ++i) weight *= 3;
    turn(in, out, words_, weight, first);
  }
}

void Planes::choose_among_equals(const Sets& sets, std::span<const std::size_t> equals) {
  for (std::size_t move = 0; move < moves_.size(); ++move) {
    std::ranges::fill(now_, Word{0});
    for (const std::size_t number : equals) {
      before(set(sets, number), static_cast<int>(move), scratch_.data());
      Word* const out = &result_[number * words_];
      for (std::size_t i = 0; i < words_; ++i) {
        out[i] |= scratch_[i] & ~taken_[i];
        now_[i] |= scratch_[i];
      }
    }
    for (std::size_t i = 0; i < words_; ++i) taken_[i] |= now_[i];
  }
}

void Planes::choose(Sets& sets, std::span<const std::int16_t> worth) {
  const std::size_t count = sets.outcomes.size();
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto worth_of = [&](std::size_t number) { return worth[sets.outcomes[number]]; };
  std::ranges::sort(order, std::ranges::greater{}, worth_of);

  result_.assign(sets.words.size(), 0);
  std::ranges::fill(taken_, Word{0});
  for (std::size_t from = 0; from < count;) {
    std::size_t to = from + 1;
    while (to < count && worth_of(order[to]) == worth_of(order[from])) ++to;
    Word* const out = &result_[order[from] * words_];
    if (to - from > 1) {
      choose_among_equals(sets, std::span(order).subspan(from, to - from));
    } else if (to == count) {
      for (std::size_t i = 0; i < words_; ++i) out[i] = all_ & ~taken_[i];
    } else {
      neighbours(set(sets, order[from]), scratch_.data());
      for (std::size_t i = 0; i < words_; ++i) {
        out[i] = scratch_[i] & ~taken_[i];
        taken_[i] |= scratch_[i];
      }
    }
    from = to;
  }
  sets.words.swap(result_);
}

std::int64_t Planes::steps(const Sets& sets, std::span<const std::int16_t> worth) const {
  std::int64_t steps = 0;
  for (const Outcome outcome : sets.outcomes) {
    const auto equals =
        std::ranges::count_if(sets.outcomes, [&](Outcome other) { return worth[other] == worth[outcome]; });
    steps += equals == 1 ? lines_ + 2 : 6 * static_cast<std::int64_t>(moves_.size());
  }
  return steps * static_cast<std::int64_t>(words_);
}

void Planes::take_first(Sets& sets) {
  result_.resize(sets.words.size());
  for (std::size_t number = 0; number < sets.outcomes.size(); ++number) {
    before(set(sets, number), 0, &result_[number * words_]);
  }
  sets.words.swap(result_);
}

void Planes::drop_empty(Sets& sets) const {
  std::size_t kept = 0;
  for (std::size_t number = 0; number < sets.outcomes.size(); ++number) {
    const Word* const words = set(sets, number);
    if (std::all_of(words, words + words_, [](Word word) { return word == 0; })) continue;
    sets.outcomes[kept] = sets.outcomes[number];
    std::copy_n(words, words_, &sets.words[kept++ * words_]);
  }
  sets.outcomes.resize(kept);
  sets.words.resize(kept * words_);
}

}  // namespace inc
