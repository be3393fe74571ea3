#include "host/cluster/cross_check.hpp"

#include "host/util/archive.hpp"
#include "host/util/digest.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <utility>

namespace host::cluster {

CrossCheck::Play::Play(const PlayedMatch& match)
    : fault(match.fault.has_value()),
      seats(match.transcript.result.seats),
      contest(match.transcript.contest),
      digests(match.transcript.result.digests) {}

bool CrossCheck::Play::operator==(const Play& other) const {
  const auto same_seat = [](const SeatResult& a, const SeatResult& b) {
    return a.score == b.score && a.outcome.kind == b.outcome.kind && a.usage.turns == b.usage.turns;
  };
  return fault == other.fault && digests == other.digests && contest == other.contest &&
         std::equal(seats.begin(), seats.end(), other.seats.begin(), other.seats.end(), same_seat);
}

CrossCheck::CrossCheck(Job job, const GameLimits& limits, std::string key, double share)
    : work_(std::make_shared<const Work>(Work{.job = std::move(job), .limits = limits})),
      key_(std::move(key)),
      share_(share) {}

bool CrossCheck::is_chosen(const LeasedMatch& match) const {
  const std::uint64_t drawn = first_number(sha256_of("recheck" + key_ + std::to_string(match.index)));
  return static_cast<double>(drawn >> 11U) * 0x1p-53 < share_;
}

std::vector<LeasedMatch> CrossCheck::played(std::int64_t lease, const std::string& machine,
                                            const std::vector<LeasedMatch>& leased,
                                            const std::vector<PlayedMatch>& matches, bool has_others) {
  if (!noted_.insert(lease).second) return {};
  Noted noted{.lease = lease, .indices = {}};
  Check check{.machine = machine, .leased = {}, .plays = {}};
  for (std::size_t i = 0; i < leased.size(); ++i) {
    noted.indices.push_back(leased[i].index);
    if (!has_others || !is_chosen(leased[i])) continue;
    check.leased.push_back(leased[i]);
    check.plays.emplace_back(matches[i]);
  }
  results_[machine].open.push_back(std::move(noted));
  std::vector<LeasedMatch> chosen = check.leased;
  if (!chosen.empty()) checks_.insert_or_assign(lease, std::move(check));
  return chosen;
}

std::vector<LeasedMatch> CrossCheck::waited_for(std::int64_t lease) const {
  const auto found = checks_.find(lease);
  return found == checks_.end() ? std::vector<LeasedMatch>() : found->second.leased;
}

void CrossCheck::checked(std::int64_t lease, const std::string& machine, const std::vector<PlayedMatch>& matches) {
  const auto found = checks_.find(lease);
  if (found == checks_.end() || found->second.plays.size() != matches.size()) return;
  const Check check = std::move(found->second);
  checks_.erase(found);
  for (std::size_t i = 0; i < matches.size(); ++i) {
    const Play play(matches[i]);
    if (play == check.plays[i]) continue;
    disputes_.push_back({.match = check.leased[i],
                         .first = check.machine,
                         .second = machine,
                         .first_play = check.plays[i],
                         .second_play = play});
    return;
  }
  confirm(check.machine, lease);
  confirm(machine, std::nullopt);
}

/// All results of the machine until that lease, or until now, count as confirmed.
void CrossCheck::confirm(const std::string& machine, std::optional<std::int64_t> up_to) {
  Results& results = results_[machine];
  auto end = results.open.end();
  if (up_to) {
    end = std::find_if(results.open.begin(), results.open.end(), [&](const Noted& one) { return one.lease == *up_to; });
    if (end == results.open.end()) return;  // confirmed before
    ++end;
  }
  for (auto each = results.open.begin(); each != end; ++each) results.confirmed.push_back(each->lease);
  results.open.erase(results.open.begin(), end);
}

std::optional<Verdict> CrossCheck::verdict() {
  if (disputes_.empty()) return std::nullopt;
  const Dispute dispute = disputes_.front();
  if (!own_) {
    ask_own_machine(dispute);
    return std::nullopt;
  }
  const WorkerSlot::Done* const done = own_->finished();
  if (done == nullptr) return std::nullopt;
  disputes_.pop_front();
  const WorkerSlot::Done own = *done;
  own_.reset();
  if (!own.refusal.empty()) return undecided(dispute, "this machine can't play it (" + own.refusal + ')');
  return decided(dispute, results_from(own.results, work_->job, {dispute.match, dispute.match}));
}

void CrossCheck::ask_own_machine(const Dispute& dispute) {
  own_ = std::make_unique<WorkerSlot>(0, 1, signal_);
  Lease lease;
  lease.id = 1;
  lease.matches = pack(std::vector<LeasedMatch>{dispute.match, dispute.match});
  own_->begin(std::move(lease), work_);
}

Verdict CrossCheck::decided(const Dispute& dispute, const std::vector<PlayedMatch>& own) {
  const Play one(own[0]);
  if (one == Play(own[1])) {
    if (one == dispute.first_play) return against(dispute.second, dispute.first, dispute, dispute.second_play, one);
    if (one == dispute.second_play) return against(dispute.first, dispute.second, dispute, dispute.first_play, one);
  }
  return undecided(dispute, "this machine does not confirm either");
}

Verdict CrossCheck::against(const std::string& machine, const std::string& others, const Dispute& dispute,
                            const Play& wrong, const Play& right) {
  return excluding(machine,
                   "it has another result than " + others + " and this machine: " + described(dispute, wrong, right));
}

Verdict CrossCheck::nonsense(const std::string& machine, std::int64_t lease) {
  return excluding(machine, "it has returned something that is no result of its lease " + std::to_string(lease));
}

Verdict CrossCheck::excluding(const std::string& machine, const std::string& reason) {
  const auto is_of = [&](const Dispute& each) { return each.first == machine || each.second == machine; };
  if (!disputes_.empty() && is_of(disputes_.front())) own_.reset();
  Results results = std::exchange(results_[machine], {});
  Verdict verdict;
  verdict.machine = machine;
  verdict.never_confirmed = results.confirmed.empty();
  for (const Noted& each : results.open) {
    noted_.erase(each.lease);
    verdict.indices.insert(verdict.indices.end(), each.indices.begin(), each.indices.end());
  }
  verdict.confirmed = std::move(results.confirmed);
  std::erase_if(checks_, [&](const auto& each) { return each.second.machine == machine; });
  std::erase_if(disputes_, is_of);
  verdict.sentence = machine + " is excluded from this run, because " + reason + "; " +
                     counted(verdict.indices.size(), "match") +
                     " that it has played since its last confirmed result will be played again";
  return verdict;
}

Verdict CrossCheck::undecided(const Dispute& dispute, const std::string& reason) {
  Verdict verdict;
  verdict.sentence = "results of " + dispute.first + " and " + dispute.second +
                     " differ: " + described(dispute, dispute.first_play, dispute.second_play) + ", and " + reason +
                     "; so matches of this run can't be compared, which is usual if a strategy looks at the clock";
  cancel();
  disputes_.clear();
  share_ = 0;
  return verdict;
}

/// Describes the first difference.
std::string CrossCheck::described(const Dispute& dispute, const Play& one, const Play& other) const {
  const MatchRequest& request = dispute.match.request;
  const std::string match = "in the match with seed " + std::to_string(request.seed) + ", ";
  for (std::size_t seat = 0; seat < std::min(one.seats.size(), other.seats.size()); ++seat) {
    const SeatResult& a = one.seats[seat];
    const SeatResult& b = other.seats[seat];
    if (a.score == b.score && a.outcome.kind == b.outcome.kind) continue;
    const auto text = [](const SeatResult& result) {
      return decimal(result.score) + " (" + outcome_name(result.outcome.kind) + ")";
    };
    return match + "seat " + std::to_string(seat) + ", " +
           work_->job.participants[request.seating[seat]].identity.name + ", has " + text(a) + " there and " + text(b) +
           " elsewhere";
  }
  return match + (one.fault == other.fault ? "the actions differ" : "the game has failed on only one of them");
}

}  // namespace host::cluster
