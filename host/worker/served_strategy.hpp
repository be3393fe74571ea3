// A strategy's functions, called as messages ask for it: instances, and the sessions that they see.
//
// What a session offers the checker can vary: extensions withheld, a wish to stop, little time. Time that instances are
// told is counted by how often they ask, so that the same match goes the same way again.
#pragma once

#include "host/validate/calls.hpp"

#include <agon/game.h>
#include <agon/strategy.h>

#include <functional>
#include <string_view>

namespace host::worker {

class ServedStrategy {
 public:
  /// Hands an answer to the checker and returns its next request.
  using Ask = std::function<std::string_view(const validate::Writer& answer)>;

  /// `game` is the type that the strategy needs, NULL without. Both types are borrowed.
  ServedStrategy(const agon_strategy_type& type, const agon_game_type* game, Ask ask);

  void answer(validate::Call call, validate::Reader& request, validate::Writer& answer);

 private:
  class Instance;

  const agon_strategy_type& type_;
  const agon_game_type* const game_;
  Ask ask_;
};

}  // namespace host::worker
