// A match as text, for players who do not use the ABI: people, and programs on a pipe.
#pragma once

#include "host/plugin/spec.hpp"

#include <agon/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace host {

/// The game's notation (agon.notation/1) for the current position of one match. What a seat gets is what it may know.
class Notation {
 public:
  Notation() = default;
  Notation(const Notation&) = delete;
  Notation& operator=(const Notation&) = delete;
  virtual ~Notation() = default;

  [[nodiscard]] virtual bool has_notation() const = 0;
  /// Returns the position as `seat`, or everyone, may know it.
  [[nodiscard]] virtual std::string position(std::int32_t seat) const = 0;
  /// Returns the action's bytes, valid until the next call. If the text is no action, returns nothing and writes the
  /// reason to `reason`.
  [[nodiscard]] virtual std::optional<agon_bytes> parse_action(std::string_view text, std::string& reason) const = 0;
  /// Returns what the last action revealed to `seat`, or to everyone.
  [[nodiscard]] virtual std::string revealed(std::int32_t seat) const = 0;

  // For engines that speak this protocol; see agon_uci and agon_gtp.
  [[nodiscard]] virtual bool is_known_in(EngineProtocol protocol) const = 0;
  [[nodiscard]] virtual std::string engine_settings(EngineProtocol protocol) const = 0;
  [[nodiscard]] virtual std::string engine_position(EngineProtocol protocol) const = 0;
  /// As parse_action().
  [[nodiscard]] virtual std::optional<agon_bytes> parse_engine(EngineProtocol protocol, std::string_view text,
                                                               std::string& reason) const = 0;
};

}  // namespace host
