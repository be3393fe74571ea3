// The host that a game sees in agon_setup.host.
#pragma once

#include "host/session/match_log.hpp"
#include "host/session/session.hpp"

#include <agon/ext/log.h>
#include <agon/types.h>

#include <cstring>
#include <string>

namespace host {

/// Offers agon.log/1 and agon.host/1 to one state of a game. Must outlive the state.
class GameHost {
 public:
  GameHost() = default;
  GameHost(const GameHost&) = delete;
  GameHost& operator=(const GameHost&) = delete;
  ~GameHost() = default;

  [[nodiscard]] const agon_host* raw() const { return &raw_; }
  /// Returns what the game has logged, lines that end with '\n'.
  [[nodiscard]] const std::string& log() const { return log_.text(); }

 private:
  static const void* extension(const agon_host* /*host*/, const char* id) {
    static constexpr agon_log log = {[](const agon_host* host, agon_bytes text) {
      static_cast<GameHost*>(host->data)->log_.add({static_cast<const char*>(text.data), text.size});
    }};
    return std::strcmp(id, AGON_LOG) == 0 ? &log : host_info(id);
  }

  agon_host raw_{this, extension};
  MatchLog log_;
};

}  // namespace host
