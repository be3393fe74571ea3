// The report of standings, and of the failures of a run or of stored matches.
#pragma once

#include "host/report/again.hpp"
#include "host/report/report.hpp"
#include "host/tournament/run.hpp"
#include "host/tournament/standings.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace host {

/// What is needed to write commands that play stored matches again.
struct StoredCommands {
  std::map<RunId, RunRecord> runs{};
  std::string program = "host";  // the host's name
  bool published = false;        // for a page: commands with absolute paths are left out
  /// Returns stored_match_again(); empty: the run is unknown, or a path is absolute.
  [[nodiscard]] Words again(const Result& match) const;
};

/// Returns "2 strategies, 200 matches on 100 seeds".
std::string standings_size(const StandingsTable& table);

/// Returns the number of groups in which ratings can be compared; 0 without ratings.
std::size_t rating_groups(const StandingsTable& table);

/// Returns a sentence if there are several of these groups; otherwise "".
std::string groups_sentence(std::size_t groups);

/// Returns one strategy's numbers. `contest` is the game's, AGON_CONTEST_...; `alone`: no match had another seat.
nlohmann::ordered_json standing_json(const Standing& standing, std::int32_t contest, bool alone);

/// Returns the numbers of all, and the failure_report().
nlohmann::ordered_json standings_json(const StandingsTable& table, const StoredCommands& commands = {});

/// Returns these, a caption line and the tables.
Report standings_report(const StandingsTable& table, const StoredCommands& commands = {});

/// Returns a table of these rows, which JSON has as "failures": for each strategy, kind and cause their number, and
/// seed, reason and command of the first one. Without rows, it has no section.
Report failure_report(const nlohmann::ordered_json& rows);

/// The failures of a run.
class FailureList {
 public:
  /// `program` is the name under which the host was called.
  FailureList(const RunPlan& plan, std::string program) : plan_(plan), program_(std::move(program)) {}

  /// Records the failures of the match. Returns their number.
  std::size_t add(const FinishedMatch& match);

  /// Returns a row for each strategy, kind and cause, in the order of their first failures.
  [[nodiscard]] Report report() const;

 private:
  /// Failures of one strategy, kind and cause.
  struct Group {
    std::string strategy;
    std::string kind;
    std::string reason;      // of the first
    ScheduledMatch match{};  // likewise
    std::uint64_t count = 0;
  };

  void add(const FinishedMatch& match, const std::string& strategy, const std::string& kind, const std::string& reason);

  const RunPlan& plan_;
  std::string program_;
  FailureCauses causes_;
  std::vector<Group> groups_;
};

}  // namespace host
