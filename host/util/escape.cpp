#include "host/util/escape.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace host {

namespace {

/// Returns the length in bytes of a UTF-8 character that begins with this byte; 0 if none does.
std::size_t bytes_of_character(unsigned char first) {
  if (first < 0x80) return 1;
  if (first < 0xC2) return 0;
  if (first < 0xE0) return 2;
  if (first < 0xF0) return 3;
  return first < 0xF5 ? 4 : 0;
}

bool follows(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80;
}

/// Returns whether these bytes, whose number fits the first one, are a valid UTF-8 character.
bool is_character(std::string_view bytes, std::size_t length) {
  if (bytes.size() < length) return false;
  if (!std::all_of(bytes.begin() + 1, bytes.end(), follows)) return false;
  const auto first = static_cast<unsigned char>(bytes.front());
  const auto second = length > 1 ? static_cast<unsigned char>(bytes[1]) : 0;
  const bool overlong = (first == 0xE0 && second < 0xA0) || (first == 0xF0 && second < 0x90);
  const bool surrogate = first == 0xED && second > 0x9F;
  const bool beyond = first == 0xF4 && second > 0x8F;
  return !overlong && !surrogate && !beyond;
}

/// The first character of a non-empty text.
struct Character {
  explicit Character(std::string_view text) : bytes(text.substr(0, 1)), code(static_cast<unsigned char>(text.front())) {
    const std::size_t length = bytes_of_character(static_cast<unsigned char>(code));
    is_sound = length != 0 && is_character(text.substr(0, length), length);
    if (!is_sound || length == 1) return;
    bytes = text.substr(0, length);
    code &= 0xFFU >> (length + 1);
    for (const char byte : bytes.substr(1)) code = code << 6U | (static_cast<unsigned char>(byte) & 0x3FU);
  }

  std::string_view bytes;
  std::uint32_t code;  // the byte, if it is not UTF-8
  bool is_sound = false;
};

struct Range {
  std::uint32_t first;
  std::uint32_t last;
};

/// Characters that control a terminal, change the direction of writing, break lines or are invisible, ascending: the
/// controls and formats that Unicode calls default-ignorable, line separators, annotation marks, and noncharacters.
constexpr std::array<Range, 20> hidden = {
    {{0x00, 0x1F},     {0x7F, 0x9F},     {0xAD, 0xAD},       {0x34F, 0x34F},     {0x61C, 0x61C},
     {0x115F, 0x1160}, {0x17B4, 0x17B5}, {0x180B, 0x180F},   {0x200B, 0x200F},   {0x2028, 0x202E},
     {0x2060, 0x206F}, {0x3164, 0x3164}, {0xFDD0, 0xFDEF},   {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},
     {0xFFA0, 0xFFA0}, {0xFFF0, 0xFFFB}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF}}};

bool is_hidden(std::uint32_t code) {
  const auto* const range = std::lower_bound(hidden.begin(), hidden.end(), code,
                                             [](const Range& each, std::uint32_t c) { return each.last < c; });
  return (range != hidden.end() && code >= range->first) || (code & 0xFFFEU) == 0xFFFE;
}

/// Decides which characters are visible, in the order of a text. Emoji and some scripts contain joiners and variation
/// selectors; anywhere else, these could only hide something.
class Visibility {
 public:
  bool operator()(const Character& character) {
    if (!character.is_sound) return false;
    if (!is_hidden(character.code)) {
      may_join_ = (character.code >= 0x600 && character.code < 0x10A0) || character.code >= 0x203C;
      joined_ = 0;
      return true;
    }
    constexpr int most = 2;  // a selector followed by a joiner
    const bool joins = (character.code & ~1U) == 0x200C || (character.code & ~1U) == 0xFE0E;
    return joins && may_join_ && joined_++ < most;
  }

 private:
  bool may_join_ = false;
  int joined_ = 0;
};

bool is_harmless(char c) {
  return c >= 0x20 && c < 0x7F;
}

using Append = void(const Character& character, std::string& text);

