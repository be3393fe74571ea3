#include "host/tune/tuning.hpp"

#include "host/stats/significance.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"

#include <algorithm>

namespace host {

namespace {

/// Returns the end of the range, or the choice, that is farther away.
double far_from(const Parameter& parameter, double value) {
  return parameter.nearest(parameter.to_unit(value) < 0.5 ? parameter.high : parameter.low);
}

}  // namespace

bool OptionEffect::does_nothing() const {
  return values.size() >= stats::least_seeds &&
         std::all_of(values.begin(), values.end(), [](double value) { return value == 0; });
}

std::vector<OptionEffect> effects_of(const Space& space, const Point& point, const Judge& judge, std::size_t first,
                                     std::size_t seeds) {
  std::vector<OptionEffect> effects;
  std::vector<Trial> trials;
  for (const std::size_t option : space.tuned()) {
    OptionEffect effect{.option = option, .point = point, .other = space.with_option(point, option, space.start())};
    effect.kept = effect.other == point;
    if (effect.kept) {
      for (std::size_t i = 0; i < point.size(); ++i) {
        if (space.parameters[i].option == option) effect.other[i] = far_from(space.parameters[i], point[i]);
      }
    }
    for (std::size_t seed = 0; seed < seeds; ++seed)
      trials.push_back({.point = point, .other = effect.other, .seed = first + seed});
    effects.push_back(std::move(effect));
  }
  const std::vector<double> values = judge(trials);
  std::vector<double> p;
  for (std::size_t i = 0; i < effects.size(); ++i) {
    OptionEffect& effect = effects[i];
    const auto begin = values.begin() + static_cast<std::ptrdiff_t>(i * seeds);
    effect.values = without_copies({begin, begin + static_cast<std::ptrdiff_t>(seeds)});
    const stats::Paired paired = stats::compare(effect.values, std::vector<double>(effect.values.size(), 0));
    effect.mean = paired.mean;
    effect.interval = paired.interval;
    p.push_back(paired.signed_rank.p);
  }
  const std::vector<double> adjusted = stats::holm(p);
  for (std::size_t i = 0; i < effects.size(); ++i) effects[i].p = adjusted[i];
  return effects;
}

Point without_idle(const Space& space, const Point& point, const std::vector<OptionEffect>& effects) {
  Point result = point;
  for (const OptionEffect& effect : effects) {
    if (effect.does_nothing()) result = space.with_option(result, effect.option, space.start());
  }
  return result;
}

namespace {

constexpr double effects_share = 0.15;  // of the matches
constexpr double looks_share = 0.15;    // of the matches, for the method spsa
constexpr std::size_t look_count = 10;

/// Returns the number of seeds on which each option's effect is measured.
std::size_t effect_seeds(const TuningOptions& options, std::size_t count) {
  const double matches = effects_share * static_cast<double>(options.matches);
  const auto each = static_cast<std::size_t>(matches / static_cast<double>(count * options.matches_a_pair));
  return std::clamp<std::size_t>(each, stats::least_seeds, 200);
}

}  // namespace

const char* method_name(TuningMethod method) {
  return method == TuningMethod::model ? "model" : method == TuningMethod::random ? "random" : "spsa";
}

Tuning::Tuning(const Space& space, Judge judge, const TuningOptions& options, const std::function<bool()>& should_stop)
    : space_(space), judge_(std::move(judge)), options_(options) {
  const std::size_t effects =
      effect_seeds(options, space.tuned().size()) * space.tuned().size() * options.matches_a_pair;
  constexpr std::size_t least_trials = 40;
  const std::size_t left = options.matches - std::min(options.matches, effects);
  if (left < least_trials * options.matches_a_trial) {
    throw Failure(Exit::usage, "--matches " + std::to_string(options.matches) + " are too few for " +
                                   counted(space.tuned().size(), "option") + ": it takes " +
                                   std::to_string(effects + least_trials * options.matches_a_trial) + " or more");
  }
  if (options.method == TuningMethod::spsa) {
    for (const Parameter& parameter : space.parameters) {
      if (!parameter.numeric())
        throw Failure(Exit::usage, "--method spsa takes numbers, and " + parameter.name +
                                       " is a flag or a choice: leave it out of --tune, or use --method model");
    }
    const auto look_matches = static_cast<std::size_t>(looks_share * static_cast<double>(options.matches));
    SpsaOptions spsa{
        .perturbation = options.perturbation, .rate = options.rate, .looks = look_count, .seed = options.search_seed};
    spsa.look_seeds = std::max<std::size_t>(stats::least_seeds, look_matches / look_count / options.matches_a_trial);
    const std::size_t used = std::min(left, spsa.look_seeds * look_count * options.matches_a_trial);
    spsa.steps = std::max<std::size_t>(16, (left - used) / options.matches_a_pair);
    spsa_ = std::make_unique<Spsa>(space_, judge_, spsa);
    return;
  }
  if (options.method == TuningMethod::model) {
    sampler_ = model_sampler(space_, options.search_seed, should_stop);
  } else {
    sampler_ = std::make_unique<RandomSampler>(space_, options.search_seed);
  }
  search_ = std::make_unique<Search>(space_, *sampler_, judge_,
                                     SearchOptions{.trials = left / options.matches_a_trial, .seeds = options.seeds});
}

Tuning::~Tuning() = default;

void Tuning::run() {
  std::size_t first = 0;  // seed that the search has not used
  if (spsa_) {
    spsa_->run();
    stopped_ = spsa_->stopped();
    best_ = spsa_->best();
    first = spsa_->seeds();
  } else {
    search_->run();
    stopped_ = search_->stopped();
    best_ = search_->tried()[search_->best()].point;
    for (const Tried& one : search_->tried()) first = std::max(first, one.values.size());
  }
  if (stopped_ || best_ == space_.start()) return;
  try {
    const std::size_t seeds = effect_seeds(options_, space_.tuned().size());
    effects_ = effects_of(space_, best_, judge_, first, std::min(seeds, options_.seeds));
    best_ = without_idle(space_, best_, effects_);
  } catch (const Stopped&) {
    stopped_ = true;
  }
}

TuningState Tuning::state() const {
  TuningState state{.effects = effects_, .stopped = stopped_};
  if (spsa_) {
    state.looks = spsa_->looks();
    state.steps = spsa_->steps();
    state.best = best_.empty() ? spsa_->best() : best_;
    if (!state.looks.empty()) state.values = state.looks.back().values;
  } else {
    state.tried = search_->tried();
    for (Tried& one : state.tried) one.values = without_copies(std::move(one.values));
    const Tried& best = state.tried[search_->best()];
    state.best = best_.empty() ? best.point : best_;
    state.values = best.values;
  }
  return state;
}

}  // namespace host
