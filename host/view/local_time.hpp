// Formats times for readers.
#pragma once

#include <cstdint>
#include <string>

namespace host {

/// Returns "2024-05-01 12:00:00" in the local time zone; `seconds` are since 1970.
std::string local_time(std::int64_t seconds);

}  // namespace host
