// The results that the database returns.
#pragma once

#include "host/store/identity.hpp"
#include "host/util/descriptor.hpp"
#include "host/util/machine.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace host {

// A part of a run, as the results database stores it.

/// A fixed part of a run's schedule, played on one of several machines, for example. merge() joins the parts.
struct Shard {
  std::uint64_t part = 1;  // from 1
  std::uint64_t parts = 1;
  std::string plan{};  // identifies the whole run: 32 bytes, equal for all its parts
};

using RunId = std::int64_t;
using MatchId = std::int64_t;

/// A match's place in a run.
struct Place {
  std::uint64_t number = 0;        // in the run's schedule; unique in the run
  std::uint64_t block = 0;         // matches that statistics group together, such as all seatings of one seed
  std::vector<std::string> names;  // the run's name for the strategy on each seat
};

/// A match that was played. Data common to many matches is shared, not copied.
struct StoredMatch {
  MatchId id = 0;
  RunId run = 0;  // 0: found by its key, so not in any run
  Place place;    // without names if found by its key
  std::shared_ptr<const Conditions> conditions;
  std::uint64_t seed = 0;
  std::optional<std::vector<std::pair<std::string, std::string>>> drawn;  // all parameters, if the seed determined some
  std::int64_t played = 0;                                                // seconds since 1970
  std::vector<std::shared_ptr<const SeatIdentity>> strategies;            // of each seat; their `name` is their id
  MatchResult result;                                                     // times in microsecond resolution
  std::vector<double> contest;                                            // the contest score of each seat
  std::shared_ptr<const Machine> machine;                                 // NULL: stored by an older host

  /// Returns the strategies on the seats, with the run's names.
  [[nodiscard]] std::vector<SeatIdentity> seats() const;
  /// Returns the transcript without start position and events, as host::summary() does for a match just played.
  [[nodiscard]] Transcript summary() const;
};

/// What `serve` keeps from one start to the next, in a folder of this user alone: its link, and the matches that are
/// played in the browser, each as a file that its process writes.
struct SavedMatch {
  std::string head;  // a JSON object: what a list shows, and how the match goes on
  std::string line;  // its transcript until now
};

/// Writes a match in place of its earlier state. Throws Failure(output).
void save_match(const std::filesystem::path& file, const SavedMatch& match);

/// Thread-safe.
class SavedMatches {
 public:
  /// Makes the folder. Throws Failure(database) if that fails, or if others than this user may read it.
  explicit SavedMatches(std::filesystem::path folder);

  /// Returns the first of "folder", "folder-2", ... that no other process has, and a lock that keeps it: two servers
  /// would play one match twice. Throws as the constructor does.
  static std::pair<SavedMatches, Descriptor> unused(const std::filesystem::path& folder);

  /// Returns the token and the port of the last server; a new token and 0 if there was none.
  [[nodiscard]] std::pair<std::string, std::uint16_t> link() const;
  void keep_link(const std::string& token, std::uint16_t port) const;

  /// Returns the id of a new match, "live-7", whose file is empty until it is saved.
  [[nodiscard]] std::string add() const;
  void remove(const std::string& id) const;
  [[nodiscard]] std::filesystem::path file(const std::string& id) const;

  /// Returns a match, if it is there.
  [[nodiscard]] std::optional<SavedMatch> find(const std::string& id) const;

  /// Returns the heads of the newest matches, the newest first.
  [[nodiscard]] std::vector<std::string> heads(std::size_t most) const;

 private:
  /// Returns the numbers of all, the largest first.
  [[nodiscard]] std::vector<std::uint64_t> numbers() const;

  std::filesystem::path folder_;
};

}  // namespace host
