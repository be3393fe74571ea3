#include "board.hpp"

#include <algorithm>
#include <utility>

namespace go {

namespace {

/// A random number of each stone on each point: their exclusive or is a position's hash (Zobrist 1970).
constexpr auto stone_keys = [] {
  std::array<std::array<std::uint64_t, max_points>, 3> all{};
  std::uint64_t state = 0;
  for (auto& of_colour : all) {
    for (std::uint64_t& key : of_colour) {  // SplitMix64
      state += 0x9E3779B97F4A7C15U;
      std::uint64_t mixed = state;
      mixed = (mixed ^ (mixed >> 30U)) * 0xBF58476D1CE4E5B9U;
      mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBU;
      key = mixed ^ (mixed >> 31U);
    }
  }
  return all;
}();

std::uint64_t key_of(Point point, Colour colour) {
  return stone_keys[static_cast<std::size_t>(colour)][static_cast<std::size_t>(point)];
}

}  // namespace

const Board::Table& Board::table_of(int size) {
  static const auto all = [] {
    std::array<Table, max_size + 1> tables{};
    for (int side = min_size; side <= max_size; ++side) {
      for (Point point = 0; point < side * side; ++point) {
        const auto add = [&](Near& near, int down, int right) {
          const int row = point / side + down;
          const int column = point % side + right;
          if (row < 0 || column < 0 || row >= side || column >= side) return;
          near.points[static_cast<std::size_t>(near.count++)] = static_cast<std::int16_t>(row * side + column);
        };
        for (const int step : {-1, 1}) {
          add(tables[index(side)].beside[index(point)], step, 0);
          add(tables[index(side)].beside[index(point)], 0, step);
          add(tables[index(side)].diagonal[index(point)], step, step);
          add(tables[index(side)].diagonal[index(point)], step, -step);
        }
      }
    }
    return tables;
  }();
  return all[index(size)];
}

Board::Board(int size) : size_(size), empty_count_(size * size), near_(&table_of(size)) {
  for (Point point = 0; point < points(); ++point)
    empty_[index(point)] = places_[index(point)] = static_cast<std::int16_t>(point);
}

int Board::contacts(Point point, Point stone) const {
  int count = 0;
  for (const Point near : beside(point)) count += !is_empty(near) && is_one_group(near, stone) ? 1 : 0;
  return count;
}

template <class Each>
void Board::each_group(Point point, Colour colour, bool last_liberty, Each&& each) const {
  const Near& near = beside(point);
  for (const std::int16_t* stone = near.begin(); stone != near.end(); ++stone) {
    if (at(*stone) != colour || (group_of(*stone).pairs == contacts(point, *stone)) != last_liberty) continue;
    const bool is_first = std::none_of(near.begin(), stone,
                                       [&](Point before) { return !is_empty(before) && is_one_group(before, *stone); });
    if (is_first) each(group_of(*stone));
  }
}

bool Board::captures(Point point, Colour colour) const {
  bool any = false;
  each_group(point, other(colour), true, [&](const Group& /*group*/) { any = true; });
  return any;
}

bool Board::is_suicide(Point point, Colour colour) const {
  for (const Point near : beside(point)) {
    if (is_empty(near)) return false;
  }
  bool lives = captures(point, colour);
  each_group(point, colour, false, [&](const Group& /*group*/) { lives = true; });
  return !lives;
}

std::uint64_t Board::hash_after(Point point, Colour colour) const {
  std::uint64_t hash = hash_ ^ key_of(point, colour);
  each_group(point, other(colour), true, [&](const Group& taken) { hash ^= taken.hash; });
  if (!is_suicide(point, colour)) return hash;
  hash ^= key_of(point, colour);
  each_group(point, colour, true, [&](const Group& taken) { hash ^= taken.hash; });
  return hash;
}

Point Board::only_liberty(Point stone) const {
  // All pairs have the same liberty just if the square of the sum is the most that it may be (Cauchy, Schwarz).
  const Group& group = group_of(stone);
  const bool is_one = std::int64_t{group.sum} * group.sum == std::int64_t{group.pairs} * group.squares;
  return is_one ? group.sum / group.pairs : pass;
}

void Board::join(Point one, Point two) {
  Point small = groups_[index(one)];
  Point large = groups_[index(two)];
  if (small == large) return;
  if (all_[index(small)].stones > all_[index(large)].stones) std::swap(small, large);
  const Group& joining = all_[index(small)];
  Group& group = all_[index(large)];
  group.pairs += joining.pairs;
  group.sum += joining.sum;
  group.squares += joining.squares;
  group.stones += joining.stones;
  group.hash ^= joining.hash;
  Point stone = small;
  do {
    groups_[index(stone)] = static_cast<std::int16_t>(large);
    stone = next_[index(stone)];
  } while (stone != small);
  std::swap(next_[index(small)], next_[index(large)]);
}

int Board::take_off(Point first) {
  const Group& group = group_of(first);
  hash_ ^= group.hash;
  const int count = group.stones;
  Point stone = first;
  do {
    colours_[index(stone)] = Colour::none;
    places_[index(stone)] = static_cast<std::int16_t>(empty_count_);
    empty_[index(empty_count_++)] = static_cast<std::int16_t>(stone);
    for (const Point near : beside(stone)) {
      if (!is_empty(near)) group_of(near).add_liberty(stone);
    }
    stone = next_[index(stone)];
  } while (stone != first);
  return count;
}

int Board::place(Point point, Colour colour) {
  const std::int16_t moved = empty_[index(--empty_count_)];
  empty_[index(places_[index(point)])] = moved;
  places_[index(moved)] = places_[index(point)];
  colours_[index(point)] = colour;
  groups_[index(point)] = next_[index(point)] = static_cast<std::int16_t>(point);
  hash_ ^= key_of(point, colour);
  Group& alone = all_[index(point)] = {.stones = 1, .hash = key_of(point, colour)};
  for (const Point near : beside(point)) {
    if (is_empty(near)) alone.add_liberty(near);
    if (!is_empty(near)) group_of(near).remove_liberty(point);
  }
  for (const Point near : beside(point)) {
    if (at(near) == colour) join(near, point);
  }
  int taken = 0;
  for (const Point near : beside(point)) {
    if (at(near) == other(colour) && group_of(near).pairs == 0) taken += take_off(near);
  }
  if (group_of(point).pairs == 0) take_off(point);
  return taken;
}

int Board::area(Colour colour) const {
  int count = points() - empty_count_;  // the stones of both colours
  std::array<bool, max_points> seen{};
  std::array<std::int16_t, max_points> region{};
  for (const Point first : empty()) {
    if (seen[index(first)]) continue;
    int found = 0;
    bool reaches[3] = {};
    const auto visit = [&](Point point) {
      reaches[index(static_cast<int>(at(point)))] = true;
      if (!is_empty(point) || std::exchange(seen[index(point)], true)) return;
      region[index(found++)] = static_cast<std::int16_t>(point);
    };
    visit(first);
    for (int i = 0; i < found; ++i) {
      for (const Point near : beside(region[index(i)])) visit(near);
    }
    if (reaches[index(static_cast<int>(colour))] && !reaches[index(static_cast<int>(other(colour)))]) count += found;
  }
  for (Point point = 0; point < points(); ++point) count -= at(point) == other(colour) ? 1 : 0;
  return count;
}

}  // namespace go
