// The continuations of one or several tasks in a file, which another command with the same tasks reads again.
#pragma once

#include "host/blame/continuations.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace host {

/// Returns what a task's continuations depend on, but for the players of its other seats and its match.
nlohmann::ordered_json reference_json(const BlameTask& task);

/// Returns what they depend on altogether.
nlohmann::ordered_json task_json(const BlameTask& task);

/// Returns a text that tells tasks apart: a digest of this.
std::string digest_of(const BlameTask& task);

class KeptContinuations {
 public:
  /// Opens the file, or makes it. Throws Failure(usage) if it begins with something else than `head`, and
  /// Failure(output).
  KeptContinuations(const std::filesystem::path& path, const nlohmann::ordered_json& head);

  /// Gives the file's continuations of the task to `continuations`. `task` distinguishes the tasks of the file.
  void tell(const std::string& task, Continuations& continuations) const;
  void add(const std::string& task, const Probe& probe, const Continuation& played);

 private:
  void check() const;

  std::filesystem::path path_;
  std::ofstream file_;
  std::map<std::string, std::vector<std::pair<Probe, Continuation>>> known_;
};

}  // namespace host
