#include "host/cluster/client.hpp"

#include "host/archive.hpp"
#include "host/arena/job.hpp"
#include "host/cluster/cluster.hpp"
#include "host/digest.hpp"
#include "host/failure.hpp"
#include "host/own_files.hpp"
#include "host/tournament/shard.hpp"
#include "host/view/output.hpp"

#include <algorithm>
#include <cmath>
#include <thread>
#include <utility>

namespace host::cluster {

void ResultBuffer::add(std::int64_t lease, const std::vector<LeasedMatch>& leased, std::vector<PlayedMatch>&& matches) {
  std::vector<std::size_t>& indices = leases_[lease];
  for (std::size_t i = 0; i < leased.size(); ++i) {
    const std::size_t index = leased[i].index;
    indices.push_back(index);
    indices_.insert(index);
    if (index < next_) {
      ready_.push_back({index, std::move(matches[i])});
    } else {
      early_.emplace(index, std::move(matches[i]));
    }
  }
}

bool ResultBuffer::request(std::size_t index) {
  next_ = index + 1;
  const auto found = early_.find(index);
  if (found == early_.end()) return false;
  ready_.push_back({index, std::move(found->second)});
  early_.erase(found);
  return true;
}

std::vector<ClusterMatch> ResultBuffer::take() {
  return std::exchange(ready_, {});
}

std::vector<std::int64_t> ResultBuffer::leases() const {
  std::vector<std::int64_t> all;
  for (const auto& [lease, indices] : leases_) all.push_back(lease);
  return all;
}

std::vector<std::int64_t> ResultBuffer::forget(std::size_t delivered) {
  std::vector<std::int64_t> over;
  std::erase_if(leases_, [&](const auto& lease) {
    const bool is_over =
        std::all_of(lease.second.begin(), lease.second.end(), [&](std::size_t index) { return index < delivered; });
    if (!is_over) return false;
    over.push_back(lease.first);
    remove_indices(lease.second);
    return true;
  });
  return over;
}

void ResultBuffer::withdraw(const std::set<std::size_t>& indices) {
  std::erase_if(ready_, [&](const ClusterMatch& match) { return indices.contains(match.index); });
  std::erase_if(early_, [&](const auto& match) { return indices.contains(match.first); });
  std::erase_if(leases_, [&](const auto& lease) {
    const bool is_one = std::any_of(lease.second.begin(), lease.second.end(),
                                    [&](std::size_t index) { return indices.contains(index); });
    if (is_one) remove_indices(lease.second);
    return is_one;
  });
}

void ResultBuffer::remove_indices(const std::vector<std::size_t>& indices) {
  for (const std::size_t index : indices) indices_.erase(index);
}

}  // namespace host::cluster

