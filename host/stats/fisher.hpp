// Fisher's exact test of a two-by-two table.
#pragma once

#include <cstdint>

namespace stats {

/// Returns the probability of at least `count` marked ones in a sample of `size` out of `all`, of which `marked` are
/// marked: the one-sided p-value for more marked ones in the sample than elsewhere (hypergeometric distribution).
/// Requires count <= size <= all and marked <= all < 2^31.
double fisher_more(std::uint32_t count, std::uint32_t size, std::uint32_t marked, std::uint32_t all);

}  // namespace stats
