#include "host/start_process.hpp"

#include "host/failure.hpp"
#include "host/own_files.hpp"

#include <unistd.h>

#include <csignal>

namespace host {

namespace {

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> all;
  all.reserve(texts.size() + 1);
  for (std::string& text : texts) all.push_back(text.data());
  all.push_back(nullptr);
  return all;
}

}  // namespace

std::filesystem::path own_executable(const std::string& name, const std::string& what, const std::string& hint,
                                     int right) {
  const auto folder = own_folder();
  const auto beside = folder / name;
  // Other programs of the build tree (tests, benchmarks) are in a sibling of the host's folder.
  for (const auto& path : {beside, folder.parent_path() / "bin" / name}) {
    if (::access(path.c_str(), right) == 0) return path;
  }
  throw Failure(Exit::isolation, what + " " + beside.string() + " is not there: " + hint);
}

int start_process(posix_spawn_file_actions_t& files, std::vector<std::string> words, std::vector<std::string> variables,
                  pid_t& pid) {
  // Uses a separate process group, so that the terminal's Ctrl-C reaches only the host. Uses no separate session: the
  // kernel may distribute CPU time among sessions first (autogroups). Then a yield would not hand the core to a process
  // of another session, and a turn would cost twice as much.
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  sigset_t signals;
  ::sigfillset(&signals);
  ::posix_spawnattr_setsigdefault(&attributes, &signals);
  ::sigemptyset(&signals);
  ::posix_spawnattr_setsigmask(&attributes, &signals);
  const int fault = ::posix_spawnp(&pid, words.front().c_str(), &files, &attributes, pointers(words).data(),
                                   pointers(variables).data());
  ::posix_spawn_file_actions_destroy(&files);
  ::posix_spawnattr_destroy(&attributes);
  return fault;
}

}  // namespace host
