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
  stage_ = weights_ + stage_of(board, false) * stage_size;
  moves_.clear();
  find_regions();
  find_completions();
  make_lines();
  if (!moves_.empty()) return;
  base_ = stage_[filling_at(board, false)];
  for (int colour = 1; colour <= board.colours; ++colour)
    base_ += stage_[totals_at(view_.falls[colour], view_.total[colour])];
  removal_ = {};
  arrival_ = {};
  read_near();
  for (int line = 0; line < line_count; ++line) read_line(line);
  for (int cell = 0; cell < cells; ++cell) read_around(cell);
  read_patterns();
  choose(width);
}

void Scan::make_lines() {
  for (Cells rest = geometry.board & ~view_.empty; rest != 0; rest &= rest - 1) {
    const int from = lowest(rest);
    const Content colour = board_->at[from];
    if (colour == wall || completes_[colour] == 0) continue;
    for (Cells ends = reach(from) & completes_[colour]; ends != 0; ends &= ends - 1) {
      const int to = lowest(ends);
      Board after = *board_;
      const int removed = make_move(after, from, to);
      if (removed == 0) continue;  // The line needs the number that moves.
      moves_.push_back(
          {static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to), static_cast<std::uint8_t>(removed),
           value_of(weights_, after, after.numbers > 0) + static_cast<float>(bonus_for(removed, after.lines98))});
    }
  }
}

void Scan::find_regions() {
  region_count_ = 0;
  for (Cells rest = view_.empty; rest != 0;) {
    const Cells region = flooded(bit(lowest(rest)), rest);
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
  for (int i = 0; i < line_count; ++i) {
    const Line& line = geometry.all[i];
    const LineContent& held = view_.line[i];
    for (int rest = held.present; rest != 0; rest &= rest - 1) {
      const int colour = __builtin_ctz(static_cast<unsigned>(rest));
      int found = places[held.own[colour]] & ~held.taken & ((1 << line.size) - 1);
      for (; found != 0; found &= found - 1)
        completes_[colour] |= bit(line.cells[__builtin_ctz(static_cast<unsigned>(found))]);
    }
  }
}

float Scan::correction(int line, int from, int to) const {
  const LineValues& values = lines_[line];
  const int leaves = geometry.place[line][from];
  const int comes = geometry.place[line][to];
  const int colour = board_->at[from];
  const int moved = power[comes] - power[leaves];
  const int taken = values.taken + 2 * moved;
  float sum = -line_removal_[line][leaves] - values.sum - line_arrival_[line][comes][colour];
  for (int i = 0; i < values.count; ++i) {
    const Present& present = values.present[i];
    sum += present[taken - present.own - (present.colour == colour ? moved : 0)];
  }
  return sum;
}

float Scan::pattern_correction(int from, int to) const {
  const Patterns& table = patterns();
  const int label = labels_[board_->at[from]];
  float sum = 0;
  for (const PatternMember leaves : table.through[from]) {
    const int code = pattern_codes_[leaves.pattern];
    if (code < 0) continue;
    const int without = code ^ label << leaves.shift;
    for (int place = 0; place < pattern_size; ++place) {
      if (table.all[leaves.pattern][place] != to) continue;
      const int comes = label << 3 * place;
      sum += pattern_value(leaves.pattern, without | comes) - pattern_value(leaves.pattern, without) -
             pattern_value(leaves.pattern, code | comes) + pattern_values_[leaves.pattern];
    }
  }
  return sum;
}

void Scan::choose(int width) {
  Table<Move, 64> kept;  // the best, the worst of them first, as a heap
  int held = 0;
  const auto worse_last = [](const Move& a, const Move& b) { return a.value > b.value; };
  const auto push = [&](const Move& move) {
    if (held == width) std::pop_heap(&kept[0], &kept[0] + held--, worse_last);
    kept[held++] = move;
    std::push_heap(&kept[0], &kept[0] + held, worse_last);
  };
  for (Cells rest = geometry.board & ~view_.empty; rest != 0; rest &= rest - 1) {
    const int from = lowest(rest);
    const Content colour = board_->at[from];
    if (colour == wall) continue;
    const Cells reached = reach(from);
    if (reached == 0) continue;
    const float removal = removal_[from];
    for (Cells open = reached; open != 0; open &= open - 1) {
      const int to = lowest(open);
      float estimate = arrival_[to][colour] + removal;
      if (held == width && estimate <= kept[0].value - most_correction) continue;
      const int line = geometry.shared[from][to];
      if (line != line_count) estimate += correction(line, from, to);
      if (held == width && estimate <= kept[0].value) continue;
      push({static_cast<std::uint8_t>(from), static_cast<std::uint8_t>(to), 0, estimate});
    }
  }
  for (int i = 0; i < held; ++i) add_exact(kept[i]);
}

namespace {

/// A cell and those around it.
Cells block(int cell) {
  Cells set = bit(cell);
  for (const std::uint8_t beside : geometry.around[cell].values)
    if (beside != cells) set |= bit(beside);
  return set;
}

}  // namespace

void Scan::add_exact(const Move& estimated) {
  const int from = estimated.from;
  const int to = estimated.to;
  Move move = estimated;
  View moved = view_;
  moved.move(from, to, board_->at[from]);
  move.value += base_ + pattern_correction(from, to) + stage_[regions_at(regions_of(moved.empty))] +
                stage_[threats_at(*board_, threats_of(moved))];
  if ((block(from) & block(to)) != 0) {
    // Cells around both: what each end changes is not independent.
    Table<Content, cells + 1> left = board_->at;
    left[from] = 0;
    Table<Content, cells + 1> added = board_->at;
    added[to] = board_->at[from];
    Table<Content, cells + 1> after = added;
    after[from] = 0;
    for (Cells both = block(from) & block(to); both != 0; both &= both - 1) {
      const int cell = lowest(both);
      move.value += around_value(stage_, after, cell) - around_value(stage_, left, cell) -
                    around_value(stage_, added, cell) + around_value(stage_, board_->at, cell);
    }
  }
  moves_.push_back(move);
}

}  // namespace linez::champion
