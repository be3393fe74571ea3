// The first message to an arena: the job, and where it finds the libraries.
#pragma once

#include "host/arena/job.hpp"
#include "host/descriptor.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace host::arena {

struct Order {
  Job job;
  std::string game_file;   // from which the arena loads the game; empty: from the file descriptor
  std::size_t number = 0;  // of the arenas that play side by side, for the choice of a core
  std::size_t count = 1;
};

/// Returns the libraries of a job, each once. Their file descriptors travel before the order, in this order.
std::vector<const Build*> builds_of(const Job& job);

std::string to_bytes(const Order& order);

/// Throws BadMessage, or Failure(plugin) if a library does not have what the order says.
Order order_from(std::string_view bytes, std::vector<Descriptor> descriptors);

}  // namespace host::arena
