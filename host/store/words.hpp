// What the database keeps in a form of its own: the words of a run's command as a JSON array, and transcripts
// compressed.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace host {

class Connection;

using Words = std::vector<std::string>;

/// Returns a JSON array of strings; of a word that is not UTF-8, an array of its bytes.
std::string to_json_text(const Words& words);

/// Reads it. Throws Failure(database).
Words read_words(const Connection& connection, const std::string& text);

/// A line of text in zlib's format or, if `bytes` is as long as the text, the text itself: as sqlar_compress() of
/// SQLite's shell makes it, and sqlar_uncompress() reads it.
struct PackedLine {
  std::string bytes{};   // empty: no line
  std::size_t size = 0;  // of the text
};

/// Returns no line if it is longer than 64 MiB.
PackedLine pack_line(const std::string& line);

/// Returns false if the bytes are damaged, or the line would be longer than 64 MiB.
bool unpack_line(const PackedLine& packed, std::string& line);

}  // namespace host
