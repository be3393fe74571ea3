#include "host/report/progress.hpp"

#include "host/util/text.hpp"

#include <doctest/doctest.h>

#include <sstream>

namespace {

using host::Progress;
using host::progress_bar;
using host::progress_note;
using host::ProgressState;

ProgressState state() {
  return {.done = 40, .all = 100, .before = 0, .seconds = 4, .failures = 2, .standing = "a 7.50 > b 6.20"};
}

/// A run on an invented clock, with all that it shows.
struct Shown {
  explicit Shown(Progress::Kind kind, std::size_t all = 1000)
      : progress(kind, all,
                 {out, [this] { return now; }, [this] { return columns; },
                  [this] {
                    ++asked;
                    return std::string("a leads");
                  }}) {}

  void play(double seconds, int matches) {
    for (int match = 0; match < matches; ++match) {
      now += seconds / matches;
      progress.finished(0);
    }
  }
  [[nodiscard]] std::size_t count(const std::string& text) const {
    std::size_t found = 0;
    for (std::size_t at = 0; (at = out.str().find(text, at)) != std::string::npos; ++at) ++found;
    return found;
  }

  std::ostringstream out;
  double now = 1000;
  std::size_t columns = 80;
  int asked = 0;
  Progress progress;
};

}  // namespace

TEST_CASE("a bar tells matches, rate, time left, failures, if any, and the standing in one line") {
  CHECK(progress_bar(state(), 80) == "[########..............] 40/100  10.0/s  0:06 left  2 failures  a 7.50 > b 6.20");
  ProgressState fine = state();
  fine.failures = 0;
  CHECK(progress_bar(fine, 80).find("failure") == std::string::npos);
  fine.failures = 1;
  CHECK(progress_bar(fine, 80).find("  1 failure  ") != std::string::npos);
}

TEST_CASE("a bar is narrower than its terminal, however narrow that is, and tells what matters most") {
  for (std::size_t columns = 0; columns < 200; ++columns) {
    CAPTURE(columns);
    CHECK(host::width(progress_bar(state(), columns)) < columns + (columns == 0 ? 1 : 0));
  }
  CHECK(progress_bar(state(), 30) == "40/100  0:06 left  2 failures");
  CHECK(progress_bar(state(), 7) == "40/100");
  ProgressState long_names = state();
  long_names.standing = "\xC3\xA4" + std::string(100, 'x');
  CHECK(host::width(progress_bar(long_names, 80)) == 79);
  CHECK(progress_bar(long_names, 80).ends_with("x..."));
}

TEST_CASE("a bar is empty at the beginning and full at the end") {
  CHECK(progress_bar({.done = 0, .all = 9, .standing = {}}, 80).find('#') == std::string::npos);
  CHECK(progress_bar({.done = 9, .all = 9, .seconds = 1, .standing = {}}, 80).find("[####") == 0);
  CHECK(progress_bar({.done = 9, .all = 9, .seconds = 1, .standing = {}}, 80).find('.') ==
        progress_bar({.done = 9, .all = 9, .seconds = 1, .standing = {}}, 80).find(".00/s"));
}

TEST_CASE("time left is told in hours where it takes hours, and not at all while nothing is known") {
  ProgressState slow = {.done = 1, .all = 3601, .before = 0, .seconds = 2, .failures = 0, .standing = {}};
  CHECK(progress_note(slow) == "1 of 3601 matches, 0.50/s, 2:00:00 left");
  slow.done = 0;
  CHECK(progress_note(slow) == "0 of 3601 matches, 0.00/s");
}

TEST_CASE("a run that ends after a time tells how much of that is left, and its bar shows the larger part of both") {
  ProgressState bounded = {.done = 5, .all = 1000, .seconds = 30, .most_seconds = 40, .standing = {}};
  CHECK(progress_note(bounded) == "5 of 1000 matches, 0.17/s, 0:10 left");
  CHECK(progress_bar(bounded, 80).starts_with("[######################........] 5/1000"));
  bounded.done = 990;
  CHECK(progress_note(bounded) == "990 of 1000 matches, 33.0/s, 0:01 left");
  bounded.seconds = 41;
  CHECK(progress_note(bounded) == "990 of 1000 matches, 24.1/s, 0:00 left");
}

TEST_CASE("matches that were there before the run do not count for its rate") {
  const ProgressState resumed = {.done = 60, .all = 100, .before = 50, .seconds = 5, .failures = 0, .standing = {}};
  CHECK(progress_note(resumed) == "60 of 100 matches, 2.00/s, 0:20 left");
}

TEST_CASE("names of strategies can't steer the terminal") {
  ProgressState evil = state();
  evil.standing = "\x1b[2Jevil";
  CHECK(progress_bar(evil, 80).find('\x1b') == std::string::npos);
  CHECK(progress_note(evil).find('\x1b') == std::string::npos);
}

TEST_CASE("nothing is shown of a run that is over within a second, nor of a quiet one") {
  for (const auto kind : {Progress::Kind::bar, Progress::Kind::notes}) {
    Shown shown(kind, 10);
    shown.play(0.9, 10);
    shown.progress.wipe();
    shown.progress.restore();
    CHECK(shown.out.str() == "");
  }
  Shown quiet(Progress::Kind::none);
  quiet.play(600, 1000);
  CHECK(quiet.out.str() == "");
}

TEST_CASE("a bar is redrawn ten times a second at most, and asks for the standing no more often") {
  Shown shown(Progress::Kind::bar, 100000);
  shown.play(3, 30000);
  CHECK(shown.count("\r[") <= 21);
  CHECK(shown.count("\r[") >= 18);
  CHECK(shown.asked == static_cast<int>(shown.count("\r[")));
}

TEST_CASE("a bar makes way for others, comes back as it was, and is gone at the end") {
  std::string text;
  {
    Shown shown(Progress::Kind::bar);
    shown.play(2, 20);
    const std::string before = shown.out.str();
    shown.progress.wipe();
    CHECK(shown.out.str() == before + "\r\x1b[K");
    shown.progress.wipe();
    CHECK(shown.out.str() == before + "\r\x1b[K");
    shown.progress.restore();
    CHECK(shown.out.str() == before + "\r\x1b[K" + before.substr(before.rfind("\r[")));
    shown.progress.restore();
    CHECK(shown.count("\x1b[K\r\x1b[K") <= 1);
    shown.progress.wipe();
    text = shown.out.str();
  }
  CHECK(text.ends_with("\r\x1b[K"));
}

TEST_CASE("a bar goes on while no match ends, and follows the terminal's width") {
  Shown shown(Progress::Kind::bar);
  shown.now += 2;
  shown.progress.tick();
  CHECK(shown.count("0/1000") == 1);
  shown.columns = 12;
  shown.now += 1;
  shown.progress.tick();
  CHECK(shown.out.str().ends_with("\r0/1000\x1b[K"));
}

TEST_CASE("without a terminal there is a line after ten seconds, then at intervals that grow to a minute") {
  Shown shown(Progress::Kind::notes, 100000);
  shown.play(9.9, 99);
  CHECK(shown.count("\n") == 0);
  shown.play(1, 10);
  CHECK(shown.out.str() == "host: 100 of 100000 matches, 10.00/s, 2:46:30 left, a leads\n");
  shown.play(20, 200);
  CHECK(shown.count("\n") == 2);
  shown.play(600, 6000);
  CHECK(shown.count("\n") <= 13);
  CHECK(shown.count("\n") >= 11);
  CHECK(shown.count("\x1b") == 0);
}
