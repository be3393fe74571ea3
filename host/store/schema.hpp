// The tables of the results database, as docs/database.md describes them.
#pragma once

#include <cstdint>
#include <vector>

namespace host {

/// PRAGMA application_id: "agon".
constexpr std::int32_t application_id = 0x61676f6e;
/// PRAGMA user_version: incremented with every change of the tables.
constexpr std::int32_t schema_version = 11;

/// What a version of the tables has added to those of the versions before it.
struct SchemaStep {
  std::int64_t version;
  const char* sql;
};
/// Together with the two tables below, they create the tables in an empty database.
extern const std::vector<SchemaStep> schema_steps;
/// Has openings since version 7.
extern const char* const conditions_table;
/// Compressed since version 9: see PackedLine. Versions before had `line` as text.
extern const char* const transcripts_table;
/// Replaces the view of older versions.
extern const char* const results_view;

/// The columns of the tables of data that many matches share, without their numbers: no two rows are equal in them.
constexpr const char* conditions_columns =
    "game, version, protocol, sha256, parameters, opening, cpu_ns, turn_cpu_ns, increment_ns, wall_ns, memory_bytes,"
    " threads";
constexpr const char* strategies_columns = "game, strategy, version, sha256, options";
constexpr const char* line_ups_columns = "names";
constexpr const char* machines_columns = "name, cpu, speed";

/// Convert the `conditions` columns of older versions to the current ones. Version 1 had no limits of turns, versions
/// before 7 no openings.
constexpr const char* conditions_of_version_1 =
    "id, game, version, protocol, sha256, parameters, '' AS opening, cpu_ns, 0 AS turn_cpu_ns, 0 AS increment_ns,"
    " wall_ns, memory_bytes, threads";
constexpr const char* conditions_of_version_6 =
    "id, game, version, protocol, sha256, parameters, '' AS opening, cpu_ns, turn_cpu_ns, increment_ns, wall_ns,"
    " memory_bytes, threads";

}  // namespace host
