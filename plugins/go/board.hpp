// A board of Go: its stones, their groups, and what a move captures. It knows no earlier positions. No I/O.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace go {

inline constexpr int min_size = 5;
inline constexpr int max_size = 19;
inline constexpr int max_points = max_size * max_size;

/// Points are row * size + column, from the top left.
using Point = int;
inline constexpr Point pass = -1;

enum class Colour : std::int8_t { none = 0, black = 1, white = 2 };

constexpr Colour other(Colour colour) {
  return colour == Colour::black ? Colour::white : Colour::black;
}

/// Stones and their groups. A move takes the other's groups without a liberty off the board, then its own.
///
/// A group is a ring of its stones, with the sums of its liberties, each counted once for every stone beside it: so a
/// stone that comes or goes costs the same for a large group as for a small one. The sums tell when there is only one.
class Board {
 public:
  /// The points beside a point, or diagonal to it.
  struct Near {
    std::int16_t count = 0;
    std::array<std::int16_t, 4> points{};
    [[nodiscard]] const std::int16_t* begin() const { return points.data(); }
    [[nodiscard]] const std::int16_t* end() const { return points.data() + count; }
  };

  /// Makes an empty board of min_size to max_size rows.
  explicit Board(int size);

  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] int points() const { return size_ * size_; }
  [[nodiscard]] Colour at(Point point) const { return colours_[index(point)]; }
  [[nodiscard]] bool is_empty(Point point) const { return at(point) == Colour::none; }
  /// Returns the empty points, in an order of no meaning.
  [[nodiscard]] std::span<const std::int16_t> empty() const {
    return {empty_.data(), static_cast<std::size_t>(empty_count_)};
  }
  [[nodiscard]] const Near& beside(Point point) const { return near_->beside[index(point)]; }
  [[nodiscard]] const Near& diagonal(Point point) const { return near_->diagonal[index(point)]; }

  /// Returns a hash of what is on each point.
  [[nodiscard]] std::uint64_t hash() const { return hash_; }
  /// Returns the hash after a stone on an empty point.
  [[nodiscard]] std::uint64_t hash_after(Point point, Colour colour) const;

  /// Returns whether a stone on an empty point would have no liberty.
  [[nodiscard]] bool is_suicide(Point point, Colour colour) const;
  /// Returns whether a stone on an empty point takes others.
  [[nodiscard]] bool captures(Point point, Colour colour) const;
  /// Returns the only liberty of the group of a stone; `pass` if it has more.
  [[nodiscard]] Point only_liberty(Point stone) const;
  /// Returns whether two stones belong to one group.
  [[nodiscard]] bool is_one_group(Point one, Point two) const { return groups_[index(one)] == groups_[index(two)]; }
  /// Returns the stone after this one in its group's ring.
  [[nodiscard]] Point next(Point stone) const { return next_[index(stone)]; }

  /// Puts a stone on an empty point. Returns how many of the other's stones it takes.
  int place(Point point, Colour colour);

  /// Returns the points that a colour holds: its stones, and the empty points that reach no other stones.
  [[nodiscard]] int area(Colour colour) const;

 private:
  struct Table {
    std::array<Near, max_points> beside;
    std::array<Near, max_points> diagonal;
  };
  /// What a group's first stone has. The sums are over pairs of a stone and a liberty beside it.
  struct Group {
    std::int32_t pairs = 0;
    std::int32_t sum = 0;
    std::int32_t squares = 0;
    std::int32_t stones = 0;
    std::uint64_t hash = 0;

    void add_liberty(Point point) { change(1, point); }
    void remove_liberty(Point point) { change(-1, point); }
    void change(int sign, Point point) {
      pairs += sign;
      sum += sign * point;
      squares += sign * point * point;
    }
  };

  static std::size_t index(int point) { return static_cast<std::size_t>(point); }
  static const Table& table_of(int size);
  [[nodiscard]] Group& group_of(Point stone) { return all_[index(groups_[index(stone)])]; }
  [[nodiscard]] const Group& group_of(Point stone) const { return all_[index(groups_[index(stone)])]; }
  /// Returns how many of the points beside `point` have stones of the same group as `stone`.
  [[nodiscard]] int contacts(Point point, Point stone) const;
  /// Calls `each(group)` once for each group of that colour beside a point whose last liberty that is, or not.
  template <class Each>
  void each_group(Point point, Colour colour, bool last_liberty, Each&& each) const;
  void join(Point one, Point two);
  int take_off(Point stone);

  int size_;
  int empty_count_ = 0;
  const Table* near_;
  std::uint64_t hash_ = 0;
  std::array<Colour, max_points> colours_{};
  std::array<std::int16_t, max_points> groups_{};  // of each stone: the first stone of its group
  std::array<std::int16_t, max_points> next_{};
  std::array<std::int16_t, max_points> empty_{};
  std::array<std::int16_t, max_points> places_{};  // of each empty point in empty_
  std::array<Group, max_points> all_{};
};

}  // namespace go
