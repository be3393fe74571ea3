// What the matches of a run add up to, and how that is shown.
#pragma once

#include "host/tournament/by_parameter.hpp"
#include "host/tournament/participants.hpp"
#include "host/tournament/run.hpp"
#include "host/tournament/tally.hpp"
#include "host/view/report.hpp"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>

namespace host {

class RunResults {
 public:
  /// `parameter` is the one whose values have results of their own; empty: none.
  RunResults(const RunPlan& plan, const std::string& parameter);

  /// In the order of the schedule.
  void add(const FinishedMatch& match);

  /// Who leads, in a few words, while more may follow.
  [[nodiscard]] std::string leaders() const;

  /// The tables, one below the other: all matches; each against each other one, if they are several; by the parameter.
  std::string text();

  /// The same as a JSON object.
  nlohmann::ordered_json json();

 private:
  [[nodiscard]] RunRows rows() const { return {participants_.names(), plan_.game.description.contest}; }

  const RunPlan& plan_;
  Participants participants_;
  Tally tally_;
  std::optional<ByParameter> by_;
};

}  // namespace host
