#include "host/seat/program_messages.hpp"

#include <algorithm>
#include <array>

namespace host {

namespace {

constexpr int protocol_version = 1;

std::string milliseconds(std::int64_t ns) {
  return std::to_string(ns / 1'000'000);
}

}  // namespace

Message::Message(std::string_view line) : word(line.substr(0, line.find(' '))) {
  rest = line.substr(std::min(word.size() + 1, line.size()));
}

bool is_message(std::string_view word) {
  static constexpr std::array<std::string_view, 8> all = {"ready", "single",  "error",  "log",
                                                          "name",  "version", "action", "act"};
  return std::find(all.begin(), all.end(), word) != all.end();
}

std::string start_message(const std::string& game, const std::string& protocol,
                          const std::vector<std::pair<std::string, std::string>>& options) {
  std::string text = "agon " + std::to_string(protocol_version) + "\ngame " + game + " " + protocol + "\n";
  for (const auto& [name, value] : options)
    text += "option " + name.substr(name.starts_with(option_prefix) ? option_prefix.size() : 0) + " " + value + "\n";
  return text + "start\n";
}

std::string new_message(std::int32_t seat, std::int32_t seats, std::uint64_t seed, const agon_limits& limits) {
  return "new seat " + std::to_string(seat) + " seats " + std::to_string(seats) + " seed " + std::to_string(seed) +
         " time " + milliseconds(limits.cpu_ns) + " increment " + milliseconds(limits.increment_ns) + " turntime " +
         milliseconds(limits.turn_cpu_ns) + " memory " + std::to_string(limits.memory_bytes) + " threads " +
         std::to_string(std::max(limits.threads, 1U)) + "\n";
}

void write_turn_message(std::string& line, std::int64_t left_ns, std::string_view position) {
  line = "turn ";
  line += left_ns == INT64_MAX ? "-" : milliseconds(std::max<std::int64_t>(left_ns, 0));
  line += ' ';
  line += position;
  line += '\n';
}

}  // namespace host
