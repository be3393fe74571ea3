// The first of these strategies alone, in a library that attacks in its constructor: before any of its functions is
// called.
#include "tests/hostile/attacks/attack.hpp"

#include <agon/plugin.h>

extern "C" const char hostile_attack_at_load[41];  // at_load_name.c
extern "C" [[gnu::visibility("hidden")]] const agon_strategy_type* const hostile_strategies[];

namespace {

[[maybe_unused]] const bool attacked = [] {
  hostile::Moment moment;
  hostile::find_attack(hostile_attack_at_load)->run(moment);
  return true;
}();

}  // namespace

constinit const agon_plugin_type agon_plugin = {AGON_ABI_MAJOR, AGON_ABI_NEEDED_MINOR, "hostile", "1.0.0", 0, 1,
                                                nullptr,        hostile_strategies};
