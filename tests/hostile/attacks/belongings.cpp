// Looks for what other processes of the machine have.
#include "tests/hostile/belongings.h"

#include "tests/hostile/attacks/attack.hpp"

namespace hostile {

namespace {

ATTACKS(belongings) = {
    {"finds_socket", [](Moment&) { must_fail(finds_socket() != 0, "it sends to a socket"); }},
    {"finds_queue", [](Moment&) { must_fail(finds_queue() != 0, "it has a queue of messages"); }},
    {"finds_semaphores", [](Moment&) { must_fail(finds_semaphores() != 0, "it has semaphores"); }},
    {"finds_segment", [](Moment&) { must_fail(finds_segment() != 0, "it shares memory"); }},
    {"finds_key", [](Moment&) { must_fail(finds_key() != 0, "it has the user's key"); }},
    {"finds_named_queue", [](Moment&) { must_fail(finds_named_queue() != 0, "it has a queue of messages"); }},
    {"makes_ring", [](Moment&) { must_fail(makes_ring() != 0, "it makes calls that no filter sees"); }},
};

}  // namespace

}  // namespace hostile
