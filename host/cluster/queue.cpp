#include "host/cluster/queue.hpp"

#include "host/util/failure.hpp"
#include "host/util/text.hpp"

namespace host::cluster {

namespace {

/// Incremented with every change of the tables or of the bytes in them.
constexpr int schema_version = 2;

// The number in the lock is arbitrary. Rows of `leases` stay small and are updated in place; large values are
// elsewhere.
constexpr const char* tables = R"(
  SELECT pg_advisory_xact_lock(1095190350);
  CREATE SCHEMA IF NOT EXISTS agon;
  CREATE TABLE IF NOT EXISTS agon.version (version bigint NOT NULL);
  INSERT INTO agon.version SELECT 2 WHERE NOT EXISTS (SELECT FROM agon.version);
  CREATE TABLE IF NOT EXISTS agon.libraries (sha256 text PRIMARY KEY, bytes bytea NOT NULL);
  ALTER TABLE agon.libraries ALTER COLUMN bytes SET STORAGE EXTERNAL;
  CREATE TABLE IF NOT EXISTS agon.runs (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key text NOT NULL,
    format text NOT NULL,
    job bytea NOT NULL,
    libraries text NOT NULL,
    game_wall_ns bigint NOT NULL,
    game_memory_bytes bigint NOT NULL,
    patience interval NOT NULL,
    touched timestamptz NOT NULL DEFAULT clock_timestamp());
  CREATE INDEX IF NOT EXISTS runs_by_key ON agon.runs (key);
  CREATE TABLE IF NOT EXISTS agon.leases (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    run bigint NOT NULL REFERENCES agon.runs ON DELETE CASCADE,
    state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'taken', 'done', 'given up')),
    epoch bigint NOT NULL DEFAULT 0,
    machine text,
    session text,
    expires timestamptz,
    failures bigint NOT NULL DEFAULT 0,
    failed_on text[] NOT NULL DEFAULT '{}',
    check_of bigint,
    not_on text,
    matches bytea NOT NULL) WITH (fillfactor = 50);
  CREATE INDEX IF NOT EXISTS leases_of_run ON agon.leases (run);
  CREATE INDEX IF NOT EXISTS leases_open ON agon.leases (id) WHERE state = 'open';
  CREATE INDEX IF NOT EXISTS leases_taken ON agon.leases (session) WHERE state = 'taken';
  CREATE TABLE IF NOT EXISTS agon.results (
    lease bigint PRIMARY KEY REFERENCES agon.leases ON DELETE CASCADE,
    epoch bigint NOT NULL,
    machine text NOT NULL,
    cpu text NOT NULL,
    speed double precision NOT NULL,
    busy_ns bigint NOT NULL,
    results bytea NOT NULL);
  CREATE TABLE IF NOT EXISTS agon.machines (
    session text PRIMARY KEY,
    name text NOT NULL,
    cpu text NOT NULL,
    speed double precision NOT NULL,
    jobs bigint NOT NULL,
    seen timestamptz NOT NULL);
  CREATE TABLE IF NOT EXISTS agon.refusals (
    run bigint NOT NULL REFERENCES agon.runs ON DELETE CASCADE,
    machine text NOT NULL,
    reason text NOT NULL,
    differs boolean NOT NULL DEFAULT false,
    PRIMARY KEY (run, machine));
)";

/// Creates the tables if the database has none. Throws Lost, and Failure(cluster) if they are of another version or
/// can't be created.
void ensure_schema(Connection& connection) {
  if (!connection.run("SELECT to_regclass('agon.version') IS NOT NULL").truth(0, 0)) {
    try {
      connection.run_all(tables);
    } catch (const Failure& failure) {
      throw Failure(Exit::cluster, std::string("the tables of Agon can't be created: ") + failure.what());
    }
  }
  const Rows rows = connection.run("SELECT max(version) FROM agon.version");
  const std::int64_t version = rows.number(0, 0);
  if (version != schema_version)
    throw Failure(Exit::cluster, "the cluster's database has tables of version " + std::to_string(version) +
                                     ", and this version of Agon uses version " + std::to_string(schema_version) +
                                     ": use one version of Agon on all machines, and a new database for a new version");
}

}  // namespace

Queue::Queue(const std::string& url) : connection_(url) {
  ensure_schema(connection_);
}

void Queue::tell_machine(const Session& session, std::size_t jobs) {
  connection_.run(
      "INSERT INTO agon.machines (session, name, cpu, speed, jobs, seen)"
      " VALUES ($1, $2, $3, $4::double precision, $5::bigint, clock_timestamp())"
      " ON CONFLICT (session) DO UPDATE SET seen = clock_timestamp()",
      session.token, session.machine.name, session.machine.cpu, session.machine.speed, jobs);
}

