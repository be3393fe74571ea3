#include "patterns.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <utility>

namespace linez::champion {

namespace {

using Places = Table<std::uint8_t, pattern_size>;

/// What codes of one class have in common: labels in the order in which they occur, announced ones 1, 2, 3, others from
/// 4 on, four bits each.
std::uint32_t class_key(int code, const Places& order, int announced) {
  Table<std::uint8_t, 8> fresh{};
  std::uint8_t next_announced = 1;
  std::uint8_t next_other = 4;
  std::uint32_t result = 0;
  for (int place = 0; place < pattern_size; ++place) {
    const int label = code >> 3 * order[place] & 7;
    if (label != 0 && fresh[label] == 0) fresh[label] = label <= announced ? next_announced++ : next_other++;
    result |= static_cast<std::uint32_t>(fresh[label]) << 4 * place;
  }
  return result;
}

/// The code whose labels are those of `code` in the order in which they occur.
int in_order(int code, int announced) {
  Table<std::uint8_t, 8> fresh{};
  auto next_announced = std::uint8_t{1};
  auto next_other = static_cast<std::uint8_t>(announced + 1);
  int result = 0;
  for (int shift = 0; shift < 3 * pattern_size; shift += 3) {
    const int label = code >> shift & 7;
    if (label != 0 && fresh[label] == 0) fresh[label] = label <= announced ? next_announced++ : next_other++;
    result |= fresh[label] << shift;
  }
  return result;
}

using Known = std::map<std::uint32_t, std::uint16_t>;

std::vector<std::uint16_t> classes_of(std::span<const Places> symmetries, int announced, Known& known) {
  constexpr std::uint16_t unknown = UINT16_MAX;
  std::vector<std::uint16_t> classes(std::size_t{1} << 3 * pattern_size, unknown);
  for (int code = 0; code < 1 << 3 * pattern_size; ++code) {
    const int ordered = in_order(code, announced);
    std::uint16_t& found = classes[static_cast<std::size_t>(ordered)];
    if (found == unknown) {
      std::uint32_t least = UINT32_MAX;
      for (const Places& order : symmetries) least = std::min(least, class_key(ordered, order, announced));
      found = known.emplace(least, static_cast<std::uint16_t>(known.size())).first->second;
    }
    classes[static_cast<std::size_t>(code)] = found;
  }
  return classes;
}

/// What reading a row from its other end, or mirroring a block, makes of its places.
constexpr std::array<Places, 2> row_symmetries = {{{0, 1, 2, 3, 4, 5}, {5, 4, 3, 2, 1, 0}}};
constexpr std::array<Places, 4> block_symmetries = {
    {{0, 1, 2, 3, 4, 5}, {5, 4, 3, 2, 1, 0}, {2, 1, 0, 5, 4, 3}, {3, 4, 5, 0, 1, 2}}};

}  // namespace

// One loop after the other; they fill all tables.
// NOLINTNEXTLINE(readability-function-cognitive-complexity, *-member-init)
Patterns::Patterns() {
  int next = 0;
  // `across` cells in one direction, and so on `deep` times in the other.
  const auto add = [&](int row, int column, std::pair<int, int> across, int steps, std::pair<int, int> deep,
                       int times) {
    int at = 0;
    for (int t = 0; t < times; ++t) {
      for (int s = 0; s < steps; ++s) {
        const int cell_row = row + s * across.first + t * deep.first;
        const int cell_column = column + s * across.second + t * deep.second;
        all[next][at++] = static_cast<std::uint8_t>(cell_row * side + cell_column);
      }
    }
    ++next;
  };
  constexpr std::pair right = {0, 1};
  constexpr std::pair down = {1, 0};
  for (int row = 0; row < side; ++row) {
    for (int column = 0; column < side; ++column) {
      const bool wide = column + pattern_size <= side;
      const bool high = row + pattern_size <= side;
      if (wide) add(row, column, right, pattern_size, {}, 1);
      if (high) add(row, column, down, pattern_size, {}, 1);
      if (wide && high) add(row, column, {1, 1}, pattern_size, {}, 1);
      if (high && column >= pattern_size - 1) add(row, column, {1, -1}, pattern_size, {}, 1);
    }
  }
  for (int row = 0; row < side; ++row) {
    for (int column = 0; column < side; ++column) {
      if (row + 2 <= side && column + 3 <= side) add(row, column, right, 3, down, 2);
      if (row + 3 <= side && column + 2 <= side) add(row, column, down, 3, right, 2);
    }
  }
  for (int i = 0; i < pattern_count; ++i) {
    const int half = kind_of(i) == 0 ? 0 : pattern_size / 2;
    const int line = geometry.shared[all[i][0]][all[i][1]];
    place[i] = {static_cast<std::uint8_t>(line), geometry.shared[all[i][half]][all[i][half + 1]],
                static_cast<std::uint8_t>(3 * geometry.place[line][all[i][0]])};
  }
  std::vector<std::vector<PatternPair>> found(std::size_t{cells * cells});
  for (int i = 0; i < pattern_count; ++i)
    for (int first = 0; first < pattern_size; ++first)
      for (int second = 0; second < pattern_size; ++second)
        found[static_cast<std::size_t>(all[i][first] * cells + all[i][second])].push_back(
            {static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(3 * first),
             static_cast<std::uint8_t>(3 * second)});
  for (const std::vector<PatternPair>& some : found) {
    pairs_at.push_back(static_cast<std::uint16_t>(pairs.size()));
    pairs.insert(pairs.end(), some.begin(), some.end());
  }
  pairs_at.push_back(static_cast<std::uint16_t>(pairs.size()));
  Known rows;
  Known blocks;
  for (int announced = 0; announced <= most_announced; ++announced) {
    classes[announced][0] = classes_of(row_symmetries, announced, rows);
    classes[announced][1] = classes_of(block_symmetries, announced, blocks);
  }
}

const Patterns& patterns() {
  static const Patterns built;
  return built;
}

}  // namespace linez::champion
