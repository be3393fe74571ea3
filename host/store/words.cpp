#include "host/store/words.hpp"

#include "host/store/connection.hpp"
#include "host/util/escape.hpp"
#include "host/util/input_file.hpp"
#include "host/util/json.hpp"

#include <zlib.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <nlohmann/json.hpp>
#include <utility>

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

namespace {

Bytef* bytes_of(std::string& text) {
  return reinterpret_cast<Bytef*>(text.data());
}
const Bytef* bytes_of(const std::string& text) {
  return reinterpret_cast<const Bytef*>(text.data());
}

/// A compressor that is used again: to set one up takes twice the time of a match's transcript.
class Compressor {
 public:
  Compressor() {
    constexpr int level = 3;  // 6 takes half as long again, and saves a tenth
    constexpr int memory = 5;
    if (::deflateInit2(&stream_, level, Z_DEFLATED, MAX_WBITS, memory, Z_DEFAULT_STRATEGY) != Z_OK)
      throw std::bad_alloc();
  }
  Compressor(const Compressor&) = delete;
  Compressor& operator=(const Compressor&) = delete;
  ~Compressor() { ::deflateEnd(&stream_); }

  std::string compressed(const std::string& line) {
    ::deflateReset(&stream_);
    std::string bytes(::deflateBound(&stream_, line.size()), '\0');
    stream_.next_in = const_cast<Bytef*>(bytes_of(line));
    stream_.avail_in = static_cast<uInt>(line.size());
    stream_.next_out = bytes_of(bytes);
    stream_.avail_out = static_cast<uInt>(bytes.size());
    ::deflate(&stream_, Z_FINISH);
    bytes.resize(stream_.total_out);
    return bytes;
  }

 private:
  z_stream stream_{};
};

}  // namespace

PackedLine pack_line(const std::string& line) {
  if (line.size() > longest_line) return {};
  static thread_local Compressor compressor;
  std::string bytes = compressor.compressed(line);
  if (bytes.size() >= line.size()) return {line, line.size()};
  return {std::move(bytes), line.size()};
}

bool unpack_line(const PackedLine& packed, std::string& line) {
  if (packed.size == packed.bytes.size()) {
    line = packed.bytes;
    return true;
  }
  if (packed.size > longest_line) return false;
  // Deflate shrinks a text to no less than 1/1032: a damaged size reserves no more than that.
  constexpr std::size_t most = 1032;
  if (packed.size / most > packed.bytes.size()) return false;
  line.resize(packed.size);
  uLongf size = line.size();
  return ::uncompress(bytes_of(line), &size, bytes_of(packed.bytes), packed.bytes.size()) == Z_OK &&
         size == packed.size;
}

}  // namespace host
