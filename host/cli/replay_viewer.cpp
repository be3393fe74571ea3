#include "host/cli/replay_viewer.hpp"

#include "host/report/report.hpp"

#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstddef>
#include <iostream>
#include <string_view>
#include <utility>

namespace host {

namespace {

/// What a key does.
enum class ReplayKey { none, pause, next, back, ten_on, ten_back, first, last, leave };

constexpr std::array<std::pair<std::string_view, ReplayKey>, 19> known_keys = {{
    {" ", ReplayKey::pause},        {"q", ReplayKey::leave},       {"\x03", ReplayKey::leave},
    {"\x04", ReplayKey::leave},     {"\x1b[C", ReplayKey::next},   {"\x1bOC", ReplayKey::next},
    {"\x1b[D", ReplayKey::back},    {"\x1bOD", ReplayKey::back},   {"\x1b[5~", ReplayKey::ten_back},
    {"\x1b[6~", ReplayKey::ten_on}, {"\x1b[H", ReplayKey::first},  {"\x1bOH", ReplayKey::first},
    {"\x1b[1~", ReplayKey::first},  {"\x1b[7~", ReplayKey::first}, {"\x1b[F", ReplayKey::last},
    {"\x1bOF", ReplayKey::last},    {"\x1b[4~", ReplayKey::last},  {"\x1b[8~", ReplayKey::last},
    {"\x1b\x1b", ReplayKey::none},
}};

/// Returns the first key in the bytes that a terminal sends, and removes its bytes. A key that is not known is `none`.
ReplayKey take_key(std::string& bytes) {
  for (const auto& [code, key] : known_keys) {
    if (!bytes.starts_with(code)) continue;
    bytes.erase(0, code.size());
    return key;
  }
  // Skips an unknown sequence as a whole: its letters are no keys.
  std::size_t end = 1;
  if (bytes.starts_with("\x1b[")) {
    end = 2;
    while (end < bytes.size() && (bytes[end] < '@' || bytes[end] > '~')) ++end;
    ++end;
  }
  bytes.erase(0, end);
  return ReplayKey::none;
}

/// Returns whether the bytes are the beginning of a key, of which more bytes may come.
bool is_part_of_key(std::string_view bytes) {
  return std::any_of(known_keys.begin(), known_keys.end(), [&](const auto& known) {
    return known.first.size() > bytes.size() && known.first.starts_with(bytes);
  });
}

/// The shown turn, and whether it advances by itself.
class ReplayPosition {
 public:
  /// There are turns 0 to `last`. It begins at 0.
  ReplayPosition(std::size_t last, bool plays) : last_(last), plays_(plays && last > 0) {}

  void press(ReplayKey key) {
    constexpr std::size_t leap = 10;
    if (key == ReplayKey::pause) {
      plays_ = !plays_ && turn_ < last_;
      return;
    }
    if (key == ReplayKey::none || key == ReplayKey::leave) return;
    plays_ = false;
    if (key == ReplayKey::next) go(turn_ + 1);
    if (key == ReplayKey::back) go(turn_ - std::min<std::size_t>(turn_, 1));
    if (key == ReplayKey::ten_on) go(turn_ + leap);
    if (key == ReplayKey::ten_back) go(turn_ - std::min(turn_, leap));
    if (key == ReplayKey::first) go(0);
    if (key == ReplayKey::last) go(last_);
  }
  /// Advances by a turn.
  void tick() { go(turn_ + 1); }

  [[nodiscard]] std::size_t turn() const { return turn_; }
  [[nodiscard]] bool plays() const { return plays_; }

 private:
  void go(std::size_t turn) {
    turn_ = std::min(turn, last_);
    if (turn_ == last_) plays_ = false;
  }

  std::size_t last_;
  bool plays_;
  std::size_t turn_ = 0;
};

constexpr std::string_view enter_screen = "\x1b[?1049h";
constexpr std::string_view leave_screen = "\x1b[?1049l";
termios before_keys{};  // the terminal's settings

/// Leaves the terminal as it was. The signal then ends the process.
void end_by_signal(int signal) {
  static_cast<void>(::write(STDOUT_FILENO, leave_screen.data(), leave_screen.size()));
  ::tcsetattr(STDIN_FILENO, TCSANOW, &before_keys);
  ::raise(signal);
}

/// While it exists, the terminal passes on each key at once, and shows a screen of its own.
class KeyScreen {
 public:
  KeyScreen() {
    ::tcgetattr(STDIN_FILENO, &before_keys);
    struct sigaction ends {};
    ends.sa_handler = end_by_signal;
    ends.sa_flags = static_cast<int>(SA_RESETHAND);
    for (const int each : {SIGINT, SIGTERM, SIGHUP}) ::sigaction(each, &ends, nullptr);
    termios keys = before_keys;
    keys.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | ISIG);
    ::tcsetattr(STDIN_FILENO, TCSADRAIN, &keys);
    std::cout << RawTerminalText{enter_screen} << std::flush;
  }
  KeyScreen(const KeyScreen&) = delete;
  KeyScreen& operator=(const KeyScreen&) = delete;
  ~KeyScreen() {
    std::cout << RawTerminalText{leave_screen} << std::flush;
    ::tcsetattr(STDIN_FILENO, TCSADRAIN, &before_keys);
    for (const int each : {SIGINT, SIGTERM, SIGHUP}) std::signal(each, SIG_DFL);
  }
};

void show_turn(const std::string& board, const ReplayPosition& position, std::size_t last) {
  const std::string state = "turn " + std::to_string(position.turn()) + " of " + std::to_string(last) +
                            "   space: " + (position.plays() ? "pause" : "play") +
                            "   arrows, page, home, end: go   q: quit\n";
  std::cout << RawTerminalText{"\x1b[H\x1b[2J"} << RawTerminalText{board} << state << std::flush;
}

/// Adds what is typed within the time. Returns false if the terminal is gone.
bool read_keys(std::string& bytes, std::chrono::milliseconds wait) {
  pollfd typed{STDIN_FILENO, POLLIN, 0};
  if (::poll(&typed, 1, static_cast<int>(wait.count())) <= 0) return true;
  std::array<char, 64> some{};
  const ssize_t size = ::read(STDIN_FILENO, some.data(), some.size());
  if (size > 0) bytes.append(some.data(), static_cast<std::size_t>(size));
  return size > 0;
}

}  // namespace

void view_replay(const std::vector<std::string>& boards, std::chrono::duration<double> delay) {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds usual_pace(500);
  constexpr std::chrono::milliseconds look(100);
  const KeyScreen screen;
  const bool given = delay.count() > 0;
  const auto pace = given ? std::chrono::duration_cast<Clock::duration>(delay) : usual_pace;
  ReplayPosition position(boards.size() - 1, given);
  std::string bytes;
  auto next = Clock::now() + pace;
  for (bool changed = true;;) {
    if (changed) show_turn(boards[position.turn()], position, boards.size() - 1);
    const std::size_t before = bytes.size();
    if (!read_keys(bytes, look)) return;
    if (bytes.size() == before) bytes.clear();  // the rest of a key comes at once, or not at all
    changed = !bytes.empty();
    while (!bytes.empty() && !is_part_of_key(bytes)) {
      const ReplayKey key = take_key(bytes);
      if (key == ReplayKey::leave) return;
      position.press(key);
      next = Clock::now() + pace;
    }
    if (!position.plays() || Clock::now() < next) continue;
    position.tick();
    next = Clock::now() + pace;
    changed = true;
  }
}

}  // namespace host
