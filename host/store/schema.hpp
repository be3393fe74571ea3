// The tables of the results database, as docs/database.md describes them.
#pragma once

#include <cstdint>

namespace host {

/// PRAGMA application_id: "agon".
constexpr std::int32_t application_id = 0x61676f6e;
/// PRAGMA user_version: grows with every change of the tables.
constexpr std::int32_t schema_version = 1;

/// Creates the tables in an empty database.
extern const char* const schema;

}  // namespace host
