// Nash averaging: how strong players are where no rating describes them, since A beats B beats C beats A.
//
// Two parties choose a player each, and the first one wins the lead of its player over the other. The Nash average is
// the best mixture of players in this game, the one of largest entropy if there are several (Balduzzi and others,
// Re-evaluating evaluation, 2018). A player's rating is its lead over the mixture. It is 0 at most, and copies of a
// player change nobody's.
#pragma once

#include <vector>

namespace stats {

/// A square matrix: leads[i][j] is the lead of i over j, and that of j over i with the other sign.
using Leads = std::vector<std::vector<double>>;

/// Returns the weights of the players in the mixture, which add up to 1. Accurate to about 1e-4.
std::vector<double> nash_weights(const Leads& leads);

/// Returns the ratings: each player's lead over the mixture.
std::vector<double> nash_ratings(const Leads& leads, const std::vector<double>& weights);

}  // namespace stats
