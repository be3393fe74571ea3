// A part of a run, as the results database stores it.
#pragma once

#include <cstdint>
#include <string>

namespace host {

/// A fixed part of a run's schedule, played on one of several machines, for example. merge() joins the parts.
struct Shard {
  std::uint64_t part = 1;  // from 1
  std::uint64_t parts = 1;
  std::string plan{};  // identifies the whole run: 32 bytes, equal for all its parts
};

}  // namespace host
