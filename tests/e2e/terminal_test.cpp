// A run in somebody's terminal, with the host in its foreground, as a shell starts it.
#include "tests/e2e/host.hpp"
#include "tests/support/temporary_folder.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace {

using Words = std::vector<std::string>;

/// What /proc/<pid>/stat says after the program's name: the state, the parent, the group, the session, the terminal.
struct Whereabouts {
  explicit Whereabouts(pid_t pid) {
    const std::string text = support::content("/proc/" + std::to_string(pid) + "/stat");
    std::istringstream rest(text.substr(text.rfind(')') + 1));
    char state = 0;
    pid_t parent = 0;
    rest >> state >> parent >> group >> session >> terminal;
  }
  pid_t group = 0;
  pid_t session = 0;
  int terminal = 0;  // 0: none
};

/// A program in a terminal of its own, which shows what it prints.
class InTerminal {
 public:
  explicit InTerminal(Words words) : keyboard_(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)) {
    REQUIRE(keyboard_ >= 0);
    REQUIRE(::grantpt(keyboard_) == 0);
    REQUIRE(::unlockpt(keyboard_) == 0);
    // What is typed is not shown, and Ctrl-C drops nothing of what the program has printed.
    termios line{};
    REQUIRE(::tcgetattr(keyboard_, &line) == 0);
    line.c_lflag = (line.c_lflag & ~static_cast<tcflag_t>(ECHO)) | NOFLSH;
    REQUIRE(::tcsetattr(keyboard_, TCSANOW, &line) == 0);
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    ::posix_spawn_file_actions_init(&files);
    // The first terminal that a session's leader opens is the session's.
    ::posix_spawn_file_actions_addopen(&files, 0, ::ptsname(keyboard_), O_RDWR, 0);
    ::posix_spawn_file_actions_adddup2(&files, 0, 1);
    ::posix_spawn_file_actions_adddup2(&files, 0, 2);
    ::posix_spawnattr_init(&attributes);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    REQUIRE(::posix_spawn(&pid, words.front().c_str(), &files, &attributes, pointers.data(), environ) == 0);
    ::posix_spawn_file_actions_destroy(&files);
    ::posix_spawnattr_destroy(&attributes);
  }
  InTerminal(const InTerminal&) = delete;
  InTerminal& operator=(const InTerminal&) = delete;
  ~InTerminal() {
    if (!ended_) {
      ::kill(pid, SIGKILL);
      ::waitpid(pid, nullptr, 0);
    }
    ::close(keyboard_);
  }

  void type(char typed) const { REQUIRE(::write(keyboard_, &typed, 1) == 1); }

  /// Reads until `text` is shown. False: the program has closed its terminal without it, or shows ever so much else.
  bool shows(const std::string& text) {
    constexpr std::size_t most = 1 << 22;
    std::array<char, 4096> some{};
    for (std::size_t seen = 0; shown_.find(text, seen) == std::string::npos;) {
      if (shown_.size() > most) return false;
      seen = shown_.size() < text.size() ? 0 : shown_.size() - text.size();
      const ssize_t size = ::read(keyboard_, some.data(), some.size());
      if (size <= 0) return false;
      shown_.append(some.data(), static_cast<std::size_t>(size));
    }
    return true;
  }

  /// How it ends, as waitpid() says.
  int end() {
    static_cast<void>(shows("a text that nobody prints"));
    int status = 0;
    REQUIRE(::waitpid(pid, &status, 0) == pid);
    ended_ = true;
    return status;
  }

  [[nodiscard]] const std::string& shown() const { return shown_; }

  pid_t pid = -1;

 private:
  int keyboard_;
  bool ended_ = false;
  std::string shown_;
};

}  // namespace

TEST_CASE("a bar shows how far a run is, between whole lines of results, and is gone at the end") {
  InTerminal host({e2e::host_program, "--game", "tonga", "--set", "n=6", "--plugin", "greedy", "--plugin", "random",
                   "--seeds", "1-1000000", "--jobs", "1", "--no-db"});
  REQUIRE(host.shows("/1000000  "));
  REQUIRE(host.shows(" left  greedy "));
  host.type('\x03');
  const int status = host.end();
  CHECK(WEXITSTATUS(status) == 130);
  const std::string& shown = host.shown();
  // Each line of results stands alone: behind the end of another, or where the bar was taken away.
  const std::string wiped = "\r\x1b[K";
  std::size_t lines = 0;
  for (std::size_t at = 0; (at = shown.find("seed ", at)) != std::string::npos; ++at, ++lines) {
    const std::string before = shown.substr(0, at);
    if (lines > 0 && !before.ends_with("\n") && !before.ends_with(wiped)) FAIL_CHECK(before.substr(at - 40));
  }
  CHECK(lines > 10);
  CHECK(shown.rfind("[#") == std::string::npos);  // a millionth is no part of a bar
  CHECK(shown.rfind("\r[....") < shown.rfind(wiped));
}

TEST_CASE("workers have no terminal, and Ctrl-C there is for the host alone") {
  InTerminal host({e2e::host_program, "--game", "tonga", "--set", "n=6", "--plugin", "greedy", "--plugin", "random",
                   "--seeds", "1-50000", "--jobs", "1", "--no-db"});
  REQUIRE(host.shows("seed 3 "));
  const Whereabouts place(host.pid);
  CHECK(place.terminal != 0);
  const std::string pid = std::to_string(host.pid);
  std::istringstream children(support::content("/proc/" + pid + "/task/" + pid + "/children"));
  int workers = 0;
  for (pid_t child = 0; children >> child; ++workers) {
    const Whereabouts worker(child);
    CHECK(worker.terminal == 0);
    CHECK(worker.group == child);
    CHECK(worker.session == place.session);  // else turns are slow
  }
  CHECK(workers == 2);
  host.type('\x03');
  const int status = host.end();
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 130);
  CHECK(host.shown().find("host: interrupted after ") != std::string::npos);
  CHECK(host.shown().find("crash") == std::string::npos);
}
