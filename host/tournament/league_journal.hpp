// What a league has decided: the file league.log, a JSON object on each line.
//
// A line is on the disk before what it decides begins. So after any end, the league goes on with its last decision.
#pragma once

#include "host/util/descriptor.hpp"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <functional>

namespace host {

class Journal {
 public:
  /// Opens the file, or creates it, for this process alone. Calls `take` for each line. Throws Failure(usage) if
  /// another process has it, and Failure(output) if it can't be written; also if it is damaged.
  Journal(const std::filesystem::path& file, const std::function<void(const nlohmann::ordered_json&)>& take);

  /// Throws Failure(output).
  void add(const nlohmann::ordered_json& line);

 private:
  std::filesystem::path path_;
  Descriptor file_;
};

}  // namespace host
