// The tables of a cluster's database.
#pragma once

#include "host/cluster/connection.hpp"

namespace host::cluster {

/// Incremented with every change of the tables or of the bytes in them.
inline constexpr int schema_version = 2;

/// Creates the tables if the database has none. Throws Lost, and Failure(cluster) if they are of another version or
/// can't be created.
void ensure_schema(Connection& connection);

}  // namespace host::cluster
