// A PostgreSQL server in a folder of its own, which only a Unix socket reaches.
#pragma once

#include "tests/support/temporary_folder.hpp"

#include <string>
#include <vector>

namespace cluster_test {

/// Returns whether the server's programs are installed; if not, prints that the test is skipped.
bool has_postgres();

class Postgres {
 public:
  /// Starts a server with an empty database. If the test's user is root, who may not run a server, another user does.
  Postgres();
  Postgres(const Postgres&) = delete;
  Postgres& operator=(const Postgres&) = delete;
  ~Postgres();

  /// Returns the URL of the database.
  [[nodiscard]] std::string url(const std::string& user = "agon") const;

  void start();
  /// Ends the server with SIGKILL.
  void kill();

  /// Returns the only value that the statement returns, or what it has done ("UPDATE 1"). Throws std::runtime_error.
  [[nodiscard]] std::string value(const std::string& statement, const std::string& user = "agon") const;
  /// Creates the user agon_arena with the rights that docs/cluster.md gives to arenas. Returns the number of
  /// statements.
  int grant_rights() const;
  /// Waits until the statement returns that value. After five minutes, throws std::runtime_error.
  void wait_for(const std::string& statement, const std::string& value) const;
  /// Waits until the table of the schema agon exists.
  void wait_for_table(const std::string& name) const;

 private:
  void run(std::vector<std::string> words) const;

  support::TemporaryFolder folder_;
};

}  // namespace cluster_test
