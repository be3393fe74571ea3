// Calls a strategy's functions as requested by messages. Manages its instances and their sessions.
//
// The checker can vary what a session offers: withheld extensions, requests to stop, little time. The time that
// instances are told depends only on how often they ask. So a match can be repeated exactly.
#pragma once

#include "host/validate/calls.hpp"

#include <agon/game.h>
#include <agon/strategy.h>

#include <functional>
#include <string_view>

namespace host::worker {

class ServedStrategy {
 public:
  /// Sends an answer to the checker and returns its next request.
  using Ask = std::function<std::string_view(const validate::Writer& answer)>;

  /// `game` is the type that the strategy needs; NULL if none. Borrows both types.
  ServedStrategy(const agon_strategy_type& type, const agon_game_type* game, Ask ask);

  void answer(validate::Call call, validate::Reader& request, validate::Writer& answer);

 private:
  class Instance;

  const agon_strategy_type& type_;
  const agon_game_type* const game_;
  Ask ask_;
};

}  // namespace host::worker
