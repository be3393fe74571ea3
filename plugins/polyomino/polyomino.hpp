// polyomino/polyomino.hpp - the base class of a Polyominoes strategy.
//
//     class MyBot : public polyomino::Strategy {
//       void play(const polyomino::Position& position) override {
//         const polyomino::Tile tile = get(3);
//         if (position.fits(tile, 0, 0)) place(tile, 0, 0);
//         ...
//       }  // when play() returns, the match is over
//     };
//     AGON_STRATEGY(MyBot, .id = "mybot", .version = "1.0.0", .summary = "...")
#pragma once

#include <polyomino/polyomino.h>

#include <agon/strategy.hpp>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace polyomino {

/// A square: x to the right, y down, from 0.
struct Square {
  int x = 0;
  int y = 0;
  friend bool operator==(const Square&, const Square&) = default;
};

/// A requested tile, in any rotation.
class Tile {
 public:
  /// `squares` are in rotation 0, in a bounding box of width x height.
  Tile(int index, int width, int height, std::vector<Square> squares)
      : index_(index), width_(width), height_(height), squares_(std::move(squares)) {}

  /// Returns the number of the tile in the match, from 0.
  [[nodiscard]] int index() const { return index_; }
  /// Returns the number of its squares.
  [[nodiscard]] int size() const { return static_cast<int>(squares_.size()); }
  /// Return the size of its bounding box in the current rotation.
  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }
  /// Returns its squares in the current rotation, relative to the upper left corner of its bounding box.
  [[nodiscard]] const std::vector<Square>& squares() const { return squares_; }
  /// Returns its rotation: 0 .. 3, times 90 degrees counter-clockwise from the orientation in which it was received.
  [[nodiscard]] int rotation() const { return rotation_; }

  /// Returns the tile turned by a further `quarters` * 90 degrees counter-clockwise; quarters at least 0.
  [[nodiscard]] Tile turned(int quarters) const {
    Tile tile = *this;
    for (int quarter = 0; quarter < quarters % 4; ++quarter) {
      for (Square& square : tile.squares_) square = {square.y, tile.width_ - 1 - square.x};
      std::swap(tile.width_, tile.height_);
    }
    tile.rotation_ = (rotation_ + quarters) % 4;
    return tile;
  }

  /// Returns its rows from the top: 'X' for a square of the tile, otherwise '.'.
  [[nodiscard]] std::vector<std::string> rows() const {
    std::vector<std::string> rows(static_cast<std::size_t>(height_),
                                  std::string(static_cast<std::size_t>(width_), '.'));
    for (const Square square : squares_)
      rows[static_cast<std::size_t>(square.y)][static_cast<std::size_t>(square.x)] = 'X';
    return rows;
  }

 private:
  int index_;
  int width_;
  int height_;
  int rotation_ = 0;
  std::vector<Square> squares_;
};

/// The match at the start of the turn. It does not show actions during the turn. Borrows the observation: valid until
/// play() returns.
class Position {
 public:
  /// `observation` must be complete: its header and the arrays after it.
  explicit Position(const polyomino_observation& observation) : observation_(observation) {}

  /// Return the numbers of columns and rows of the board: 1 .. 200.
  [[nodiscard]] int width() const { return observation_.width; }
  [[nodiscard]] int height() const { return observation_.height; }
  /// Returns whether the square is on the board and neither covered nor under a tile.
  [[nodiscard]] bool free(int x, int y) const {
    return x >= 0 && y >= 0 && x < width() && y < height() &&
           polyomino_board(&observation_)[y * width() + x] == POLYOMINO_FREE;
  }
  /// Returns whether the tile, in its rotation, may be placed with the upper left corner of its bounding box on (x, y).
  [[nodiscard]] bool fits(const Tile& tile, int x, int y) const {
    return std::all_of(tile.squares().begin(), tile.squares().end(),
                       [&](Square square) { return free(x + square.x, y + square.y); });
  }

