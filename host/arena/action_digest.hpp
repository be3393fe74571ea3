// A number that tells whether two matches had the same actions.
#pragma once

#include "host/match/match.hpp"

#include <cstdint>
#include <string_view>

namespace host {

/// The FNV-1a hash of all actions and forfeits of a match, in order. Actions count in the game's notation: their bytes
/// can differ where a struct has padding. Without a notation, only whose actions they are counts.
class ActionDigest final : public Spectator {
 public:
  void begun(const GameState& /*state*/) override {}
  void acted(const GameState& state, std::int32_t seat, agon_bytes action) override {
    add_number(static_cast<std::uint64_t>(seat));
    if (state.has_notation()) add_text(state.action_text(action));
  }
  void forfeited(const GameState& /*state*/, std::int32_t seat, const Outcome& outcome) override {
    add_number(static_cast<std::uint64_t>(seat));
    add_text(outcome_name(outcome.kind));
  }

  [[nodiscard]] std::uint64_t value() const { return value_; }

 private:
  void add(unsigned char byte) { value_ = (value_ ^ byte) * 0x100000001b3U; }
  void add_number(std::uint64_t number) {
    for (int i = 0; i < 8; ++i, number >>= 8U) add(static_cast<unsigned char>(number & 255U));
  }
  void add_text(std::string_view text) {
    add_number(text.size());
    for (const char each : text) add(static_cast<unsigned char>(each));
  }

  std::uint64_t value_ = 0xcbf29ce484222325U;
};

}  // namespace host
