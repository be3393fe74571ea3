#include "host/tournament/cluster_run.hpp"

#include "host/tournament/archive.hpp"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace host {

namespace {

class ClusterRun final : public OpenRun {
 public:
  explicit ClusterRun(const RunPlan& plan) : plan_(plan), lookup_(plan), arenas_(plan.cluster(plan)) {}

  std::size_t play(const RunObserver& observer) override {
    while ((delivered_ < plan_.schedule.size() || !arenas_->settled()) && !observer.should_stop()) {
      request();
      take(arenas_->collect(delivered_, !may_deliver()));
      if (const auto withdrawal = arenas_->withdrawn()) withdraw(*withdrawal, observer);
      if (may_deliver()) deliver(observer);
      observer.tick();
    }
    return delivered_;
  }

  void end() override { arenas_->end(delivered_); }

 private:
  struct Waiting {
    FinishedMatch match;
    bool finished = false;
  };

  /// Requests matches that the database does not have.
  void request() {
    constexpr std::size_t most_looked_up = 1000;  // at a time, so that progress is shown
    for (std::size_t looked_up = 0; requested_ < plan_.schedule.size() && looked_up < most_looked_up;) {
      if (arenas_->room() == 0) return;
      FinishedMatch match = std::move(lookup_.prepared({requested_, 1}).front());
      const bool stored = match.stored || match.left_out;
      if (stored) {
        ++looked_up;
        if (match.machine) stored_[match.machine->name].push_back(requested_);
      }
      if (!stored) arenas_->request(requested_, match.scheduled.request());
      waiting_.emplace(requested_++, Waiting{std::move(match), stored});
    }
  }

  void take(std::vector<ClusterMatch>&& played) {
    for (ClusterMatch& each : played) {
      const auto found = waiting_.find(each.index);
      // A host that was killed can have stored a match whose result it has not removed from the cluster.
      if (found == waiting_.end() || found->second.finished) continue;
      lookup_.finish(found->second.match, std::move(each.match));
      found->second.finished = true;
    }
  }

  /// Forgets the results. If some of them were delivered, all are delivered again.
  void withdraw(const Revocation& withdrawal, const RunObserver& observer) {
    std::vector<std::size_t> delivered;
    for (const std::size_t index : withdrawal.indices) {
      if (index < delivered_) delivered.push_back(index);
      if (const auto found = waiting_.find(index); found != waiting_.end()) found->second.finished = false;
    }
    if (withdrawal.stored) {
      const std::vector<std::size_t>& stored = stored_[withdrawal.machine];
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
    requested_ = delivered_ = 0;
    arenas_->restart();
  }

  [[nodiscard]] bool may_deliver() const { return !waiting_.empty() && waiting_.begin()->second.finished; }

  void deliver(const RunObserver& observer) {
    std::vector<FinishedMatch> matches;
    for (; may_deliver(); waiting_.erase(waiting_.begin()))
      matches.push_back(std::move(waiting_.begin()->second.match));
    delivered_ += matches.size();
    observer.finished(std::move(matches));
  }

  const RunPlan& plan_;
  Lookup lookup_;
  std::unique_ptr<ClusterArenas> arenas_;
  std::map<std::size_t, Waiting> waiting_;                  // all from delivered_ to requested_
  std::map<std::string, std::vector<std::size_t>> stored_;  // by machine, what the database had
  std::size_t requested_ = 0;
  std::size_t delivered_ = 0;
};

}  // namespace

std::unique_ptr<OpenRun> open_cluster_run(const RunPlan& plan) {
  return std::make_unique<ClusterRun>(plan);
}

}  // namespace host
