// What is judged: the turns of a seat, and what results are worth to it.
#pragma once

#include "host/match/transcript.hpp"
#include "host/tournament/run.hpp"

#include <cstddef>
#include <cstdint>
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
  double time_part = 1;            // what the plan has of the limits of CPU time that were given
};

/// Returns the numbers of the events of the seat, from 0: its turns.
std::vector<std::size_t> turns_of(const Transcript& match, std::int32_t seat);

/// Returns what a match with these scores is worth to the seat, from 0 to 1: the share of the others that it beats, a
/// tie half; with one seat, the part of the way from the match's own score to the target.
double worth(const BlameTask& task, const MatchResult& result);

/// What was played for an answer.
struct ContinuationCounts {
  std::size_t played = 0;
  std::size_t failures = 0;     // those in which a seat failed
  std::string first_failure{};  // "seat 1: time: ..."
  bool late = false;            // whether a seat has run out of time
};

}  // namespace host
