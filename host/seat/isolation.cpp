#include "host/seat/isolation.hpp"

#include "host/seat/trial.hpp"
#include "host/seat/watchdog.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"

#include <sched.h>
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

std::vector<std::string> missing_layers() {
  std::uint32_t layers = layer_user;
  if (has_seccomp()) layers |= layer_seccomp;
  if (landlock_version() > 0) layers |= layer_landlock;
  // Some containers have only one user. Only a trial worker can find this out.
  if (can_sandbox() && ::geteuid() == 0) layers = (layers & ~layer_user) | (layers_of_sandbox() & layer_user);
  return missing_layers(Confined::strategies, layers);
}

bool can_sandbox() {
#ifdef AGON_SANITIZED
  return false;
#else
  return true;
#endif
}

namespace {

cpu_set_t affinity() {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  ::sched_getaffinity(0, sizeof allowed, &allowed);
  return allowed;
}

}  // namespace

std::vector<int> usable_cores() {
  const cpu_set_t allowed = affinity();
  std::vector<int> cores;
  for (int core = 0; core < CPU_SETSIZE; ++core) {
    if (CPU_ISSET(core, &allowed)) cores.push_back(core);
  }
  return cores;
}

Pin Pin::parse(const std::string& text) {
  if (text == "auto") return {};
  if (text == "off") return {false, std::nullopt};
  const auto core = whole_number<int>(text);
  const std::vector<int> cores = usable_cores();
  if (core && std::count(cores.begin(), cores.end(), *core) != 0) return {true, core};
  std::vector<std::string> words = {"auto", "off"};
  for (const int usable : cores) words.push_back(std::to_string(usable));
  throw Failure(Exit::usage, "--pin " + text + ": it takes " + join(words, " | ") +
                                 ", the last being the cores that this process may use");
}

Pinned::Pinned(const Pin& pin, std::size_t job, std::size_t jobs) {
  if (!pin.on) return;
  Watchdog::instance();  // the watchdog's thread must not be pinned
  before_ = affinity();
  const std::vector<int> cores = usable_cores();
  const int wanted = pin.core ? *pin.core : jobs == 1 ? ::sched_getcpu() : cores.at(job % cores.size());
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(static_cast<std::size_t>(wanted), &one);
  ::sched_setaffinity(0, sizeof one, &one);
}

Pinned::~Pinned() {
  if (before_) ::sched_setaffinity(0, sizeof *before_, &*before_);
}

}  // namespace host
