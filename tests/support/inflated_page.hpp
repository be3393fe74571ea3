// What a page of a match has inside.
#pragma once

#include <filesystem>
#include <string>

namespace support {

/// Returns the page, then each of its deflated parts (docs/playing.md), inflated, on a line of its own.
std::string inflated_page(const std::filesystem::path& page);

}  // namespace support
