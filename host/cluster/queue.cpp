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
  return rows.each([&](std::size_t row) {
    return Lease{.id = rows.number(row, 0),
                 .run = rows.number(row, 1),
                 .epoch = rows.number(row, 2),
                 .matches = rows.text(row, 3)};
  });
}

std::vector<std::int64_t> Queue::extend(const Session& session) {
  const Rows rows = connection_.run(
      "UPDATE agon.leases SET expires = clock_timestamp() + patience FROM agon.runs"
      " WHERE session = $1 AND state = 'taken' AND runs.id = leases.run RETURNING leases.id,"
      " set_config('synchronous_commit', 'off', true)",
      session.token);
  return rows.each([&](std::size_t row) { return rows.number(row, 0); });
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
      "INSERT INTO agon.refusals (run, machine, reason) SELECT id, $2, $3 FROM agon.runs WHERE id = $1::bigint"
      " ON CONFLICT DO NOTHING",
      lease.run, session.machine.name, reason);
  give_back(session, lease);
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

// The part of the queue that the host of a run uses.

namespace {

/// Joins texts for a parameter of type bytea[]: each as hexadecimal digits.
std::string byte_arrays(const std::vector<std::string>& all) {
  constexpr char digits[] = "0123456789abcdef";
  std::string text = "{";
  for (const std::string& each : all) {
    text += text.size() == 1 ? "\"\\\\x" : ",\"\\\\x";
    for (const char byte : each) {
      const auto value = static_cast<unsigned char>(byte);
      text += digits[value >> 4U];
      text += digits[value & 15U];
    }
    text += '"';
  }
  return text + "}";
}

}  // namespace

std::int64_t Queue::open_run(const std::string& key, const RunRow& row, bool afresh) {
  // Runs that no host has continued, and machines that have gone.
  connection_.run(
      "DELETE FROM agon.runs WHERE touched < clock_timestamp() - interval '7 days' AND pg_try_advisory_xact_lock(id)");
  connection_.run("DELETE FROM agon.machines WHERE seen < clock_timestamp() - interval '7 days'");
  const Rows found = connection_.run(
      "SELECT id FROM agon.runs WHERE key = $1 AND NOT EXISTS (SELECT FROM agon.refusals WHERE run = id AND NOT "
      "differs) ORDER BY id",
      key);
  for (std::size_t each = 0; each < found.size(); ++each) {
    const std::int64_t id = found.number(each, 0);
    if (!connection_.run("SELECT pg_try_advisory_lock($1::bigint)", id).truth(0, 0)) continue;
    if (afresh) {
      remove_run(id);
      continue;
    }
    const Rows renewed = connection_.run(
        "UPDATE agon.runs SET touched = clock_timestamp(), patience = $2::bigint * interval '1 millisecond'"
        " WHERE id = $1::bigint RETURNING id",
        id, row.patience.count());
    if (!renewed.empty()) return id;
  }
  const Rows made = connection_.run(
      "WITH made AS (INSERT INTO agon.runs"
      " (key, format, job, libraries, game_wall_ns, game_memory_bytes, patience)"
      " VALUES ($1, $2, $3::bytea, $4, $5::bigint, $6::bigint, $7::bigint * interval '1 millisecond') RETURNING id)"
      " SELECT id, pg_try_advisory_lock(id) FROM made",
      key, row.format, Bytes{row.job}, join(row.libraries, " "), row.game_wall_ns, row.game_memory_bytes,
      row.patience.count());
  return made.number(0, 0);
}

void Queue::reopen_run(std::int64_t run) {
  const Rows rows = connection_.run(
      "UPDATE agon.runs SET touched = clock_timestamp() WHERE id = $1::bigint RETURNING pg_try_advisory_lock(id)", run);
  if (rows.empty()) throw Failure(Exit::cluster, "this run is no longer in the cluster's database: start it again");
  if (!rows.truth(0, 0)) throw Lost("the server still knows the lost connection of this run");
}

void Queue::add_leases(std::int64_t run, const std::vector<std::string>& matches) {
  if (matches.empty()) return;
  connection_.run("INSERT INTO agon.leases (run, matches) SELECT $1::bigint, each FROM unnest($2::bytea[]) AS each",
                  run, byte_arrays(matches));
}

void Queue::add_check(std::int64_t run, std::int64_t lease, const std::string& machine, const std::string& matches) {
  connection_.run(
      "INSERT INTO agon.leases (run, matches, check_of, not_on) VALUES ($1::bigint, $2::bytea, $3::bigint, $4)", run,
      Bytes{matches}, lease, machine);
}

void Queue::remove_checks(std::int64_t run) {
  connection_.run("DELETE FROM agon.leases WHERE run = $1::bigint AND check_of IS NOT NULL", run);
}

void Queue::exclude(std::int64_t run, const std::string& machine, const std::string& reason,
                    const std::vector<std::int64_t>& confirmed) {
  // If an error is thrown, the connection is closed, which ends the transaction.
  connection_.run_all("BEGIN");
  connection_.run(
      "INSERT INTO agon.refusals (run, machine, reason, differs) VALUES ($1::bigint, $2, $3, true)"
      " ON CONFLICT DO NOTHING",
      run, machine, reason);
  // Waits for results that the machine is sending, so that the next statement sees them.
  connection_.run(
      "SELECT FROM agon.leases WHERE run = $1::bigint AND machine = $2 AND state = 'taken' ORDER BY id FOR UPDATE", run,
      machine);
  connection_.run(
      "WITH wrong AS MATERIALIZED (SELECT id FROM agon.leases LEFT JOIN agon.results ON lease = id"
      "   WHERE run = $1::bigint AND id <> ALL ($3::bigint[]) AND not_on IS DISTINCT FROM $2"
      "   AND (state = 'taken' AND leases.machine = $2 OR state = 'done' AND results.machine = $2)),"
      " gone AS (DELETE FROM agon.results WHERE lease IN (SELECT id FROM wrong)),"
      " checks AS (DELETE FROM agon.leases WHERE run = $1::bigint AND not_on = $2)"
      " UPDATE agon.leases SET state = 'open', session = NULL, machine = NULL WHERE id IN (SELECT id FROM wrong)",
      run, machine, confirmed);
  connection_.run_all("COMMIT");
}

