// What travels through a cluster's database: the job of a run with its libraries and programs, the matches of a lease,
// and results.
#pragma once

#include "host/arena/messages.hpp"
#include "host/tournament/run.hpp"
#include "host/util/descriptor.hpp"

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace host::cluster {

/// A match and its place in the run's schedule.
struct LeasedMatch {
  std::size_t index = 0;
  MatchRequest request;
};

template <class Archive>
void fields(Archive& archive, LeasedMatch& match) {
  archive(match.index, match.request);
}

/// Returns the format of the bytes that this program writes: its version, and the machine's architecture. Programs
/// understand each other only if their formats are equal.
std::string payload_format();

/// A job without its libraries and the files of its programs, which travel apart.
struct PackedJob {
  /// Throws Failure(usage) if the job can't be played on another machine.
  explicit PackedJob(const Job& job);

  std::string bytes;
  std::vector<std::string> names;               // SHA-256: of arena::builds_of(), then of the archives
  std::map<std::string, std::string> archives;  // of programs, by that
};

/// Returns the job. `files` are the libraries and archives of the names. Throws Failure(plugin), Failure(output), or
/// BadMessage.
Job job_from(const std::string& bytes, const std::vector<std::string>& names, std::vector<Descriptor> files);

/// Returns the matches of a lease. Throws BadMessage if there are none, or the job lacks their players.
std::vector<LeasedMatch> matches_from(std::string_view bytes, const Job& job);

/// Returns the matches of a lease. Throws BadMessage unless they are in the schedule.
std::vector<LeasedMatch> scheduled_from(std::string_view bytes, const RunPlan& plan);

/// Returns the content of the copy of a library.
std::string content_of(const Descriptor& memory);

/// Returns the results of a lease, which pack() has packed as a list of arena::to_bytes() of its matches, in order.
/// Throws BadMessage if they are not those of the matches.
std::vector<PlayedMatch> results_from(std::string_view bytes, const Job& job, const std::vector<LeasedMatch>& leased);

/// Returns the results of matches that these machines have failed to play.
std::vector<PlayedMatch> given_up(const std::vector<LeasedMatch>& leased, const std::string& machines);

}  // namespace host::cluster
