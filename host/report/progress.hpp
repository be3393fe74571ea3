// The progress of a run: a bar on a terminal, occasional lines in a log.
#pragma once

#include <cmath>
#include <cstddef>
#include <functional>
#include <iosfwd>
#include <string>

namespace host {

/// The data to show.
struct ProgressState {
  std::size_t done = 0;  // of `all` matches
  std::size_t all = 0;
  std::size_t before = 0;          // of those done, the ones found in the database
  double seconds = 0;              // since the start of the run
  double most_seconds = HUGE_VAL;  // after which the run ends, with fewer matches than `all`
  std::size_t failures = 0;        // number of seats that failed
  std::string standing;            // the leaders, in a few words
};

/// Returns one line without its line end, of less than `columns` columns: "[####....] 40/100  12.0/s  0:05 left  2
/// failures  a 7.50 > b 6.20". Omits what does not fit, the least important part first; truncates the standing.
std::string progress_bar(const ProgressState& state, std::size_t columns);

/// Returns the same for a file: "40 of 100 matches, 12.0/s, 0:05 left, 2 failures, a 7.50 > b 6.20".
std::string progress_note(const ProgressState& state);

/// Shows the progress of one run. Shows nothing if the run ends within a second.
class Progress {
 public:
  enum class Kind {
    none,
    bar,   // redrawn in place up to ten times a second, removed at the end
    notes  // a line after 10 s, then at intervals that grow to 60 s
  };

  /// Access to the environment. `standing` is called only when it is displayed.
  struct Surroundings {
    std::ostream& out;
    std::function<double()> seconds;       // a monotonic clock
    std::function<std::size_t()> columns;  // width of the terminal, which may change
    std::function<std::string()> standing;
  };

  Progress(Kind kind, std::size_t all, Surroundings around);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  ~Progress() { wipe(); }

  /// Tells that the run ends after so many seconds.
  void ends_after(double seconds) { state_.most_seconds = seconds; }
  /// Reports a completed match and its number of failed seats. `played`: it was played in this run.
  void finished(std::size_t failures, bool played = true);
  /// Must be called periodically.
  void tick();

  /// Removes the bar, so that other output can be printed; restore() shows it again.
  void wipe();
  void restore();

  /// Ends the display.
  void end();

 private:
  void draw();

  Kind kind_;
  Surroundings around_;
  ProgressState state_;
  double begun_;
  double next_;      // time of the next display
  double interval_;  // until the following one
  std::string bar_;  // as last drawn; empty: not yet drawn
  bool visible_ = false;
};

/// Returns a bar if stderr is a terminal, otherwise notes, or none if `quiet`: a bar leaves nothing behind.
Progress::Kind progress_kind(bool quiet);

/// Returns surroundings for progress on stderr, with the machine's clock.
Progress::Surroundings progress_on_stderr(std::function<std::string()> standing);

}  // namespace host
