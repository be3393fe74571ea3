// What a number changes in the value that leaves a cell, or comes to one.
#include "scan.hpp"

namespace linez::champion {

void Scan::read_line(int at) {
  const Line& line = geometry.all[at];
  const LineContent& held = view_.line[at];
  const int base = line_base[line.size] + 2 * ternary[held.taken];
  // By colour, the entry of the line as it is. The one of another content is as far from it as their codes.
  Table<const std::int16_t*, max_colours + 1>& entries = line_entries_[at];
  int now = 0;
  int most = 0;
  for (int colour = 1; colour <= max_colours; ++colour) {
    const int own = held.own[colour];
    entries[colour] = lines_[colour] + base - ternary[own];
    now += *entries[colour];
    most = bit_counts[own] > most ? bit_counts[own] : most;
  }
  if (most >= line_length - 1) hot_ |= std::uint64_t{1} << at;
  line_sums_[at] = now;
  base_ += now;
  for (int place = 0; place < line.size; ++place) {
    const int cell = line.cells[place];
    const Content content = board_->at[cell];
    const int digit = power[place];
    if (content == wall) continue;
    if (content != 0) {
      int left = entries[content][-digit] - now;
      for (int colour = 1; colour <= max_colours; ++colour)
        if (colour != content) left += entries[colour][-2 * digit];
      line_removal_[at][place] = left;
      removal_[cell] += left;
      continue;
    }
    PerColour& change = line_arrival_[at][place];
    int others = -now;
    for (int colour = 1; colour <= max_colours; ++colour) {
      const int other = entries[colour][2 * digit];
      others += other;
      change[colour] = entries[colour][digit] - other;
    }
    for (int colour = 1; colour <= max_colours; ++colour) {
      change[colour] += others;
      arrival_[cell][colour] += change[colour];
    }
  }
}

namespace {

/// The code of three cells from their other end.
constexpr int turned(int three) {
  return three >> 6 | (three & 0x38) | (three & 7) << 6;
}

}  // namespace

void Scan::read_patterns() {
  patterns_ = &stage_->tables[view_.announced];
  const Patterns& table = patterns();
  // By cell, the weights of all patterns through it, for each label that it may have.
  Table<PatternTables::Sums, cells> sums{};
  for (int i = 0; i < pattern_count; ++i) {
    const int code = pattern_codes_[i] = view_.pattern(i);
    if (code < 0) continue;
    const auto& members = table.all[i];
    const int one = code & 0x1FF;
    const int two = code >> 9;
    const int one_turned = turned(one);
    const int two_turned = turned(two);
    const auto add = [&](int place, const std::vector<PatternTables::Labels>& weights, int around) {
      sums[members[place]] += __builtin_convertvector(weights[static_cast<std::size_t>(around)], PatternTables::Sums);
    };
    const auto without_first = [](int a, int b) { return (a | b << 9) >> 3; };
    const auto without_second = [](int a, int b) { return (a & 7) | a >> 6 << 3 | b << 6; };
    const auto without_third = [](int a, int b) { return (a & 0x3F) | b << 6; };
    if (kind_of(i) == 0) {
      const auto& weights = patterns_->row;
      add(0, weights[0], without_first(one, two));
      add(1, weights[1], without_second(one, two));
      add(2, weights[2], without_third(one, two));
      add(3, weights[2], without_third(two_turned, one_turned));
      add(4, weights[1], without_second(two_turned, one_turned));
      add(5, weights[0], without_first(two_turned, one_turned));
    } else {
      const auto& weights = patterns_->block;
      add(0, weights[0], without_first(one, two));
      add(1, weights[1], without_second(one, two));
      add(2, weights[0], without_first(one_turned, two_turned));
      add(3, weights[0], without_first(two, one));
      add(4, weights[1], without_second(two, one));
      add(5, weights[0], without_first(two_turned, one_turned));
    }
  }
  int six_times = 0;
  for (int cell = 0; cell < cells; ++cell) {
    const Content content = board_->at[cell];
    const PatternTables::Sums by_label = sums[cell] * std::int16_t{PatternTables::steps};
    if (content == 0) {
      six_times += by_label[0];
      filled_[cell] -= by_label[0];
      for (int colour = 1; colour <= max_colours; ++colour) arrival_[cell][colour] += by_label[view_.label[colour]];
    } else if (content != wall) {
      const int label = view_.label[content];
      six_times += by_label[label];
      removal_[cell] += by_label[0] - by_label[label];
    }
  }
  base_ += six_times / pattern_size;
}

int Scan::pattern_correction(int from, int to) const {
  const int label = view_.label[board_->at[from]];
  int sum = 0;
  for (const PatternPair& pair : patterns().both(from, to)) {
    const int code = pattern_codes_[pair.pattern];
    if (code < 0) continue;
    const int kind = kind_of(pair.pattern);
    const int without = code ^ label << pair.first;
    const int comes = label << pair.second;
    sum += patterns_->value(kind, without | comes) - patterns_->value(kind, without) -
           patterns_->value(kind, code | comes) + patterns_->value(kind, code);
  }
  return sum;
}

void Scan::read_around(int cell) {
  const Content content = board_->at[cell];
  if (content == wall) return;
  const auto& gaps = stage_->gap;
  const auto& numbers = stage_->number;
  Table<int, wall + 1> own{};
  for (int direction = 0; direction < 8; ++direction)
    own[board_->at[geometry.around[cell][direction]]] |= 1 << direction;
  const int taken = 255 & ~own[0];
  if (content == 0) {
    const int now = gaps[taken];
    base_ += now;
    filled_[cell] -= now;
    for (int colour = 1; colour <= max_colours; ++colour)
      arrival_[cell][colour] += numbers[code_of(taken, own[colour])];
    for (int direction = 0; direction < 8; ++direction) {
      const int beside = geometry.around[cell][direction];
      const Content there = board_->at[beside];
      if (there == wall) continue;
      (there != 0 ? removal_ : filled_)[beside] += gaps[taken ^ 1 << direction] - now;
    }
    return;
  }
  const int code = code_of(taken, own[content]);
  const int now = numbers[code];
  base_ += now;
  removal_[cell] += gaps[taken] - now;
  for (int direction = 0; direction < 8; ++direction) {
    const int beside = geometry.around[cell][direction];
    const Content there = board_->at[beside];
    if (there == wall) continue;
    if (there != 0) {
      removal_[beside] += numbers[code - (there == content ? 1 : 2) * power[direction]] - now;
    } else {
      const int other = numbers[code + 2 * power[direction]];
      filled_[beside] += other - now;
      arrival_[beside][content] += numbers[code + power[direction]] - other;
    }
  }
}

}  // namespace linez::champion
