// A referee for Tonga that knows a transcript's text and the rules, and nothing of ours: written apart from the game,
// so that both would have to be wrong in the same way.
#pragma once

#include "tests/support/json.hpp"

#include <utility>

namespace e2e {

/// The scores of Black and White that the actions of a transcript lead to. Throws std::runtime_error if they break a
/// rule: a square that is taken, a seat out of turn, a match that ends early or late.
std::pair<int, int> referee_scores(const support::Json& transcript);

}  // namespace e2e
