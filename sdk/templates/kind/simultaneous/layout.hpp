// The structs of mygame.h as data (agon.layout/1), for programs in other languages. Change both together: the compiler
// takes types and offsets from the header, and 'myhost info mygame --protocol' prints all. The ranges are promises:
// nothing compares them with matches.
#pragma once

#include "rules.hpp"

#include <mygame/mygame.h>

#include <agon/layout.hpp>

namespace mygame {

inline constexpr auto observation_fields = agon::fields(
    AGON_FIELD(mygame_observation, seat, "whose observation it is", {.minimum = 0, .maximum = max_seats - 1}),
    AGON_FIELD(mygame_observation, seats, "how many there are", {.minimum = 2, .maximum = max_seats}),
    AGON_FIELD(mygame_observation, round, "from 0; 5: the match is over", {.minimum = 0, .maximum = rounds}),
    AGON_FIELD(mygame_observation, value, "of this round's item; 0: the match is over",
               {.minimum = 0, .maximum = max_value}),
    AGON_FIELD(mygame_observation, own_bid, "in this round; -1: not made yet",
               {.minimum = no_bid, .maximum = start_coins}),
    AGON_FIELD(mygame_observation, coins, "that each seat has",
               {.minimum = 0, .maximum = start_coins, .dimensions = {agon::dimension("seat", "seats")}}),
    AGON_FIELD(mygame_observation, won, "the values of the items that each seat has",
               {.minimum = 0, .maximum = max_value * rounds, .dimensions = {agon::dimension("seat", "seats")}}),
    AGON_FIELD(mygame_observation, shown, "the bids of the round before; -1: there was none, or the seat was out",
               {.minimum = no_bid, .maximum = start_coins, .dimensions = {agon::dimension("seat", "seats")}}),
    AGON_FIELD(mygame_observation, out, "bit s: seat s is out of the match", {.minimum = 0, .maximum = 15}),
    AGON_FIELD(mygame_observation, made, "bit s: seat s has bid in this round", {.minimum = 0, .maximum = 15}));

inline constexpr auto action_fields =
    agon::fields(AGON_FIELD(mygame_action, bid, "coins", {.minimum = 0, .maximum = start_coins}));

inline constexpr agon_struct observation_struct =
    agon::structure("mygame_observation", "what a seat sees, to move or not", observation_fields);
inline constexpr agon_struct action_struct = agon::structure("mygame_action", "what it does", action_fields);

inline constexpr agon_layout protocol_layout = {&observation_struct, &action_struct, nullptr};

}  // namespace mygame
