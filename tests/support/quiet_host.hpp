// Hosts for tests that create a game themselves: one without services, and one that keeps what the game logs.
#pragma once

#include <agon/ext/log.h>
#include <agon/types.h>

#include <string>
#include <string_view>
#include <vector>

namespace support {

inline constexpr agon_host quiet_host = {nullptr, [](const agon_host*, const char*) -> const void* { return nullptr; }};

class LoggingHost {
 public:
  [[nodiscard]] const agon_host* raw() const { return &raw_; }
  [[nodiscard]] const std::vector<std::string>& lines() const { return lines_; }

 private:
  static const void* extension(const agon_host* /*host*/, const char* id) {
    static constexpr agon_log log = {[](const agon_host* host, agon_bytes text) {
      static_cast<LoggingHost*>(host->data)->lines_.emplace_back(static_cast<const char*>(text.data), text.size);
    }};
    return std::string_view(id) == AGON_LOG ? &log : nullptr;
  }
  std::vector<std::string> lines_;
  agon_host raw_ = {this, extension};
};

}  // namespace support
