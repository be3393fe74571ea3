// A child process of the host, and what the two share: sockets and memory.
//
// Each function that throws std::system_error names in it what the system lacks: "socket: Too many open files".
#pragma once

#include "host/util/descriptor.hpp"

#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace host {

// Starts programs, and finds the host's own executables: its arenas, its workers, and the supervisors of programs.

/// Returns the path of an executable that is installed beside the host, or of another file there that this process may
/// use as `right` says. If it does not exist, throws Failure(isolation) with a sentence about `what` that ends with
/// `hint`.
std::filesystem::path own_executable(const std::string& name, const std::string& what, const std::string& hint,
                                     int right = X_OK);

/// Returns the variables of this process for which `wanted` returns true, as "NAME=VALUE".
template <class Wanted>
std::vector<std::string> own_variables(Wanted&& wanted) {
  std::vector<std::string> all;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    const std::string_view text(*variable);
    if (wanted(text.substr(0, text.find('=')))) all.emplace_back(text);
  }
  return all;
}

/// A file descriptor of a child process.
struct ChildFile {
  int number;
  int own = -1;        // this process's, of which it is a copy; -1: none
  std::string path{};  // what it is opened from otherwise, for reading; empty: it is closed
};

/// Starts `words`, a path or a name in PATH and arguments, as a child of this thread, with a process group of its own
/// and no blocked or ignored signals, in `folder` if that is given. Returns 0 or an error number.
int start_process(const std::vector<ChildFile>& files, std::vector<std::string> words,
                  std::vector<std::string> variables, pid_t& pid, const std::string& folder = "");

/// Throws the std::system_error of errno.
[[noreturn]] void throw_lack_of(const char* what);

/// Returns another file descriptor of the same file, with a number that no child process starts with. If `low` is not
/// open, or that fails, throws the std::system_error of errno about `what`.
Descriptor inheritable(const Descriptor& low, const char* what);

/// Returns two connected stream sockets, which are inheritable(). Throws std::system_error.
std::pair<Descriptor, Descriptor> connected_sockets();

template <class Value>
struct Unmap {
  void operator()(Value* value) const { ::munmap(value, sizeof(Value)); }
};
/// A value in memory that processes share.
template <class Value>
using Shared = std::unique_ptr<Value, Unmap<Value>>;

/// Maps `memory`, a file descriptor, or memory that copies of this process share if that is -1; creates the value
/// there. Throws std::system_error.
template <class Value>
Shared<Value> shared_value(int memory = -1) {
  const int flags = MAP_SHARED | (memory < 0 ? MAP_ANONYMOUS : 0);
  void* const mapped = ::mmap(nullptr, sizeof(Value), PROT_READ | PROT_WRITE, flags, memory, 0);
  if (mapped == MAP_FAILED) throw_lack_of("memory");
  return Shared<Value>(new (mapped) Value);
}

/// Owns a child process, and kills it on destruction. What it has started in its process group ends with it. Used by
/// one thread.
class ChildProcess {
 public:
  /// Starts a program: `words` are its path, or its name in PATH, and its arguments. It has the environment of this
  /// process and a process group of its own. Its standard input is empty, and its standard output is the standard error
  /// of this process, unless `files` has others. Throws std::system_error.
  ChildProcess(std::vector<std::string> words, std::vector<ChildFile> files);
  /// Starts a copy of this process, which should have a single thread. The copy runs `body`, which does not return, and
  /// is killed if this process ends. Throws std::system_error.
  template <class Body>
  static ChildProcess copy(Body&& body) {
    const pid_t id = copy_process();
    if (id == 0) body();
    return ChildProcess(id);
  }
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;
  ~ChildProcess() { kill(); }

  [[nodiscard]] pid_t id() const { return id_; }

  /// Returns whether it has ended.
  bool is_gone();
  /// Waits two seconds for its end. Returns whether it has ended.
  bool ends_soon();
  /// Does nothing if it has ended.
  void signal(int number) const;
  /// Kills it unless it has ended, and waits for its end.
  void kill();

  /// Returns the status from waitpid(). Call it when it has ended.
  [[nodiscard]] int status() const { return status_; }

 private:
  explicit ChildProcess(pid_t id) : id_(id) {}
  static pid_t copy_process();
  void reap(int options);

  pid_t id_ = 0;
  int status_ = 0;
  bool reaped_ = false;
};

}  // namespace host
