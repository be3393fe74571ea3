// The log of a seat or of a game in one match.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace host {

/// The maximum log size per match, bytes: enough for debugging, too little to fill a disk.
inline constexpr std::size_t match_log_capacity = 1 << 20;

/// Stores the lines that a plugin writes, up to match_log_capacity bytes.
class MatchLog {
 public:
  /// Appends a line, which is passed without its '\n'. If it does not fit, drops it and all later ones, and notes this
  /// once.
  void add(std::string_view line) {
    if (full_) return;
    full_ = text_.size() + line.size() > match_log_capacity;
    text_.append(full_ ? "(the log is full)" : line).push_back('\n');
  }

  /// Returns the lines, each terminated by '\n'.
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
  bool full_ = false;
};

}  // namespace host
