// What a number changes in the value that leaves a cell, or comes to one.
#include "scan.hpp"

namespace linez::champion {

void Scan::read_near() {
  near_ = {};
  for (int colour = 1; colour <= max_colours; ++colour) {
    const float* const from = stage_ + near_at(view_.total[colour]);
    for (int kind = 0; kind < near_kinds; ++kind) near_[kind][colour] = from[kind];
  }
}

Scan::LineValues Scan::line_values(int line) const {
  const LineContent& held = view_.line[line];
  const int size = geometry.all[line].size;
  LineValues values;
  values.taken = 2 * ternary[held.taken];
  for (int rest = held.present; rest != 0; rest &= rest - 1) {
    const int colour = __builtin_ctz(static_cast<unsigned>(rest));
    Present& present = values.present[values.count++];
    present = {colour, ternary[held.own[colour]], stage_ + line_base[size], &near_, codes().near[size].data()};
    values.sum += present[values.taken - present.own];
  }
  return values;
}

void Scan::read_line(int at) {
  const Line& line = geometry.all[at];
  lines_[at] = line_values(at);
  const LineValues& values = lines_[at];
  base_ += values.sum;
  const std::uint8_t* const kinds = codes().near[line.size].data();
  const float* const worth = stage_ + line_base[line.size];
  for (int place = 0; place < line.size; ++place) {
    const int cell = line.cells[place];
    const Content content = board_->at[cell];
    if (content == wall) continue;
    if (content != 0) {
      const int taken = values.taken - 2 * power[place];
      float sum = -values.sum;
      for (int i = 0; i < values.count; ++i) {
        const int own = values.present[i].own - (values.present[i].colour == content ? power[place] : 0);
        if (own != 0) sum += values.present[i][taken - own];
      }
      line_removal_[at][place] = sum;
      removal_[cell] += sum;
      continue;
    }
    const int taken = values.taken + 2 * power[place];
    const int alone = taken - power[place];
    PerColour& change = line_arrival_[at][place];
    const PerColour& near_alone = near_[kinds[alone]];
    for (int colour = 0; colour < 8; ++colour) change[colour] = worth[alone] + near_alone[colour];
    float lost = -values.sum;
    for (int i = 0; i < values.count; ++i) {
      const Present& present = values.present[i];
      const float occupied = present[taken - present.own];
      lost += occupied;
      change[present.colour] = present[taken - present.own - power[place]] - occupied;
    }
    for (int colour = 0; colour < 8; ++colour) {
      change[colour] += lost;
      arrival_[cell][colour] += change[colour];
    }
  }
}

void Scan::read_patterns() {
  const PatternCodes held(*board_);
  const Patterns& table = patterns();
  pattern_codes_ = held.code;
  labels_ = held.label;
  for (int kind = 0; kind < pattern_kinds; ++kind) pattern_classes_[kind] = held.classes(kind);
  for (int i = 0; i < pattern_count; ++i) {
    pattern_values_[i] = held.code[i] >= 0 ? pattern_value(i, held.code[i]) : 0;
    base_ += pattern_values_[i];
  }
  for (int cell = 0; cell < cells; ++cell) {
    const Content content = board_->at[cell];
    if (content == wall) continue;
    PerColour by_label{};
    float before = 0;
    for (const PatternMember member : table.through[cell]) {
      const int code = held.code[member.pattern];
      if (code < 0) continue;
      before += pattern_values_[member.pattern];
      const float* const weights = stage_ + pattern_at(member.pattern);
      const std::uint16_t* const classes = pattern_classes_[kind_of(member.pattern)];
      if (content != 0) {
        removal_[cell] += weights[classes[code ^ held.label[content] << member.shift]];
        continue;
      }
      const std::uint16_t* const put = classes + code;
      for (int label = 1; label <= max_colours; ++label) by_label[label] += weights[put[label << member.shift]];
    }
    if (content != 0)
      removal_[cell] -= before;
    else
      for (int colour = 1; colour <= max_colours; ++colour)
        arrival_[cell][colour] += by_label[held.label[colour]] - before;
  }
}

// NOLINTNEXTLINE(readability-function-cognitive-complexity): an empty cell, and one with a number
void Scan::read_around(int cell) {
  const Content content = board_->at[cell];
  if (content == wall) return;
  const Codes& table = codes();
  const float* const gaps = stage_ + gap_base;
  const float* const numbers = stage_ + number_base;
  int taken = 0;
  Table<int, wall + 1> own{};
  for (int direction = 0; direction < 8; ++direction) {
    const Content beside = board_->at[geometry.around[cell][direction]];
    own[beside] |= 1 << direction;
  }
  taken = 255 & ~own[0];
  if (content == 0) {
    const float now = gaps[table.around_gap[taken]];
    base_ += now;
    for (int colour = 1; colour <= max_colours; ++colour)
      arrival_[cell][colour] += numbers[table.around_number[code_of(taken, own[colour])]] - now;
    for (int direction = 0; direction < 8; ++direction) {
      const int beside = geometry.around[cell][direction];
      const Content there = board_->at[beside];
      if (there == wall) continue;
      const float change = gaps[table.around_gap[taken ^ 1 << direction]] - now;
      if (there != 0) {
        removal_[beside] += change;
      } else {
        for (int colour = 0; colour < 8; ++colour) arrival_[beside][colour] += change;
      }
    }
    return;
  }
  const int code = code_of(taken, own[content]);
  const float now = numbers[table.around_number[code]];
  base_ += now;
  removal_[cell] += gaps[table.around_gap[taken]] - now;
  for (int direction = 0; direction < 8; ++direction) {
    const int beside = geometry.around[cell][direction];
    const Content there = board_->at[beside];
    if (there == wall) continue;
    if (there != 0) {
      removal_[beside] += numbers[table.around_number[code - (there == content ? 1 : 2) * power[direction]]] - now;
    } else {
      const float change = numbers[table.around_number[code + 2 * power[direction]]] - now;
      for (int colour = 0; colour < 8; ++colour) arrival_[beside][colour] += change;
      arrival_[beside][content] += numbers[table.around_number[code + power[direction]]] - now - change;
    }
  }
}

}  // namespace linez::champion
