#include "forecast.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <map>
#include <utility>

namespace inc::champion {

namespace {

/// What a share of all digits counts beside a place: less than any difference of places that matters.
constexpr float points_count = 0.01F;

/// Enumerates all states with the states after each move.
class Walk {
 public:
  explicit Walk(const Offsets& offsets) : lines_(offsets.lines()) {
    for (int move = 0; move < offsets.origin().moves(); ++move) {
      const auto line = static_cast<std::size_t>(offsets.line_of(move));
      lines_of_[line].weight = static_cast<std::int32_t>(offsets.weight(offsets.line_of(move)));
      (offsets.first_of(move) ? lines_of_[line].first : lines_of_[line].second) = static_cast<std::size_t>(move);
    }
  }

  template <typename Next>
  void next_states(std::uint32_t state, Next& next) const {
    for (int line = 0; line < lines_; ++line) {
      const auto& [weight, first, second, digit] = lines_of_[static_cast<std::size_t>(line)];
      const auto from = static_cast<std::int32_t>(state);
      next[first] = static_cast<std::uint32_t>(digit < 2 ? from + weight : from - 2 * weight);
      next[second] = static_cast<std::uint32_t>(digit > 0 ? from - weight : from + 2 * weight);
    }
  }

  void advance() {
    for (int line = 0; line < lines_; ++line) {
      int& digit = lines_of_[static_cast<std::size_t>(line)].digit;
      if (++digit < 3) return;
      digit = 0;
    }
  }

 private:
  struct Line {
    std::int32_t weight = 0;
    std::size_t first = 0;  // the move with its first group, which adds 1 to its digit
    std::size_t second = 0;
    int digit = 0;
  };
  int lines_;
  std::array<Line, Forecast::max_lines> lines_of_{};
};

/// Collects the moves that are best.
template <typename Value>
class Best {
 public:
  void add(Value value, std::size_t move) {
    if (value < best_) return;
    if (value > best_) moves_ = 0;
    best_ = value;
    moves_ |= 1U << move;
  }
  [[nodiscard]] std::uint32_t moves() const { return moves_; }

