// The same plugin, which attacks in its constructor: before any of its functions is called.
#include "tests/hostile/attacks/attack.hpp"

extern "C" const char hostile_attack_at_load[41];  // at_load_name.c

namespace {

[[maybe_unused]] const bool attacked = [] {
  hostile::Moment moment;
  hostile::find_attack(hostile_attack_at_load)->run(moment);
  return true;
}();

}  // namespace
