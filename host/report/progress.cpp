#include "host/report/progress.hpp"

#include "host/report/numbers.hpp"
#include "host/report/report.hpp"
#include "host/util/escape.hpp"
#include "host/util/own_files.hpp"
#include "host/util/text.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iostream>
#include <utility>
#include <vector>

namespace host {

namespace {

constexpr double silence = 1;   // seconds; a shorter run needs no bar
constexpr double redraw = 0.1;  // minimum seconds between redrawing the same bar
constexpr double first_note = 10;
constexpr double longest_pause = 60;

double rate(const ProgressState& state) {
  return state.seconds > 0 ? static_cast<double>(state.done - state.before) / state.seconds : 0;
}

std::string rate_text(const ProgressState& state) {
  const double matches = rate(state);
  return fixed(matches, matches >= 100 ? 0 : matches >= 10 ? 1 : 2) + "/s";
}

std::string two_digits(long long number) {
  std::string text = number < 10 ? "0" : "";
  return text += std::to_string(number);
}

/// Returns "0:05 left" or "1:02:03 left"; "" while no estimate is possible.
std::string left_text(const ProgressState& state) {
  const double matches = rate(state);
  constexpr double longest = 360000;  // maximum meaningful estimate in seconds: 100 hours
  constexpr double rounding = 1e-6;
  const double for_all = matches > 0 ? static_cast<double>(state.all - state.done) / matches : longest;
  const double left = std::min(for_all, std::max(state.most_seconds - state.seconds, 0.0));
  if (left >= longest) return {};
  const auto seconds = static_cast<long long>(std::ceil(left - rounding));
  const std::string minutes = seconds < 3600 ? std::to_string(seconds / 60)
                                             : std::to_string(seconds / 3600) + ":" + two_digits(seconds / 60 % 60);
  return minutes + ":" + two_digits(seconds % 60) + " left";
}

std::string failed_text(const ProgressState& state) {
  if (state.failures == 0) return {};
  return counted(state.failures, "failure");
}

std::string drawn_bar(const ProgressState& state, std::size_t columns) {
  const double of_matches = state.all == 0 ? 1 : static_cast<double>(state.done) / static_cast<double>(state.all);
  const double part = std::clamp(state.seconds / state.most_seconds, of_matches, 1.0);
  const auto full = static_cast<std::size_t>(part * static_cast<double>(columns));
  std::string text = "[";
  text.append(full, '#').append(columns - full, '.');
  return text += "] ";
}

}  // namespace

std::string progress_bar(const ProgressState& state, std::size_t columns) {
  constexpr std::size_t least_bar = 10;
  constexpr std::size_t most_bar = 30;
  constexpr std::size_t around_bar = 3;
  constexpr std::size_t least_standing = 8;
  // Leaves the last column free: some terminals wrap to the next line there.
  std::size_t unused = columns == 0 ? 0 : columns - 1;
  const std::string count = std::to_string(state.done) + "/" + std::to_string(state.all);
  std::string line = cut(count, unused);
  unused -= line.size();
  // Added in order of importance; the order on the screen is different.
  std::string failures = failed_text(state);
  std::string left = left_text(state);
  std::string speed = rate_text(state);
  for (std::string* const part : {&failures, &left, &speed}) {
    if (part->empty()) continue;
    *part = part->size() + 2 > unused ? std::string() : "  " + *part;
    unused -= part->size();
  }
  std::string standing = printable(state.standing);
  const std::size_t bar_width = unused >= least_bar + around_bar ? least_bar + around_bar : 0;
  if (standing.empty() || unused - bar_width < least_standing + 2) {
    standing.clear();
  } else {
    const std::size_t fits = unused - bar_width - 2;
    standing = "  " + (width(standing) > fits ? cut(standing, fits - 3) + "..." : standing);
    unused -= width(standing);
  }
  if (unused >= least_bar + around_bar) line = drawn_bar(state, std::min(unused - around_bar, most_bar)) + line;
  return line + speed + left + failures + standing;
}

std::string progress_note(const ProgressState& state) {
  std::vector<std::string> parts = {std::to_string(state.done) + " of " + std::to_string(state.all) + " matches"};
  for (const std::string& part : {rate_text(state), left_text(state), failed_text(state), printable(state.standing)}) {
    if (!part.empty()) parts.push_back(part);
  }
  return join(parts);
}

Progress::Progress(Kind kind, std::size_t all, Surroundings around)
    : kind_(kind),
      around_(std::move(around)),
      begun_(around_.seconds()),
      next_(begun_ + (kind == Kind::bar ? silence : first_note)),
      interval_(first_note) {
  state_.all = all;
}

void Progress::finished(std::size_t failures, bool played) {
  ++state_.done;
  if (!played) ++state_.before;
  state_.failures += failures;
  tick();
}

void Progress::tick() {
  if (kind_ == Kind::none) return;
  const double now = around_.seconds();
  if (now < next_) return;
  state_.seconds = now - begun_;
  state_.standing = around_.standing();
  if (kind_ == Kind::bar) {
    next_ = now + redraw;
    bar_ = progress_bar(state_, around_.columns());
    draw();
    return;
  }
  around_.out << message_prefix() << progress_note(state_) << std::endl;
  interval_ = std::min(2 * interval_, longest_pause);
  next_ = now + interval_;
}

void Progress::draw() {
  around_.out << RawTerminalText{"\r" + bar_ + "\x1b[K"} << std::flush;
  visible_ = true;
}

void Progress::wipe() {
  if (visible_) around_.out << RawTerminalText{"\r\x1b[K"} << std::flush;
  visible_ = false;
}

void Progress::end() {
  wipe();
  kind_ = Kind::none;
}

void Progress::restore() {
  if (!bar_.empty() && !visible_) draw();
}

Progress::Kind progress_kind(bool quiet) {
  if (::isatty(STDERR_FILENO) != 0) return Progress::Kind::bar;
  return quiet ? Progress::Kind::none : Progress::Kind::notes;
}

Progress::Surroundings progress_on_stderr(std::function<std::string()> standing) {
  const auto seconds = [] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  };
  const auto columns = []() -> std::size_t {
    constexpr std::size_t usual = 80;
    winsize size{};
    return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : usual;
  };
  return {std::cerr, seconds, columns, std::move(standing)};
}

}  // namespace host