namespace host {

void check_cluster(const std::string& url) {
  cluster::check_url(url);
}

std::unique_ptr<ClusterArenas> open_cluster(const RunPlan& plan, const std::string& url,
                                            std::chrono::milliseconds lease, double recheck) {
  return std::make_unique<cluster::ClusterClient>(plan, url, lease, recheck);
}

namespace cluster {

namespace {

constexpr std::chrono::milliseconds pause(50);
constexpr std::chrono::seconds look_period(1);
constexpr std::chrono::seconds idle_period(10);
constexpr int patience_of_leases = 3;

std::string key_of(const RunPlan& plan, const PackedJob& job) {
  const Digest digest = sha256_of(run_identity(plan) + job.bytes);
  return hexadecimal(digest, digest.size());
}

/// Returns the result of a match that machines have failed to play.
PlayedMatch given_up(const MatchRequest& request, const std::string& machines) {
  PlayedMatch match;
  match.fault = "the match with seed " + std::to_string(request.seed) +
                " was given up: the arenas that played it ended or lost the database each time, on " + machines;
  return match;
}

}  // namespace

ClusterClient::ClusterClient(const RunPlan& plan, std::string url, std::chrono::milliseconds lease, double recheck)
    : plan_(plan),
      url_(std::move(url)),
      job_(plan),
      key_(key_of(plan, job_)),
      size_(std::chrono::nanoseconds(lease).count()),
      recheck_(plan, plan.game_limits, key_, recheck) {
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

/// Connects, and learns which matches are in leases.
void ClusterClient::connect() {
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
  machines_ = queue->machines(run_).size();
  slots_ = queue->slots(run_);
  connected_ = Clock::now();
  queue_ = std::move(queue);
  learn_leases();
  if (said_lost_) print_message("the cluster's database can be used again");
  said_lost_ = false;
}

/// Learns which matches are in leases. Removes leases that are not of this run's schedule.
void ClusterClient::learn_leases() {
  known_.clear();
  open_ = 0;
  std::vector<std::int64_t> wrong;
  for (const Lease& lease : queue_->all_leases(run_)) {
    try {
      const std::vector<LeasedMatch> matches = leased(lease.matches);
      if (std::ranges::any_of(matches, [&](const LeasedMatch& match) { return known_.contains(match.index); }))
        throw BadMessage();
      for (const LeasedMatch& match : matches) known_.insert(match.index);
      ++open_;
    } catch (const BadMessage&) {
      wrong.push_back(lease.id);
    }
  }
  replace(wrong);
  open_ -= std::min(open_, inbox_.leases().size());
  pending_.clear();
  for (const std::size_t index : requested_) {
    if (!known_.contains(index)) pending_.push_back({index, plan_.schedule.at(index).request()});
  }
}

/// Removes leases that do not fit. learn_leases() notices which matches are in no lease then.
void ClusterClient::replace(const std::vector<std::int64_t>& leases) {
  for (const std::int64_t lease : leases)
    print_message("lease " + std::to_string(lease) +
                  " in the cluster's database does not fit this run, and is replaced");
  queue_->remove(leases);
}

/// Returns the matches of a lease. Throws BadMessage unless they are in this run's schedule.
std::vector<LeasedMatch> ClusterClient::leased(const std::string& bytes) const {
  std::vector<LeasedMatch> all = matches_from(bytes, plan_);
  for (const auto& [index, request] : all) {
    if (index >= plan_.schedule.size()) throw BadMessage();
    if (plan_.schedule.at(index).request() != request) throw BadMessage();
  }
  return all;
}

std::size_t ClusterClient::wanted_leases() const {
  return 2 * slots_ + 2;
}

std::size_t ClusterClient::room() const {
  constexpr std::size_t most_ahead = 8;
  if (!queue_ || open_ >= wanted_leases()) return 0;
  const std::size_t size = size_.next(plan_.schedule.size() - next_, slots_);
  // What waits for one slow lease is limited: a test that decides there has played the rest in vain.
  if (next_ - delivered_ > most_ahead * wanted_leases() * size) return 0;
  const std::size_t wanted = (wanted_leases() - open_) * size;
  return wanted - std::min(wanted, pending_.size());
}

void ClusterClient::request(std::size_t index, const MatchRequest& request) {
  next_ = index + 1;
  requested_.insert(index);
  if (!inbox_.request(index) && !known_.contains(index)) pending_.push_back({index, request});
}

std::vector<ClusterMatch> ClusterClient::collect(std::size_t delivered, bool may_wait) {
  delivered_ = delivered;
  requested_.erase(requested_.begin(), requested_.lower_bound(delivered_));
  next_ = std::max(next_, delivered_);  // stored matches are delivered without a request
  try {
    if (!queue_) connect();
    send();
    receive();
    queue_->remove(inbox_.forget(delivered_));
    look_at_verdict();
    look_after();
  } catch (const Lost& lost) {
    queue_.reset();
    if (!said_lost_) print_message(std::string(lost.what()) + "; tries again until Ctrl-C");
    said_lost_ = true;
    std::this_thread::sleep_for(10 * pause);
  }
  if (!inbox_.has_ready() && may_wait) std::this_thread::sleep_for(pause);
  return inbox_.take();
}

void ClusterClient::send() {
  if (pending_.empty()) return;
  std::vector<std::string> leases;
  std::size_t left = plan_.schedule.size() - next_ + pending_.size();
  for (std::size_t begin = 0; begin < pending_.size();) {
    const std::size_t size = std::min(size_.next(left, slots_), pending_.size() - begin);
    const auto first = pending_.begin() + static_cast<std::ptrdiff_t>(begin);
    leases.push_back(pack(std::vector<LeasedMatch>(first, first + static_cast<std::ptrdiff_t>(size))));
    begin += size;
    left -= size;
  }
  queue_->add_leases(run_, leases);
  open_ += leases.size();
  pending_.clear();
}

void ClusterClient::receive() {
  constexpr std::size_t most = 20;
  for (const ClosedLease& closed : queue_->closed(run_, inbox_.leases(), most)) {
    if (verdict_) return;  // it is carried out first
    const auto excluded = excluded_.find(closed.machine.name);
    const bool counts =
        closed.given_up || closed.check_of != 0 || excluded == excluded_.end() ||
        std::find(excluded->second.begin(), excluded->second.end(), closed.id) != excluded->second.end();
    if (counts) {
      if (!take(closed)) return;
    } else {  // it was closed at the moment in which its machine was excluded
      queue_->exclude(run_, closed.machine.name, "", excluded->second);
    }
  }
}

/// Takes the results of a lease. What arenas can have written is checked here: the matches of the lease against this
/// run's schedule, and its results against these matches. Returns whether other leases are still as they were read.
bool ClusterClient::take(const ClosedLease& closed) {
  if (closed.check_of != 0) {
    take_check(closed);
    return true;
  }
  std::vector<LeasedMatch> matches_of_lease;
  std::vector<PlayedMatch> matches;
  const std::string& machine = closed.machine.name;
  try {
    matches_of_lease = leased(closed.matches);
    for (const LeasedMatch& match : matches_of_lease)
      if (inbox_.holds(match.index)) throw BadMessage();
  } catch (const BadMessage&) {
    replace({closed.id});
    learn_leases();
    return false;
  }
  if (closed.given_up) {
    for (const LeasedMatch& match : matches_of_lease) matches.push_back(given_up(match.request, machine));
  } else {
    try {
      matches = results_from(closed.results, plan_, matches_of_lease);
      if (machine.empty() || !std::isfinite(closed.machine.speed) || closed.busy_ns < 0) throw BadMessage();
    } catch (const BadMessage&) {
      refuse(closed);
      return true;
    }
    // look_after() counts machines only once a second. A short run can be over by then.
    if (!last_machine_.empty() && last_machine_ != machine) machines_ = std::max<std::size_t>(machines_, 2);
    last_machine_ = machine;
    const auto player = std::make_shared<const Machine>(closed.machine);
    for (PlayedMatch& match : matches) match.machine = player;
    size_.add(matches_of_lease.size(), closed.busy_ns, closed.results.size());
    const std::vector<LeasedMatch> chosen =
        recheck_.played(closed.id, machine, matches_of_lease, matches, machines_ > 1);
    if (!chosen.empty()) queue_->add_check(run_, closed.id, machine, pack(chosen));
  }
  inbox_.add(closed.id, matches_of_lease, std::move(matches));
  open_ -= std::min<std::size_t>(open_, 1);
  return true;
}

void ClusterClient::take_check(const ClosedLease& closed) {
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
void ClusterClient::refuse(const ClosedLease& closed) {
  queue_->reopen(closed.id);
  if (closed.machine.name.empty()) {
    print_message("lease " + std::to_string(closed.id) +
                  " in the cluster's database was closed without results, and is played again");
    return;
  }
  verdict_ = recheck_.nonsense(closed.machine.name, closed.id);
  print_message(verdict_->sentence);
}

/// Excludes a machine with wrong results, and takes back those that nothing has confirmed.
void ClusterClient::look_at_verdict() {
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
  inbox_.withdraw(std::set<std::size_t>(verdict_->indices.begin(), verdict_->indices.end()));
  learn_leases();
  withdrawn_ =
      Revocation{.machine = verdict_->machine, .indices = verdict_->indices, .stored = verdict_->never_confirmed};
  verdict_.reset();
}

std::optional<Revocation> ClusterClient::withdrawn() {
  return std::exchange(withdrawn_, std::nullopt);
}

void ClusterClient::restart() {
  next_ = delivered_ = 0;
  inbox_.restart();
  requested_.clear();
  pending_.clear();
  try {
    if (queue_) learn_leases();
  } catch (const Lost&) {
    queue_.reset();  // collect() connects again, and learns then
  }
}

/// Expired leases, machines that come and go, and what they say.
void ClusterClient::look_after() {
  const Clock::time_point now = Clock::now();
  if (now - looked_ < look_period) return;
  looked_ = now;
  // After the server's absence, arenas need time to come back.
  if (now - connected_ > row_.patience) queue_->expire(run_);
  slots_ = queue_->slots(run_);
  machines_ = queue_->machines(run_).size();
  if (machines_ < 2 && !recheck_.settled()) {
    recheck_.cancel();
    queue_->remove_checks(run_);
  }
  const std::vector<Refusal> refusals = queue_->refusals(run_);
  for (; told_ < refusals.size(); ++told_)
    print_message(refusals[told_].machine + " can't play this run: " + refusals[told_].reason);
  if (slots_ > 0) said_idle_ = false;
  if (slots_ > 0 || said_idle_) return;
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

void ClusterClient::end(std::size_t delivered) {
  delivered_ = delivered;
  try {
    if (!queue_) connect();
    if (delivered == plan_.schedule.size()) {
      queue_->remove_run(run_);
    } else {
      queue_->withdraw(run_);
      queue_->remove(inbox_.forget(delivered_));
    }
  } catch (const Lost&) {  // the next host with this run removes it, or one after seven days
  }
}

}  // namespace cluster

}  // namespace host
