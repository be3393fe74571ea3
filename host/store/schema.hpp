// The tables of the results database, as docs/database.md describes them.
#pragma once

#include <cstdint>

namespace host {

/// PRAGMA application_id: "agon".
constexpr std::int32_t application_id = 0x61676f6e;
/// PRAGMA user_version: grows with every change of the tables.
constexpr std::int32_t schema_version = 2;

/// Both together create the tables in an empty database.
extern const char* const conditions_table;
extern const char* const other_tables;

/// The columns of `conditions` in version 1, which knew no limits of turns, as they are now.
constexpr const char* conditions_of_version_1 =
    "id, game, version, protocol, sha256, parameters, cpu_ns, 0 AS turn_cpu_ns, 0 AS increment_ns, wall_ns,"
    " memory_bytes, threads";

}  // namespace host
