#include "features.hpp"

#include <algorithm>

namespace linez::champion {

namespace {

int digit(int code, int place) {
  return code / power[place] % 3;
}

/// By the most own numbers in five cells without others, how many times it occurs, and the most with one other.
int near_kind(int code, int size) {
  int best = 0;
  int times = 0;
  int blocked = 0;
  for (int first = 0; first + line_length <= size; ++first) {
    int own = 0;
    int other = 0;
    for (int place = first; place < first + line_length; ++place) {
      own += digit(code, place) == 1 ? 1 : 0;
      other += digit(code, place) == 2 ? 1 : 0;
    }
    own = std::min(own, 4);
    if (other == 1) blocked = std::max(blocked, own);
    if (other > 0) continue;
    times = own > best ? 1 : times + (own == best ? 1 : 0);
    best = std::max(best, own);
  }
  return (best * 3 + std::clamp(times, 1, 3) - 1) * 5 + blocked;
}

/// The least code of those that a symmetry of the square makes of one of the cells around a cell.
int least_around(int code) {
  int least = code;
  for (int symmetry = 1; symmetry < 8; ++symmetry) {
    int turned = 0;
    for (int direction = 0; direction < 8; ++direction) {
      int row = around_rows[direction];
      int column = around_columns[direction];
      if ((symmetry & 1) != 0) row = -row;
      if ((symmetry & 2) != 0) column = -column;
      if ((symmetry & 4) != 0) std::swap(row, column);
      int to = 0;
      while (around_rows[to] != row || around_columns[to] != column) ++to;
      turned += digit(code, direction) * power[to];
    }
    least = std::min(least, turned);
  }
  return least;
}

}  // namespace

Codes::Codes() {  // NOLINT(*-member-init): it fills all tables
  for (int code = 0; code < decltype(owned)::size; ++code) owned[code] = has_own(code);
  for (int size = line_length; size <= side; ++size) {
    for (int code = 0; code < power[size]; ++code) {
      int backwards = 0;
      for (int place = 0; place < size; ++place) backwards = backwards * 3 + digit(code, place);
      reversed[size].push_back(static_cast<std::uint16_t>(backwards));
      const int kind = near_kind(code, size);
      near[size].push_back(static_cast<std::uint8_t>(kind));
      const int best = kind / 15;
      nearness[line_base[size] + code] = static_cast<std::uint8_t>(best == 0 ? 0 : (best - 1) * 4 + kind / 5 % 3 + 1);
    }
  }
  for (int code = 0; code < decltype(around_number)::size; ++code) {
    const int least = least_around(code);
    around_number[code] = least == code ? static_cast<std::uint16_t>(number_classes++) : around_number[least];
  }
  for (int taken = 0; taken < decltype(around_gap)::size; ++taken) {
    const int least = least_around(ternary[taken]);
    int first = 0;
    while (ternary[first] != least) ++first;
    around_gap[taken] = first == taken ? static_cast<std::uint16_t>(gap_classes++) : around_gap[first];
  }
}

const Codes& codes() {
  static const Codes built;
  return built;
}

View::View(const Board& board) {
  for (int i = 0; i < board.drop; ++i) falls[board.next[i]] = 1;
  // In the order of colours, so that similar positions have similar codes, which are read from a cache.
  for (int colour = 1; colour <= max_colours; ++colour)
    if (falls[colour] != 0 && announced < most_announced) label[colour] = static_cast<std::uint8_t>(++announced);
  int next = announced;
  for (int colour = 1; colour <= max_colours; ++colour)
    if (label[colour] == 0) label[colour] = static_cast<std::uint8_t>(++next);
  for (int cell = 0; cell < cells; ++cell) {
    const Content content = board.at[cell];
    if (content == 0) {
      empty |= bit(cell);
      continue;
    }
    if (content == wall) {
      walls |= bit(cell);
    } else {
      ++total[content];
      numbers[content] |= bit(cell);
    }
    for (int i = 0; i < geometry.through_count[cell]; ++i) {
      const Member member = geometry.through[cell][i];
      LineContent& held = line[member.line];
      held.taken |= 1 << member.place;
      if (content == wall) continue;
      held.present |= 1 << content;
      held.labels |= std::uint32_t{label[content]} << 3 * member.place;
      held.own[content] = static_cast<std::uint16_t>(held.own[content] | 1 << member.place);
    }
  }
  walled = walls != 0;
}

void View::remove(int cell, Content colour) {
  for (int i = 0; i < geometry.through_count[cell]; ++i) {
    const Member member = geometry.through[cell][i];
    LineContent& held = line[member.line];
    held.taken &= ~(1 << member.place);
    held.labels &= ~(std::uint32_t{7} << 3 * member.place);
    held.own[colour] = static_cast<std::uint16_t>(held.own[colour] & ~(1 << member.place));
    if (held.own[colour] == 0) held.present &= ~(1 << colour);
  }
  numbers[colour] &= ~bit(cell);
  empty |= bit(cell);
}

bool View::holds_wall(int pattern) const {
  for (const std::uint8_t cell : patterns().all[pattern].values)
    if ((walls & bit(cell)) != 0) return true;
  return false;
}

const Table<std::uint8_t, 256> pieces_around = [] {
  Table<std::uint8_t, 256> table{};
  for (int mask = 0; mask < 256; ++mask) {
    // A block of 3 x 3 without its centre, in the upper left corner of the board.
    Cells empty = 0;
    Cells beside = 0;
    for (int direction = 0; direction < 8; ++direction) {
      if ((mask >> direction & 1) == 0) continue;
      const Cells cell = bit((1 + around_rows[direction]) * side + 1 + around_columns[direction]);
      empty |= cell;
      if (direction < 4) beside |= cell;
    }
    for (; beside != 0; ++table[mask]) beside &= ~flooded(bit(lowest(beside)), empty);
  }
  return table;
}();

Nearness::Nearness(const View& view) {
  for (int line = 0; line < line_count; ++line) count_line(line, view.line[line], 1);
}

void Nearness::count_line(int line, const LineContent& held, int sign) {
  // The byte in which windows are counted, times 4, and how many there are.
  const std::uint8_t* const added = &codes().nearness[line_base[geometry.all[line].size] + 2 * ternary[held.taken]];
  for (int rest = held.present; rest != 0; rest &= rest - 1) {
    const int colour = __builtin_ctz(static_cast<unsigned>(rest));
    const int kind = added[-ternary[held.own[colour]]];
    const auto windows = static_cast<std::uint32_t>(kind & 3) << 8 * (kind >> 2);
    windows_[colour] += sign > 0 ? windows : 0 - windows;
  }
}

Regions regions_of(Cells empty) {
  Regions found;
  while (empty != 0) {
    const Cells region = flooded(bit(lowest(empty)), empty);
    const int size = count(region);
    ++found.count;
    found.all += size;
    found.largest = std::max(found.largest, size);
    empty &= ~region;
  }
  return found;
}

Threats threats_of(const View& view) {
  Threats found;
  for (int i = 0; i < line_count; ++i) {
    const LineContent& held = view.line[i];
    for (int rest = held.present; rest != 0; rest &= rest - 1) {
      const int colour = __builtin_ctz(static_cast<unsigned>(rest));
      const int own = held.own[colour];
      if (bit_counts[own] < line_length - 1) continue;
      add_threats(geometry.all[i], own, held.taken & ~own, found, [&](int gap, Cells members) {
        return (grown(flooded(bit(gap), view.empty)) & view.numbers[colour] & ~members) != 0;
      });
    }
  }
  return found;
}

int stage_of(const Board& board, Next next) {
  if (next == Next::again) return 0;
  return board.numbers * cells / board.room < 45 ? 1 : 2;
}

int regions_at(const Regions& regions) {
  static constexpr Table<int, 12> kinds = {0, 1, 2, 3, 4, 5, 5, 6, 6, 6, 7, 7};
  return regions_base + std::min(regions.count, 7) * 8 + kinds[std::min(regions.all - regions.largest, 11)];
}

// NOLINTNEXTLINE(readability-function-cognitive-complexity): one loop over lines, and one over cells
void activate(const Board& board, Next next, Active& active) {
  const View view(board);
  const Codes& table = codes();
  const int base = stage_of(board, next) * stage_size;
  active.count = 0;
  for (int i = 0; i < line_count; ++i) {
    const Line& line = geometry.all[i];
    const LineContent& held = view.line[i];
    for (int rest = held.present; rest != 0; rest &= rest - 1) {
      const int colour = __builtin_ctz(static_cast<unsigned>(rest));
      const int code = code_of(held.taken, held.own[colour]);
      const auto add = [&](int from, int size, int part) {
        const int backwards = table.reversed[size][static_cast<std::size_t>(part)];
        active.add(base + from + std::min(part, backwards), base + from + std::max(part, backwards));
      };
      const auto add_windows = [&](int from, int size) {
        for (int first = 0; first + size <= line.size; ++first) {
          const int window = code / power[first] % power[size];
          if (table.owned[window]) add(from, size, window);
        }
      };
      add(line_base[line.size], line.size, code);
      add_windows(window_at(view.falls[colour]), line_length);
      add_windows(long_window_base, long_window);
      active.add(base + near_at(view.falls[colour], view.total[colour]) +
                 table.near[line.size][static_cast<std::size_t>(code)]);
    }
  }
  for (int cell = 0; cell < cells; ++cell) {
    const Content content = board.at[cell];
    if (content == wall) continue;
    int taken = 0;
    int own = 0;
    for (int direction = 0; direction < 8; ++direction) {
      const Content beside = board.at[geometry.around[cell][direction]];
      if (beside != 0) taken |= 1 << direction;
      if (beside == content) own |= 1 << direction;
    }
    active.add(base + (content == 0 ? gap_base + table.around_gap[taken]
                                    : number_base + table.around_number[code_of(taken, own)]));
  }
  for (int i = 0; i < pattern_count; ++i)
    if (const int code = view.pattern(i); code >= 0) active.add(base + pattern_at(i) + view.classes(kind_of(i))[code]);
  for (int colour = 1; colour <= board.colours; ++colour)
    active.add(base + totals_at(view.falls[colour], view.total[colour]));
  const Nearness nearness(view);
  for (int colour = 1; colour <= board.colours; ++colour)
    if (view.total[colour] > 0) active.add(base + nearness.at(colour, view.falls[colour], view.total[colour]));
  active.add(base + regions_at(regions_of(view.empty)));
  active.add(base + threats_at(board, threats_of(view)));
  active.add(base + filling_at(board, next));
}

}  // namespace linez::champion
