#include "halving.hpp"

#include <algorithm>
#include <numeric>

namespace any {

Halving::Halving(std::size_t count) : results_(count), left_(count) {
  std::iota(left_.begin(), left_.end(), std::size_t{0});
  for (std::size_t size = count; size > 2; size = (size + 1) / 2) ++rounds_;
}

std::size_t Halving::next(double used) {
  if (at_ == left_.size()) {
    at_ = 0;
    // Only after whole passes, so that all that are left were tried equally often.
    while (round_ < rounds_ && used * static_cast<double>(rounds_) >= static_cast<double>(round_)) {
      std::ranges::stable_sort(left_, [&](std::size_t a, std::size_t b) { return mean(a) > mean(b); });
      left_.resize(std::max<std::size_t>(1, (left_.size() + 1) / 2));
      ++round_;
    }
  }
  return left_[at_++];
}

void Halving::tell(std::size_t choice, double payoff) {
  results_[choice].sum += payoff;
  ++results_[choice].trials;
}

std::size_t Halving::best() const {
  std::size_t best = left_.front();
  for (const std::size_t choice : left_) {
    if (results_[choice].trials == 0) continue;
    if (results_[best].trials == 0 || mean(choice) > mean(best) || (mean(choice) == mean(best) && choice < best))
      best = choice;
  }
  return best;
}

}  // namespace any
