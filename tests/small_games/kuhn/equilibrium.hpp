// One of the equilibria of Kuhn poker (H. W. Kuhn, A simplified two-person poker, 1950): that with alpha = 1/3.
#pragma once

#include <kuhn/kuhn.h>

namespace kuhn {

/// The probability of a bet, in thirds: 0 .. 3. The seat is to move.
inline int bet_thirds(const kuhn_observation& seen) {
  const bool faces_bet = seen.actions > 0 && seen.done[seen.actions - 1] == KUHN_BET;
  switch (seen.card) {
    case KUHN_JACK:  // bluffs, and never calls
      return faces_bet ? 0 : 1;
    case KUHN_QUEEN:  // never bets; calls
      if (!faces_bet) return 0;
      return seen.actions == 2 ? 2 : 1;  // seat 0, having passed, alpha + 1/3; seat 1, 1/3
    default:
      return 3;  // seat 0 opens with 3 * alpha
  }
}

}  // namespace kuhn
