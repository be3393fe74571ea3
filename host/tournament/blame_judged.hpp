// What is judged: the turns of a seat, what results are worth to it, and what it loses in the opening, the middle and
// the end of the matches of a run: thirds of a match's actions.
//
// The loss of a seat in a phase is the value before its first turn of the phase less that before its first turn of the
// next one, or less the result. It contains what the seat's actions cost, in comparison with the reference, and luck,
// whose mean over many matches is 0. All matches of one seed are one observation.
#pragma once

#include "host/match/transcript.hpp"
#include "host/tournament/blame_search.hpp"
#include "host/tournament/run.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
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
/// tie half; with one seat, the part of the way from the match's own score to the target or, without one, the score.
double worth(const BlameTask& task, const MatchResult& result);

/// What was played for an answer.
struct ContinuationCounts {
  std::size_t played = 0;
  std::size_t failures = 0;     // those in which a seat failed
  std::string first_failure{};  // "seat 1: time: ..."
  bool late = false;            // whether a seat has run out of time
};

inline constexpr std::size_t phase_count = 3;
inline constexpr std::array<const char*, phase_count + 1> loss_names = {"opening", "middle", "end", "all"};

/// A seat of a match, and what was measured of it.
struct JudgedSeat {
  std::size_t match = 0;  // its number in the run, from 0
  std::uint64_t seed = 0;
  std::int32_t seat = 0;
  std::string seat_name{};
  std::string strategy{};
  std::map<std::string, std::string> parameters{};
  std::size_t turns = 0;
  std::array<std::size_t, phase_count> begins{};  // the seat's first turn of each phase; `turns`: it has none
  double end = 0;                                 // what the result is worth
  std::size_t draws = 0;                          // continuations from each of these turns
  std::array<double, phase_count> sums{};         // of their values

  /// Returns the losses in the phases, and in all of them together.
  [[nodiscard]] std::array<double, phase_count + 1> losses() const;
};

/// Fills `turns` and `begins`.
void find_phases(const Transcript& match, JudgedSeat& judged);

/// Adds `draws` continuations from the beginning of each phase. Adds none and returns false if not all were played.
bool measure(JudgedSeat& judged, std::size_t draws, const PlayProbes& play);

/// Returns the rows of losses: "strategies", the largest loss first; "by_seat", if there are several seats;
/// "by_parameter", of each one that varies; and "differences" of two strategies on the seeds that both have played. A
/// row has the number of its "seeds" and, for "opening", "middle", "end" and "all", the mean "loss" over them with its
/// "interval". Leaves out seats without continuations.
nlohmann::ordered_json loss_tables(const std::vector<JudgedSeat>& all);

}  // namespace host
