// The structs of mygame.h as data (agon.layout/1), for programs in other languages. Change both together: the compiler
// takes types and offsets from the header, and 'myhost info mygame --protocol' prints all. The ranges are promises:
// nothing compares them with matches.
#pragma once

#include <mygame/mygame.h>

#include <agon/layout.hpp>

namespace mygame {

inline constexpr auto observation_fields = agon::fields(
    AGON_FIELD(mygame_observation, seat, "whose observation it is", {.minimum = 0, .maximum = 1}),
    AGON_FIELD(mygame_observation, card, "its card: 1: jack, 2: queen, 3: king", {.minimum = 1, .maximum = 3}),
    AGON_FIELD(mygame_observation, other_card, "the other's card; 0: not known", {.minimum = 0, .maximum = 3}),
    AGON_FIELD(mygame_observation, actions, "how many there were", {.minimum = 0, .maximum = 3}),
    AGON_FIELD(mygame_observation, done, "1: pass, 2: bet; seat 0's action first",
               {.minimum = 1, .maximum = 2, .dimensions = {agon::dimension("action", "actions")}}));

inline constexpr auto action_fields =
    agon::fields(AGON_FIELD(mygame_action, kind, "1: pass, 2: bet", {.minimum = 1, .maximum = 2}));

inline constexpr agon_struct observation_struct =
    agon::structure("mygame_observation", "what a seat sees, to move or not", observation_fields);
inline constexpr agon_struct action_struct = agon::structure("mygame_action", "what it does", action_fields);

inline constexpr agon_layout protocol_layout = {&observation_struct, &action_struct, nullptr};

}  // namespace mygame