// Taking and extending leases need not survive a crash of the server, so they do not wait for its disk: a lease that is
// then open again is played again, and the session prevents that the results of the first time count.
std::vector<Lease> Queue::take(const Session& session, std::size_t most, const std::vector<std::int64_t>& without) {
  const Rows rows = connection_.run(
      "WITH next AS MATERIALIZED (SELECT id FROM agon.leases WHERE state = 'open' AND run <> ALL ($3::bigint[])"
      "  AND not_on IS DISTINCT FROM $2"
      "  AND NOT EXISTS (SELECT FROM agon.refusals r WHERE r.run = leases.run AND r.machine = $2)"
      "  ORDER BY id LIMIT $4::bigint FOR UPDATE SKIP LOCKED)"
      " UPDATE agon.leases SET state = 'taken', epoch = epoch % 1000000000 + 1, session = $1, machine = $2,"
      "  expires = clock_timestamp() + patience"
      " FROM next, agon.runs WHERE leases.id = next.id AND runs.id = leases.run"
      " RETURNING leases.id, leases.run, leases.epoch, leases.matches, set_config('synchronous_commit', 'off', true)",
      session.token, session.machine.name, without, most);
  std::vector<Lease> leases;
  for (std::size_t row = 0; row < rows.size(); ++row)
    leases.push_back({.id = rows.number(row, 0),
                      .run = rows.number(row, 1),
                      .epoch = rows.number(row, 2),
                      .matches = rows.text(row, 3)});
  return leases;
}

std::vector<std::int64_t> Queue::extend(const Session& session) {
  const Rows rows = connection_.run(
      "UPDATE agon.leases SET expires = clock_timestamp() + patience FROM agon.runs"
      " WHERE session = $1 AND state = 'taken' AND runs.id = leases.run RETURNING leases.id,"
      " set_config('synchronous_commit', 'off', true)",
      session.token);
  std::vector<std::int64_t> held;
  for (std::size_t row = 0; row < rows.size(); ++row) held.push_back(rows.number(row, 0));
  return held;
}

bool Queue::complete(const Session& session, const Lease& lease, const std::string& results, std::int64_t busy_ns) {
  const Rows rows = connection_.run(
      "WITH closed AS (UPDATE agon.leases SET state = 'done'"
      "  WHERE id = $1::bigint AND epoch = $2::bigint AND session = $3 AND state = 'taken' RETURNING id)"
      " INSERT INTO agon.results (lease, epoch, machine, busy_ns, results, cpu, speed)"
      " SELECT id, $2::bigint, $4, $5::bigint, $6::bytea, $7, $8::double precision FROM closed"
      " ON CONFLICT DO NOTHING RETURNING lease",
      lease.id, lease.epoch, session.token, session.machine.name, busy_ns, Bytes{results}, session.machine.cpu,
      session.machine.speed);
  return !rows.empty();
}

void Queue::leave(const Session& session) {
  connection_.run(
      "WITH gone AS (DELETE FROM agon.machines WHERE session = $1)"
      " UPDATE agon.leases SET state = 'open', session = NULL, machine = NULL WHERE session = $1 AND state = 'taken'",
      session.token);
}

void Queue::give_back(const Session& session, const Lease& lease) {
  connection_.run(
      "UPDATE agon.leases SET state = 'open', session = NULL, machine = NULL"
      " WHERE id = $1::bigint AND session = $2 AND state = 'taken'",
      lease.id, session.token);
}

void Queue::refuse(const Session& session, const Lease& lease, const std::string& reason) {
  connection_.run(
      "WITH told AS (INSERT INTO agon.refusals (run, machine, reason) SELECT id, $4, $5 FROM agon.runs"
      "  WHERE id = $3::bigint ON CONFLICT DO NOTHING)"
      " UPDATE agon.leases SET state = 'open', session = NULL, machine = NULL"
      " WHERE id = $1::bigint AND session = $2 AND state = 'taken'",
      lease.id, session.token, lease.run, session.machine.name, reason);
}

std::optional<RunRow> Queue::find_run(std::int64_t run) {
  const Rows rows = connection_.run(
      "SELECT format, job, libraries, game_wall_ns, game_memory_bytes,"
      " (extract(epoch FROM patience) * 1000)::bigint FROM agon.runs WHERE id = $1::bigint",
      run);
  if (rows.empty()) return std::nullopt;
  return RunRow{.format = rows.text(0, 0),
                .job = rows.text(0, 1),
                .libraries = split(rows.text(0, 2), ' '),
                .game_wall_ns = rows.number(0, 3),
                .game_memory_bytes = rows.number(0, 4),
                .patience = std::chrono::milliseconds(rows.number(0, 5))};
}

std::optional<std::string> Queue::library(const std::string& sha256) {
  const Rows rows = connection_.run("SELECT bytes FROM agon.libraries WHERE sha256 = $1", sha256);
  if (rows.empty()) return std::nullopt;
  return rows.text(0, 0);
}

bool Queue::has_library(const std::string& sha256) {
  const Rows rows =
      connection_.run("SELECT encode(sha256(bytes), 'hex') = sha256 FROM agon.libraries WHERE sha256 = $1", sha256);
  if (rows.empty()) return false;
  if (!rows.truth(0, 0))
    throw Failure(Exit::cluster, "the library " + sha256 +
                                     " in the cluster's database does not have the bytes of that SHA-256: somebody "
                                     "has changed it; delete its row in agon.libraries");
  return true;
}

void Queue::add_library(const std::string& sha256, const std::string& bytes) {
  connection_.run("INSERT INTO agon.libraries (sha256, bytes) VALUES ($1, $2::bytea) ON CONFLICT DO NOTHING", sha256,
                  Bytes{bytes});
}

}  // namespace host::cluster
