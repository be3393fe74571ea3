// Runs a program in a terminal, as a shell does.
#pragma once

#include "tests/e2e/host.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <string>
#include <vector>

namespace e2e {

/// A program in a terminal of its own, which shows what it prints.
class InTerminal {
 public:
  /// The host, in this folder.
  explicit InTerminal(const fs::path& folder, const Words& words, const Words& environment = {"TERM=xterm"})
      : InTerminal(with(with({"/usr/bin/env", "-C", folder}, environment), with({host_program}, words))) {}

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
  void type(const std::string& typed) const {
    REQUIRE(::write(keyboard_, typed.data(), typed.size()) == static_cast<ssize_t>(typed.size()));
  }

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

}  // namespace e2e
