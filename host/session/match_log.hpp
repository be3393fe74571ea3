// The log of a seat or of a game in one match.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace host {

/// Bytes that a log keeps of one match: enough to debug with, too little to fill a disk.
inline constexpr std::size_t match_log_capacity = 1 << 20;

/// Keeps the lines that a plugin writes, up to match_log_capacity bytes.
class MatchLog {
 public:
  /// Adds a line without its '\n'. Drops it and all later ones if there is no room for it, and says so once.
  void add(std::string_view line) {
    if (full_) return;
    full_ = text_.size() + line.size() > match_log_capacity;
    text_.append(full_ ? "(the log is full)" : line).push_back('\n');
  }

  /// The lines, each ended by '\n'.
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
  bool full_ = false;
};

}  // namespace host
