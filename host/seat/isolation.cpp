#include "host/seat/isolation.hpp"

#include "host/failure.hpp"
#include "host/seat/watchdog.hpp"
#include "host/text.hpp"

#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>

namespace host {

Isolation Isolation::parse(const std::string& text) {
  const std::vector<std::string> words = {"sandbox", "sandbox,strict", "process", "none"};
  if (text == "sandbox") return {};
  if (text == "sandbox,strict") return {Level::sandbox, true};
  if (text == "process") return {Level::process, false};
  if (text == "none") return {Level::none, false};
  throw Failure(Exit::usage, "--isolation " + text + ": it takes " + join(words, " | ") + did_you_mean(text, words));
}

int landlock_version() {
  const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return static_cast<int>(std::max(version, 0L));
}

bool has_seccomp() {
  const std::uint32_t action = SECCOMP_RET_TRAP;
  return ::syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

std::vector<std::string> missing_layers() {
  std::vector<std::string> missing;
  if (!has_seccomp())
    missing.emplace_back("this kernel has no seccomp filters: strategies can make any system call, as this user");
  if (landlock_version() == 0)
    missing.emplace_back("this kernel has no Landlock: while it is loaded, a strategy can read this user's files" +
                         std::string(has_seccomp() ? "" : ", and other processes' memory"));
  return missing;
}

bool can_sandbox() {
#ifdef AGON_SANITIZED
  return false;
#else
  return true;
#endif
}

void pin_to_core(std::optional<int> core) {
  Watchdog::instance();  // its thread stays free to run anywhere
  const int wanted = core ? *core : ::sched_getcpu();
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  ::sched_getaffinity(0, sizeof allowed, &allowed);
  std::vector<std::string> cores;
  for (int index = 0; index < CPU_SETSIZE; ++index) {
    if (CPU_ISSET(index, &allowed)) cores.push_back(std::to_string(index));
  }
  if (wanted < 0 || wanted >= CPU_SETSIZE || !CPU_ISSET(wanted, &allowed)) {
    throw Failure(Exit::usage,
                  "--pin " + std::to_string(wanted) + ": it takes a core that this process may use: " + join(cores));
  }
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(wanted, &one);
  ::sched_setaffinity(0, sizeof one, &one);
}

}  // namespace host
