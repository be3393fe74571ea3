// The weights that come with champion, as weights.hpp packs them. The training program makes them.
#pragma once

#include <cstdint>
#include <span>

namespace linez::champion {

std::span<const std::uint8_t> trained_weights();

}  // namespace linez::champion
