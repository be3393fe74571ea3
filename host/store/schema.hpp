// The tables of the results database, as docs/database.md describes them.
#pragma once

#include <cstdint>

namespace host {

/// PRAGMA application_id: "Agon". Databases from before version 1.0 have unreleased_id.
constexpr std::int32_t application_id = 0x41676f6e;
constexpr std::int32_t unreleased_id = 0x61676f6e;
/// PRAGMA user_version: incremented with every change of the tables.
constexpr std::int32_t schema_version = 1;

/// Creates the tables, and the view `matches`, in an empty database.
extern const char* const schema;

/// The columns of the tables of data that many matches share, without their numbers: no two rows are equal in them.
constexpr const char* conditions_columns =
    "game, version, protocol, sha256, parameters, opening, cpu_ns, turn_cpu_ns, increment_ns, wall_ns, memory_bytes,"
    " threads";
constexpr const char* strategies_columns = "game, strategy, version, sha256, options";
constexpr const char* line_ups_columns = "names, plugins";
constexpr const char* machines_columns = "name, cpu, speed";

}  // namespace host
