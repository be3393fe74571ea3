#include "tests/hostile/attacks/attack.hpp"

// What the linker calls the begin and the end of a section of that name.
extern "C"
    [[gnu::visibility("hidden")]] const hostile::Attack __start_attacks[];  // NOLINT(bugprone-reserved-identifier)
extern "C"
    [[gnu::visibility("hidden")]] const hostile::Attack __stop_attacks[];  // NOLINT(bugprone-reserved-identifier)

namespace hostile {

const Attack* find_attack(std::string_view name) {
  for (const Attack* attack = __start_attacks; attack != __stop_attacks; ++attack)
    if (attack->name != nullptr && attack->name == name) return attack;  // between tables, the linker may leave room
  return nullptr;
}

}  // namespace hostile
