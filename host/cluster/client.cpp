// The host's side of a run on a cluster: puts leases into the queue, and takes their results out.
#include "host/arena/job.hpp"
#include "host/cluster/cluster.hpp"
#include "host/cluster/cross_check.hpp"
#include "host/cluster/leases.hpp"
#include "host/cluster/payload.hpp"
#include "host/cluster/queue.hpp"
#include "host/report/report.hpp"
#include "host/tournament/archive.hpp"
#include "host/tournament/run.hpp"
#include "host/tournament/schedule.hpp"
#include "host/util/archive.hpp"
#include "host/util/digest.hpp"
#include "host/util/failure.hpp"
#include "host/util/own_files.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace host {

namespace cluster {

namespace {

constexpr std::chrono::milliseconds between_polls(50);
constexpr std::chrono::seconds look_period(1);
constexpr std::chrono::seconds idle_period(10);
constexpr int patience_of_leases = 3;

std::string key_of(const RunPlan& plan, const PackedJob& job) {
  return hexadecimal(sha256_of(run_identity(plan) + job.bytes));
}

/// A run whose matches are played by other machines. The observer sees the matches in the order of the schedule, so
/// that neither fast machines nor short matches can influence where a sequential test stops.
///
/// A lease stays in the cluster's database until all of its results are delivered, so that none is lost with the host.
class ClusterClient final : public OpenRun {
 public:
  /// See open_cluster().
  ClusterClient(const RunPlan& plan, std::string url, std::chrono::milliseconds lease, double recheck)
      : plan_(plan),
        lookup_(plan),
        url_(std::move(url)),
        job_(plan),
        key_(key_of(plan, job_)),
        size_(std::chrono::nanoseconds(lease).count()),
        recheck_(static_cast<const Job&>(plan), plan.game_limits, key_, recheck) {
    row_.format = payload_format();
    row_.job = job_.bytes;
    row_.game_wall_ns = plan.game_limits.wall_ns;
    row_.game_memory_bytes = plan.game_limits.memory_bytes;
    row_.patience = patience_of_leases * lease;
    row_.libraries = job_.names;
    try {
      connect();
    } catch (const Lost& lost) {
      throw Failure(Exit::cluster, lost.what());
    }
  }

  std::size_t play(const RunObserver& observer) override {
    while ((delivered_ < plan_.schedule.size() || !recheck_.settled()) && !observer.should_stop()) {
      request();
      exchange();
      if (withdrawn_) withdraw(*std::exchange(withdrawn_, std::nullopt), observer);
      if (may_deliver()) deliver(observer);
      observer.tick();
    }
    return delivered_;
  }

  void end() override {
    try {
      if (!queue_) connect();
      if (delivered_ == plan_.schedule.size()) {
        queue_->remove_run(run_);
      } else {
        queue_->withdraw(run_);
        queue_->remove(forget());
      }
    } catch (const Lost&) {  // the next host with this run removes it, or one after seven days
    }
  }

 private:
  using Clock = std::chrono::steady_clock;
  struct Waiting {
    FinishedMatch match;
    bool finished = false;
  };

  /// Connects, and learns which matches are in leases.
  void connect() {
    auto queue = std::make_unique<Queue>(url_);
    if (run_ == 0) {
      for (const Build* const build : arena::builds_of(plan_)) {
        if (!queue->has_library(build->sha256())) queue->add_library(build->sha256(), content_of(build->memory()));
      }
      for (const auto& [sha256, archive] : job_.archives) {
        if (!queue->has_library(sha256)) queue->add_library(sha256, archive);
      }
      run_ = queue->open_run(key_, row_, plan_.afresh);
      for (const std::string& machine : queue->excluded(run_)) {
        print_message(machine + " stays excluded from this run: it had wrong results");
        excluded_[machine] = {};
      }
    } else {
      queue->reopen_run(run_);
    }
    // A check that was to be added when the connection was lost is not there, and would be waited for.
    queue->remove_checks(run_);
    recheck_.cancel();
    capacity_ = queue->capacity(run_);
    connected_ = Clock::now();
    queue_ = std::move(queue);
    learn_leases();
    if (said_lost_) print_message("the cluster's database can be used again");
    said_lost_ = false;
  }

  /// Returns how many more matches to request now, so that the machines have enough to do, but little is played in
  /// vain.
  [[nodiscard]] std::size_t free_capacity() const {
    constexpr std::size_t most_ahead = 8;
    if (!queue_ || open_ >= wanted_leases()) return 0;
    const std::size_t size = size_.next(plan_.schedule.size() - next_, capacity_.slots);
    // What waits for one slow lease is limited: a test that decides there has played the rest in vain.
    if (next_ - delivered_ > most_ahead * wanted_leases() * size) return 0;
    const std::size_t wanted = (wanted_leases() - open_) * size;
    return wanted - std::min(wanted, pending_.size());
  }

