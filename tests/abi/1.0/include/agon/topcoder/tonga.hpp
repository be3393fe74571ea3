// agon/topcoder/tonga.hpp - a class written for PseudoTonga (TopCoder Marathon Match 6) as a plugin; see
// agon/topcoder.hpp.
//
//     class PseudoTonga {
//      public:
//       vector<int> init(int N, int row, int col);  // row and col of the first move, or -1 and -1: we begin
//       vector<int> move(int row, int col);         // the other's last move; both return {row, column}, from 0
//     };
//
// The contest did not report an opponent's last move after which no square is left; nor is it here.
#pragma once

#include <tonga/tonga.h>
#include <agon/topcoder.hpp>

#define AGON_TOPCODER_PROTOCOL TONGA_PROTOCOL

namespace agon {
namespace topcoder {

template <class Class>
class Adapter {
 public:
  explicit Adapter(const agon_session&) : solver_(), begun_(false) {}

  void turn(agon_bytes observation, agon_buffer& action) {
    const tonga_observation& seen = read<tonga_observation>(observation);
    if (begun_) {
      write(cell("move", solver_.move(seen.last_row, seen.last_column)), action);
      return;
    }
    const int squares = seen.size * seen.size;
    if (squares - std::count(seen.cells, seen.cells + squares, static_cast<int8_t>(TONGA_EMPTY)) > 1)
      throw no_newcomer();
    begun_ = true;
    write(cell("init", solver_.init(seen.size, seen.last_row, seen.last_column)), action);
  }

 private:
  static tonga_action cell(const char* function, const std::vector<int>& returned) {
    char count[32];
    std::sprintf(count, "%lu", static_cast<unsigned long>(returned.size()));
    if (returned.size() != 2)
      throw Failure(AGON_FAILED, std::string(function) + "() returned " + count + " numbers, not row and column");
    const tonga_action cell = {returned[0], returned[1]};
    return cell;
  }

  Class solver_;
  bool begun_;
};

}  // namespace topcoder
}  // namespace agon
