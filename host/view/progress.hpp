// How far a run is, while it is played: a bar on a terminal, a line now and then in a log.
#pragma once

#include <cstddef>
#include <functional>
#include <iosfwd>
#include <string>

namespace host {

/// What there is to show.
struct ProgressState {
  std::size_t done = 0;  // of `all` matches
  std::size_t all = 0;
  std::size_t before = 0;    // of those done, the ones that took this run no time
  double seconds = 0;        // since the run began
  std::size_t failures = 0;  // seats that failed
  std::string standing;      // who leads, in a few words
};

/// One line without its end, of less than `columns` columns: "[####....] 40/100  12.0/s  0:05 left  2 failures  a 7.50
/// > b 6.20". What does not fit is left out, what matters least first; the standing is cut.
std::string progress_bar(const ProgressState& state, std::size_t columns);

/// The same for a file: "40 of 100 matches, 12.0/s, 0:05 left, 2 failures, a 7.50 > b 6.20".
std::string progress_note(const ProgressState& state);

/// Shows one run. Nothing appears of a run that is over within a second.
class Progress {
 public:
  enum class Kind {
    none,
    bar,   // redrawn in place ten times a second at most, gone at the end
    notes  // a line after ten seconds, then at intervals that grow to a minute
  };

  /// What surrounds it. `standing` is only asked when it is to be shown.
  struct Surroundings {
    std::ostream& out;
    std::function<double()> seconds;       // a clock that never goes back
    std::function<std::size_t()> columns;  // of the terminal, which may change
    std::function<std::string()> standing;
  };

  Progress(Kind kind, std::size_t all, Surroundings around);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() { wipe(); }

  /// One more match is over, in which so many seats failed; `played`: in this run.
  void finished(std::size_t failures, bool played = true);
  /// Time has passed.
  void tick();

  /// Takes the bar away so that others can print; restore() brings it back.
  void wipe();
  void restore();

  /// Nothing more is shown.
  void end();

 private:
  void draw();

  Kind kind_;
  Surroundings around_;
  ProgressState state_;
  double begun_;
  double next_;      // when it is to be shown again
  double interval_;  // until the one after that
  std::string bar_;  // as last drawn; empty: never yet
  bool visible_ = false;
};

/// A bar if stderr is a terminal, else notes; none if `quiet`.
Progress::Kind progress_kind(bool quiet);

/// Progress on stderr, by the machine's clock.
Progress::Surroundings progress_on_stderr(std::function<std::string()> standing);

}  // namespace host
