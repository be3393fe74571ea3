// Shows a match at a terminal, forwards and backwards as a person's keys say.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace host {

/// What a key does.
enum class ReplayKey { none, pause, next, back, ten_on, ten_back, first, last, leave };

/// Returns the first key in the bytes that a terminal sends, and removes its bytes. A key that is not known is `none`.
ReplayKey take_key(std::string& bytes);

/// Returns whether the bytes are the beginning of a key, of which more bytes may come.
bool is_part_of_key(std::string_view bytes);

/// The shown turn, and whether it advances by itself. No I/O.
class ReplayPosition {
 public:
  /// There are turns 0 to `last`. It begins at 0.
  ReplayPosition(std::size_t last, bool plays) : last_(last), plays_(plays && last > 0) {}

  void press(ReplayKey key);
  /// Advances by a turn if it plays.
  void tick();

  [[nodiscard]] std::size_t turn() const { return turn_; }
  [[nodiscard]] bool plays() const { return plays_; }

 private:
  void go(std::size_t turn);

  std::size_t last_;
  bool plays_;
  std::size_t turn_ = 0;
};

/// Returns whether standard input and output are a terminal on which boards can replace each other.
bool can_view_replay();

/// Shows the boards, of turn 0 and of each following turn, until the person leaves. With a `delay`, it plays at once;
/// otherwise it waits, and plays two turns a second when it is asked to.
void view_replay(const std::vector<std::string>& boards, std::chrono::duration<double> delay);

}  // namespace host