  /// Requests matches that the database does not have.
  void request() {
    constexpr std::size_t most_looked_up = 1000;  // at a time, so that progress is shown
    for (std::size_t looked_up = 0; next_ < plan_.schedule.size() && looked_up < most_looked_up; ++next_) {
      if (free_capacity() == 0) return;
      Waiting waiting{.match = std::move(lookup_.prepared({next_, 1}).front())};
      const FinishedMatch& match = waiting.match;
      waiting.finished = match.stored || match.left_out;
      auto early = early_.extract(next_);
      if (waiting.finished) {
        ++looked_up;
        if (match.machine) stored_[match.machine->name].push_back(next_);
      } else if (early) {
        finish(waiting, std::move(early.mapped()));
      } else if (!known_.contains(next_)) {
        pending_.push_back({next_, match.scheduled.request()});
      }
      waiting_.emplace(next_, std::move(waiting));
    }
  }

  void finish(Waiting& waiting, PlayedMatch&& match) const {
    lookup_.finish(waiting.match, std::move(match));
    waiting.finished = true;
  }

  [[nodiscard]] bool may_deliver() const { return !waiting_.empty() && waiting_.begin()->second.finished; }

  void deliver(const RunObserver& observer) {
    std::vector<FinishedMatch> matches;
    for (; may_deliver(); waiting_.erase(waiting_.begin()))
      matches.push_back(std::move(waiting_.begin()->second.match));
    delivered_ += matches.size();
    observer.finished(std::move(matches));
  }

  /// Sends what is pending, and receives results. If there is nothing to deliver then, waits a little.
  void exchange() {
    bool received = false;
    try {
      if (!queue_) connect();
      send();
      received = receive();
      queue_->remove(forget());
      look_at_verdict();
      look_after();
    } catch (const Lost& lost) {
      queue_.reset();
      if (!said_lost_) print_message(std::string(lost.what()) + "; tries again until Ctrl-C");
      said_lost_ = true;
      std::this_thread::sleep_for(10 * between_polls);
    }
    if (!received && !may_deliver()) std::this_thread::sleep_for(between_polls);
  }

  void send() {
    if (pending_.empty()) return;
    std::vector<std::string> leases;
    std::size_t left = plan_.schedule.size() - next_ + pending_.size();
    for (std::size_t begin = 0; begin < pending_.size();) {
      const std::size_t size = std::min(size_.next(left, capacity_.slots), pending_.size() - begin);
      const auto first = pending_.begin() + static_cast<std::ptrdiff_t>(begin);
      leases.push_back(pack(std::vector<LeasedMatch>(first, first + static_cast<std::ptrdiff_t>(size))));
      begin += size;
      left -= size;
    }
    queue_->add_leases(run_, leases);
    open_ += leases.size();
    pending_.clear();
  }

  /// Returns whether there were results.
  bool receive() {
    constexpr std::size_t most = 20;
    const std::vector<ClosedLease> all = queue_->closed(run_, leases_.ids(), most);
    for (const ClosedLease& closed : all) {
      if (verdict_) break;  // it is carried out first
      const auto excluded = excluded_.find(closed.machine.name);
      const bool counts =
          closed.given_up || closed.check_of != 0 || excluded == excluded_.end() ||
          std::find(excluded->second.begin(), excluded->second.end(), closed.id) != excluded->second.end();
      if (counts) {
        if (!take(closed)) break;
      } else {  // it was closed at the moment in which its machine was excluded
        queue_->exclude(run_, closed.machine.name, "", excluded->second);
      }
    }
    return !all.empty();
  }

  /// Forgets and returns the leases of which all results are delivered.
  std::vector<std::int64_t> forget() {
    return leases_.forget_if([&](std::size_t index) { return index >= delivered_; }, false);
  }

  /// Learns which matches are in leases. Removes leases that are not of this run's schedule.
  void learn_leases() {
    known_.clear();
    open_ = 0;
    std::vector<std::int64_t> wrong;
    for (const Lease& lease : queue_->all_leases(run_)) {
      try {
        const std::vector<LeasedMatch> matches = scheduled_from(lease.matches, plan_);
        if (std::ranges::any_of(matches, [&](const LeasedMatch& match) { return known_.contains(match.index); }))
          throw BadMessage();
        for (const LeasedMatch& match : matches) known_.insert(match.index);
        ++open_;
      } catch (const BadMessage&) {
        wrong.push_back(lease.id);
      }
    }
    replace(wrong);
    open_ -= std::min(open_, leases_.size());
    pending_.clear();
    for (const auto& [index, waiting] : waiting_) {
      if (!waiting.finished && !known_.contains(index)) pending_.push_back({index, waiting.match.scheduled.request()});
    }
  }

