// Groups failures by their cause.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace host {

/// Failures of one strategy and kind have one cause if their reasons differ in numbers alone, such as times.
class FailureCauses {
 public:
  /// Returns the group of a failure. Groups are numbered in the order of their first failures. A strategy has at most
  /// ten causes of a kind; the rest is one group.
  std::size_t group_of(const std::string& strategy, const std::string& kind, std::string_view reason);

 private:
  std::map<std::pair<std::string, std::string>, std::map<std::string, std::size_t>> causes_;  // to their groups
  std::size_t groups_ = 0;
};

}  // namespace host
