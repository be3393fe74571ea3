// Rows of a query over matches and seats, a row for each seat, put together to matches.
#pragma once

#include "host/store/interned.hpp"
#include "host/store/stored_match.hpp"

#include <string>

namespace host {

/// The columns that a query starts with for read_match(); it says `m` for matches and `s` for seats.
extern const std::string match_columns;
/// How many they are: a query's own columns begin here.
constexpr int match_column_count = 16;

/// Reads the row that `rows` stands on, and those that follow it, as long as they are of the same match; `match` is
/// filled, but for its run and place. False if they were the last ones; else `rows` stands on the next match. Throws
/// Failure(database).
bool read_match(Use& rows, Interned& interned, Connection& connection, StoredMatch& match);

}  // namespace host
