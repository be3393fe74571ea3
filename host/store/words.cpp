#include "host/store/words.hpp"

#include "host/store/connection.hpp"
#include "host/util/escape.hpp"
#include "host/util/json.hpp"

#include <nlohmann/json.hpp>

#include <charconv>
#include <cstddef>
#include <cstdint>

namespace host {

using Json = nlohmann::ordered_json;

std::string to_json_text(const Words& words) {
  Json json = Json::array();
  for (const std::string& word : words)
    json.push_back(is_utf8(word) ? Json(word) : Json(std::vector<std::uint8_t>(word.begin(), word.end())));
  return to_stored_line(json);
}

Words read_words(const Connection& connection, const std::string& text) {
  const Json json = parse_json(text);
  if (!json.is_array()) connection.damaged("words are no JSON array");
  Words words;
  for (const Json& word : json) {
    std::string& read = words.emplace_back();
    if (word.is_string()) {
      read = word.get<std::string>();
      continue;
    }
    for (const Json& byte : word) {
      if (!byte.is_number_unsigned()) connection.damaged("a word is no text");
      read += static_cast<char>(byte.get<std::uint8_t>());
    }
  }
  return words;
}

Words words_of_line(std::string_view line) {
  enum class Quote { none, plain, escaped } quote = Quote::none;
  Words words;
  bool inside = false;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    if (quote == Quote::none && c == ' ') {
      inside = false;
      continue;
    }
    if (!inside) words.emplace_back();
    inside = true;
    std::string& word = words.back();
    if (c == '\'') {
      quote = quote == Quote::none ? Quote::plain : Quote::none;
    } else if (quote == Quote::none && line.substr(at).starts_with("$'")) {
      quote = Quote::escaped;
      ++at;
    } else if (c == '\\' && quote != Quote::plain && at + 1 < line.size()) {
      const std::string_view digits = line.substr(at + 1, 3);
      unsigned byte = 0;
      const auto end = std::from_chars(digits.data(), digits.data() + digits.size(), byte, 8).ptr;
      const bool is_byte = quote == Quote::escaped && end == digits.data() + 3;
      word += is_byte ? static_cast<char>(byte) : digits.front();
      at += is_byte ? 3 : 1;
    } else {
      word += c;
    }
  }
  return words;
}

}  // namespace host