/// Returns `text` with all invisible characters replaced by what `append_replaced` appends, except for those in `kept`.
std::string shown(std::string_view text, std::string_view kept, Append* append_replaced) {
  std::string result;
  result.reserve(text.size());
  Visibility is_visible;
  while (!text.empty()) {
    const auto harmless =
        static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_harmless) - text.begin());
    if (harmless != 0) is_visible = {};
    result += text.substr(0, harmless);
    text.remove_prefix(harmless);
    if (text.empty()) break;
    const Character character(text);
    if (is_visible(character) || kept.find(character.bytes) != std::string_view::npos) {
      result += character.bytes;
    } else {
      append_replaced(character, result);
    }
    text.remove_prefix(character.bytes.size());
  }
  return result;
}

void append_hexadecimal(std::uint32_t number, int digits, std::string& text) {
  for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4) text += "0123456789abcdef"[number >> shift & 0xFU];
}

/// As in C and Python; for a byte, \x1b.
void append_escape(const Character& character, std::string& text) {
  const std::uint32_t code = character.code;
  const bool is_byte = !character.is_sound || code < 0x80;
  text += is_byte ? "\\x" : code < 0x10000 ? "\\u" : "\\U";
  append_hexadecimal(code, is_byte ? 2 : code < 0x10000 ? 4 : 8, text);
}

/// As in JSON, which uses UTF-16 code units.
void append_json_escape(const Character& character, std::string& text) {
  const auto unit = [&](std::uint32_t number) {
    text += "\\u";
    append_hexadecimal(number, 4, text);
  };
  if (character.code < 0x10000) return unit(character.code);
  const std::uint32_t rest = character.code - 0x10000;
  unit(0xD800 + (rest >> 10U));
  unit(0xDC00 + (rest & 0x3FFU));
}

/// Inside $'...': bytes with three octal digits each. All shells that support this quoting read them the same, and
/// following characters can't become part of an escape.
void append_shell_escape(const Character& character, std::string& text) {
  for (const char byte : character.bytes) {
    const auto number = static_cast<unsigned char>(byte);
    text += '\\';
    for (const int shift : {6, 3, 0}) text += static_cast<char>('0' + (number >> shift & 7));
  }
}

}  // namespace

std::string printable(std::string_view text) {
  return shown(text, "", [](const Character& character, std::string& result) {
    if (character.code >= '\t' && character.code <= '\r') {
      result += ' ';
    } else {
      append_escape(character, result);
    }
  });
}

std::string plain_lines(std::string_view text) {
  return shown(text, "\n\t", append_escape);
}

std::string plain_json(std::string_view json) {
  return shown(json, "\n", append_json_escape);  // between values; inside a text it is already escaped
}

std::string shell_word(std::string_view word) {
  constexpr std::string_view harmless = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,:/@%";
  if (!word.empty() && word.find_first_not_of(harmless) == std::string_view::npos) return std::string(word);
  const bool visible = is_printable(word);
  std::string quoted;
  for (const char c : word) {
    if (c == '\'') {
      quoted += visible ? "'\\''" : "\\'";
    } else if (c == '\\' && !visible) {
      quoted += "\\\\";
    } else {
      quoted += c;
    }
  }
  return visible ? "'" + quoted + "'" : "$'" + shown(quoted, "", append_shell_escape) + "'";
}

std::string escaped(std::string_view text) {
  constexpr std::string_view special = "&<>\"'";
  constexpr std::array<std::string_view, special.size()> entities = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
  std::string html;
  for (const char each : plain_lines(text)) {
    if (const std::size_t which = special.find(each); which != std::string_view::npos)
      html += entities[which];
    else
      html += each;
  }
  return html;
}

bool is_printable(std::string_view text) {
  return printable(text) == text;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const Character character(text);
    if (!character.is_sound) return false;
    text.remove_prefix(character.bytes.size());
  }
  return true;
}

std::size_t unfinished(std::string_view text) {
  for (std::size_t count = 1; count <= std::min<std::size_t>(text.size(), 3); ++count) {
    const char byte = text[text.size() - count];
    if (follows(byte)) continue;
    return bytes_of_character(static_cast<unsigned char>(byte)) > count ? count : 0;
  }
  return 0;
}

}  // namespace host
