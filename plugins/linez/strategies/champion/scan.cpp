#include "scan.hpp"

#include <algorithm>

namespace linez::champion {

const Move& Scan::best() const {
  return *std::max_element(moves_.begin(), moves_.end(),
                           [](const Move& a, const Move& b) { return a.value < b.value; });
}

void Scan::look(const Board& board, int width) {
  board_ = &board;
  view_ = View(board);
  moves_.clear();
  find_regions();
  find_completions();
  make_lines();
  if (!moves_.empty()) return;
  stage_ = &weights_.stage(stage_of(board, Next::drop));
  base_ = stage_->others[filling_at(board, Next::drop)];
  for (int colour = 1; colour <= board.colours; ++colour)
    base_ += stage_->others[totals_at(view_.falls[colour], view_.total[colour])];
  for (int colour = 1; colour <= max_colours; ++colour)
    lines_[colour] = stage_->lines_of(view_.falls[colour], view_.total[colour]);
  removal_ = {};
  arrival_ = {};
  filled_ = {};
  hot_ = 0;
  at_ = board.at;
  for (int line = 0; line < line_count; ++line) read_line(line);
  for (int cell = 0; cell < cells; ++cell) read_around(cell);
  read_patterns();
  nearness_ = Nearness(view_);
  choose(width);
}

void Scan::make_lines() {
  struct Group {
    Cells gone;
    Thinned left;
  };
  std::vector<Group> groups;
  for (int colour = 1; colour <= max_colours; ++colour) {
    for (Cells ends = completes_[colour]; ends != 0; ends &= ends - 1) {
      const int to = lowest(ends);
      groups.clear();
      for (Cells rest = view_.numbers[colour]; rest != 0; rest &= rest - 1) {
        const int from = lowest(rest);
        if ((reach(from) & bit(to)) == 0) continue;
        Board after = *board_;
        const int removed = make_move(after, from, to);
        if (removed == 0) continue;  // The line needs the number that moves.
        int value = 0;
        if (after.numbers == 0) {
          value = value_of(weights_, after, Next::drop);
        } else {
          // Numbers that complete the same line leave the same board but for their own cells.
          after.at[from] = static_cast<Content>(colour);
          ++after.numbers;
          Cells gone = 0;
          for (Cells all = view_.numbers[colour]; all != 0; all &= all - 1)
            if (after.at[lowest(all)] == 0) gone |= bit(lowest(all));
          auto group = std::find_if(groups.begin(), groups.end(), [&](const Group& one) { return one.gone == gone; });
          if (group == groups.end()) {
            groups.push_back({gone, Thinned(weights_, after, static_cast<Content>(colour))});
            group = groups.end() - 1;
          }
          value = group->left.without(from);
        }
        moves_.push_back({static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to),
                          static_cast<std::uint8_t>(removed),
                          static_cast<float>(value + steps_a_point * bonus_for(removed, after.lines98)) /
                              static_cast<float>(steps_a_point)});
      }
    }
  }
}

void Scan::find_regions() {
  region_count_ = 0;
  for (Cells rest = view_.empty; rest != 0;) {
    const Cells region = flooded(bit(lowest(rest)), rest);
    region_sizes_[region_count_] = count(region);
    regions_[region_count_++] = region;
    rest &= ~region;
  }
}

Cells Scan::reach(int from) const {
  const Cells beside = grown(bit(from));
  Cells found = 0;
  for (int i = 0; i < region_count_; ++i)
    if ((regions_[i] & beside) != 0) found |= regions_[i];
  return found;
}

void Scan::find_completions() {
  // By a mask of own cells: the places where one more makes a line.
  static const auto places = [] {
    Table<std::uint16_t, 512> table{};
    for (int own = 0; own < 512; ++own) {
      for (int first = 0; first + line_length <= side; ++first) {
        const int window = (own >> first) & 31;
        for (int place = 0; place < line_length; ++place)
          if (window == (31 & ~(1 << place)))
            table[own] = static_cast<std::uint16_t>(table[own] | 1 << (first + place));
      }
    }
    return table;
  }();
  completes_ = {};
  int enough = 0;
  for (int colour = 1; colour <= max_colours; ++colour)
    if (view_.total[colour] >= line_length) enough |= 1 << colour;
  for (int i = 0; i < line_count; ++i) {
    const Line& line = geometry.all[i];
    const LineContent& held = view_.line[i];
    if (bit_counts[held.taken] < line_length - 1) continue;
    for (int rest = held.present & enough; rest != 0; rest &= rest - 1) {
      const int colour = __builtin_ctz(static_cast<unsigned>(rest));
      int found = places[held.own[colour]] & ~held.taken & ((1 << line.size) - 1);
      for (; found != 0; found &= found - 1)
        completes_[colour] |= bit(line.cells[__builtin_ctz(static_cast<unsigned>(found))]);
    }
  }
}

