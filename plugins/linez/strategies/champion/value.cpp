#include "value.hpp"

namespace linez::champion {

int nearness_value(const Folded::Stage& stage, const Nearness& nearness, const View& view) {
  int sum = 0;
  for (int colour = 1; colour <= max_colours; ++colour)
    if (view.total[colour] > 0) sum += stage.others[nearness.at(colour, view.falls[colour], view.total[colour])];
  return sum;
}

int around_value(const Folded::Stage& stage, const Table<Content, cells + 1>& at, int cell) {
  const Content content = at[cell];
  if (content == wall) return 0;
  int taken = 0;
  int own = 0;
  for (int direction = 0; direction < 8; ++direction) {
    const Content beside = at[geometry.around[cell][direction]];
    taken |= (beside != 0 ? 1 : 0) << direction;
    own |= (beside == content ? 1 : 0) << direction;
  }
  return content == 0 ? stage.gap[taken] : stage.number[code_of(taken, own)];
}

namespace {

int line_value(const Table<const std::int16_t*, max_colours + 1>& lines, int line, const LineContent& held) {
  int sum = 0;
  const int base = line_base[geometry.all[line].size] + 2 * ternary[held.taken];
  for (int rest = held.present; rest != 0; rest &= rest - 1) {
    const int colour = __builtin_ctz(static_cast<unsigned>(rest));
    sum += lines[colour][base - ternary[held.own[colour]]];
  }
  return sum;
}

/// What all cells and those around them add.
int all_around_value(const Folded::Stage& stage, const Board& board, const View& view) {
  Table<std::uint8_t, cells + 1> taken{};
  Table<std::uint8_t, cells + 1> own{};
  for (Cells rest = geometry.board & ~view.empty; rest != 0; rest &= rest - 1) {
    const int cell = lowest(rest);
    for (int direction = 0; direction < 8; ++direction) {
      const int beside = geometry.around[cell][direction];
      const auto back = static_cast<std::uint8_t>(1 << opposite[direction]);
      taken[beside] |= back;
      if (board.at[beside] == board.at[cell]) own[beside] |= back;
    }
  }
  int sum = 0;
  for (int cell = 0; cell < cells; ++cell) {
    const Content content = board.at[cell];
    if (content == wall) continue;
    const int around = taken[cell] | geometry.off_board[cell];
    sum += content == 0 ? stage.gap[around] : stage.number[code_of(around, own[cell])];
  }
  return sum;
}

/// All but regions, threats and nearness; `lines` are the entries of each colour.
int base_value(const Folded::Stage& stage, const Board& board, const View& view, Next next,
               const Table<const std::int16_t*, max_colours + 1>& lines, Table<int, line_count>& line_values) {
  int sum = stage.others[filling_at(board, next)];
  for (int i = 0; i < line_count; ++i) sum += line_values[i] = line_value(lines, i, view.line[i]);
  sum += all_around_value(stage, board, view);
  const PatternTables& patterns = stage.tables[view.announced];
  for (int i = 0; i < pattern_count; ++i)
    if (const int code = view.pattern(i); code >= 0) sum += patterns.value(kind_of(i), code);
  for (int colour = 1; colour <= board.colours; ++colour)
    sum += stage.others[totals_at(view.falls[colour], view.total[colour])];
  return sum;
}

}  // namespace

int value_of(const Folded& weights, const Board& board, Next next) {
  const View view(board);
  const Folded::Stage& stage = weights.stage(stage_of(board, next));
  Table<const std::int16_t*, max_colours + 1> lines{};
  for (int colour = 1; colour <= max_colours; ++colour)
    lines[colour] = stage.lines_of(view.falls[colour], view.total[colour]);
  Table<int, line_count> line_values;  // NOLINT(*-member-init): written before it is read
  return base_value(stage, board, view, next, lines, line_values) + nearness_value(stage, Nearness(view), view) +
         stage.others[regions_at(regions_of(view.empty))] + stage.others[threats_at(board, threats_of(view))];
}

Thinned::Thinned(const Folded& weights, const Board& board, Content colour)
    : stage_(weights.stage(0)), board_(board), view_(board), colour_(colour) {
  // What counts numbers is read as it will be.
  --board_.numbers;
  --view_.total[colour];
  for (int one = 1; one <= max_colours; ++one) lines_[one] = stage_.lines_of(view_.falls[one], view_.total[one]);
  nearness_ = Nearness(view_);
  base_ = base_value(stage_, board_, view_, Next::again, lines_, line_values_);
}

int Thinned::without(int cell) const {
  View view = view_;
  view.remove(cell, colour_);
  Nearness nearness = nearness_;
  int sum = base_;
  for (int i = 0; i < geometry.through_count[cell]; ++i) {
    const int line = geometry.through[cell][i].line;
    sum += line_value(lines_, line, view.line[line]) - line_values_[line];
    nearness.count_line(line, view_.line[line], -1);
    nearness.count_line(line, view.line[line], 1);
  }
  Table<Content, cells + 1> at = board_.at;
  at[cell] = 0;
  sum += around_value(stage_, at, cell) - around_value(stage_, board_.at, cell);
  for (const std::uint8_t beside : geometry.around[cell].values)
    if (beside != cells) sum += around_value(stage_, at, beside) - around_value(stage_, board_.at, beside);
  for (const PatternPair& member : patterns().both(cell, cell)) {
    const int code = view_.pattern(member.pattern);
    if (code < 0) continue;
    const PatternTables& weights = stage_.tables[view_.announced];
    const int kind = kind_of(member.pattern);
    sum += weights.value(kind, code & ~(7 << member.first)) - weights.value(kind, code);
  }
  return sum + nearness_value(stage_, nearness, view_) + stage_.others[regions_at(regions_of(view.empty))] +
         stage_.others[threats_at(board_, threats_of(view))];
}

}  // namespace linez::champion
