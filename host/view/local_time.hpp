// Times as people write them.
#pragma once

#include <cstdint>
#include <string>

namespace host {

/// "2024-05-01 12:00:00", where the host runs, for seconds since 1970.
std::string local_time(std::int64_t seconds);

}  // namespace host
