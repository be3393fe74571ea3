// The lines that the host and a program exchange (docs/programs.md), as text. No I/O.
#pragma once

#include <agon/types.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace host {

/// A line of a program: its first word, and the rest after one blank. Refers to the line.
struct Message {
  std::string_view word;
  std::string_view rest;

  Message() = default;
  explicit Message(std::string_view line);
};

/// Before the name of a program's option that would otherwise be a limit: "option.time".
inline constexpr std::string_view option_prefix = "option.";

/// Returns whether a program's line with this first word is a message.
bool is_message(std::string_view word);

/// Returns the lines of the start: the version of the protocol, the game and the program's options, without prefixes.
std::string start_message(const std::string& game, const std::string& protocol,
                          const std::vector<std::pair<std::string, std::string>>& options);

/// Returns the line that begins a match for the program on `seat`.
std::string new_message(std::int32_t seat, std::int32_t seats, std::uint64_t seed, const agon_limits& limits);

/// Writes the line that begins a turn to `line`. `left_ns` is the CPU time that is left; INT64_MAX: no limit.
void write_turn_message(std::string& line, std::int64_t left_ns, std::string_view position);

}  // namespace host
