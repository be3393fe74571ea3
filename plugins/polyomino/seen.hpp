// What an observation tells of a match: enough to play on.
#pragma once

#include "rules.hpp"

#include <cstddef>
#include <span>

namespace polyomino {

/// The match that an observation shows; its bytes are aligned to 4. Throws agon::Failure if they are none.
[[nodiscard]] Match seen_match(std::span<const std::byte> seen);

/// Part of the final score that each second of CPU time costs there.
[[nodiscard]] double seen_penalty(std::span<const std::byte> seen);

}  // namespace polyomino
