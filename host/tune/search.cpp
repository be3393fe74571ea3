#include "host/tune/search.hpp"

#include "host/stats/intervals.hpp"
#include "host/stats/significance.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace host {

namespace {

constexpr double search_share = 0.7;  // of all trials; the rest is for the final
constexpr std::size_t proposals = 4;  // points that are proposed at once
constexpr std::size_t finalists = 8;
constexpr std::array<std::size_t, 3> stages = {4, 2, 1};  // a quarter of the seeds, a half, all

/// Returns how many seeds a complete point plays. Few let many points be tried, many let them be told apart. Most
/// points are given up early, so a point takes a little less than half of its seeds on average.
std::size_t seeds_of_points(const SearchOptions& options, std::size_t parameters) {
  constexpr double part = 0.45;
  constexpr std::size_t least = 8;
  constexpr std::size_t most = 200;
  const double points = 25 + 10 * static_cast<double>(parameters);
  const double seeds = search_share * static_cast<double>(options.trials) / (part * points);
  const auto whole = std::clamp(static_cast<std::size_t>(seeds) / 4 * 4, least, most);
  return std::max<std::size_t>(1, std::min(whole, options.seeds));
}

/// Returns the mean of the values that are no copies. The first one is none.
double mean_of(const std::vector<double>& values) {
  return stats::mean(without_copies(values));
}

}  // namespace

bool clearly_worse(std::span<const double> values, std::span<const double> best, std::size_t looks) {
  constexpr std::size_t least = 4;
  const std::size_t count = std::min(values.size(), best.size());
  std::vector<double> differences;
  for (std::size_t i = 0; i < count; ++i) {
    if (!is_copy(values[i]) && !is_copy(best[i])) differences.push_back(values[i] - best[i]);
  }
  if (differences.size() < least) return false;
  // The interval has two ends, the test only needs the upper one.
  return stats::student_interval(differences, 1 - 2 * race_alpha / static_cast<double>(looks)).high < 0;
}

Search::Search(const Space& space, Sampler& sampler, Judge judge, const SearchOptions& options)
    : sampler_(sampler),
      judge_(std::move(judge)),
      options_(options),
      full_(seeds_of_points(options, space.parameters.size())) {
  tried_.push_back({.point = space.start()});
}

std::size_t Search::best() const {
  std::size_t best = 0;
  double value = 0;
  for (std::size_t place = 0; place < tried_.size(); ++place) {
    const Tried& one = tried_[place];
    if (one.given_up || one.values.size() < full_) continue;
    const double mean = mean_of(one.values);
    if (tried_[best].values.size() >= full_ && mean <= value) continue;
    best = place;
    value = mean;
  }
  return best;
}

/// Points that were tried before keep their values.
std::vector<std::size_t> Search::places_of(const std::vector<Point>& points) {
  std::vector<std::size_t> places;
  for (const Point& point : points) {
    const auto found = std::find_if(tried_.begin(), tried_.end(), [&](const Tried& one) { return one.point == point; });
    places.push_back(static_cast<std::size_t>(found - tried_.begin()));
    if (found == tried_.end()) tried_.push_back({.point = point});
  }
  return places;
}

void Search::play_on(const std::vector<std::size_t>& places, std::size_t seeds) {
  std::vector<Trial> trials;
  std::vector<std::size_t> owners;
  for (const std::size_t place : places) {
    for (std::size_t seed = tried_[place].values.size(); seed < seeds; ++seed) {
      trials.push_back({.point = tried_[place].point, .seed = seed});
      owners.push_back(place);
    }
  }
  if (trials.empty()) return;
  const std::vector<double> values = judge_(trials);
  for (std::size_t i = 0; i < values.size(); ++i) tried_[owners[i]].values.push_back(values[i]);
  spent_ += trials.size();
}

void Search::race(const std::vector<std::size_t>& places) {
  std::vector<std::size_t> left;
  for (const std::size_t place : places) {
    const bool is_new = std::find(left.begin(), left.end(), place) == left.end();
    if (is_new && !tried_[place].given_up) left.push_back(place);
  }
  for (const std::size_t part : stages) {
    const std::size_t seeds = std::max<std::size_t>(1, full_ / part);
    play_on(left, seeds);
    const Tried& best = tried_[this->best()];
    std::erase_if(left, [&](std::size_t place) {
      Tried& one = tried_[place];
      if (&one == &best || one.values.size() > seeds || !clearly_worse(one.values, best.values, stages.size()))
        return false;
      one.given_up = true;
      return true;
    });
  }
}

void Search::final() {
  std::vector<std::size_t> left;
  for (std::size_t place = 0; place < tried_.size(); ++place) {
    if (!tried_[place].given_up && tried_[place].values.size() >= full_) left.push_back(place);
  }
  const auto better = [&](std::size_t a, std::size_t b) {
    return mean_of(tried_[a].values) > mean_of(tried_[b].values);
  };
  std::stable_sort(left.begin(), left.end(), better);
  if (left.size() > finalists) left.resize(finalists);
  for (const std::size_t place : left) tried_[place].finalist = true;
  std::size_t seeds = full_;
  while (left.size() > 1 && spent_ < options_.trials && seeds < options_.seeds) {
    const double rounds = std::ceil(std::log2(static_cast<double>(left.size())));
    const double more = static_cast<double>(options_.trials - spent_) / rounds / static_cast<double>(left.size());
    seeds = std::min(options_.seeds, seeds + std::max<std::size_t>(1, static_cast<std::size_t>(more)));
    play_on(left, seeds);
    std::stable_sort(left.begin(), left.end(), better);
    for (std::size_t out = (left.size() + 1) / 2; out < left.size(); ++out) tried_[left[out]].given_up = true;
    left.resize((left.size() + 1) / 2);
  }
}

