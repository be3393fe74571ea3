// What this process holds must not grow with the number of matches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

namespace hostile {

/// Plays so many matches to warm up, then `matches` more, in a folder of its own, and prints what this process holds
/// before and after these: memory, descriptors, threads, child processes, temporary files. Returns whether none has
/// grown.
bool holds_nothing(const std::function<void(std::uint64_t first_seed, std::size_t matches)>& play, std::size_t warm_up,
                   std::size_t matches);

}  // namespace hostile
