// Plays continuations of a recorded match, in parallel, and remembers them.
#pragma once

#include "host/blame/search.hpp"
#include "host/match/transcript.hpp"
#include "host/tournament/run.hpp"

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace host {

/// Whose turns are judged, and by what.
struct BlameTask {
  RunPlan plan;                    // its participants: one for each seat, and then the reference
  std::optional<RunPlan> quick{};  // the same with less time, if there are quick continuations
  Transcript match;
  std::int32_t seat = 0;
  std::uint64_t chance = 0;        // other numbers: other random numbers in all continuations
  std::optional<double> target{};  // of a match with one seat: the score that is worth 1
};

/// Returns the numbers of the events of the seat, from 0: its turns.
std::vector<std::size_t> turns_of(const Transcript& match, std::int32_t seat);

/// Returns what a match with these scores is worth to the seat, from 0 to 1: the share of the others that it beats, a
/// tie half; with one seat, the part of the way from the match's own score to the target.
double worth(const BlameTask& task, const MatchResult& result);

struct ContinuationHooks {
  std::function<bool()> should_stop;                                             // whether no other one may begin
  std::function<void()> tick;                                                    // called about every 0.1 s
  std::function<void(const Probe& probe, const Continuation& played)> finished;  // in the order of the probes
};

/// Used by one thread.
class Continuations {
 public:
  /// The task must exist as long as this object.
  Continuations(const BlameTask& task, ContinuationHooks hooks);
  Continuations(const Continuations&) = delete;
  Continuations& operator=(const Continuations&) = delete;
  ~Continuations();

  /// Adds one that an earlier process has played.
  void remember(const Probe& probe, const Continuation& played) { known_[probe] = played; }

  /// Plays the probes, as PlayProbes. Throws Failure(game) if the game fails in one of them, and what Arena::play()
  /// throws.
  std::vector<Continuation> operator()(const std::vector<Probe>& probes);

 private:
  void work(std::size_t job);
  std::optional<Continuation> play(Arena& arena, const Probe& probe);
  [[nodiscard]] MatchRequest request_of(const Probe& probe) const;
  [[nodiscard]] Continuation continuation_of(const PlayedMatch& match) const;

  const BlameTask& task_;
  ContinuationHooks hooks_;
  std::vector<std::size_t> turns_;
  std::map<Probe, Continuation> known_;
  std::atomic<bool> too_quick_ = false;  // whether a seat had too little time in a quick one: no other is quick

  std::mutex mutex_;
  std::condition_variable wanted_;
  std::condition_variable done_;
  std::vector<Probe> probes_;  // of the current call, without the known ones
  std::vector<std::optional<Continuation>> played_;
  std::size_t begun_ = 0;
  std::size_t running_ = 0;
  std::exception_ptr fault_;
  bool over_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace host
