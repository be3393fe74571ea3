// Where a search looks next. A sampler proposes points and is told what they were worth.
#pragma once

#include "host/stats/draw.hpp"
#include "host/tune/space.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace host {

class Sampler {
 public:
  Sampler() = default;
  Sampler(const Sampler&) = delete;
  Sampler& operator=(const Sampler&) = delete;
  virtual ~Sampler() = default;

  /// Reports a point that was not asked for: the start.
  virtual void add(const Point& point, double value) = 0;
  /// Returns `count` points to try at the same time. Equal calls give equal points on every machine.
  virtual std::vector<Point> ask(std::size_t count) = 0;
  /// Reports what the points of the last ask() were worth, in their order; higher is better.
  virtual void tell(const std::vector<double>& values) = 0;
};

/// Draws points uniformly: the yardstick for other samplers.
class RandomSampler : public Sampler {
 public:
  RandomSampler(const Space& space, std::uint64_t seed) : space_(space), draw_(seed) {}
  void add(const Point& /*point*/, double /*value*/) override {}
  std::vector<Point> ask(std::size_t count) override;
  void tell(const std::vector<double>& /*values*/) override {}

 private:
  const Space& space_;
  stats::Draw draw_;
};

/// Returns a model of what is good and what is bad (a tree-structured Parzen estimator), which proposes where good
/// points are likely. It comes from the library Optuna, in a Python process of its own. Throws Failure(usage) if there
/// is no Python with Optuna, and Failure(internal) in any function if the process fails, or does not answer within 10
/// minutes. While it waits, asks `should_stop` several times per second, and throws Stopped; before the search has
/// begun, Failure(interrupted).
std::unique_ptr<Sampler> model_sampler(
    const Space& space, std::uint64_t seed, std::function<bool()> should_stop = [] { return false; });

}  // namespace host
