#pragma once

#include <functional>

namespace chesspuzzle::champion {

/// Returns true if a search should end soon.
using Stop = std::function<bool()>;

}  // namespace chesspuzzle::champion
