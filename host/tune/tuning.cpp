#include "host/tune/tuning.hpp"

#include "host/stats/significance.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <utility>

namespace host {

namespace {

/// Returns the number of this participant among `all`, which gets it if it is new.
std::size_t number_of(std::vector<Participant>& all, Participant participant) {
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const Participant& one) { return one.identity.plays_as(participant.identity); });
  const auto number = static_cast<std::size_t>(found - all.begin());
  if (found == all.end()) all.push_back(std::move(participant));
  return number;
}

}  // namespace

Participant with_options(const Participant& participant, const std::vector<std::string>& options) {
  Participant other = participant;
  other.options = options;
  other.may_refuse = true;
  for (std::size_t i = 0; i < options.size(); ++i) other.identity.options[i].second = options[i];
  return other;
}

/// The matches of one call, and the scores of each by seat.
struct TrialMatches::Batch {
  std::vector<Participant> participants;
  std::vector<ScheduledMatch> scheduled_matches;
  std::vector<std::vector<double>> scores;
  std::vector<MatchDigests> digests{};
  /// Adds a match unless it is in the batch already, and returns its number.
  std::size_t add(std::uint64_t seed, const Seating& seating) {
    for (std::size_t i = 0; i < scheduled_matches.size(); ++i) {
      if (scheduled_matches[i].seed == seed && scheduled_matches[i].seating == seating) return i;
    }
    scheduled_matches.push_back({.seed = seed, .seating = seating, .block = scheduled_matches.size()});
    return scheduled_matches.size() - 1;
  }
};

TrialMatches::TrialMatches(RunPlan plan, const Space& space, std::vector<std::uint64_t> seeds, TrialHooks hooks)
    : plan_(std::move(plan)),
      space_(space),
      seeds_(std::move(seeds)),
      hooks_(std::move(hooks)),
      seats_(seats_of_matches(plan_)) {}

std::size_t TrialMatches::matches_a_trial(bool both) const {
  if (seats_ == 1) return both ? 2 : 1;
  return Schedule::tournament(round_robin(2, seats_), usual_seatings(plan_), {1}, seats_).size();
}

double TrialMatches::score_of(const Batch& batch, std::size_t match, std::size_t participant) const {
  const Seating& seating = batch.scheduled_matches[match].seating;
  double sum = 0;
  for (std::size_t seat = 0; seat < seating.size(); ++seat) {
    if (seating[seat] == participant) sum += batch.scores[match][seat];
  }
  return sum;
}

void TrialMatches::play(Batch& batch) {
  RunPlan plan = plan_;
  plan.participants = batch.participants;
  plan.schedule = Schedule::listed(batch.scheduled_matches);
  RunObserver observer;
  observer.should_stop = hooks_.should_stop;
  observer.tick = hooks_.tick;
  observer.finished = [&](std::vector<FinishedMatch>&& matches) {
    for (FinishedMatch& match : matches) {
      if (match.fault) throw Failure(Exit::game, *match.fault + ": a search needs the result of each match");
      batch.scores.push_back(match.transcript.result.scores());
      batch.digests.push_back(match.transcript.result.digests);
      if (seats_ > 1) batch.scores.back() = values_of(batch.scores.back());
      match.scheduled.number = played_++;
      match.scheduled.block = match.scheduled.number;
    }
    hooks_.finished(matches);
  };
  observer.withdrawn = [&, before = played_](const std::vector<std::string>& keys) {
    batch.scores.clear();
    batch.digests.clear();
    played_ = before;
    hooks_.withdrawn(keys);
  };
  if (play_run(plan, observer) < batch.scheduled_matches.size()) throw Stopped{};
}

std::vector<double> TrialMatches::operator()(const std::vector<Trial>& trials) {
  /// The matches of a trial; in games with one seat, that of each side, if it has to be played.
  struct Order {
    std::size_t first = 0;
    std::size_t second = 0;
    std::vector<std::size_t> matches;
    std::uint64_t seed = 0;
    bool reference = false;
  };
  Batch batch;
  std::vector<Order> orders;
  for (const Trial& trial : trials) {
    Order order;
    order.seed = seeds_[trial.seed % seeds_.size()];
    order.reference = !trial.other;
    order.first = number_of(batch.participants, with_options(plan_.participants[0], space_.options_of(trial.point)));
    order.second =
        number_of(batch.participants, trial.other ? with_options(plan_.participants[0], space_.options_of(*trial.other))
                                                  : plan_.participants.back());
    if (seats_ == 1) {
      order.matches.push_back(batch.add(order.seed, {order.first}));
      if (!order.reference || !alone_.contains(order.seed))
        order.matches.push_back(batch.add(order.seed, {order.second}));
    } else if (order.first != order.second) {
      const Schedule schedule =
          Schedule::tournament(round_robin(2, seats_), usual_seatings(plan_), {order.seed}, seats_);
      for (std::size_t i = 0; i < schedule.size(); ++i) {
        Seating seating = schedule.at(i).seating;
        for (std::size_t& seat : seating) seat = seat == 0 ? order.first : order.second;
        order.matches.push_back(batch.add(order.seed, seating));
      }
    }
    orders.push_back(std::move(order));
  }
  if (!batch.scheduled_matches.empty()) play(batch);

  const auto side = [&](std::size_t participant) {
    std::string text = batch.participants[participant].identity.sha256;
    for (const auto& [name, value] : batch.participants[participant].identity.options)
      text += "\n" + name + "=" + value;
    return text;
  };
  std::vector<double> values;
  for (const Order& order : orders) {
    BlockDigest digest;
    for (const std::size_t match : order.matches) digest.add(batch.digests[match]);
    double value = 0;
    if (seats_ == 1) {
      Alone other;
      if (order.matches.size() > 1) {
        other = {score_of(batch, order.matches[1], order.second), batch.digests[order.matches[1]]};
        if (order.reference) alone_[order.seed] = other;
      } else {
        other = alone_.at(order.seed);
        digest.add(other.digests);
      }
      const std::vector<double> pair = values_of({score_of(batch, order.matches[0], order.first), other.score});
      value = pair[0] - pair[1];
    } else if (!order.matches.empty()) {
      for (const std::size_t match : order.matches)
        value += score_of(batch, match, order.first) - score_of(batch, match, order.second);
      // Both take as many seats over all orders.
      value /= static_cast<double>(order.matches.size() * seats_) / 2;
    }
    const bool is_new =
        order.matches.empty() || seen_[{side(order.first), side(order.second)}].add(digest.block(order.seed));
    values.push_back(is_new ? value : copy_of_earlier);
  }
  return values;
}

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

void Tuning::run() {
  std::size_t first = 0;  // seed that the search has not used
  try {
    if (spsa_) {
      spsa_->run();
      best_ = spsa_->best();
      first = spsa_->seeds();
    } else {
      search_->run();
      best_ = search_->tried()[search_->best()].point;
      for (const Tried& one : search_->tried()) first = std::max(first, one.values.size());
    }
    if (best_ == space_.start()) return;
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
