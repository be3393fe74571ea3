// What a page of a match has inside.
#pragma once

#include <filesystem>
#include <string>

namespace support {

/// Returns the page, then each of its packed parts (docs/match-view.md), unpacked, on a line of its own.
std::string unpacked_page(const std::filesystem::path& page);

}  // namespace support