  /// Returns the matches of a lease as they ended, and has some of them checked. Throws BadMessage.
  std::vector<PlayedMatch> ended(const ClosedLease& closed, const std::vector<LeasedMatch>& matches_of_lease) {
    const std::string& machine = closed.machine.name;
    if (closed.given_up) return given_up(matches_of_lease, machine);
    std::vector<PlayedMatch> matches = results_from(closed.results, plan_, matches_of_lease);
    if (machine.empty() || !std::isfinite(closed.machine.speed) || closed.busy_ns < 0) throw BadMessage();
    // look_after() counts machines only once a second. A short run can be over by then.
    if (!last_machine_.empty() && last_machine_ != machine)
      capacity_.machines = std::max<std::size_t>(capacity_.machines, 2);
    last_machine_ = machine;
    const auto player = std::make_shared<const Machine>(closed.machine);
    for (PlayedMatch& match : matches) match.machine = player;
    size_.add(matches_of_lease.size(), closed.busy_ns, closed.results.size());
    const std::vector<LeasedMatch> chosen =
        recheck_.played(closed.id, machine, matches_of_lease, matches, capacity_.machines > 1);
    if (!chosen.empty()) queue_->add_check(run_, closed.id, machine, pack(chosen));
    return matches;
  }

  /// Takes the results of a lease. What arenas can have written is checked here: the matches of the lease against this
  /// run's schedule, and its results against these matches. Returns whether other leases are still as they were read.
  bool take(const ClosedLease& closed) {
    if (closed.check_of != 0) {
      take_check(closed);
      return true;
    }
    std::vector<LeasedMatch> matches_of_lease;
    try {
      matches_of_lease = scheduled_from(closed.matches, plan_);
      for (const LeasedMatch& match : matches_of_lease)
        if (leases_.has_match(match.index)) throw BadMessage();
    } catch (const BadMessage&) {
      replace({closed.id});
      learn_leases();
      return false;
    }
    std::vector<PlayedMatch> matches;
    try {
      matches = ended(closed, matches_of_lease);
    } catch (const BadMessage&) {
      refuse(closed);
      return true;
    }
    for (std::size_t i = 0; i < matches.size(); ++i) {
      const std::size_t index = matches_of_lease[i].index;
      leases_.add(closed.id, index);
      if (index >= next_) early_.emplace(index, std::move(matches[i]));
      // A host that was killed can have stored a match whose result it has not removed from the cluster.
      const auto found = waiting_.find(index);
      if (found != waiting_.end() && !found->second.finished) finish(found->second, std::move(matches[i]));
    }
    open_ -= std::min<std::size_t>(open_, 1);
    return true;
  }

  void take_check(const ClosedLease& closed) {
    const std::string& machine = closed.machine.name;
    const std::vector<LeasedMatch> wanted = recheck_.waited_for(closed.check_of);
    try {
      if (closed.given_up || excluded_.contains(machine)) {
        recheck_.drop(closed.check_of);
      } else if (wanted.empty()) {
        queue_->remove({closed.id});
        learn_leases();  // it may have been another lease
        return;
      } else {
        recheck_.checked(closed.check_of, machine, results_from(closed.results, plan_, wanted));
      }
    } catch (const BadMessage&) {
      recheck_.drop(closed.check_of);
      refuse(closed);
    }
    queue_->remove({closed.id});
  }

  /// Has the lease played again, without the machine that has returned something else than results of it.
  void refuse(const ClosedLease& closed) {
    queue_->reopen(closed.id);
    if (closed.machine.name.empty()) {
      print_message("lease " + std::to_string(closed.id) +
                    " in the cluster's database was closed without results, and is played again");
      return;
    }
    verdict_ = recheck_.nonsense(closed.machine.name, closed.id);
    print_message(verdict_->sentence);
  }

  /// Removes leases that do not fit. learn_leases() notices which matches are in no lease then.
  void replace(const std::vector<std::int64_t>& leases) {
    for (const std::int64_t lease : leases)
      print_message("lease " + std::to_string(lease) +
                    " in the cluster's database does not fit this run, and is replaced");
    queue_->remove(leases);
  }

  /// Excludes a machine with wrong results, and takes back those that nothing has confirmed.
  void look_at_verdict() {
    if (!verdict_) {
      verdict_ = recheck_.verdict();
      if (!verdict_) return;
      print_message(verdict_->sentence);
    }
    // If the connection is lost here, all of it is done again.
    if (verdict_->machine.empty()) {
      queue_->remove_checks(run_);
      queue_->admit_all(run_);
      excluded_.clear();
      verdict_.reset();
      return;
    }
    excluded_[verdict_->machine] = verdict_->confirmed;
    queue_->exclude(run_, verdict_->machine, verdict_->sentence, verdict_->confirmed);
    // The leases of these matches are open again.
    const std::set<std::size_t> wrong(verdict_->indices.begin(), verdict_->indices.end());
    std::erase_if(early_, [&](const auto& match) { return wrong.contains(match.first); });
    leases_.forget_if([&](std::size_t index) { return wrong.contains(index); }, true);
    for (const std::size_t index : wrong)
      if (const auto found = waiting_.find(index); found != waiting_.end()) found->second.finished = false;
    learn_leases();
    withdrawn_ = std::exchange(verdict_, std::nullopt);
  }