  /// Return the sum of size * size over the tiles placed, and over those held, which is subtracted at the end.
  [[nodiscard]] int points() const { return observation_.points; }
  [[nodiscard]] std::int64_t held_cost() const { return observation_.held_cost; }
  /// Returns the fraction of the final score that each second of CPU time costs.
  [[nodiscard]] double penalty() const { return observation_.penalty; }

  /// Returns how many tiles have been requested, of at most 10,000 in a match. The next tile has this index.
  [[nodiscard]] int requested() const { return observation_.tile_count; }
  /// Returns the tile with that index, placed or not, in rotation 0.
  [[nodiscard]] Tile tile(int index) const {
    const polyomino_tile& tile = polyomino_tiles(&observation_)[index];
    const polyomino_cell* const cells = polyomino_cells(&observation_) + tile.first_cell;
    std::vector<Square> squares;
    squares.reserve(static_cast<std::size_t>(tile.size));
    for (int cell = 0; cell < tile.size; ++cell) squares.push_back({cells[cell].x, cells[cell].y});
    return {index, tile.width, tile.height, std::move(squares)};
  }
  [[nodiscard]] bool placed(int index) const { return polyomino_tiles(&observation_)[index].placed != 0; }
  /// Returns the tiles requested and not placed, in the order of their indices: none at the start of a match.
  [[nodiscard]] std::vector<Tile> held() const {
    std::vector<Tile> tiles;
    for (int index = 0; index < requested(); ++index) {
      if (!placed(index)) tiles.push_back(tile(index));
    }
    return tiles;
  }

  [[nodiscard]] const polyomino_observation& observation() const { return observation_; }

 private:
  const polyomino_observation& observation_;
};

/// A player of Polyominoes. Its only turn is the whole match.
class Strategy : public agon::Strategy {
 public:
  static constexpr const char* protocol = POLYOMINO_PROTOCOL;

  /// Plays the match, or the rest of it, with get() and place(). When it returns, the match ends. May throw.
  virtual void play(const Position& position) = 0;

  void turn(agon_bytes observation, agon_buffer& action) final {
    const auto* const header = static_cast<const polyomino_observation*>(observation.data);
    if (observation.size < sizeof(polyomino_observation) ||
        observation.size < static_cast<std::uint64_t>(header->size)) {
      throw agon::Failure(AGON_FAILED, "the host sent an observation that is shorter than the protocol's");
    }
    play(Position(*header));
    const polyomino_action done = {POLYOMINO_DONE, 0, 0, 0, 0};
    if (action.capacity < sizeof(done)) throw agon::Failure(AGON_FAILED, "the host left too little room for an action");
    std::memcpy(action.data, &done, sizeof(done));
    action.size = sizeof(done);
  }

 protected:
  /// Requests a tile of `size` squares, 3 .. 1000. Only inside play().
  Tile get(int size) {
    const polyomino_reply& reply = answered({POLYOMINO_GET, size, 0, 0, 0});
    std::vector<Square> squares;
    squares.reserve(static_cast<std::size_t>(reply.size));
    for (int cell = 0; cell < reply.size; ++cell) squares.push_back({reply.cells[cell].x, reply.cells[cell].y});
    return {reply.index, reply.width, reply.height, std::move(squares)};
  }

  /// Places a tile in its rotation, with the upper left corner of its bounding box on (x, y). Returns the points so
  /// far. Only inside play().
  int place(const Tile& tile, int x, int y) { return place(tile.index(), x, y, tile.rotation()); }

  /// Places the tile with that index; (x, y) is the upper left corner of its bounding box after rotation.
  int place(int index, int x, int y, int rotation) { return answered({POLYOMINO_PLACE, index, x, y, rotation}).points; }

 private:
  const polyomino_reply& answered(const polyomino_action& action) {
    agon_buffer reply = {&reply_, sizeof(reply_), 0};
    act({&action, sizeof(action)}, &reply);
    if (reply.size < sizeof(reply_))
      throw agon::Failure(AGON_FAILED, "the host sent a reply that is shorter than the protocol's");
    return reply_;
  }

  alignas(16) polyomino_reply reply_{};
};

}  // namespace polyomino
