#include "tests/support/process.hpp"

#include "tests/support/temporary_folder.hpp"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <system_error>
#include <thread>

extern char** environ;

namespace support {

namespace {

[[noreturn]] void fail(const std::string& what, int fault) {
  throw std::system_error(fault, std::generic_category(), what);
}

struct Pipe {
  Pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail("pipe2", errno);
    read = ends[0];
    write = ends[1];
  }
  int read = -1;
  int write = -1;
};

/// A pseudo-terminal with both of its ends.
struct Terminal {
  Terminal() {
    if (::openpty(&read, &write, nullptr, nullptr, nullptr) != 0) fail("openpty", errno);
    ::fcntl(read, F_SETFD, FD_CLOEXEC);
    ::fcntl(write, F_SETFD, FD_CLOEXEC);
  }
  int read = -1;
  int write = -1;
};

/// Returns standard input from an unnamed file: no writing process is needed, however long the text is.
int input_file(const std::string& text) {
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::tmpfile(), &std::fclose);
  if (!file || std::fwrite(text.data(), 1, text.size(), file.get()) != text.size()) fail("tmpfile", errno);
  std::rewind(file.get());
  return ::fcntl(::fileno(file.get()), F_DUPFD_CLOEXEC, 0);
}

/// So that no test reads or writes the user's results.
std::optional<TemporaryFolder> data_home;

std::string data_home_path() {
  if (!data_home) data_home.emplace();
  return data_home->path();
}

std::vector<std::string> environment_of(const Command& command) {
  std::map<std::string, std::optional<std::string>> changes = {{"XDG_DATA_HOME", data_home_path()},
                                                               {"AGON_PLUGIN_PATH", std::nullopt},
                                                               {"AGON_GAME_PATH", std::nullopt},
                                                               {"NO_COLOR", std::nullopt},
                                                               {"TERM", std::nullopt},
                                                               {"LANGUAGE", std::nullopt},
                                                               {"LC_ALL", "C"}};
  for (const auto& [name, value] : command.environment) changes[name] = value;
  std::vector<std::string> all;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    if (!changes.contains(text.substr(0, text.find('=')))) all.push_back(text);
  }
  for (const auto& [name, value] : changes) {
    if (value) all.push_back(name + "=" + *value);
  }
  return all;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

pid_t spawn(const Command& command, int in, int out, int err) {
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  if (!command.folder.empty()) ::posix_spawn_file_actions_addchdir_np(&actions, command.folder.c_str());
  ::posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
  // A separate process group, so that its children can be killed with it. Signals have the same state as in a shell.
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  sigset_t none;
  sigset_t all;
  ::sigemptyset(&none);
  ::sigfillset(&all);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  ::posix_spawnattr_setsigdefault(&attributes, &all);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  auto words = command.words;
  auto environment = environment_of(command);
  pid_t process = -1;
  const int fault = ::posix_spawnp(&process, words.at(0).c_str(), &actions, &attributes, pointers(words).data(),
                                   pointers(environment).data());
  ::posix_spawn_file_actions_destroy(&actions);
  ::posix_spawnattr_destroy(&attributes);
  for (const int descriptor : {in, out, err}) ::close(descriptor);
  if (fault != 0) fail(words.at(0), fault);
  return process;
}

}  // namespace

void renew_data_home() {
  data_home.reset();
}

Process::Process(const Command& command) : deadline_(std::chrono::steady_clock::now() + command.timeout) {
  int out = -1;
  if (command.terminal) {
    const Terminal ends;
    out_.descriptor = ends.read;
    out = ends.write;
  } else {
    const Pipe ends;
    out_.descriptor = ends.read;
    out = ends.write;
  }
  const Pipe errors;
  err_.descriptor = errors.read;
  out_.text = &result_.out;
  err_.text = &result_.err;
  process_ = spawn(command, input_file(command.input), out, errors.write);
}

Process::~Process() {
  if (process_ > 0) {
    ::kill(-process_, SIGKILL);
    ::waitpid(process_, nullptr, 0);
  }
  for (const Stream& stream : {out_, err_}) {
    if (stream.descriptor >= 0) ::close(stream.descriptor);
  }
}

void Process::read_from(Stream& stream) {
  std::array<char, 65536> room{};
  const ssize_t size = ::read(stream.descriptor, room.data(), room.size());
  if (size > 0) {
    stream.text->append(room.data(), static_cast<std::size_t>(size));
  } else if (size == 0 || errno != EINTR) {  // EIO: the other end of a terminal is closed
    ::close(stream.descriptor);
    stream.descriptor = -1;
  }
}

bool Process::read_some() {
  if (out_.descriptor < 0 && err_.descriptor < 0) return false;
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(deadline_ - std::chrono::steady_clock::now());
  std::array<pollfd, 2> polled = {{{out_.descriptor, POLLIN, 0}, {err_.descriptor, POLLIN, 0}}};  // poll() ignores -1
  const int ready = left.count() <= 0 ? 0 : ::poll(polled.data(), polled.size(), static_cast<int>(left.count()));
  if (ready == 0) {
    result_.timed_out = true;
    ::kill(-process_, SIGKILL);
    return false;
  }
  if (polled[0].revents != 0) read_from(out_);
  if (polled[1].revents != 0) read_from(err_);
  return true;
}

bool Process::read_until(const std::function<bool(const std::string& out)>& enough) {
  while (!enough(result_.out)) {
    if (!read_some()) return false;
  }
  return true;
}

void Process::signal(int number) const {
  ::kill(process_, number);
}

bool Process::ended() const {
  siginfo_t found{};
  return ::waitid(P_PID, static_cast<id_t>(process_), &found, WEXITED | WNOHANG | WNOWAIT) == 0 && found.si_pid != 0;
}

Result Process::wait() {
  while (read_some()) {
  }
  int status = 0;
  while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  result_.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  auto& out = result_.out;
  for (std::size_t at = 0; (at = out.find("\r\n", at)) != std::string::npos;) out.erase(at, 1);
  return result_;
}

Result Process::stop(int number) {
  signal(number);
  return wait();
}

bool comes_true(const std::function<bool()>& condition) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(10);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return true;
}

Result run(const Command& command) {
  return Process(command).wait();
}

}  // namespace support
