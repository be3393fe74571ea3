#include "host/seat/program_messages.hpp"

#include "host/isolation/exit_report.hpp"
#include "host/match/game_state.hpp"
#include "host/seat/engine.hpp"
#include "host/util/escape.hpp"
#include "host/util/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace host {

namespace {

constexpr int protocol_version = 1;
constexpr std::size_t most_candidates = 16 << 10;  // bytes of a line with candidates
constexpr std::string_view blanks = " \t";

std::string milliseconds(std::int64_t ns) {
  return std::to_string(ns / 1'000'000);
}

/// A limit is not 0, which would mean none.
std::string limit_milliseconds(std::int64_t ns) {
  return milliseconds(ns > 0 ? std::max<std::int64_t>(ns, 1'000'000) : 0);
}

}  // namespace

std::string_view without_indent(std::string_view line) {
  return line.substr(std::min(line.find_first_not_of(blanks), line.size()));
}

Message::Message(std::string_view line) : word(line.substr(0, line.find_first_of(blanks))) {
  rest = line.substr(std::min(word.size() + 1, line.size()));
}

std::string name_for_program(const std::string& option) {
  constexpr std::string_view prefix = "option.";
  return option.starts_with(prefix) ? option.substr(prefix.size()) : option;
}

std::string with_single_blanks(std::string_view text) {
  std::string result;
  for (const char letter : text) {
    if (blanks.find(letter) == std::string_view::npos)
      result += letter;
    else if (!result.empty() && result.back() != ' ')
      result += ' ';
  }
  if (result.ends_with(' ')) result.pop_back();
  return result;
}

std::string start_message(const std::string& game, const std::string& protocol, const Assignments& options) {
  std::string text = "agon " + std::to_string(protocol_version) + "\ngame " + game + " " + protocol + "\n";
  for (const auto& [name, value] : options) text += "option " + name + " " + value + "\n";
  return text + "start\n";
}

std::string new_message(std::int32_t seat, std::int32_t seats, std::uint64_t seed, const agon_limits& limits) {
  return "new seat " + std::to_string(seat) + " seats " + std::to_string(seats) + " seed " + std::to_string(seed) +
         " time " + limit_milliseconds(limits.cpu_ns) + " increment " + milliseconds(limits.increment_ns) +
         " turntime " + limit_milliseconds(limits.turn_cpu_ns) + " memory " + std::to_string(limits.memory_bytes) +
         " threads " + std::to_string(std::max(limits.threads, 1U)) + "\n";
}

void write_turn_message(std::string& line, std::int64_t left_ns, std::string_view position) {
  line = "turn ";
  line += left_ns == INT64_MAX ? "-" : milliseconds(std::max<std::int64_t>(left_ns, 0));
  line += ' ';
  line += position;
  line += '\n';
}

namespace {

/// Takes a pair of `info`.
void tell(agon_evaluation& evaluation, std::string_view word, double number) {
  constexpr double most = 1e9;
  const auto tell_value = [&](double value, std::int32_t unit) {
    evaluation.value = value;
    evaluation.unit = unit;
  };
  if (word == "depth") evaluation.depth = static_cast<std::int32_t>(std::clamp<double>(number, 0, most));
  if (word == "nodes") evaluation.nodes = static_cast<std::int64_t>(std::clamp<double>(number, 0, most * most));
  if (word == "value") tell_value(number, AGON_VALUE_SCORE);
  if (word == "share") tell_value(number, AGON_VALUE_CONTEST);
  if (word == "cp") tell_value(std::clamp(number, -most, most), AGON_VALUE_PAWNS);
  if (word == "mate") tell_value(std::trunc(std::clamp(number, -most, most)), AGON_VALUE_MATE);
}

}  // namespace

std::optional<agon_evaluation> parse_info(std::string_view text) {
  constexpr std::int32_t no_value = -1;
  agon_evaluation evaluation{};
  evaluation.unit = no_value;
  for (Message pair(without_indent(text)); !pair.word.empty() && pair.word != "string";
       pair = Message(without_indent(pair.rest))) {
    if (pair.word == "line" || pair.word == "pv") {
      const std::string_view line = without_indent(pair.rest);
      evaluation.line = {line.data(), line.size()};
      break;
    }
    if (pair.word == "lowerbound" || pair.word == "upperbound") return std::nullopt;
    const std::optional<double> number = finite_number(Message(without_indent(pair.rest)).word);
    if (!number) continue;
    if (pair.word == "multipv" && *number > 1) return std::nullopt;
    tell(evaluation, pair.word, *number);
  }
  return evaluation.unit == no_value ? std::nullopt : std::optional(evaluation);
}

std::vector<Candidate> parse_candidates(std::string_view text, const GameState& notation) {
  std::vector<agon_candidate> read;
  std::vector<std::vector<std::byte>> actions;
  for (const std::string& part : split(text, '|')) {
    const std::string entry = with_single_blanks(part);
    const Message pair(entry);
    const std::optional<double> share = finite_number(pair.word);
    std::string why;
    const auto action = share ? notation.parse_action(pair.rest, why) : std::nullopt;
    if (!action) continue;
    const auto* const bytes = static_cast<const std::byte*>(action->data);
    actions.emplace_back(bytes, bytes + action->size);
    read.push_back({{actions.back().data(), action->size}, *share});
  }
  CandidateSlot kept{};
  kept.store(read.data(), read.size());
  return kept.read();
}

