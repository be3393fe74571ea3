#include "tests/hostile/attacks/attack.hpp"

namespace hostile {

const Attack* find_attack(std::string_view name) {
  for (const auto theme : {crashes, departures, delays, greed, multiplication, curiosity, influence, descriptors,
                           mappings, answers, scribbles, races, overtime}) {
    for (const Attack& attack : theme()) {
      if (attack.name == name) return &attack;
    }
  }
  return nullptr;
}

}  // namespace hostile
