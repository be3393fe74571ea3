// The same plugin, which attacks in its constructor: before any of its functions is called.
#include "tests/hostile/attacks/attack.hpp"

namespace {

[[maybe_unused]] const bool attacked = [] {
  hostile::Moment moment;
  hostile::find_attack(HOSTILE_ATTACK)->run(moment);
  return true;
}();

}  // namespace
