// The structs of mygame.h as data (agon.layout/1), for programs in other languages. Change both together: the compiler
// takes types and offsets from the header, and 'myhost info mygame --protocol' prints all. The ranges are promises:
// nothing compares them with matches.
#pragma once

#include "rules.hpp"

#include <mygame/mygame.h>

#include <agon/layout.hpp>

namespace mygame {

inline constexpr auto observation_fields =
    agon::fields(AGON_FIELD(mygame_observation, seat, "who is to move; if the match is over, one of them",
                            {.minimum = 0, .maximum = 1}),
                 AGON_FIELD(mygame_observation, stones, "on the heap", {.minimum = 0, .maximum = max_stones}),
                 AGON_FIELD(mygame_observation, taken, "by the last move, of the other seat; 0: there was none yet",
                            {.minimum = 0, .maximum = max_stones}),
                 AGON_FIELD(mygame_observation, most, "stones that may be taken at a time, if nothing else forbids it",
                            {.minimum = 1, .maximum = max_stones}),
                 AGON_FIELD(mygame_observation, allowed, "bit n: n stones may be taken now"));

inline constexpr auto action_fields =
    agon::fields(AGON_FIELD(mygame_action, count, "stones to take", {.minimum = 1, .maximum = max_stones}));

inline constexpr agon_struct observation_struct =
    agon::structure("mygame_observation", "what a seat sees, to move or not", observation_fields);
inline constexpr agon_struct action_struct = agon::structure("mygame_action", "what it does", action_fields);

inline constexpr agon_layout protocol_layout = {&observation_struct, &action_struct, nullptr};

}  // namespace mygame
