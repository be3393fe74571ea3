#include "data.hpp"

// The assembler copies the file into the library. LINEZ_WEIGHTS is its path.
__asm__(
    ".pushsection .rodata\n"
    ".hidden linez_weights\n"
    ".global linez_weights\n"
    "linez_weights: .incbin \"" LINEZ_WEIGHTS
    "\"\n"
    ".hidden linez_weights_end\n"
    ".global linez_weights_end\n"
    "linez_weights_end:\n"
    ".popsection\n");

extern "C" {
[[gnu::visibility("hidden")]] extern const std::uint8_t linez_weights[];
[[gnu::visibility("hidden")]] extern const std::uint8_t linez_weights_end[];
}

namespace linez::champion {

std::span<const std::uint8_t> trained_weights() {
  return {linez_weights, linez_weights_end};
}

}  // namespace linez::champion
