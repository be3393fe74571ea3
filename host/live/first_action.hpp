// Takes the first action of a turn, for a hint.
#pragma once

#include "host/seat/block.hpp"
#include "host/seat/seat.hpp"

#include <algorithm>
#include <cstring>
#include <optional>

namespace host {

/// Ends the turn at the first action: AGON_TURN_OVER.
class FirstAction final : public Referee {
 public:
  explicit FirstAction(std::uint64_t capacity) : capacity_(capacity) { room_.grow(capacity); }

  agon_status act(agon_bytes action, agon_buffer* /*reply*/, agon_error* /*error*/) override {
    keep(action);
    return AGON_TURN_OVER;
  }

  /// Copies the action, unless there is one.
  void keep(agon_bytes action) {
    if (action_) return;
    const std::uint64_t size = std::min(action.size, capacity_);
    if (size > 0) std::memcpy(room_.data(), action.data, size);
    action_ = agon_bytes{room_.data(), size};
  }

  /// Returns the action, valid as long as this object; nothing: none was played.
  [[nodiscard]] const std::optional<agon_bytes>& action() const { return action_; }

 private:
  std::uint64_t capacity_;
  Block room_;
  std::optional<agon_bytes> action_;
};

}  // namespace host
