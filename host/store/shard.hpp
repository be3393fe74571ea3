// A part of a run, as the results database keeps it.
#pragma once

#include <cstdint>
#include <string>

namespace host {

/// A fixed part of a run's schedule, as on one of several machines. merge() joins the parts.
struct Shard {
  std::uint64_t part = 1;  // from 1
  std::uint64_t parts = 1;
  std::string plan{};  // identifies the whole run: 32 bytes, equal for all its parts
};

}  // namespace host
