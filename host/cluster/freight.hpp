// What travels through a cluster's database: the job of a run with its libraries, the matches of a lease, and results.
#pragma once

#include "host/arena/job.hpp"
#include "host/descriptor.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace host::cluster {

/// A match and its place in the run's schedule.
struct Place {
  std::size_t index = 0;
  MatchRequest request;
};

/// Returns the format of the bytes that this program writes: its version, and the machine's architecture. Programs
/// understand each other only if their formats are equal.
std::string freight_format();

/// Returns the job without its libraries. Throws Failure(usage) if it can't be played on another machine.
std::string job_bytes(const Job& job);
/// Returns the job. `libraries` are copies of those that arena::builds_of() returned, in that order. Throws
/// Failure(plugin), or BadMessage.
Job job_from(const std::string& bytes, std::vector<Descriptor> libraries);

/// Returns the content of the library.
std::string content_of(const Build& build);
/// Copies the content of a library to sealed memory. Throws Failure(output).
Descriptor sealed_memory(const std::string& content);

std::string to_bytes(const std::vector<Place>& places);
/// Throws BadMessage.
std::vector<Place> places_from(std::string_view bytes);

/// A lease's results are those of its matches, in order.
std::string to_bytes(const std::vector<std::string>& results);
/// Throws BadMessage if they are not those of the matches.
std::vector<PlayedMatch> results_from(std::string_view bytes, const Job& job, const std::vector<Place>& places);

}  // namespace host::cluster
