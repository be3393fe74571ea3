#include "host/tune/matches.hpp"

#include "host/util/failure.hpp"

#include <algorithm>
#include <utility>

namespace host {

namespace {

bool same(const Participant& a, const Participant& b) {
  return a.identity.sha256 == b.identity.sha256 && a.identity.strategy == b.identity.strategy &&
         a.identity.options == b.identity.options;
}

/// Returns the number of this participant among `all`, which gets it if it is new.
std::size_t number_of(std::vector<Participant>& all, Participant participant) {
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Participant& one) { return same(one, participant); });
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
  std::vector<std::optional<MatchDigest>> digests{};
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
      batch.scores.emplace_back();
      batch.digests.push_back(match.transcript.result.digest);
      for (const auto& seat : match.transcript.result.seats) batch.scores.back().push_back(seat.score);
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
        digest.add(other.digest);
      }
      const std::vector<double> pair = values_of({score_of(batch, order.matches[0], order.first), other.score});
      value = pair[0] - pair[1];
    } else if (!order.matches.empty()) {
      for (const std::size_t match : order.matches)
        value += score_of(batch, match, order.first) - score_of(batch, match, order.second);
      // Both take as many seats over all orders.
      value /= static_cast<double>(order.matches.size() * seats_) / 2;
    }
    const bool is_new = order.matches.empty() || seen_[{side(order.first), side(order.second)}].add(order.seed, digest);
    values.push_back(is_new ? value : copy_of_earlier);
  }
  return values;
}

}  // namespace host
