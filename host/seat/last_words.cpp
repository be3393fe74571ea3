#include "host/seat/last_words.hpp"

#include "host/util/text.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <vector>

namespace host {

namespace {

using Lines = std::vector<std::string>;

constexpr std::string_view node_version = "Node.js v";  // the last line of each failure of Node.js

std::string trimmed(const std::string& line) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  return first == std::string::npos ? "" : line.substr(first, line.find_last_not_of(" \t\r") + 1 - first);
}

template <std::size_t count>
bool begins(std::string_view text, const std::array<std::string_view, count>& words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return text.starts_with(word); });
}

/// Returns whether an interpreter or a runtime library writes such a line below an error: a frame of the stack, or a
/// hint.
bool is_below_error(const std::string& line) {
  // Java, JavaScript, Ruby, Python's groups of errors
  static constexpr std::array<std::string_view, 4> frames = {"at ", "from ", "... ", "+-"};
  static constexpr std::array<std::string_view, 4> hints = {"note: ", "[signal ", "exit status ", "(the log is full)"};
  const std::string text = trimmed(line);
  return line.front() == text.front() ? begins(text, hints) : begins(text, frames);
}

/// Does the same for Node.js, which shows the properties of an error object below its stack.
bool is_below_error_of_node(const std::string& line) {
  static constexpr std::array<std::string_view, 7> parts = {node_version, "(Use `node ",    "}", "]",
                                                            "- /",        "Require stack:", "\t"};
  return line.front() == ' ' || begins(line, parts);
}

/// Returns the log's lines that are not blank, without those of the standard output. Go and Rust write stacks below the
/// cause; these are left out.
Lines lines_of(std::string_view log) {
  Lines lines;
  for (std::string& line : split(log, '\n')) {
    if (line.starts_with("goroutine ") && !lines.empty() && trimmed(line).ends_with("]:")) break;
    if (line == "runtime stack:" || line == "stack backtrace:") break;
    if (!trimmed(line).empty() && !line.starts_with(stray_prefix)) lines.push_back(std::move(line));
  }
  return lines;
}

std::size_t cause_in(const Lines& lines) {
  const std::size_t last = lines.size() - 1;
  if (lines.back().starts_with(node_version)) {
    std::size_t cause = lines.size();
    for (std::size_t at = lines.size(); at-- > 0;) {
      if (is_below_error_of_node(lines[at])) continue;
      if (lines[at].find("Error") != std::string::npos) return at;
      if (cause == lines.size()) cause = at;  // a thrown text
    }
    return std::min(cause, last);
  }
  // A message of Python can have several lines. The first one follows the indented stack.
  if (const auto stack = std::find(lines.rbegin(), lines.rend(), "Traceback (most recent call last):").base();
      stack != lines.begin()) {
    const auto error = std::find_if(stack, lines.end(), [](const std::string& line) { return line.front() != ' '; });
    if (error != lines.end()) return static_cast<std::size_t>(error - lines.begin());
  }
  for (std::size_t at = lines.size(); at-- > 0;) {
    if (!is_below_error(lines[at])) return at;
  }
  return last;
}

}  // namespace

std::string last_words(std::string_view log) {
  const Lines lines = lines_of(log);
  if (lines.empty()) return "";
  const std::size_t cause = cause_in(lines);
  const std::string text = trimmed(lines[cause]);
  const std::string before = cause > 0 ? trimmed(lines[cause - 1]) : "";
  constexpr std::string_view what = "what():";
  if (text.starts_with(what) && before.starts_with("terminate called"))
    return before + ": " + trimmed(text.substr(what.size()));
  if (before.starts_with("thread '") && before.find(" panicked at ") != std::string::npos) return before + " " + text;
  return text;
}

bool misses_file(std::string_view text) {
  static constexpr std::array<std::string_view, 11> signs = {
      "no such file", "permission denied", "filenotfound",   "enoent",         "eacces",    "can't open",
      "cannot open",  "could not open",    "failed to open", "unable to open", "not loaded"};
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::any_of(signs.begin(), signs.end(),
                     [&](std::string_view sign) { return lower.find(sign) != std::string::npos; });
}

}  // namespace host
