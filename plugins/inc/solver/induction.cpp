#include <inc/solver/induction.hpp>

#include <algorithm>
#include <cassert>
#include <limits>
#include <map>
#include <utility>

namespace inc {

namespace {

using rules::Points;

constexpr std::size_t checkpoint_bytes = 24'000'000;  // for all checkpoints
constexpr std::size_t stretch_bytes = 12'000'000;     // for all stored stretches
constexpr std::size_t one_stretch_bytes = 4'000'000;
constexpr int longest_stretch = 512;

/// When a table has at most this number of outcomes, sets of states are faster.
constexpr std::size_t few_outcomes = 8;
constexpr int look_for_few = 4;     // turns between checks for few outcomes
constexpr int look_for_empty = 16;  // turns between checks for empty sets

/// A table is kept for comparison with later ones for at least this number of turns, and for a fraction of all turns
/// computed. This limits the periods that are found, and the delay until they are found.
constexpr int least_kept = 24;
constexpr int kept_part = 8;

std::size_t size_of(const Table& table) {
  return table.numbers.size() * sizeof(Outcome) + table.sets.words.size() * sizeof(Planes::Word);
}

std::size_t different(const Numbers& numbers, std::size_t outcomes) {
  std::vector<bool> seen(outcomes);
  for (const Outcome outcome : numbers) seen[outcome] = true;
  return static_cast<std::size_t>(std::ranges::count(seen, true));
}

}  // namespace

Induction::Induction(const Situation& start, std::int64_t effort)
    : start_(start), offsets_(start.board, start.increment), wide_(offsets_), planes_(offsets_) {
  assert(offsets_.lines() <= max_lines);
  Table table;
  number_outcomes(table.numbers);
  rate_outcomes();
  make_tables(std::move(table), effort);
}

void Induction::number_outcomes(Numbers& outcomes) {
  // Each square with a digit belongs to a seat, so two seats' points identify an end.
  constexpr Outcome unknown = std::numeric_limits<Outcome>::max();
  const auto side = static_cast<std::size_t>(start_.board.cells() + 1);
  std::vector<Outcome> numbers(side * side, unknown);
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
  for (int seat = 0; seat < rules::seats; ++seat) {
    std::map<int, std::int16_t> ranks;
    for (const Points& end : ends_) ranks.emplace(rules::preference(end, seat), std::int16_t{0});
    std::int16_t rank = 0;
    for (auto& entry : ranks) entry.second = rank++;
    assert(rank <= Wide::max_worth);
    for (const Points& end : ends_) {
      worth_[static_cast<std::size_t>(seat)].push_back(ranks.at(rules::preference(end, seat)));
    }
  }
}

int Induction::mover(int turns_left) const {
  const int turns_made = (start_.turns_left - turns_left) % rules::seats;
  return (start_.mover + turns_made + rules::seats) % rules::seats;
}

std::int64_t Induction::steps(const Table& table, int turns_left) const {
  if (table.sets.outcomes.empty()) return std::int64_t{offsets_.states()} * start_.board.moves();
  return planes_.steps(table.sets, worth_[static_cast<std::size_t>(mover(turns_left))]);
}

void Induction::advance(Table& table, int turns_left) {
  const int seat = mover(turns_left);
  const bool absent = (start_.out >> static_cast<unsigned>(seat) & 1U) != 0;
  const std::span<const std::int16_t> worth = worth_[static_cast<std::size_t>(seat)];
  if (table.sets.outcomes.empty()) {
    absent ? wide_.take_first(table.numbers) : wide_.choose(table.numbers, worth);
    if (turns_left % look_for_few == 0 && different(table.numbers, ends_.size()) <= few_outcomes) {
      table.sets = planes_.sets(table.numbers);
      table.numbers = {};
    }
  } else {
    absent ? planes_.take_first(table.sets) : planes_.choose(table.sets, worth);
    if (turns_left % look_for_empty == 0) planes_.drop_empty(table.sets);
  }
}

void Induction::make_tables(Table table, std::int64_t effort) {
  std::size_t bytes = size_of(table);  // of all checkpoints
  std::size_t stretch = 0;             // of the tables since the last one
  Table kept = table;
  int kept_at = 0;
  checkpoints_.push_back({0, table});
  for (;;) {
    if (horizon_ > kept_at && (horizon_ - kept_at) % rules::seats == 0 && table == kept) {
      period_ = horizon_ - kept_at;
      return;
    }
    if (horizon_ - kept_at >= std::max(least_kept, kept_at / kept_part)) {
      kept = table;
      kept_at = horizon_;
    }
    if (horizon_ == start_.turns_left) return;
    effort -= steps(table, horizon_ + 1);
    stretch += size_of(table);
    const bool full = stretch + size_of(table) > one_stretch_bytes ||
                      horizon_ + 1 - checkpoints_.back().turns_left == longest_stretch;
    if (effort < 0 || (full && bytes + size_of(table) > checkpoint_bytes)) return;
    advance(table, ++horizon_);
    if (full) {
      checkpoints_.push_back({horizon_, table});
      bytes += size_of(table);
      stretch = 0;
    }
  }
}

const Table& Induction::table(int turns_left) {
  const auto next = std::ranges::upper_bound(checkpoints_, turns_left, {}, &Checkpoint::turns_left);
  const Checkpoint& before = *std::prev(next);
  const auto kept = std::ranges::find(stretches_, before.turns_left, &Stretch::from);
  if (kept == stretches_.end()) {
    const int end = next == checkpoints_.end() ? horizon_ + 1 : next->turns_left;
    stretches_.push_front({before.turns_left, {}});
    std::vector<Table>& tables = stretches_.front().tables;
    tables.reserve(static_cast<std::size_t>(end - before.turns_left));
    tables.push_back(before.table);
    for (int turns = before.turns_left + 1; turns < end; ++turns) {
      Table table = tables.back();
      advance(table, turns);
      tables.push_back(std::move(table));
    }
    std::size_t bytes = 0;
    const auto fits = [&](const Stretch& stretch) {
      for (const Table& table : stretch.tables) bytes += size_of(table);
      return bytes <= stretch_bytes;
    };
    stretches_.erase(std::find_if_not(std::next(stretches_.begin()), stretches_.end(), fits), stretches_.end());
  } else if (kept != stretches_.begin()) {
    std::rotate(stretches_.begin(), kept, kept + 1);
  }
  return stretches_.front().tables[static_cast<std::size_t>(turns_left - before.turns_left)];
}

int Induction::equivalent(int turns_left) const {
  if (turns_left <= horizon_) return turns_left;
  const int cycle = period_ > 0 ? period_ : rules::seats;
  return horizon_ - (cycle - (turns_left - horizon_) % cycle) % cycle;
}

int Induction::best(std::uint32_t state, int turns_left) {
  assert(exact(turns_left) || horizon_ >= rules::seats);
  const int turns = equivalent(turns_left);
  const auto seat = static_cast<unsigned>(mover(turns));
  if ((start_.out >> seat & 1U) != 0) return 0;
  const Table& after = table(turns - 1);
  int best = 0;
  int most = -1;
  for (int move = 0; move < start_.board.moves(); ++move) {
    const int worth = worth_[seat][outcome(after, offsets_.after(state, move))];
    if (worth > most) {
      most = worth;
      best = move;
    }
  }
  return best;
}

rules::Points Induction::end(std::uint32_t state, int turns_left, int move) {
  return ends_[outcome(table(equivalent(turns_left) - 1), offsets_.after(state, move))];
}

Outcome Induction::outcome(const Table& table, std::uint32_t state) const {
  return table.sets.outcomes.empty() ? table.numbers[state] : planes_.at(table.sets, state);
}

}  // namespace inc
