// Trust in the machines of a cluster: some matches are played again on another machine, and the results compared.
//
// If two machines differ, the host's machine decides: it plays the match twice. Only if both of its plays equal the one
// of the two machines, the other one is wrong. All other cases mean that the match has no single result, for example
// because a strategy looks at the clock. Then nothing can be compared.
#pragma once

#include "host/cluster/lease_worker.hpp"
#include "host/cluster/payload.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace host::cluster {

/// What a comparison has shown.
struct Verdict {
  std::string sentence;                 // for the user
  std::string machine;                  // whose results are wrong; empty: none's, and no more matches are compared
  std::vector<std::size_t> indices;     // its results since the last time that another machine had the same
  std::vector<std::int64_t> confirmed;  // leases with older results of it
  bool never_confirmed = false;         // no result of it was confirmed
};

/// Used by one thread.
class CrossCheck {
 public:
  /// `share`: which part of the matches is compared, from 0 to 1. `key` identifies the run: together with a match's
  /// index, it determines whether the match is compared.
  CrossCheck(Job job, const GameLimits& limits, std::string key, double share);

  /// Notes the results of a lease. Returns those of its matches that another machine is to play, if there is one. Empty
  /// if the lease was noted before.
  std::vector<LeasedMatch> played(std::int64_t lease, const std::string& machine,
                                  const std::vector<LeasedMatch>& leased, const std::vector<PlayedMatch>& matches,
                                  bool has_others);
  /// Returns the matches that played() has returned for `lease`; none if they are not waited for.
  [[nodiscard]] std::vector<LeasedMatch> waited_for(std::int64_t lease) const;
  /// Takes back the results of a machine that has returned something that is no result of `lease`.
  Verdict nonsense(const std::string& machine, std::int64_t lease);
  /// Compares what another machine has played: the matches that played() has returned for `lease`.
  void checked(std::int64_t lease, const std::string& machine, const std::vector<PlayedMatch>& matches);
  /// Returns what a comparison has shown, if there is something new. Does not wait.
  std::optional<Verdict> verdict();
  /// Does not compare the matches of that lease: no machine has been able to play them again.
  void drop(std::int64_t lease) { checks_.erase(lease); }
  /// Does not wait any more for matches that other machines were to play.
  void cancel() { checks_.clear(); }
  /// Returns whether no comparison is going on.
  [[nodiscard]] bool settled() const { return checks_.empty() && disputes_.empty(); }

 private:
  /// What is compared.
  struct Play {
    bool fault = false;
    std::vector<SeatResult> seats;
    std::vector<double> contest;
    MatchDigests digests;

    explicit Play(const PlayedMatch& match);
    bool operator==(const Play& other) const;
  };
  struct Check {
    std::string machine;
    std::vector<LeasedMatch> leased;
    std::vector<Play> plays;
  };
  struct Noted {
    std::int64_t lease = 0;
    std::vector<std::size_t> indices;
  };
  /// The leases of a machine.
  struct Results {
    std::deque<Noted> open;  // in the order of their arrival
    std::vector<std::int64_t> confirmed;
  };
  struct Dispute {
    LeasedMatch match;
    std::string first, second;  // the machines
    Play first_play, second_play;
  };

  [[nodiscard]] bool is_chosen(const LeasedMatch& match) const;
  void confirm(const std::string& machine, std::optional<std::int64_t> up_to);
  void ask_own_machine(const Dispute& dispute);
  Verdict decided(const Dispute& dispute, const std::vector<PlayedMatch>& own);
  Verdict excluding(const std::string& machine, const std::string& reason);
  Verdict against(const std::string& machine, const std::string& others, const Dispute& dispute, const Play& wrong,
                  const Play& right);
  Verdict undecided(const Dispute& dispute, const std::string& reason);
  [[nodiscard]] std::string described(const Dispute& dispute, const Play& one, const Play& other) const;

  std::shared_ptr<const Work> work_;
  std::string key_;
  double share_ = 0;
  std::set<std::int64_t> noted_;
  std::map<std::string, Results> results_;  // by machine
  std::map<std::int64_t, Check> checks_;    // by lease
  std::deque<Dispute> disputes_;
  Signal signal_;
  std::unique_ptr<WorkerSlot> own_;  // this machine, while it decides the first of the disputes
};

}  // namespace host::cluster