int Scan::correction(int line, int from, int to) const {
  const Table<const std::int16_t*, max_colours + 1>& entries = line_entries_[line];
  const int leaves = geometry.place[line][from];
  const int comes = geometry.place[line][to];
  const int colour = board_->at[from];
  const int moved = power[comes] - power[leaves];
  int sum = -line_removal_[line][leaves] - line_sums_[line] - line_arrival_[line][comes][colour];
  for (int one = 1; one <= max_colours; ++one) sum += entries[one][one == colour ? moved : 2 * moved];
  return sum;
}

void Scan::estimate(int most) {
  const auto worse_last = [](const Estimate& a, const Estimate& b) { return a.value > b.value; };
  PerColour best;
  for (int& one : best.values) one = unknown;
  for (Cells rest = view_.empty; rest != 0; rest &= rest - 1) {
    const int to = lowest(rest);
    for (int colour = 1; colour <= max_colours; ++colour) {
      arrival_[to][colour] += filled_[to];
      best[colour] = std::max(best[colour], arrival_[to][colour]);
    }
  }
  // The numbers with the best moves first, so that most others need no more than a look at their bounds.
  struct From {
    int bound;
    int cell;
  };
  Table<From, cells> all;  // NOLINT(*-member-init): written before it is read
  int numbers = 0;
  for (Cells rest = geometry.board & ~view_.empty & ~view_.walls; rest != 0; rest &= rest - 1) {
    const int from = lowest(rest);
    all[numbers++] = {removal_[from] + best[board_->at[from]], from};
  }
  std::sort(&all[0], &all[0] + numbers,
            [](const From& a, const From& b) { return a.bound != b.bound ? a.bound > b.bound : a.cell < b.cell; });
  estimates_.clear();
  for (int i = 0; i < numbers; ++i) {
    const bool full = estimates_.size() == static_cast<std::size_t>(most);
    if (full && all[i].bound <= estimates_.front().value - most_correction) break;
    const int from = all[i].cell;
    const Content colour = board_->at[from];
    for (Cells open = reach(from); open != 0; open &= open - 1) {
      const int to = lowest(open);
      int value = arrival_[to][colour] + removal_[from];
      const bool held = estimates_.size() == static_cast<std::size_t>(most);
      if (held && value <= estimates_.front().value - most_correction) continue;
      const int line = geometry.shared[from][to];
      if (line != line_count) value += correction(line, from, to);
      if (held) {
        if (value <= estimates_.front().value) continue;
        std::pop_heap(estimates_.begin(), estimates_.end(), worse_last);
        estimates_.pop_back();
      }
      estimates_.push_back({value, static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to)});
      std::push_heap(estimates_.begin(), estimates_.end(), worse_last);
    }
  }
}

void Scan::choose(int width) {
  estimate(width);
  for (const Estimate& one : estimates_) {
    const int value = base_ + one.value + pattern_correction(one.from, one.to) + around_correction(one.from, one.to) +
                      regions_and_threats(one.from, one.to) + nearness_after(one.from, one.to);
    moves_.push_back({one.from, one.to, 0, static_cast<float>(value) / static_cast<float>(steps_a_point)});
  }
}

namespace {

/// A cell and those around it.
constexpr auto blocks = [] {
  Table<Cells, cells> table{};
  for (int row = 0; row < side; ++row)
    for (int column = 0; column < side; ++column)
      for (int down = -1; down <= 1; ++down)
        for (int right = -1; right <= 1; ++right)
          if (row + down >= 0 && row + down < side && column + right >= 0 && column + right < side)
            table[row * side + column] |= bit((row + down) * side + column + right);
  return table;
}();

}  // namespace

