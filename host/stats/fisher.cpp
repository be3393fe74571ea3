#include "host/stats/fisher.hpp"

#include <boost/math/distributions/hypergeometric.hpp>

namespace stats {

double fisher_more(std::uint32_t count, std::uint32_t size, std::uint32_t marked, std::uint32_t all) {
  const std::uint32_t least = size + marked > all ? size + marked - all : 0;
  if (count <= least) return 1;
  const boost::math::hypergeometric_distribution<double> expected(marked, size, all);
  return boost::math::cdf(boost::math::complement(expected, count - 1));
}

}  // namespace stats
