// Transcripts as the database keeps them: compressed.
#pragma once

#include <cstddef>
#include <string>

namespace host {

/// A line of text in zlib's format or, if `bytes` is as long as the text, the text itself: as sqlar_compress() of
/// SQLite's shell makes it, and sqlar_uncompress() reads it.
struct PackedLine {
  std::string bytes{};   // empty: no line
  std::size_t size = 0;  // of the text
};

/// Returns no line if it is longer than 1 GiB.
PackedLine pack_line(const std::string& line);

/// Returns false if the bytes are damaged.
bool unpack_line(const PackedLine& packed, std::string& line);

}  // namespace host
