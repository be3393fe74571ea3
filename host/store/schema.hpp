// The tables of the results database, as docs/database.md describes them.
#pragma once

#include <cstdint>

namespace host {

/// PRAGMA application_id: "agon".
constexpr std::int32_t application_id = 0x61676f6e;
/// PRAGMA user_version: incremented with every change of the tables.
constexpr std::int32_t schema_version = 10;

/// Together, create the tables in an empty database. `conditions` has openings since version 7.
extern const char* const conditions_table;
extern const char* const other_tables;
extern const char* const shards_table;     // since version 3
extern const char* const faults_table;     // since version 4
extern const char* const machines_tables;  // since version 5
/// Adds what version 6 has and version 5 has not; an empty database gets it as well.
extern const char* const digest_column;
/// Compressed since version 9: see PackedLine. Versions before had `line` as text.
extern const char* const transcripts_table;
/// Adds what version 10 has and version 9 has not.
extern const char* const schedule_column;
/// Replaces the view of older versions.
extern const char* const results_view;

/// Replace the tables in a database of an older version that can't be written to.
constexpr const char* no_shards = "CREATE TEMP TABLE shards (run, part, parts, plan, finished)";
constexpr const char* no_faults = "CREATE TEMP TABLE game_faults (run, number, block, key, seed, line_up, reason)";
constexpr const char* no_digests =
    "CREATE TEMP VIEW matches AS SELECT *, NULL AS digest FROM main.matches;"
    " CREATE TEMP TRIGGER matches_insert INSTEAD OF INSERT ON matches BEGIN SELECT RAISE(FAIL, 'read-only'); END";
constexpr const char* no_machines =
    "CREATE TEMP TABLE machines (id, name, cpu, speed); CREATE TEMP TABLE played_on (match, machine)";

constexpr const char* plain_transcripts =
    "CREATE TEMP VIEW transcripts AS SELECT match, line, length(CAST(line AS BLOB)) AS size FROM main.transcripts;"
    " CREATE TEMP TRIGGER transcripts_insert INSTEAD OF INSERT ON transcripts BEGIN SELECT RAISE(FAIL, 'read-only');"
    " END";

/// A copy that split_commands() of Connection can change, in a database of a version before 10 that can't be written
/// to.
constexpr const char* own_runs = "CREATE TEMP TABLE runs AS SELECT *, NULL AS schedule FROM main.runs";

/// Convert the `conditions` columns of older versions to the current ones. Version 1 had no limits of turns, versions
/// before 7 no openings.
constexpr const char* conditions_of_version_1 =
    "id, game, version, protocol, sha256, parameters, '' AS opening, cpu_ns, 0 AS turn_cpu_ns, 0 AS increment_ns,"
    " wall_ns, memory_bytes, threads";
constexpr const char* conditions_of_version_6 =
    "id, game, version, protocol, sha256, parameters, '' AS opening, cpu_ns, turn_cpu_ns, increment_ns, wall_ns,"
    " memory_bytes, threads";

}  // namespace host
