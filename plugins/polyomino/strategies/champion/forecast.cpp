#include "forecast.hpp"

#include "../../rules.hpp"
#include "size.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>

namespace polyomino::champion {

namespace {

constexpr int usual_size = 128;  // fits on no board with a tenth of its squares covered
/// Measures of the samples may be as old as one in so many of the tiles that still have room on the board.
constexpr int lasting = 64;
/// The samples are measured in at most so many parts.
constexpr int most_parts = 16;

}  // namespace

Probe::Probe(std::span<const Cell> growth, int stride) {
  for (const auto [x, y] : growth) {
    turns_[0].push_back(y * stride + x);
    turns_[1].push_back(y - x * stride);
    turns_[2].push_back(-y * stride - x);
    turns_[3].push_back(x * stride - y);
  }
}

void Probe::measure(const Grid& grid, int limit) {
  if (still_fits(grid, limit)) {
    reach_ = limit;
    return;
  }
  reach_ = 0;
  fitted_.reset();
  for (std::size_t turn = 0; turn < turns_.size() && reach_ < limit; ++turn) {
    for (int square = grid.square(0, 0); square < grid.end() && reach_ < limit; square += 64)
      grow(grid, turn, square, limit);
  }
}

bool Probe::still_fits(const Grid& grid, int limit) const {
  if (!fitted_) return false;
  const std::span squares(turns_[fitted_->turn]);
  return std::ranges::all_of(squares.first(static_cast<std::size_t>(limit)),
                             [&](int offset) { return grid.free(fitted_->square + offset); });
}

void Probe::grow(const Grid& grid, std::size_t turn, int square, int limit) {
  std::uint64_t room = grid.bits(square);
  if (room == 0) return;
  int size = 1;
  for (; size < limit; ++size) {
    const std::uint64_t still = room & grid.bits(square + turns_[turn][static_cast<std::size_t>(size)]);
    if (still == 0) break;
    room = still;
  }
  if (size <= reach_) return;
  reach_ = size;
  fitted_ = {turn, square + std::countr_zero(room)};
}

Forecast::Forecast(const Grid& grid, std::size_t samples, double exponent, agon::Random& random) : exponent_(exponent) {
  grow(grid, samples, usual_size, random);
  // On an open board, far larger tiles fit.
  if (best() > usual_size * 3 / 4) grow(grid, samples, max_size, random);
}

int Forecast::size(const Grid& grid) {
  if (size_ == 0) return 0;
  const int limit = std::min(size_, probes_.front().limit());
  // The fewer tiles have room on the board, the less says what was measured before the last one.
  const auto step = static_cast<std::size_t>(std::clamp(grid.free_squares() / (size_ * lasting), 1, most_parts));
  for (std::size_t at = turn_ % step; at < probes_.size(); at += step) probes_[at].measure(grid, limit);
  ++turn_;
  size_ = std::min(size_, best());
  return size_;
}

void Forecast::grow(const Grid& grid, std::size_t samples, int limit, agon::Random& random) {
  Grower grower;
  probes_.clear();
  while (probes_.size() < samples) {
    probes_.emplace_back(grower.grow(limit, [&](std::uint64_t bound) { return random.below(bound); }), grid.stride());
    probes_.back().measure(grid, limit);
  }
}

int Forecast::best() const {
  std::vector<int> reaches;
  reaches.reserve(probes_.size());
  for (const Probe& probe : probes_) reaches.push_back(probe.reach());
  return best_size(reaches, exponent_);
}

}  // namespace polyomino::champion
