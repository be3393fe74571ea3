// A host without services, for tests that create a game themselves.
#pragma once

#include <agon/types.h>

namespace support {

inline constexpr agon_host quiet_host = {nullptr, [](const agon_host*, const char*) -> const void* { return nullptr; }};

}  // namespace support
