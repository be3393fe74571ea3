#include "host/tournament/spread.hpp"

#include <algorithm>
#include <cmath>

namespace host {

namespace {

constexpr double most_steps = 64;

}  // namespace

void Spread::add(std::size_t row, double score) {
  if (row >= rows_.size()) rows_.resize(row + 1);
  if (!std::isfinite(score)) return;
  if (empty_ || score < lowest_) lowest_ = score;
  if (empty_ || score > highest_) highest_ = score;
  empty_ = false;
  // Quotients of large numbers may overflow. Then the comparison is with NaN, and is also false.
  while (!(std::floor(highest_ / width_) - std::floor(lowest_ / width_) < most_steps)) widen();
  ++rows_[row][std::floor(score / width_)];
}

void Spread::widen() {
  width_ *= 2;
  for (Counts& counts : rows_) {
    Counts merged;
    for (const auto& [step, count] : counts) merged[std::floor(step / 2)] += count;
    counts = std::move(merged);
  }
}

}  // namespace host
