// What strategies lose in the opening, the middle and the end of the matches of a run: thirds of a match's actions.
//
// The loss of a seat in a phase is the value before its first turn of the phase less that before its first turn of the
// next one, or less the result. It contains what the seat's actions cost, in comparison with the reference, and luck,
// whose mean over many matches is 0. All matches of one seed are one observation.
#pragma once

#include "host/blame/search.hpp"
#include "host/match/transcript.hpp"
#include "host/stats/intervals.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace host {

inline constexpr std::size_t phase_count = 3;
inline constexpr std::array<const char*, phase_count> phase_names = {"opening", "middle", "end"};

/// A seat of a match, and what was measured of it.
struct JudgedSeat {
  std::size_t match = 0;  // its number in the run, from 0
  std::uint64_t seed = 0;
  std::int32_t seat = 0;
  std::string strategy{};
  std::vector<std::pair<std::string, std::string>> parameters{};
  std::size_t turns = 0;
  std::array<std::size_t, phase_count> begins{};  // the seat's first turn of each phase; `turns`: it has none
  double end = 0;                                 // the result: a score in a game with one seat, otherwise its worth
  std::size_t draws = 0;                          // continuations from each of these turns
  std::array<double, phase_count> sums{};         // of their values

  /// Returns the losses in the phases, and in all of them together.
  [[nodiscard]] std::array<double, phase_count + 1> losses() const;
};

/// Fills `turns` and `begins`.
void find_phases(const Transcript& match, JudgedSeat& judged);

/// Adds `draws` continuations from the beginning of each phase. `scores`: their values are scores. Adds none and
/// returns false if not all were played.
bool measure(JudgedSeat& judged, std::size_t draws, bool scores, const PlayProbes& play);

/// Seats with something in common, or a difference of two strategies.
struct PhaseRow {
  std::string strategy{};  // of a difference: the first
  std::string other{};     // the second
  std::string group{};     // "seat 0", "n=6"
  std::size_t matches = 0;
  std::size_t seeds = 0;
  std::array<double, phase_count + 1> losses{};  // means over seeds; in the end, of all phases together
  std::array<stats::Interval, phase_count + 1> intervals{};
};

struct PhaseTable {
  std::vector<PhaseRow> strategies{};   // the largest loss first
  std::vector<PhaseRow> seats{};        // by strategy and seat, if there are several seats
  std::vector<PhaseRow> parameters{};   // by strategy and the value of each parameter that varies
  std::vector<PhaseRow> differences{};  // of two strategies, on the seeds that both have played
  std::size_t judged = 0;               // seats with continuations
};

/// Leaves out seats without continuations. `seat_name` returns the name of a seat.
PhaseTable phase_table(const std::vector<JudgedSeat>& seats, const std::function<std::string(std::int32_t)>& seat_name);

}  // namespace host
