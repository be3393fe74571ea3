// Functions for folders and text in tests; see temporary_folder.hpp for temporary folders.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace support {

/// Returns the names in a folder, sorted.
std::vector<std::string> names_in(const std::filesystem::path& folder);

/// Writes `text` to a file of expected output, and returns true, if AGON_UPDATE_GOLDEN=1 is in the environment; else
/// the caller compares the file with `text`.
bool updates_golden(const std::filesystem::path& file, const std::string& text);

/// Returns the lines without their ends. The last one need not end with '\n'.
std::vector<std::string> lines_of(const std::string& text);

/// Returns the words, which are separated by blanks.
std::vector<std::string> words_of(const std::string& text);

/// Returns whether `part` is in `text`, and how often.
bool has(const std::string& text, const std::string& part);
std::size_t count_of(const std::string& text, const std::string& part);

/// Returns `text` with every `from` replaced by `to`; unchanged if `from` is empty.
std::string replaced(std::string text, std::string_view from, std::string_view to);

}  // namespace support