std::vector<std::string> Queue::excluded(std::int64_t run) {
  const Rows rows = connection_.run("SELECT machine FROM agon.refusals WHERE run = $1::bigint AND differs", run);
  return rows.each([&](std::size_t row) { return rows.text(row, 0); });
}

void Queue::reopen(std::int64_t lease) {
  connection_.run(
      "WITH gone AS (DELETE FROM agon.results WHERE lease = $1::bigint)"
      " UPDATE agon.leases SET state = 'open', session = NULL, machine = NULL WHERE id = $1::bigint",
      lease);
}

void Queue::admit_all(std::int64_t run) {
  connection_.run("DELETE FROM agon.refusals WHERE run = $1::bigint AND differs", run);
}

std::vector<Lease> Queue::all_leases(std::int64_t run) {
  const Rows rows = connection_.run(
      "SELECT id, matches FROM agon.leases WHERE run = $1::bigint AND check_of IS NULL ORDER BY id", run);
  return rows.each([&](std::size_t row) {
    return Lease{.id = rows.number(row, 0), .run = run, .epoch = 0, .matches = rows.text(row, 1)};
  });
}

std::vector<ClosedLease> Queue::closed(std::int64_t run, const std::vector<std::int64_t>& without, std::size_t most) {
  // An arena can write any state, but not how often a lease has failed, and as many and as long texts as it likes.
  const Rows rows = connection_.run(
      "SELECT id, matches, state = 'given up' AND (failures >= 10 OR cardinality(failed_on) >= 3),"
      " left(CASE WHEN state = 'done' THEN results.machine ELSE array_to_string(failed_on, ', ') END, 300),"
      " CASE WHEN state = 'done' AND octet_length(results) < 100000000 THEN results END,"
      " busy_ns, check_of, left(cpu, 300), speed FROM agon.leases"
      " LEFT JOIN agon.results ON lease = id AND results.epoch = leases.epoch"
      " WHERE run = $1::bigint AND state IN ('done', 'given up') AND id <> ALL ($2::bigint[]) ORDER BY id"
      " LIMIT $3::bigint",
      run, without, most);
  return rows.each([&](std::size_t row) {
    return ClosedLease{.id = rows.number(row, 0),
                       .matches = rows.text(row, 1),
                       .given_up = rows.truth(row, 2),
                       .machine = {.name = rows.text(row, 3), .cpu = rows.text(row, 7), .speed = rows.real(row, 8)},
                       .check_of = rows.number(row, 6),
                       .results = rows.text(row, 4),
                       .busy_ns = rows.number(row, 5)};
  });
}

void Queue::remove(const std::vector<std::int64_t>& leases) {
  if (!leases.empty()) connection_.run("DELETE FROM agon.leases WHERE id = ANY ($1::bigint[])", leases);
}

void Queue::expire(std::int64_t run) {
  // A single machine has ten attempts: its arenas may be restarted.
  connection_.run(
      "WITH expired AS MATERIALIZED (SELECT id, CASE WHEN machine = ANY (failed_on) THEN failed_on"
      "  ELSE failed_on || machine END AS failed FROM agon.leases"
      "  WHERE run = $1::bigint AND state = 'taken' AND (expires BETWEEN clock_timestamp()"
      "  AND clock_timestamp() + 2 * (SELECT patience FROM agon.runs WHERE id = $1::bigint)) IS NOT TRUE"
      "  FOR UPDATE SKIP LOCKED)"
      " UPDATE agon.leases SET failures = failures + 1, failed_on = failed, session = NULL, machine = NULL,"
      "  state = CASE WHEN failures >= 9 OR cardinality(failed) >= 3 THEN 'given up' ELSE 'open' END"
      " FROM expired WHERE leases.id = expired.id",
      run);
  connection_.run("UPDATE agon.runs SET touched = clock_timestamp() WHERE id = $1::bigint", run);
}

std::vector<Refusal> Queue::refusals(std::int64_t run) {
  const Rows rows = connection_.run(
      "SELECT left(machine, 300), left(reason, 3000) FROM agon.refusals WHERE run = $1::bigint AND NOT differs ORDER "
      "BY machine",
      run);
  return rows.each([&](std::size_t row) { return Refusal{rows.text(row, 0), rows.text(row, 1)}; });
}

Capacity Queue::capacity(std::int64_t run) {
  const Rows rows = connection_.run(
      "SELECT count(DISTINCT name), least(coalesce(sum(greatest(jobs, 0)), 0), 100000)::bigint FROM agon.machines"
      " WHERE seen BETWEEN clock_timestamp() - interval '30 s' AND clock_timestamp() + interval '30 s'"
      " AND name NOT IN (SELECT machine FROM agon.refusals WHERE run = $1::bigint)",
      run);
  return {.machines = static_cast<std::size_t>(rows.number(0, 0)),
          .slots = static_cast<std::size_t>(rows.number(0, 1))};
}

void Queue::withdraw(std::int64_t run) {
  connection_.run("DELETE FROM agon.leases WHERE run = $1::bigint AND state IN ('open', 'taken')", run);
}

void Queue::remove_run(std::int64_t run) {
  connection_.run("DELETE FROM agon.runs WHERE id = $1::bigint", run);
}

}  // namespace host::cluster
