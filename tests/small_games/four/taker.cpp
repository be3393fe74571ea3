// Looks one move ahead: wins where it can, else keeps the other from winning at once, else takes any column.
#include <four/four.h>

#include <agon/random.hpp>
#include <agon/strategy.hpp>

#include <cstdint>
#include <vector>

namespace {

class Taker final : public agon::FixedStrategy<four_observation, four_action> {
 public:
  static constexpr const char* protocol = FOUR_PROTOCOL;
  explicit Taker(const agon::Session& session) : random_(session.seed()) {}

  four_action decide(const four_observation& seen) override {
    const auto own = static_cast<std::int8_t>(seen.seat + 1);
    const auto other = static_cast<std::int8_t>(2 - seen.seat);
    std::vector<int> open;
    for (int column = 0; column < FOUR_COLUMNS; ++column) {
      if (height(seen, column) < FOUR_ROWS) open.push_back(column);
    }
    for (const std::int8_t colour : {own, other}) {
      for (const int column : open) {
        if (wins(seen, column, colour)) return {column};
      }
    }
    return {open[random_.below(open.size())]};
  }

 private:
  static int height(const four_observation& seen, int column) {
    int row = 0;
    while (row < FOUR_ROWS && seen.cells[column * FOUR_ROWS + row] != FOUR_EMPTY) ++row;
    return row;
  }

  static bool wins(const four_observation& seen, int column, std::int8_t colour) {
    const int row = height(seen, column);
    const auto run = [&](int right, int up) {
      int stones = 0;
      for (int x = column + right, y = row + up; x >= 0 && y >= 0 && x < FOUR_COLUMNS && y < FOUR_ROWS;
           x += right, y += up) {
        if (seen.cells[x * FOUR_ROWS + y] != colour) break;
        ++stones;
      }
      return stones;
    };
    return run(0, -1) >= 3 || run(1, 0) + run(-1, 0) >= 3 || run(1, 1) + run(-1, -1) >= 3 ||
           run(1, -1) + run(-1, 1) >= 3;
  }

  agon::QuickRandom random_;
};

}  // namespace

AGON_STRATEGY(Taker, .id = "taker", .summary = "wins or blocks at once, else any column")
