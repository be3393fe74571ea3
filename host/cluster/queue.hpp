// The queue of a cluster: runs, and their matches in leases. docs/cluster.md describes the tables.
//
// A lease is some matches of a run that one machine plays. Its epoch counts how often it was taken. All times are the
// server's, so the clocks of the machines need not agree.
#pragma once

#include "host/cluster/connection.hpp"
#include "host/util/machine.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace host::cluster {

/// What distinguishes a process that takes leases.
struct Session {
  std::string token;  // drawn: no other process has it
  Machine machine;
};

/// A lease that this process has taken.
struct Lease {
  std::int64_t id = 0;
  std::int64_t run = 0;
  std::int64_t epoch = 0;
  std::string matches;  // see payload.hpp
};

/// A run as an arena needs it.
struct RunRow {
  std::string format;                    // see payload.hpp
  std::string job;                       // the bytes of its order
  std::vector<std::string> libraries;    // the SHA-256 of each
  std::int64_t game_wall_ns = 0;         // as in GameLimits
  std::int64_t game_memory_bytes = 0;    // as in GameLimits
  std::chrono::milliseconds patience{};  // after which a lease expires that its arena does not extend
};

/// A lease that needs no more work.
struct ClosedLease {
  std::int64_t id = 0;
  std::string matches;
  bool given_up = false;
  Machine machine;            // that has played it; if it was given up, its name is those of all that have failed
  std::int64_t check_of = 0;  // the lease whose matches it plays again; 0: none
  std::string results;        // empty if it was given up, or no machine can have returned what is there
  std::int64_t busy_ns = 0;   // how long the machine has played
};

/// A machine that can't play a run.
struct Refusal {
  std::string machine;
  std::string reason;
};

/// The machines of a cluster.
struct Capacity {
  std::size_t machines = 0;
  std::size_t slots = 0;  // matches that they play at a time
};

/// A connection to the queue. All functions throw Lost and Failure(cluster). Used by one thread.
class Queue {
 public:
  /// Connects. Creates the tables if the database has none; fails if they are those of another version of Agon.
  explicit Queue(const std::string& url);

  // For the arenas.

  /// Registers the machine, which plays `jobs` matches at a time, or tells that it is still there.
  void tell_machine(const Session& session, std::size_t jobs);
  /// Takes up to `most` open leases, the oldest first, of any runs but `without` and those that exclude this machine.
  std::vector<Lease> take(const Session& session, std::size_t most, const std::vector<std::int64_t>& without);
  /// Extends all leases of the session. Returns the numbers of those that it still has.
  std::vector<std::int64_t> extend(const Session& session);
  /// Closes the lease and stores its results, if the session still has the lease with this epoch. Returns whether it
  /// had it.
  bool complete(const Session& session, const Lease& lease, const std::string& results, std::int64_t busy_ns);
  /// Returns all leases of the session to the queue: the machine leaves the cluster.
  void leave(const Session& session);
  /// Returns the lease to the queue.
  void give_back(const Session& session, const Lease& lease);
  /// Returns the lease to the queue and tells the run's host that this machine can't play the run.
  void refuse(const Session& session, const Lease& lease, const std::string& reason);
  /// Returns nothing if the run is over.
  std::optional<RunRow> find_run(std::int64_t run);
  /// Returns the bytes of a library; nothing if it is not there.
  std::optional<std::string> library(const std::string& sha256);

  // For the host.

  /// Stores a library unless it is there. Fails if the stored one has other bytes.
  void add_library(const std::string& sha256, const std::string& bytes);
  [[nodiscard]] bool has_library(const std::string& sha256);
  /// Continues the run with that key if it has no host, or begins a new one. With `afresh`, removes that run instead.
  /// Returns the run's number. Its host is the process that has called this and is still connected.
  std::int64_t open_run(const std::string& key, const RunRow& row, bool afresh = false);
  /// After a new connection: becomes the run's host again. Fails if it has another host, or is gone.
  void reopen_run(std::int64_t run);
  /// Adds leases with these matches.
  void add_leases(std::int64_t run, const std::vector<std::string>& matches);
  /// Adds a lease that another machine than `machine` is to take: matches of `lease`, which that one has played.
  void add_check(std::int64_t run, std::int64_t lease, const std::string& machine, const std::string& matches);
  /// Removes all leases of add_check().
  void remove_checks(std::int64_t run);
  /// Excludes a machine from the run, because its results are wrong. Opens its leases again, also closed ones, except
  /// `confirmed`, and removes checks of its matches.
  void exclude(std::int64_t run, const std::string& machine, const std::string& reason,
               const std::vector<std::int64_t>& confirmed);
  /// Returns the names of excluded machines.
  std::vector<std::string> excluded(std::int64_t run);
  /// Opens the lease again, and removes its results.
  void reopen(std::int64_t lease);
  /// Ends all exclusions.
  void admit_all(std::int64_t run);
  /// Returns all leases of the run with their matches, without those of add_check().
  std::vector<Lease> all_leases(std::int64_t run);
  /// Returns closed leases of the run, without those in `without`, at most `most`.
  std::vector<ClosedLease> closed(std::int64_t run, const std::vector<std::int64_t>& without, std::size_t most);
  /// Removes leases.
  void remove(const std::vector<std::int64_t>& leases);
  /// Opens the run's leases that have expired again, and gives up those that have failed too often. Leases that are
  /// said to expire later than any that an arena takes have expired, too.
  void expire(std::int64_t run);
  /// Returns the machines that can't play the run, without excluded ones.
  std::vector<Refusal> refusals(std::int64_t run);
  /// Returns the machines that can play the run.
  Capacity capacity(std::int64_t run);
  /// Removes the run's open and taken leases: its test has decided, or its user has stopped it.
  void withdraw(std::int64_t run);
  /// Removes the run with all its leases.
  void remove_run(std::int64_t run);

 private:
  Connection connection_;
};

}  // namespace host::cluster
