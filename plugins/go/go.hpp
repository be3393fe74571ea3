// go/go.hpp - the base class of a Go strategy.
//
//     class MyBot : public go::Strategy {
//       int move(const go::View& view) override { return view.moves().front(); }
//     };
//     AGON_STRATEGY(MyBot, .id = "mybot", .version = "1.0.0", .summary = "...")
#pragma once

#include <go/go.h>

#include <agon/strategy.hpp>
#include <vector>

namespace go {

/// The board as the seat to move sees it. Points are row * size + column, from the top left. Borrows the observation:
/// valid until move() returns; copy observation() to keep it.
class View {
 public:
  explicit View(const go_observation& observation) : observation_(observation) {}

  /// Returns the number of rows, and of columns: 5 to 19.
  [[nodiscard]] int size() const { return observation_.size; }
  /// Returns what is on a point: GO_EMPTY, GO_BLACK or GO_WHITE.
  [[nodiscard]] int at(int point) const { return observation_.board[point]; }
  /// Return the colour of the seat to move, and the other one.
  [[nodiscard]] int mine() const { return observation_.seat == 0 ? GO_BLACK : GO_WHITE; }
  [[nodiscard]] int theirs() const { return observation_.seat == 0 ? GO_WHITE : GO_BLACK; }
  /// Returns whether the other seat has just passed: a pass now ends the match.
  [[nodiscard]] bool other_passed() const { return observation_.passes > 0; }
  /// Returns the legal moves: points, row by row, and GO_PASS as the last.
  [[nodiscard]] std::vector<int> moves() const {
    std::vector<int> all;
    for (int point = 0; point < size() * size(); ++point) {
      if (observation_.legal[point] != 0) all.push_back(point);
    }
    all.push_back(GO_PASS);
    return all;
  }
  /// Returns the two to four points beside a point.
  [[nodiscard]] std::vector<int> neighbours(int point) const {
    std::vector<int> all;
    if (point >= size()) all.push_back(point - size());
    if (point % size() > 0) all.push_back(point - 1);
    if (point % size() < size() - 1) all.push_back(point + 1);
    if (point < size() * (size() - 1)) all.push_back(point + size());
    return all;
  }
  [[nodiscard]] const go_observation& observation() const { return observation_; }

 private:
  const go_observation& observation_;
};

/// A player of Go.
class Strategy : public agon::FixedStrategy<go_observation, go_action> {
 public:
  static constexpr const char* protocol = GO_PROTOCOL;

  /// Returns a legal move: a point, or GO_PASS.
  virtual int move(const View& view) = 0;

 private:
  go_action decide(const go_observation& observation) final { return {move(View(observation))}; }
};

}  // namespace go
