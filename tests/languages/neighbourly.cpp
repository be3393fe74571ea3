// The strategy "neighbourly" in C++20; see neighbourly.c.
#include <tonga/tonga.hpp>

namespace {

class Neighbourly : public tonga::Strategy {
  tonga::Cell move(const tonga::Position& position) override {
    tonga::Cell best;
    int most = -1;
    for (const tonga::Cell cell : position.empty()) {
      int value = 0;
      for (const tonga::Cell next : position.neighbours(cell)) {
        if (position.at(next) != tonga::Stone::none) value += position.at(next) == position.mine() ? 4 : 1;
      }
      if (value > most) {
        most = value;
        best = cell;
      }
    }
    return best;
  }
};

}  // namespace

AGON_STRATEGY(Neighbourly, .id = "neighbourly", .version = "1.0.0", .summary = "where most stones are")
