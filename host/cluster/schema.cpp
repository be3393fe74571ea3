#include "host/cluster/schema.hpp"

#include "host/failure.hpp"

#include <string>

namespace host::cluster {

namespace {

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

}  // namespace

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

}  // namespace host::cluster
