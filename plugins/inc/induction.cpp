#include <inc/induction.hpp>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <limits>
#include <map>
#include <unordered_map>
#include <utility>

namespace inc {

namespace {

using rules::Points;

constexpr std::size_t checkpoint_bytes = 24'000'000;  // for all checkpoints
constexpr std::size_t stretch_bytes = 12'000'000;     // for all stretches that are kept
constexpr std::size_t one_stretch_bytes = 4'000'000;
constexpr std::size_t longest_stretch = 64;

/// Lines of a smaller weight are worked through within blocks of so many states (3^8), which stay in the fastest cache.
constexpr std::size_t block_states = 6561;

// A move at a line leads to the state whose digit there is one more (first group) or one less (second group). States
// whose digits of that line are 0, 1, 2 stand `weight` apart: one more is `weight` further on or, from 2, two weights
// back. raise() lifts `best` to what the two moves of a line lead to; `first` and `second` are what the moves' own
// order adds. It and raise_narrow() are written so that compilers make vector instructions of them: this is where the
// time goes.

constexpr std::int16_t plus(std::int16_t a, std::int16_t b) {
  return static_cast<std::int16_t>(a + b);
}

constexpr std::int16_t best_of(std::int16_t a, std::int16_t b, std::int16_t c) {
  return std::max(a, std::max(b, c));
}

void raise(std::int16_t* __restrict best, const std::int16_t* __restrict rated, std::size_t states, std::size_t weight,
           std::int16_t first, std::int16_t second) {
  for (std::size_t base = 0; base < states; base += 3 * weight) {
    std::int16_t* const out = best + base;
    const std::int16_t* const in = rated + base;
    for (std::size_t i = 0; i < weight; ++i) {
      const std::int16_t zero = in[i];
      const std::int16_t one = in[i + weight];
      const std::int16_t two = in[i + 2 * weight];
      out[i] = best_of(out[i], plus(one, first), plus(two, second));
      out[i + weight] = best_of(out[i + weight], plus(two, first), plus(zero, second));
      out[i + 2 * weight] = best_of(out[i + 2 * weight], plus(zero, first), plus(one, second));
    }
  }
}

/// The same for a weight too small for vectors: all four states that may be meant are read, at most two weights outside
/// of the block, and masks (-1 or 0) choose.
void raise_narrow(std::int16_t* __restrict best, const std::int16_t* __restrict rated, std::size_t states,
                  std::ptrdiff_t weight, const std::int16_t* __restrict is_two, const std::int16_t* __restrict is_zero,
                  std::int16_t first, std::int16_t second) {
  const auto choose = [](std::int16_t mask, std::int16_t set, std::int16_t clear) {
    return static_cast<std::int16_t>((set & mask) | (clear & ~mask));
  };
  const auto end = static_cast<std::ptrdiff_t>(states);
  for (std::ptrdiff_t i = 0; i < end; ++i) {
    const std::int16_t more = choose(is_two[i], rated[i - 2 * weight], rated[i + weight]);
    const std::int16_t less = choose(is_zero[i], rated[i + 2 * weight], rated[i - weight]);
    best[i] = best_of(best[i], plus(more, first), plus(less, second));
  }
}

std::uint64_t hash_of(const std::vector<std::uint16_t>& values, std::uint64_t seed) {
  constexpr std::uint64_t odd = 0x9E3779B97F4A7C15U;
  std::uint64_t hash = seed + odd;
  const auto mix = [&](std::uint64_t word) {
    hash = (hash ^ word) * odd;
    hash ^= hash >> 32U;
  };
  std::size_t i = 0;
  for (; i + 4 <= values.size(); i += 4) {
    std::uint64_t word = 0;
    std::memcpy(&word, &values[i], sizeof(word));
    mix(word);
  }
  for (; i < values.size(); ++i) mix(values[i]);
  return hash;
}

}  // namespace

Induction::Induction(const Situation& start, std::int64_t effort)
    : start_(start), offsets_(start.board, start.increment) {
  assert(offsets_.lines() <= max_lines);
  const std::size_t states = offsets_.states();
  digits_.resize(states);
  for (std::uint32_t state = 0; state < states; ++state) {
    for (int line = 0; line < offsets_.lines(); ++line) {
      digits_[state] |= state / offsets_.weight(line) % 3 << static_cast<unsigned>(2 * line);
    }
  }
  for (int move = 0; move < start.board.moves(); ++move) {
    const int line = offsets_.line_of(move);
    const auto weight = static_cast<std::int32_t>(offsets_.weight(line));
    Jump& jump = jumps_.emplace_back(Jump{static_cast<std::uint32_t>(2 * line), {2 * weight, -weight, -weight}});
    if (offsets_.first_of(move)) jump.by_digit = {weight, weight, -2 * weight};
  }
  rated_.resize(margin + states + margin);
  for (int line = 0; line < std::min(narrow_lines, offsets_.lines()); ++line) {
    for (std::uint32_t state = 0; state < std::min(states, block_states); ++state) {
      const std::uint32_t digit = state / offsets_.weight(line) % 3;
      masks_[static_cast<std::size_t>(line)].is_two.push_back(digit == 2 ? -1 : 0);
      masks_[static_cast<std::size_t>(line)].is_zero.push_back(digit == 0 ? -1 : 0);
    }
  }
  best_.resize(states);
  previous_.resize(states);
  stretch_ = static_cast<int>(std::clamp<std::size_t>(one_stretch_bytes / states, 1, longest_stretch));
  number_outcomes();
  rate_outcomes();
  make_tables(effort);
}

void Induction::number_outcomes() {
  // All squares with digits are somebody's, so two seats' points are enough to tell an end.
  constexpr Outcome unknown = std::numeric_limits<Outcome>::max();
  const auto side = static_cast<std::size_t>(start_.board.cells() + 1);
  std::vector<Outcome> numbers(side * side, unknown);
  Layer& outcomes = checkpoints_.emplace_back();
  outcomes.reserve(offsets_.states());
  for (const Points& points : offsets_.points(start_.turns_left)) {
    Outcome& number = numbers[static_cast<std::size_t>(points[0]) * side + static_cast<std::size_t>(points[1])];
    if (number == unknown) {
      number = static_cast<Outcome>(ends_.size());
      ends_.push_back(points);
    }
    outcomes.push_back(number);
  }
}

void Induction::rate_outcomes() {
  move_bits_ = static_cast<int>(std::bit_width(static_cast<unsigned>(start_.board.moves() - 1)));
  for (int seat = 0; seat < rules::seats; ++seat) {
    std::map<int, int> ranks;
    for (const Points& end : ends_) ranks.emplace(rules::preference(end, seat), 0);
    int rank = 0;
    for (auto& entry : ranks) entry.second = rank++;
    assert(rank << move_bits_ <= std::numeric_limits<std::int16_t>::max());
    for (const Points& end : ends_) {
      worth_[static_cast<std::size_t>(seat)].push_back(
          static_cast<std::int16_t>(ranks.at(rules::preference(end, seat)) << move_bits_));
    }
  }
}

int Induction::mover(int turns_left) const {
  const int turns_made = (start_.turns_left - turns_left) % rules::seats;
  return (start_.mover + turns_made + rules::seats) % rules::seats;
}

void Induction::rate_moves(int turns_left, const Layer& outcomes) {
  const std::size_t states = outcomes.size();
  const std::vector<std::int16_t>& worth = worth_[static_cast<std::size_t>(mover(turns_left))];
  for (std::size_t state = 0; state < states; ++state) rated_[margin + state] = worth[outcomes[state]];
  std::ranges::fill(best_, std::int16_t{-1});

  // What a move adds for its place in the order: the first one most.
  const int count = start_.board.moves();
  std::array<std::array<std::int16_t, 2>, max_lines> order{};
  for (int move = 0; move < count; ++move) {
    order[static_cast<std::size_t>(offsets_.line_of(move))][offsets_.first_of(move) ? 0 : 1] =
        static_cast<std::int16_t>(count - 1 - move);
  }
  const auto raise_line = [&](std::size_t from, std::size_t size, int line) {
    const auto& [first, second] = order[static_cast<std::size_t>(line)];
    std::int16_t* const best = best_.data() + from;
    const std::int16_t* const rated = rated_.data() + margin + from;
    const std::size_t weight = offsets_.weight(line);
    if (line < narrow_lines) {
      const auto& [is_two, is_zero] = masks_[static_cast<std::size_t>(line)];
      raise_narrow(best, rated, size, static_cast<std::ptrdiff_t>(weight), is_two.data(), is_zero.data(), first,
                   second);
    } else {
      raise(best, rated, size, weight, first, second);
    }
  };
  const std::size_t block = std::min(states, block_states);
  int line = 0;
  for (std::size_t from = 0; from < states; from += block) {
    for (line = 0; line < offsets_.lines() && offsets_.weight(line) < block; ++line) raise_line(from, block, line);
  }
  for (; line < offsets_.lines(); ++line) raise_line(0, states, line);
}

void Induction::advance(Layer& outcomes, int turns_left, std::uint8_t* moves) {
  const bool absent = (start_.out >> static_cast<unsigned>(mover(turns_left)) & 1U) != 0;
  const auto last = static_cast<unsigned>(start_.board.moves() - 1);
  const unsigned mask = (1U << static_cast<unsigned>(move_bits_)) - 1;
  if (absent) {
    std::ranges::fill(best_, static_cast<std::int16_t>(last));  // move 0
  } else {
    rate_moves(turns_left, outcomes);
  }
  previous_.swap(outcomes);
  for (std::size_t state = 0; state < previous_.size(); ++state) {
    const unsigned move = last - (static_cast<unsigned>(best_[state]) & mask);
    const Jump& jump = jumps_[move];
    const std::int32_t change = jump.by_digit[digits_[state] >> jump.shift & 3U];
    outcomes[state] = previous_[state + static_cast<std::size_t>(std::ptrdiff_t{change})];
    if (moves != nullptr) moves[state] = static_cast<std::uint8_t>(move);
  }
}

void Induction::make_tables(std::int64_t effort) {
  const std::int64_t turn_steps = std::int64_t{offsets_.states()} * start_.board.moves();
  const std::size_t checkpoints = std::max<std::size_t>(checkpoint_bytes / (offsets_.states() * sizeof(Outcome)), 2);
  const auto most = std::min<std::int64_t>(
      {start_.turns_left, effort / turn_steps, static_cast<std::int64_t>(checkpoints) * stretch_});
  std::unordered_map<std::uint64_t, int> seen;  // by hash: the turns left
  Layer outcomes = checkpoints_.front();
  for (;;) {
    const auto phase = static_cast<std::uint64_t>(horizon_ % rules::seats);
    const auto [known, fresh] = seen.emplace(hash_of(outcomes, phase), horizon_);
    if (!fresh && (horizon_ - known->second) % rules::seats == 0 && layer(known->second) == outcomes) {
      period_ = horizon_ - known->second;
      return;
    }
    if (horizon_ == most) return;
    advance(outcomes, ++horizon_, nullptr);
    if (horizon_ % stretch_ == 0) checkpoints_.push_back(outcomes);
  }
}

Induction::Layer Induction::layer(int turns_left) {
  const int checkpoint = turns_left / stretch_;
  Layer outcomes = checkpoints_[static_cast<std::size_t>(checkpoint)];
  for (int turns = checkpoint * stretch_ + 1; turns <= turns_left; ++turns) advance(outcomes, turns, nullptr);
  return outcomes;
}

std::span<const std::uint8_t> Induction::moves(int turns_left) {
  const int number = (turns_left - 1) / stretch_;
  const std::size_t states = offsets_.states();
  const auto kept = std::ranges::find(stretches_, number, &Stretch::number);
  if (kept == stretches_.end()) {
    const std::size_t size = states * static_cast<std::size_t>(stretch_);
    while (!stretches_.empty() && (stretches_.size() + 1) * size > stretch_bytes) stretches_.pop_back();
    Stretch& fresh = stretches_.emplace_front(Stretch{number, std::vector<std::uint8_t>(size)});
    Layer outcomes = checkpoints_[static_cast<std::size_t>(number)];
    const int end = std::min((number + 1) * stretch_, horizon_);
    for (int turns = number * stretch_ + 1; turns <= end; ++turns) {
      advance(outcomes, turns, fresh.moves.data() + static_cast<std::size_t>((turns - 1) % stretch_) * states);
    }
  } else if (kept != stretches_.begin()) {
    std::rotate(stretches_.begin(), kept, kept + 1);
  }
  return std::span(stretches_.front().moves)
      .subspan(static_cast<std::size_t>((turns_left - 1) % stretch_) * states, states);
}

int Induction::equivalent(int turns_left) const {
  if (turns_left <= horizon_) return turns_left;
  const int cycle = period_ > 0 ? period_ : rules::seats;
  return horizon_ - (cycle - (turns_left - horizon_) % cycle) % cycle;
}

int Induction::best(std::uint32_t state, int turns_left) {
  assert(exact(turns_left) || horizon_ >= rules::seats);
  return moves(equivalent(turns_left))[state];
}

}  // namespace inc
