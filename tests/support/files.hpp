// What tests look at in folders and in text; see temporary_folder.hpp for a folder of one's own.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace support {

/// The names in a folder, sorted.
std::vector<std::string> names_in(const std::filesystem::path& folder);

/// Its lines without their ends; a last one without '\n' is one, too.
std::vector<std::string> lines_of(const std::string& text);

/// `text` with every `from` replaced by `to`; as it is if `from` is empty.
std::string replaced(std::string text, std::string_view from, std::string_view to);

}  // namespace support
