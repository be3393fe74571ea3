#include "seen.hpp"

#include <polyomino/polyomino.h>

#include <agon/failure.hpp>
#include <cstdint>
#include <vector>

namespace polyomino {

namespace {

[[noreturn]] void refuse_observation() {
  throw agon::Failure(AGON_FAILED, "the bytes are no observation of polyomino");
}

const polyomino_observation& header_of(std::span<const std::byte> seen) {
  if (seen.size() < sizeof(polyomino_observation)) refuse_observation();
  const auto& header = *reinterpret_cast<const polyomino_observation*>(seen.data());
  if (header.size < 0 || static_cast<std::size_t>(header.size) > seen.size()) refuse_observation();
  return header;
}

/// The array of `count` elements that stands at `offset` in an observation.
template <class Element>
std::span<const Element> part_of(std::span<const std::byte> seen, std::int32_t offset, std::int32_t count) {
  const bool within =
      offset >= 0 && offset % 4 == 0 && count >= 0 && static_cast<std::size_t>(offset) <= seen.size() &&
      static_cast<std::size_t>(count) <= (seen.size() - static_cast<std::size_t>(offset)) / sizeof(Element);
  if (!within) refuse_observation();
  return {reinterpret_cast<const Element*>(seen.data() + offset), static_cast<std::size_t>(count)};
}

}  // namespace

Match seen_match(std::span<const std::byte> seen) {
  const polyomino_observation& header = header_of(seen);
  const auto is_side = [](std::int32_t side) { return side >= 1 && side <= max_side; };
  if (!is_side(header.width) || !is_side(header.height)) refuse_observation();
  std::vector<bool> covered;
  for (const std::uint8_t square : part_of<std::uint8_t>(seen, header.board_offset, header.width * header.height))
    covered.push_back(square == POLYOMINO_COVERED);
  Match match(header.width, header.height, covered);
  const auto cells = part_of<Cell>(seen, header.cells_offset, header.cell_count);
  for (const polyomino_tile& tile : part_of<polyomino_tile>(seen, header.tiles_offset, header.tile_count)) {
    if (match.check_request(tile.size) != Verdict::legal || tile.first_cell < 0 ||
        tile.first_cell > header.cell_count - tile.size) {
      refuse_observation();
    }
    const auto shape = cells.subspan(static_cast<std::size_t>(tile.first_cell), static_cast<std::size_t>(tile.size));
    match.request({tile.width, tile.height, {shape.begin(), shape.end()}});
    if (tile.placed == 0) continue;
    const auto index = static_cast<int>(match.tiles().size()) - 1;
    if (match.place(index, tile.x, tile.y, tile.rotation) != Verdict::legal) refuse_observation();
  }
  return match;
}

double seen_penalty(std::span<const std::byte> seen) {
  return header_of(seen).penalty;
}

}  // namespace polyomino
