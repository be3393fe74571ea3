#include "beams.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <unordered_set>
#include <utility>

namespace tonga::champion {

namespace {

/// The output function of SplitMix64 (Steele, Lea, Flood 2014).
std::uint64_t mixed(std::uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31);
}

}  // namespace

Square Beams::reply(const Stones& stones, Opponent& opponent, std::uint64_t determinization) {
  const std::vector<Square>& replies = opponent.moves(stones);
  return replies[mixed(stones.hash() ^ determinization) % replies.size()];
}

void Beams::value(Place& place, int seat, int boards, int moves) {
  const float sign = seat == 0 ? 1 : -1;
  const Samples& samples = sampler_.sample(place.stones, boards);
  place.value = sign * samples.rewards / samples.boards;
  const search::Squares empty = place.stones.empties();
  std::vector<std::pair<float, Square>> valued;
  for (const Square square : empty) valued.emplace_back(-sign * value_with(samples, square, seat), square);
  const auto kept = static_cast<std::ptrdiff_t>(std::min<std::size_t>(static_cast<std::size_t>(moves), valued.size()));
  std::partial_sort(valued.begin(), valued.begin() + kept, valued.end());
  place.moves.clear();
  std::for_each_n(valued.begin(), kept, [&](const auto& each) { place.moves.push_back(each.second); });
}

std::vector<Beams::Place> Beams::kept(std::vector<Place> places, std::size_t width) {
  std::ranges::stable_sort(places, [](const Place& a, const Place& b) {
    return a.first != b.first ? a.first < b.first : a.value > b.value;
  });
  std::vector<Place> best;
  for (Place& place : places) {
    const bool full = best.size() >= width && best[best.size() - width].first == place.first;
    if (!full) best.push_back(std::move(place));
  }
  return best;
}

std::vector<float> Beams::ends(const Stones& root, const std::vector<Square>& firsts, Opponent& opponent,
                               const BeamParameters& parameters, std::uint64_t determinization) {
  const int seat = root.mover();
  sampler_.shuffle(root);
  const auto after = [&](const Stones& stones, Square square, std::size_t first) {
    Place place{stones, first, 0, {}};
    place.stones.play(square);
    if (place.stones.empty_count() > 0) place.stones.play(reply(place.stones, opponent, determinization));
    return place;
  };
  std::vector<Place> places;
  for (std::size_t first = 0; first < firsts.size(); ++first) {
    places.push_back(after(root, firsts[first], first));
    // One position stands for each first move yet: its next moves are chosen with more care than later ones.
    if (parameters.depth > 1) value(places.back(), seat, 3 * parameters.boards, parameters.moves);
  }
  for (int depth = 1; depth < parameters.depth && places.front().stones.empty_count() > 0; ++depth) {
    std::vector<Place> next;
    std::unordered_set<std::uint64_t> seen;
    for (const Place& place : places) {
      for (const Square square : place.moves) {
        Place reached = after(place.stones, square, place.first);
        if (seen.insert(mixed(reached.stones.hash() + place.first)).second) next.push_back(std::move(reached));
      }
    }
    for (Place& place : next) value(place, seat, parameters.boards, parameters.moves);
    places = kept(std::move(next), static_cast<std::size_t>(parameters.width));
  }
  std::vector<float> values(firsts.size(), -2);  // less than any reward
  for (Place& place : places) {
    value(place, seat, parameters.end_boards, 0);
    values[place.first] = std::max(values[place.first], place.value);
  }
  return values;
}

int Beams::best(const Stones& root, Opponent& opponent, const BeamParameters& parameters,
                const std::function<double()>& used) {
  Place start{root, 0, 0, {}};
  sampler_.shuffle(root);
  value(start, root.mover(), parameters.root_boards, parameters.firsts);
  std::vector<Square> firsts = start.moves;
  std::vector<float> sums(firsts.size());
  const auto rounds = static_cast<int>(std::bit_width(firsts.size() - 1));  // of halving
  int round = 0;
  for (std::uint64_t run = 1; firsts.size() > 1; ++run) {
    const std::vector<float> values =
        ends(root, firsts, opponent, parameters, mixed(seed_ + run * 0x9e3779b97f4a7c15U));
    for (std::size_t i = 0; i < firsts.size(); ++i) sums[i] += values[i];
    const double part = used();
    if (part < 1 && part * rounds < round + 1) continue;
    ++round;
    // All of them were in all determinizations, so the sums compare as the means do.
    std::vector<std::pair<float, Square>> sorted;
    for (std::size_t i = 0; i < firsts.size(); ++i) sorted.emplace_back(-sums[i], firsts[i]);
    std::ranges::stable_sort(sorted, {}, &std::pair<float, Square>::first);
    sorted.resize(part >= 1 ? 1 : (sorted.size() + 1) / 2);
    firsts.clear();
    sums.clear();
    for (const auto& [sum, square] : sorted) {
      firsts.push_back(square);
      sums.push_back(-sum);
    }
  }
  return firsts.front();
}

}  // namespace tonga::champion
