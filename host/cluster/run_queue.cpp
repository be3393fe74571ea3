// The part of the queue that the host of a run uses.
#include "host/cluster/queue.hpp"
#include "host/util/failure.hpp"
#include "host/util/text.hpp"

namespace host::cluster {

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

/// Returns the first column.
std::vector<std::string> texts(const Rows& rows) {
  std::vector<std::string> all;
  for (std::size_t row = 0; row < rows.size(); ++row) all.push_back(rows.text(row, 0));
  return all;
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
  return texts(connection_.run("SELECT machine FROM agon.refusals WHERE run = $1::bigint AND differs", run));
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
  std::vector<Lease> all;
  for (std::size_t row = 0; row < rows.size(); ++row)
    all.push_back({.id = rows.number(row, 0), .run = run, .epoch = 0, .matches = rows.text(row, 1)});
  return all;
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
  std::vector<ClosedLease> all;
  for (std::size_t row = 0; row < rows.size(); ++row)
    all.push_back({.id = rows.number(row, 0),
                   .matches = rows.text(row, 1),
                   .given_up = rows.truth(row, 2),
                   .machine = {.name = rows.text(row, 3), .cpu = rows.text(row, 7), .speed = rows.real(row, 8)},
                   .check_of = rows.number(row, 6),
                   .results = rows.text(row, 4),
                   .busy_ns = rows.number(row, 5)});
  return all;
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
  std::vector<Refusal> all;
  for (std::size_t row = 0; row < rows.size(); ++row) all.push_back({rows.text(row, 0), rows.text(row, 1)});
  return all;
}

std::vector<std::string> Queue::machines(std::int64_t run) {
  const Rows rows = connection_.run(
      "SELECT DISTINCT left(name, 300) FROM agon.machines WHERE seen BETWEEN"
      " clock_timestamp() - interval '30 s' AND clock_timestamp() + interval '30 s'"
      " AND name NOT IN (SELECT machine FROM agon.refusals WHERE run = $1::bigint)",
      run);
  return texts(rows);
}

std::size_t Queue::slots(std::int64_t run) {
  const Rows rows = connection_.run(
      "SELECT least(coalesce(sum(greatest(jobs, 0)), 0), 100000)::bigint FROM agon.machines WHERE seen BETWEEN"
      " clock_timestamp() - interval '30 s' AND clock_timestamp() + interval '30 s'"
      " AND name NOT IN (SELECT machine FROM agon.refusals WHERE run = $1::bigint)",
      run);
  return static_cast<std::size_t>(rows.number(0, 0));
}

void Queue::withdraw(std::int64_t run) {
  connection_.run("DELETE FROM agon.leases WHERE run = $1::bigint AND state IN ('open', 'taken')", run);
}

void Queue::remove_run(std::int64_t run) {
  connection_.run("DELETE FROM agon.runs WHERE id = $1::bigint", run);
}

}  // namespace host::cluster
