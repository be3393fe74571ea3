#include "host/util/machine.hpp"

#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <fstream>

namespace host {

namespace {

std::string machine_name() {
  char name[256] = {};
  return ::gethostname(name, sizeof name - 1) == 0 && name[0] != '\0' ? name : "unknown";
}

std::string cpu_model() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

/// Measures the speed of one core for 20 ms. The figure shows only whether a machine is slower than others of its
/// model.
double core_speed() {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::milliseconds wanted(20);
  constexpr std::uint64_t batch = 100'000;
  // The constants of Knuth's MMIX generator.
  constexpr std::uint64_t factor = 6364136223846793005U;
  constexpr std::uint64_t step = 1442695040888963407U;
  volatile std::uint64_t kept = 1;
  std::uint64_t state = kept;
  std::uint64_t steps = 0;
  const Clock::time_point began = Clock::now();
  while (Clock::now() - began < wanted) {
    for (std::uint64_t i = 0; i < batch; ++i) state = state * factor + step;
    kept = state;  // so that the compiler can't leave the loop out
    steps += batch;
  }
  const std::chrono::duration<double> took = Clock::now() - began;
  return static_cast<double>(steps) / took.count() / 1e6;
}

}  // namespace

const Machine& this_machine() {
  static const Machine machine{.name = machine_name(), .cpu = cpu_model(), .speed = core_speed()};
  return machine;
}

}  // namespace host
