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

#include <agon/topcoder.hpp>
#include <string>
#include <tonga/tonga.hpp>
#include <vector>

namespace agon::topcoder {

template <class Class>
class Adapter : public tonga::Strategy {
 public:
  static constexpr bool solitary = true;

  tonga::Cell move(const tonga::Position& position) override {
    const tonga::Cell last = position.last().value_or(tonga::Cell{-1, -1});
    if (begun_) return cell("move", solver_.move(last.row, last.column));
    const int stones = position.size() * position.size() - static_cast<int>(position.empty().size());
    if (stones > 1) throw Unsupported("a contest's class can't take over in the middle of a match");
    begun_ = true;
    return cell("init", solver_.init(position.size(), last.row, last.column));
  }

 private:
  static tonga::Cell cell(const std::string& function, const std::vector<int>& returned) {
    if (returned.size() == 2) return {returned[0], returned[1]};
    throw Failure(AGON_FAILED,
                  function + "() returned " + std::to_string(returned.size()) + " numbers, not row and column");
  }

  Class solver_;
  bool begun_ = false;
};

}  // namespace agon::topcoder