 private:
  Value best_ = -1;
  std::uint32_t moves_ = 0;
};

}  // namespace

Forecast::Forecast(const Situation& start, int seat)
    : start_(start), seat_(seat), offsets_(start.board, start.increment), moves_(start.board.moves()) {
  assert(offsets_.lines() <= max_lines);
  number_ends();
}

std::int64_t Forecast::steps(const rules::Board& board, int turns) {
  std::int64_t states = 1;
  for (int line = 0; line < Offsets::lines(board); ++line) states *= 3;
  constexpr std::int64_t per_move = 12;
  return states * board.moves() * turns * per_move;
}

int Forecast::mover(int turns_left) const {
  const int made = (start_.turns_left - turns_left) % rules::seats;
  return (start_.mover + made + rules::seats) % rules::seats;
}

const std::vector<Outcome>& Forecast::ends(int turns_left) const {
  return ends_[static_cast<std::size_t>((start_.turns_left - turns_left) % rules::seats)];
}

void Forecast::number_ends() {
  std::map<rules::Points, Outcome> numbers;
  for (int made = 0; made < rules::seats; ++made) {
    for (const rules::Points& points : offsets_.points(made)) {
      const auto number = static_cast<Outcome>(numbers.size());
      ends_[static_cast<std::size_t>(made)].push_back(numbers.emplace(points, number).first->second);
    }
  }
  for (int seat = 0; seat < rules::seats; ++seat) {
    auto& worth = worth_[static_cast<std::size_t>(seat)];
    auto& place = place_[static_cast<std::size_t>(seat)];
    worth.resize(numbers.size());
    place.resize(numbers.size());
    for (const auto& [points, number] : numbers) {
      worth[number] = static_cast<std::int16_t>(rules::preference(points, seat));
      place[number] = static_cast<std::int16_t>(rules::place(points, seat));
    }
  }
  result_.resize(numbers.size());
  const auto cells = static_cast<float>(start_.board.cells());
  for (const auto& [points, number] : numbers) {
    result_[number] = static_cast<float>(rules::place(points, seat_)) +
                      points_count * static_cast<float>(points[static_cast<std::size_t>(seat_)]) / cells;
  }
}

Layer Forecast::last_layer() const {
  Layer layer;
  layer.end = ends(0);
  for (const Outcome end : layer.end) {
    layer.floor.push_back(worth_[static_cast<std::size_t>(seat_)][end]);
    layer.value.push_back(result_[end]);
    for (std::size_t seat = 0; seat < rules::seats; ++seat)
      layer.random[seat].push_back(static_cast<float>(place_[seat][end]));
  }
  return layer;
}

Choices Forecast::choices(const Next& next, const Layer& after, int turns_left) const {
  const auto seat = static_cast<std::size_t>(mover(turns_left));
  Choices choices;
  if ((out_ >> seat & 1U) != 0) {
    choices.moves.fill(1U);
    return choices;
  }
  const std::vector<Outcome>& now = ends(turns_left - 1);
  Best<int> exact;
  Best<int> placed;
  Best<int> greedy;
  Best<float> sampled;
  for (std::size_t move = 0; move < static_cast<std::size_t>(moves_); ++move) {
    const std::uint32_t state = next[move];
    const Outcome end = after.end[state];
    exact.add(worth_[seat][end], move);
    placed.add(place_[seat][end], move);
    greedy.add(worth_[seat][now[state]], move);
    sampled.add(after.random[seat][state], move);
  }
  choices.moves = {exact.moves() & -exact.moves(), placed.moves(), sampled.moves(), greedy.moves(),
                   (1U << static_cast<unsigned>(moves_)) - 1};
  return choices;
}

Choices Forecast::choices(std::uint32_t state, int turns_left) const {
  Next next{};
  for (int move = 0; move < moves_; ++move) next[static_cast<std::size_t>(move)] = offsets_.after(state, move);
  const auto at = static_cast<std::size_t>(turns_left_ - turns_left + 1);
  assert(at < layers_.size());
  return choices(next, layers_[at], turns_left);
}

Layer Forecast::before(const Layer& after, int turns_left, const Mixture& mixture) const {
  const std::uint32_t states = offsets_.states();
  const int seat = mover(turns_left);
  const bool ours = seat == seat_;
  Layer layer;
  layer.end.resize(states);
  layer.floor.resize(states);
  layer.value.resize(states);
  for (auto& random : layer.random) random.resize(states);
  Walk walk(offsets_);
  Next next{};
  for (std::uint32_t state = 0; state < states; ++state, walk.advance()) {
    walk.next_states(state, next);
    const Choices choices = this->choices(next, after, turns_left);
    const std::uint32_t any = choices.of(Manner::random);
    const auto best = static_cast<std::size_t>(std::countr_zero(choices.of(Manner::optimal)));
    layer.end[state] = after.end[next[best]];

    const auto each = [&](std::uint32_t moves, auto&& visit) {
      for (; moves != 0; moves &= moves - 1) visit(next[static_cast<std::size_t>(std::countr_zero(moves))]);
    };
    const float share = 1.0F / static_cast<float>(std::popcount(any));
    for (std::size_t of = 0; of < rules::seats; ++of) {
      float sum = 0;
      each(any, [&](std::uint32_t to) { sum += after.random[of][to]; });
      layer.random[of][state] = sum * share;
    }
    if (ours) {
      const std::int16_t floor = after.floor[next[best]];
      float most = 0;
      each(any, [&](std::uint32_t to) { most = std::max(most, after.floor[to] >= floor ? after.value[to] : 0.0F); });
      layer.floor[state] = floor;
      layer.value[state] = most;
    } else {
      std::int16_t least = after.floor[next[best]];
      each(any, [&](std::uint32_t to) { least = std::min(least, after.floor[to]); });
      float value = 0;
      for (std::size_t manner = 0; manner < manners; ++manner) {
        if (mixture[manner] <= 0) continue;
        float sum = 0;
        each(choices.moves[manner], [&](std::uint32_t to) { sum += after.value[to]; });
        value += static_cast<float>(mixture[manner]) * sum / static_cast<float>(std::popcount(choices.moves[manner]));
      }
      layer.floor[state] = least;
      layer.value[state] = value;
    }
  }
  return layer;
}

void Forecast::look(int turns_left, unsigned out, const std::array<Mixture, rules::seats>& mixtures) {
  constexpr std::size_t kept = 4;  // what choices() and moves() need
  turns_left_ = turns_left;
  out_ = out;
  layers_.clear();
  layers_.push_front(last_layer());
  for (int turns = 1; turns <= turns_left; ++turns) {
    layers_.push_front(before(layers_.front(), turns, mixtures[static_cast<std::size_t>(mover(turns))]));
    if (layers_.size() > kept) layers_.pop_back();
  }
}

std::vector<Rated> Forecast::moves(std::uint32_t state) const {
  assert(mover(turns_left_) == seat_ && layers_.size() > 1);
  std::vector<Rated> rated;
  const Layer& after = layers_[1];
  for (int move = 0; move < moves_; ++move) {
    const std::uint32_t next = offsets_.after(state, move);
    rated.push_back(
        {move, worth_[static_cast<std::size_t>(seat_)][after.end[next]], after.floor[next], after.value[next]});
  }
  return rated;
}

}  // namespace inc::champion