void Search::run() {
  const auto search = static_cast<std::size_t>(search_share * static_cast<double>(options_.trials));
  constexpr int patience = 25;  // batches without a new point: a small space has no more
  play_on({0}, full_);
  sampler_.add(tried_[0].point, mean_of(tried_[0].values));
  for (int idle = 0; spent_ < search && idle < patience; ++idle) {
    const std::size_t before = spent_;
    const std::vector<std::size_t> places = places_of(sampler_.ask(proposals));
    race(places);
    std::vector<double> values;
    for (const std::size_t place : places) values.push_back(mean_of(tried_[place].values));
    sampler_.tell(values);
    if (spent_ > before) idle = -1;
  }
  final();
}

namespace {

/// Steps that start at the same point and are played at the same time. Fixed, so that the result does not depend on the
/// number of cores.
constexpr std::size_t steps_a_group = 16;
constexpr double largest_result =
    3;  // one result in units of the root mean square: rare large scores must not lead astray

}  // namespace

Spsa::Spsa(const Space& space, Judge judge, const SpsaOptions& options)
    : space_(space), judge_(std::move(judge)), options_(options), draw_(options.seed), scale_(1) {
  for (const Parameter& parameter : space.parameters) units_.push_back(parameter.to_unit(parameter.start));
  double squares = 0;
  for (std::size_t step = 1; step <= options.steps; ++step) squares += gain(step) * gain(step);
  if (squares > 0) scale_ = options.rate / std::sqrt(squares);
}

/// The move of a parameter by one result of size 1: a_k / c_k.
double Spsa::gain(std::size_t step) const {
  const auto k = static_cast<double>(step);
  const double stability = static_cast<double>(options_.steps) / 10;
  return scale_ * std::pow(k, 0.101) / std::pow(stability + k, 0.602);
}

/// Integers are rounded up with the probability of their fraction, so that small steps count too.
Point Spsa::point_of(const std::vector<double>& units, bool rounded_by_chance) {
  Point point;
  for (std::size_t i = 0; i < units.size(); ++i) {
    const Parameter& parameter = space_.parameters[i];
    double value = parameter.from_unit(units[i]);
    if (rounded_by_chance && parameter.kind == ParameterKind::integer) {
      const double place = (value - parameter.low) / parameter.step;
      value =
          parameter.low + parameter.step * (std::floor(place) + (draw_.fraction() < place - std::floor(place) ? 1 : 0));
    }
    point.push_back(parameter.nearest(value));
  }
  return point;
}

void Spsa::play_group(std::size_t count) {
  std::vector<Trial> trials;
  std::vector<std::vector<double>> flips;
  for (std::size_t i = 0; i < count; ++i) {
    const double width = options_.perturbation *
                         std::pow(static_cast<double>(options_.steps) / static_cast<double>(steps_ + i + 1), 0.101);
    std::vector<double> up = units_;
    std::vector<double> down = units_;
    flips.emplace_back();
    for (std::size_t at = 0; at < units_.size(); ++at) {
      flips.back().push_back(draw_.below(2) == 0 ? 1 : -1);
      up[at] = std::clamp(units_[at] + width * flips.back()[at], 0.0, 1.0);
      down[at] = std::clamp(units_[at] - width * flips.back()[at], 0.0, 1.0);
    }
    Point first = point_of(up, true);
    trials.push_back({.point = std::move(first), .other = point_of(down, true), .seed = seeds_ + i});
  }
  const std::vector<double> differences = judge_(trials);
  seeds_ += count;
  for (const double difference : without_copies(differences)) {
    squares_ += difference * difference;
    ++results_;
  }
  const double size = results_ == 0 ? 0 : std::sqrt(squares_ / static_cast<double>(results_));
  for (std::size_t i = 0; i < count; ++i) {
    if (is_copy(differences[i])) continue;
    const double result = size == 0 ? 0 : std::clamp(differences[i] / size, -largest_result, largest_result);
    for (std::size_t at = 0; at < units_.size(); ++at)
      units_[at] = std::clamp(units_[at] + gain(steps_ + i + 1) * result * flips[i][at], 0.0, 1.0);
  }
  steps_ += count;
  path_.push_back(units_);
}

Point Spsa::best() const {
  if (path_.empty()) return space_.start();
  std::vector<double> mean(units_.size(), 0);
  const std::size_t first = path_.size() / 2;
  for (std::size_t i = first; i < path_.size(); ++i) {
    for (std::size_t at = 0; at < mean.size(); ++at) mean[at] += path_[i][at];
  }
  Point point;
  for (std::size_t at = 0; at < mean.size(); ++at) {
    const Parameter& parameter = space_.parameters[at];
    point.push_back(parameter.nearest(parameter.from_unit(mean[at] / static_cast<double>(path_.size() - first))));
  }
  return point;
}

void Spsa::look() {
  if (options_.look_seeds == 0) return;
  Look look{.steps = steps_, .point = best()};
  std::vector<Trial> trials;
  for (std::size_t i = 0; i < options_.look_seeds; ++i) trials.push_back({.point = look.point, .seed = seeds_ + i});
  look.values = without_copies(judge_(trials));
  seeds_ += options_.look_seeds;
  looks_.push_back(std::move(look));
}

void Spsa::run() {
  while (steps_ < options_.steps) {
    play_group(std::min(steps_a_group, options_.steps - steps_));
    if (steps_ * options_.looks / options_.steps > looks_.size()) look();
  }
}

}  // namespace host
