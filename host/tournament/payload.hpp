// What travels to other machines: the job of a run with its libraries and programs.
#pragma once

#include "host/arena/job.hpp"

#include <functional>
#include <map>
#include <string>

namespace host {

/// Returns the format of the bytes that this program writes: its version, and the machine's architecture. Programs
/// understand each other only if their formats are equal.
std::string payload_format();

/// A job without its libraries and the files of its programs, which travel apart.
struct PackedJob {
  /// Throws Failure(usage) if the job can't be played on another machine.
  explicit PackedJob(const Job& job);

  std::string bytes;
  std::map<std::string, std::string> files{};  // libraries, and archives of programs, by their SHA-256
};

/// Returns the job. `file` returns a file by its name. Throws Failure(plugin), Failure(output), or BadMessage.
Job job_from(const std::string& bytes, const std::function<std::string(const std::string& sha256)>& file);

}  // namespace host
