// The seats that failed in a run, and the command that reproduces the first failure.
#pragma once

#include "host/tournament/run.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace host {

class FailureList {
 public:
  /// `program` is the name under which the host was called.
  FailureList(const RunPlan& plan, std::string program) : plan_(plan), program_(std::move(program)) {}

  /// Records the failures of the match. Returns their number.
  std::size_t add(const FinishedMatch& match);

  /// Returns the number of failures, a line for each of the first ones, and the command that replays the match of the
  /// first; empty if no seat failed.
  [[nodiscard]] std::string text() const;

 private:
  /// A seat that failed.
  struct Failed {
    std::uint64_t seed = 0;
    std::string strategy;
    std::string seat;
    std::string cause;
  };

  const RunPlan& plan_;
  std::string program_;
  std::size_t count_ = 0;
  std::vector<Failed> first_;
  std::string again_;  // the command
};

}  // namespace host
