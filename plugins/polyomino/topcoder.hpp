// agon/topcoder/polyomino.hpp - a class written for Polyominoes (TopCoder, Intel multi-threading competition 9) as a
// plugin; see agon/topcoder.hpp.
//
//     class Polyominoes {
//      public:
//       void fillBoard(int width, int height, vector<int> x, vector<int> y);  // covered: (x[i], y[i]); any return type
//     };
//
// It calls the contest's library class Polyomino, which is here, too. getNext() and placeNext() may be called inside
// fillBoard() alone, and from its thread alone. When fillBoard() returns, the match ends.
#pragma once

#include <agon/topcoder.hpp>
#include <polyomino/polyomino.hpp>
#include <string>
#include <vector>

namespace agon::topcoder {

/// Where the contest's library gets its tiles from.
class TileSource {
 public:
  virtual std::vector<std::string> next(int size) = 0;
  virtual int put(int index, int x, int y, int rotation) = 0;

 protected:
  ~TileSource() = default;
};

}  // namespace agon::topcoder

/// The contest's library. Hidden, so that each load of a plugin has one of its own.
class [[gnu::visibility("hidden")]] Polyomino {
 public:
  /// Asks for a tile of `size` squares, 3 .. 1000: its rows, 'X' where it has a square, else '.'. The first has index
  /// 0.
  static std::vector<std::string> getNext(int size) {
    return source().next(size);
  }

  /// Places the tile of that index, turned by rotation * 90 degrees counter-clockwise, with the upper left corner of
  /// its bounding box on column x and row y. Returns the score so far: the sum of the squares of the sizes placed.
  static int placeNext(int index, int x, int y, int rotation) {
    return source().put(index, x, y, rotation);
  }

 private:
  template <class Class>
  friend class agon::topcoder::Adapter;

  static agon::topcoder::TileSource& source() {
    if (source_ == nullptr) throw agon::Failure(AGON_FAILED, "Polyomino was called outside fillBoard()");
    return *source_;
  }

  static inline agon::topcoder::TileSource* source_ = nullptr;
};

namespace agon::topcoder {

template <class Class>
class Adapter : public polyomino::Strategy, private TileSource {
 public:
  static constexpr bool solitary = true;

  void play(const polyomino::Position& position) override {
    if (position.requested() > 0) throw Unsupported("a contest's class can't take over in the middle of a match");
    std::vector<int> x;
    std::vector<int> y;
    for (int row = 0; row < position.height(); ++row) {
      for (int column = 0; column < position.width(); ++column) {
        if (position.free(column, row)) continue;
        x.push_back(column);
        y.push_back(row);
      }
    }
    const Connection connection(*this);
    static_cast<void>(solver_.fillBoard(position.width(), position.height(), x, y));
  }

 private:
  /// Polyomino serves this match as long as it lives.
  class Connection {
   public:
    explicit Connection(TileSource& source) { Polyomino::source_ = &source; }
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;
    ~Connection() { Polyomino::source_ = nullptr; }
  };

  std::vector<std::string> next(int size) override { return get(size).rows(); }
  int put(int index, int x, int y, int rotation) override { return place(index, x, y, rotation); }

  Class solver_;
};

}  // namespace agon::topcoder
