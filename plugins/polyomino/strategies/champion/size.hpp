// Which size of tile to request.
#pragma once

#include <span>

namespace polyomino::champion {

/// Returns the size n that maximises n^exponent * (2 - 1 / p), where p is the part of the samples that fit with n
/// squares; 0 if no size from the smallest tile's on fits with a probability of more than 1/2.
///
/// A tile of n squares gains n^2 with probability p and costs n^2 otherwise, so a square that is covered gains
/// n * (2 - 1 / p). An exponent below 1 stands for what large tiles leave behind: fewer places for later ones.
///
/// `reaches`: the largest size with which each sample fits, in any order; at least one.
[[nodiscard]] int best_size(std::span<const int> reaches, double exponent);

}  // namespace polyomino::champion
