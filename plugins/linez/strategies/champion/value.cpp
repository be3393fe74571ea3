#include "value.hpp"

namespace linez::champion {

float around_value(const float* stage, const Table<Content, cells + 1>& at, int cell) {
  const Codes& table = codes();
  const Content content = at[cell];
  if (content == wall) return 0;
  int taken = 0;
  int own = 0;
  for (int direction = 0; direction < 8; ++direction) {
    const Content beside = at[geometry.around[cell][direction]];
    taken |= (beside != 0 ? 1 : 0) << direction;
    own |= (beside == content ? 1 : 0) << direction;
  }
  return content == 0 ? stage[gap_base + table.around_gap[taken]]
                      : stage[number_base + table.around_number[code_of(taken, own)]];
}

float value_of(const float* folded, const Board& board, bool again) {
  const View view(board);
  const Codes& table = codes();
  const float* const stage = folded + stage_of(board, again) * stage_size;
  float sum = stage[filling_at(board, again)];
  for (int i = 0; i < line_count; ++i) {
    const Line& line = geometry.all[i];
    const LineContent& held = view.line[i];
    const std::uint8_t* const kinds = table.near[line.size].data();
    for (int rest = held.present; rest != 0; rest &= rest - 1) {
      const int colour = __builtin_ctz(static_cast<unsigned>(rest));
      const int code = code_of(held.taken, held.own[colour]);
      sum += stage[line_base[line.size] + code];
      sum += stage[near_at(view.total[colour]) + kinds[code]];
    }
  }
  for (int cell = 0; cell < cells; ++cell) sum += around_value(stage, board.at, cell);
  const PatternCodes patterned(board);
  for (int i = 0; i < pattern_count; ++i)
    if (patterned.code[i] >= 0) sum += stage[pattern_at(i) + patterned.classes(kind_of(i))[patterned.code[i]]];
  for (int colour = 1; colour <= board.colours; ++colour)
    sum += stage[totals_at(view.falls[colour], view.total[colour])];
  sum += stage[threats_at(board, threats_of(view))];
  return sum + stage[regions_at(regions_of(view.empty))];
}

}  // namespace linez::champion
