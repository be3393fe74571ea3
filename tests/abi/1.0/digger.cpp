// A strategy for shells through the C++ glue: typed turns, and globals that each match finds as new.
#include "beach.h"

#include <agon/strategy.hpp>

namespace {

int matches_of_this_load = 0;

class Digger : public agon::FixedStrategy<beach_observation, beach_action> {
 public:
  static constexpr const char* protocol = SHELLS_PROTOCOL;
  static constexpr bool single_instance = true;

  Digger() {
    if (++matches_of_this_load > 1) throw agon::Unsupported("globals are left from another match");
  }

  // All of the smallest heap.
  beach_action decide(const beach_observation& seen) override {
    if (session().seat() != seen.seat) throw agon::Failure(AGON_FAILED, "it is another seat's turn");
    beach_action take{-1, 0};
    for (std::int32_t heap = 0; heap < seen.heaps; ++heap) {
      if (seen.stones[heap] > 0 && (take.heap < 0 || seen.stones[heap] < take.stones)) take = {heap, seen.stones[heap]};
    }
    return take;
  }
};

}  // namespace

AGON_STRATEGY(Digger, .id = "digger", .version = "1.0.0", .summary = "all of the smallest heap")