  /// If some of the wrong results were delivered, begins with the first match again, and delivers all again. What was
  /// played and still counts is not played again.
  void withdraw(const Verdict& verdict, const RunObserver& observer) {
    std::vector<std::size_t> delivered;
    std::ranges::copy_if(verdict.indices, std::back_inserter(delivered),
                         [&](std::size_t index) { return index < delivered_; });
    if (verdict.never_confirmed) {  // so what an earlier command has stored of the machine does not count either
      const std::vector<std::size_t>& stored = stored_[verdict.machine];
      delivered.insert(delivered.end(), stored.begin(), stored.end());
    }
    if (delivered.empty()) return;
    std::vector<std::string> keys;
    if (plan_.database) {
      for (const std::size_t index : delivered) keys.push_back(lookup_.key_of(index));
    }
    observer.withdrawn(keys);
    waiting_.clear();
    stored_.clear();
    early_.clear();
    leases_.clear();
    pending_.clear();
    next_ = delivered_ = 0;
    try {
      if (queue_) learn_leases();
    } catch (const Lost&) {
      queue_.reset();  // exchange() connects again, and learns then
    }
  }

  /// Expired leases, machines that come and go, and what they say.
  void look_after() {
    const Clock::time_point now = Clock::now();
    if (now - looked_ < look_period) return;
    looked_ = now;
    // After the server's absence, arenas need time to come back.
    if (now - connected_ > row_.patience) queue_->expire(run_);
    capacity_ = queue_->capacity(run_);
    if (capacity_.machines < 2 && !recheck_.settled()) {
      recheck_.cancel();
      queue_->remove_checks(run_);
    }
    const std::vector<Refusal> refusals = queue_->refusals(run_);
    for (; told_ < refusals.size(); ++told_)
      print_message(refusals[told_].machine + " can't play this run: " + refusals[told_].reason);
    if (capacity_.slots > 0) said_idle_ = false;
    if (capacity_.slots > 0 || said_idle_) return;
    if (!refusals.empty()) {
      queue_->remove_run(run_);
      throw Failure(Exit::cluster, "no machine of the cluster can play this run; " + refusals.front().machine +
                                       " says: " + refusals.front().reason);
    }
    if (now - connected_ < idle_period) return;
    if (!excluded_.empty())
      print_message("no machine is left that may play this run; it waits for another one");
    else
      print_message("the cluster has no arena yet: start some with '" + command_line("arena --cluster URL") + "'");
    said_idle_ = true;
  }

  [[nodiscard]] std::size_t wanted_leases() const { return 2 * capacity_.slots + 2; }

  const RunPlan& plan_;
  Lookup lookup_;
  std::string url_;
  PackedJob job_;
  std::string key_;
  RunRow row_;
  LeaseSize size_;
  CrossCheck recheck_;
  std::optional<Verdict> verdict_;                             // not yet dealt with
  std::map<std::string, std::vector<std::int64_t>> excluded_;  // machines with wrong results, and leases that count
  std::optional<Verdict> withdrawn_;                           // of which delivered results may be wrong
  std::unique_ptr<Queue> queue_;                               // NULL: the server can't be reached
  bool said_lost_ = false;
  std::int64_t run_ = 0;                      // 0: not begun
  std::set<std::size_t> known_;               // in leases of a host that has ended
  std::vector<LeasedMatch> pending_;          // requested, and in no lease
  std::map<std::size_t, Waiting> waiting_;    // all from delivered_ to next_
  std::map<std::size_t, PlayedMatch> early_;  // results from next_ on
  HeldLeases leases_;
  std::map<std::string, std::vector<std::size_t>> stored_;  // by machine, what the results database had
  std::size_t next_ = 0;                                    // the next index to be requested
  std::size_t delivered_ = 0;
  std::size_t open_ = 0;  // leases that are not closed
  Capacity capacity_;
  std::string last_machine_;  // that has returned results
  std::size_t told_ = 0;      // refusals
  bool said_idle_ = false;
  Clock::time_point connected_;
  Clock::time_point looked_;
};

}  // namespace

}  // namespace cluster

std::unique_ptr<OpenRun> open_cluster(const RunPlan& plan, const std::string& url, std::chrono::milliseconds lease,
                                      double recheck) {
  return std::make_unique<cluster::ClusterClient>(plan, url, lease, recheck);
}

}  // namespace host
