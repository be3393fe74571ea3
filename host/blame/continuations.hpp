// Plays continuations of recorded matches, on all cores or on a cluster; remembers them, and keeps them in a file.
#pragma once

#include "host/blame/search.hpp"
#include "host/match/transcript.hpp"
#include "host/tournament/run.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace host {

/// Whose turns are judged, and by what.
struct BlameTask {
  RunPlan plan;  // its participants: one for each seat, and then the reference
  Transcript match;
  std::int32_t seat = 0;
  std::uint64_t chance = 0;        // other numbers: other random numbers in all continuations
  std::optional<double> target{};  // of a match with one seat: the score that is worth 1
};

/// Returns the numbers of the events of the seat, from 0: its turns.
std::vector<std::size_t> turns_of(const Transcript& match, std::int32_t seat);

/// Returns what a match with these scores is worth to the seat, from 0 to 1: the share of the others that it beats, a
/// tie half; with one seat, the part of the way from the match's own score to the target or, without one, the score.
double worth(const BlameTask& task, const MatchResult& result);

/// Used by one thread, as its hooks are.
class Continuations {
 public:
  struct Hooks {
    std::function<bool()> should_stop;                            // whether no other one may begin
    std::function<void()> tick;                                   // called about every 0.1 s
    std::function<void(const Probe& probe, bool failed)> played;  // in the order of the probes
  };

  /// Reads the continuations in the file, and adds others; an empty name: in none. Throws Failure(usage) if it holds
  /// something else, and Failure(output).
  Continuations(Hooks hooks, std::filesystem::path file);

  /// Plays the probes, as PlayProbes. The calls of a task follow one another. Throws Failure(game) if the game fails in
  /// one of them, Failure(cluster) if a machine had wrong results, and what OpenRun::play() throws.
  std::vector<Continuation> play(const BlameTask& task, const std::vector<Probe>& probes);

  /// Ends the run of the last task.
  void end();

  [[nodiscard]] std::size_t played() const { return played_; }
  /// Returns those in which a seat failed, and the first failure: "seat 1: time: ...".
  [[nodiscard]] std::size_t failures() const { return failures_; }
  [[nodiscard]] const std::string& first_failure() const { return first_failure_; }
  /// Returns whether a seat has run out of time.
  [[nodiscard]] bool late() const { return late_; }

 private:
  void add(const Probe& probe, const Continuation& played);
  void check() const;

  Hooks hooks_;
  std::filesystem::path path_;
  std::ofstream file_;
  std::map<std::string, std::map<Probe, Continuation>> known_;  // by task
  std::string task_;                                            // the last one
  RunPlan plan_{};                                              // of it
  std::vector<Probe> scheduled_{};                              // of the plan's schedule
  std::unique_ptr<OpenRun> run_{};
  bool late_ = false;
  std::size_t played_ = 0;
  std::size_t failures_ = 0;
  std::string first_failure_;
};

}  // namespace host
