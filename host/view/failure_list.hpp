// The seats that failed in a run, and how to see the first of them fail again.
#pragma once

#include "host/tournament/run.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace host {

class FailureList {
 public:
  /// `program` is how the host was called.
  FailureList(const RunPlan& plan, std::string program) : plan_(plan), program_(std::move(program)) {}

  /// Notes who failed in the match; how many that were.
  std::size_t add(const FinishedMatch& match);

  /// How many there were, the first of them in a line each, and the command that plays the first one's match again;
  /// empty if nobody failed.
  [[nodiscard]] std::string text() const;

 private:
  /// One seat that failed.
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