namespace {

/// Returns whether a program's line with this first word is a message.
bool is_message(std::string_view word) {
  static constexpr std::array<std::string_view, 9> all = {"ready",   "single", "error", "log", "name",
                                                          "version", "action", "act",   "info"};
  return std::find(all.begin(), all.end(), word) != all.end();
}

/// Logs a line that is no message.
void log_stray(ProgramProcess& process, std::string_view line) {
  if (!line.empty() && !is_message(Message(line).word)) process.log(std::string(stray_prefix).append(line));
}

}  // namespace

void PipedReplies::begin(const GameState* notation, Engine* engine, bool wants_candidates) {
  wants_candidates_ = wants_candidates && notation != nullptr;
  candidates_.clear();
  notation_ = notation;
  engine_ = engine;
  ignored_.clear();
}

Reply PipedReplies::wait(ProgramProcess& process, std::initializer_list<std::string_view> words) {
  const std::string_view expected = *words.begin();
  expected_ = expected;
  std::int64_t lines = 0;
  std::int64_t bytes = 0;
  for (std::string_view line;; bytes += std::ssize(line)) {
    if (++lines > most_lines || bytes > most_bytes)
      return {.kind = Reply::failure,
              .why = "it wrote " + std::to_string(most_lines) + " lines, or " + in_mebibytes(most_bytes) +
                     ", and no '" + std::string(expected) + "' among them"};
    switch (process.read_line(line)) {
      case ProgramProcess::Read::line:
        break;
      case ProgramProcess::Read::too_long:
        return {.kind = Reply::too_long};
      default:
        return {.kind = Reply::closed};
    }
    if (engine_ != nullptr) line = without_indent(line);  // UCI allows blanks before, between and after words
    const Message message(line);
    if (!message.word.empty() && std::find(words.begin(), words.end(), message.word) != words.end())
      return {.kind = Reply::message, .text = message};
    if (engine_ != nullptr) {
      if (const auto evaluation = engine_->hear(line)) evaluation_.store(*evaluation);
    } else if (std::string why = fault_of(process, line, expected); !why.empty()) {
      return {.kind = Reply::failure, .why = std::move(why)};
    }
  }
}

std::string PipedReplies::fault_of(ProgramProcess& process, std::string_view line, std::string_view expected) {
  const Message message(line);
  if (message.word == "log") {
    process.log(message.rest);
  } else if (const Message info(message.rest); message.word == "info" && info.word == "candidates") {
    if (wants_candidates_) candidates_ = info.rest.substr(0, most_candidates);
  } else if (message.word == "info") {
    if (const auto parsed = parse_info(message.rest)) evaluation_.store(*parsed);
  } else if (message.word == "error") {
    return "it says: " + printable(message.rest);
  } else if (!line.empty() && message.word != "name" && message.word != "version") {
    ignored_ = line;
    log_stray(process, line);
    if (is_mistake(message, line, expected)) return unexpected_line(ignored_, wanted(expected));
  }
  return "";
}

void PipedReplies::skip(ProgramProcess& process) {
  ignored_.clear();
  evaluation_.reported = 0;
  candidates_.clear();
  for (std::string_view line; process.next_line(line);) {
    if (engine_ != nullptr) continue;
    const Message message(line);
    if (message.word == "log") {
      process.log(message.rest);
    } else if (message.word == "action" || message.word == "act") {
      ignored_ = line;
    } else {
      log_stray(process, line);
    }
  }
}

bool PipedReplies::is_action(std::string_view line) const {
  std::string why;
  return notation_ != nullptr && notation_->parse_action(line, why);
}

bool PipedReplies::is_mistake(const Message& message, std::string_view line, std::string_view expected) const {
  const std::string word = lower_case(Message(without_indent(line)).word);
  if (word == expected) return true;                        // indented, or in capitals
  const bool is_short = word.size() < 2 * expected.size();  // comparing a long one takes long
  if (is_short && word != "ready" && !did_you_mean(word, {std::string(expected)}).empty()) return true;
  return expected == "action" && (message.word == "bestmove" || message.word == "move" || is_action(line));
}

std::string PipedReplies::wanted(std::string_view expected) const {
  if (expected != "action" || notation_ == nullptr) return "'" + std::string(expected) + "' once it is";
  const std::string line = with_single_blanks(ignored_);
  const Message message(line);
  for (const std::string_view text : {std::string_view(line), message.rest}) {
    if (is_action(text)) return "'action' and the action, as in 'action " + printable(text) + "'";
  }
  std::string why;
  static_cast<void>(notation_->parse_action(message.rest.empty() ? std::string_view(line) : message.rest, why));
  return "'action' and the action: " + printable(why);
}

namespace {

using Lines = std::vector<std::string>;

constexpr std::string_view node_version = "Node.js v";  // the last line of each failure of Node.js

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
  std::string text = trimmed(lines[cause]);
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
  const std::string small = lower_case(text);
  return std::any_of(signs.begin(), signs.end(),
                     [&](std::string_view sign) { return small.find(sign) != std::string::npos; });
}

}  // namespace host