int Scan::around_correction(int from, int to) {
  // Cells around both: what each end changes is not independent.
  int sum = 0;
  const Content colour = at_[from];
  for (Cells both = blocks[from] & blocks[to]; both != 0; both &= both - 1) {
    const int cell = lowest(both);
    sum += around_value(*stage_, at_, cell);
    at_[to] = colour;
    sum -= around_value(*stage_, at_, cell);
    at_[from] = 0;
    sum += around_value(*stage_, at_, cell);
    at_[to] = 0;
    sum -= around_value(*stage_, at_, cell);
    at_[from] = colour;
  }
  return sum;
}

int Scan::regions_and_threats(int from, int to) const {
  const Content colour = board_->at[from];
  // The cell that becomes empty joins the regions beside it.
  Regions after;
  after.all = board_->room - board_->numbers;
  Cells joined = bit(from);
  const Cells beside = grown(joined);
  after.count = 1;
  for (int i = 0; i < region_count_; ++i) {
    if ((regions_[i] & beside) != 0) {
      joined |= regions_[i];
    } else {
      ++after.count;
      after.largest = std::max(after.largest, region_sizes_[i]);
    }
  }
  int gaps = 0;
  for (int direction = 0; direction < 8; ++direction) {
    const int cell = geometry.around[to][direction];
    gaps |= (board_->at[cell] == 0 || cell == from ? 1 : 0) << direction;
  }
  joined &= ~bit(to);
  const bool whole = pieces_around[gaps] <= 1;
  if (whole) {
    after.largest = std::max(after.largest, count(joined));
  } else {
    --after.count;
    for (Cells rest = joined; rest != 0;) {
      const Cells piece = flooded(bit(lowest(rest)), rest);
      ++after.count;
      after.largest = std::max(after.largest, count(piece));
      rest &= ~piece;
    }
  }
  const Cells empty = (view_.empty | bit(from)) & ~bit(to);
  const Cells moved = (view_.numbers[colour] & ~bit(from)) | bit(to);
  Threats threats;
  for (std::uint64_t lines = hot_ | geometry.lines_of[to]; lines != 0; lines &= lines - 1) {
    const int line = __builtin_ctzll(lines);
    const LineContent& held = view_.line[line];
    int left = 0;
    int come = 0;
    if ((geometry.lines_of[from] >> line & 1) != 0) left = 1 << geometry.place[line][from];
    if ((geometry.lines_of[to] >> line & 1) != 0) come = 1 << geometry.place[line][to];
    const int taken = (held.taken & ~left) | come;
    const int present = (hot_ >> line & 1) != 0 ? held.present | 1 << colour : 1 << colour;
    for (int rest = present; rest != 0; rest &= rest - 1) {
      const int one = __builtin_ctz(static_cast<unsigned>(rest));
      const int own = one == colour ? (held.own[one] & ~left) | come : held.own[one];
      if (bit_counts[own] < line_length - 1) continue;
      add_threats(geometry.all[line], own, taken & ~own, threats, [&](int gap, Cells members) {
        const Cells region = whole && (joined & bit(gap)) != 0 ? joined : flooded(bit(gap), empty);
        return (grown(region) & (one == colour ? moved : view_.numbers[one]) & ~members) != 0;
      });
    }
  }
  return stage_->others[regions_at(after)] + stage_->others[threats_at(*board_, threats)];
}

int Scan::nearness_after(int from, int to) const {
  const Content colour = board_->at[from];
  Nearness after = nearness_;
  for (std::uint64_t lines = geometry.lines_of[from] | geometry.lines_of[to]; lines != 0; lines &= lines - 1) {
    const int line = __builtin_ctzll(lines);
    after.count_line(line, view_.line[line], -1);
    LineContent held = view_.line[line];
    int own = held.own[colour];
    if ((geometry.lines_of[from] >> line & 1) != 0) {
      held.taken &= ~(1 << geometry.place[line][from]);
      own &= ~(1 << geometry.place[line][from]);
    }
    if ((geometry.lines_of[to] >> line & 1) != 0) {
      held.taken |= 1 << geometry.place[line][to];
      own |= 1 << geometry.place[line][to];
    }
    held.own[colour] = static_cast<std::uint16_t>(own);
    held.present = (held.present & ~(1 << colour)) | (own != 0 ? 1 << colour : 0);
    after.count_line(line, held, 1);
  }
  return nearness_value(*stage_, after, view_);
}

}  // namespace linez::champion
