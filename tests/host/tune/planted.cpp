// How near do the searches of `tune` come to the optimum? Tunes functions with a known optimum, 20 times by each
// method, and prints the strength that was reached: 1 at the optimum, 0 at the start. Random search at equal cost is
// the yardstick.
//
// Exit code 1 if a median misses what docs/tuning.md states.
#include "tests/host/tune/planted.hpp"

#include <algorithm>
#include <cstdio>
#include <functional>

namespace {

constexpr int runs = 20;

/// Prints a row, and returns the median.
double row(const char* name, const std::function<double(std::uint64_t run)>& reach) {
  std::vector<double> reached;
  for (std::uint64_t run = 1; run <= runs; ++run) reached.push_back(reach(run));
  std::sort(reached.begin(), reached.end());
  const double median = (reached[runs / 2] + reached[runs / 2 - 1]) / 2;
  std::printf("%-52s median %.3f, least %.3f, most %.3f\n", name, median, reached.front(), reached.back());
  std::fflush(stdout);
  return median;
}

double mixed(host::TuningMethod method, std::uint64_t run) {
  const host::Space space = planted::mixed_space();
  return planted::mixed_strength(planted::tuned(space, planted::mixed_strength, 0.5, method, 4000, run).best);
}

double numbers(host::TuningMethod method, std::uint64_t run) {
  const host::Space space = planted::vector_space(300);
  return planted::vector_strength(planted::tuned(space, planted::vector_strength, 0.25, method, 30'000, run).best);
}

}  // namespace

int main() {
  using host::TuningMethod;
  std::printf("Six options of all kinds, 4,000 matches, noise 0.5 a seed:\n");
  const double model = row("  model", [](std::uint64_t run) { return mixed(TuningMethod::model, run); });
  const double drawn = row("  random", [](std::uint64_t run) { return mixed(TuningMethod::random, run); });
  std::printf("300 numbers, 30,000 matches, noise 0.25 a seed:\n");
  const double walked = row("  spsa", [](std::uint64_t run) { return numbers(TuningMethod::spsa, run); });
  row("  random", [](std::uint64_t run) { return numbers(TuningMethod::random, run); });
  return model >= 0.95 && model > drawn && walked >= 0.95 ? 0 : 1;
}
