#include "host/tester/line_text.hpp"

#include "host/escape.hpp"

#include <algorithm>
#include <cstddef>

namespace host::tester {

std::string line_of(std::string_view bytes) {
  constexpr std::string_view digits = "0123456789abcdef";
  const bool text = is_utf8(bytes);
  std::string line;
  line.reserve(bytes.size() + bytes.size() / 8);
  for (const char letter : bytes) {
    const auto byte = static_cast<unsigned char>(letter);
    if (letter == '\n') {
      line += "\\n";
    } else if (letter == '\\') {
      line += "\\\\";
    } else if (byte < 0x20 || byte == 0x7f || (byte >= 0x80 && !text)) {
      line.append("\\x").append({digits[byte / 16], digits[byte % 16]});
    } else {
      line += letter;
    }
  }
  return line;
}

std::optional<std::string> bytes_of(std::string_view line) {
  std::string bytes;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] != '\\') {
      bytes += line[at];
      continue;
    }
    const char kind = ++at < line.size() ? line[at] : '\0';
    const auto digit = [&](std::size_t where) {
      const std::size_t value =
          where < line.size() ? std::string_view("0123456789abcdef").find(line[where]) : std::string_view::npos;
      return static_cast<unsigned>(std::min<std::size_t>(value, 16));
    };
    if (kind == 'n' || kind == '\\') {
      bytes += kind == 'n' ? '\n' : '\\';
    } else if (kind == 'x' && digit(at + 1) < 16 && digit(at + 2) < 16) {
      bytes += static_cast<char>(digit(at + 1) * 16 + digit(at + 2));
      at += 2;
    } else {
      return std::nullopt;
    }
  }
  return bytes;
}

}  // namespace host::tester
