// agon/topcoder/polyomino.hpp - a class written for Polyominoes (TopCoder, Intel multi-threading competition 9) as a
// plugin; see agon/topcoder.hpp.
//
//     class Polyominoes {
//      public:
//       void fillBoard(int width, int height, vector<int> x, vector<int> y);  // covered: (x[i], y[i]); any return type
//     };
//
// It calls the contest's library class Polyomino, which this header also defines. getNext() and placeNext() may be
// called only inside fillBoard(), and only in its thread. When fillBoard() returns, the match ends.
#pragma once

#include <polyomino/polyomino.h>
#include <agon/topcoder.hpp>

#define AGON_TOPCODER_PROTOCOL POLYOMINO_PROTOCOL

namespace agon {
namespace topcoder {

/// The session of the match that fillBoard() plays; 0 outside of it.
template <class Library>
struct __attribute__((visibility("hidden"))) Playing {
  static const agon_session* session;
};
template <class Library>
const agon_session* Playing<Library>::session = 0;

}  // namespace topcoder
}  // namespace agon

/// The contest's library. Hidden, so that each load of a plugin has a separate copy.
class __attribute__((visibility("hidden"))) Polyomino {
 public:
  /// Requests a tile of `size` squares, 3 .. 1000. Returns its rows: 'X' for a square of the tile, otherwise a space.
  /// The first tile has index 0.
  static std::vector<std::string> getNext(int size) {
    const polyomino_action get = {POLYOMINO_GET, size, 0, 0, 0};
    polyomino_reply tile;
    answer(get, tile);
    const std::string empty(static_cast<std::size_t>(tile.width), ' ');
    std::vector<std::string> rows(static_cast<std::size_t>(tile.height), empty);
    for (int square = 0; square < tile.size; ++square)
      rows[static_cast<std::size_t>(tile.cells[square].y)][static_cast<std::size_t>(tile.cells[square].x)] = 'X';
    return rows;
  }

  /// Places the tile with that index, turned by rotation * 90 degrees counter-clockwise, with the upper left corner of
  /// its bounding box on column x and row y. Returns the score so far: the sum of the squares of the sizes placed.
  static int placeNext(int index, int x, int y, int rotation) {
    const polyomino_action place = {POLYOMINO_PLACE, index, x, y, rotation};
    polyomino_reply answered;
    answer(place, answered);
    return answered.points;
  }

 private:
  static void answer(const polyomino_action& action, polyomino_reply& reply) {
    const agon_session* const session = agon::topcoder::Playing<Polyomino>::session;
    if (session == 0) throw agon::topcoder::Failure(AGON_FAILED, "Polyomino was called outside fillBoard()");
    const agon_bytes bytes = {&action, sizeof action};
    agon_buffer room = {&reply, sizeof reply, 0};
    agon_error error;
    error.text[0] = '\0';
    const agon_status status = session->act(session, bytes, &room, &error);
    if (status == AGON_TURN_OVER) throw agon::topcoder::TurnOver();
    if (status != AGON_OK) throw agon::topcoder::Failure(status, error.text);
    if (room.size < sizeof reply)
      throw agon::topcoder::Failure(AGON_FAILED, "the host sent a reply that is shorter than the protocol's");
  }
};

namespace agon {
namespace topcoder {

template <class Class>
class Adapter {
 public:
  explicit Adapter(const agon_session& session) : session_(&session), solver_() {}

  void turn(agon_bytes observation, agon_buffer& action) {
    if (observation.size < sizeof(polyomino_observation))
      throw Failure(AGON_FAILED, "the host sent an observation that is shorter than the protocol's");
    const polyomino_observation& seen = *static_cast<const polyomino_observation*>(observation.data);
    if (seen.tile_count > 0) throw no_newcomer();
    std::vector<int> x;
    std::vector<int> y;
    const uint8_t* square = polyomino_board(&seen);
    for (int row = 0; row < seen.height; ++row) {
      for (int column = 0; column < seen.width; ++column) {
        if (*square++ == POLYOMINO_FREE) continue;
        x.push_back(column);
        y.push_back(row);
      }
    }
    const Connection connection(session_);
    static_cast<void>(solver_.fillBoard(seen.width, seen.height, x, y));
    const polyomino_action done = {POLYOMINO_DONE, 0, 0, 0, 0};
    write(done, action);
  }

 private:
  /// Connects Polyomino to this match for the lifetime of this object.
  class Connection {
   public:
    explicit Connection(const agon_session* session) { Playing<Polyomino>::session = session; }
    ~Connection() { Playing<Polyomino>::session = 0; }

   private:
    Connection(const Connection&);
    Connection& operator=(const Connection&);
  };

  const agon_session* session_;
  Class solver_;
};

}  // namespace topcoder
}  // namespace agon
