// Combines the rows of a query over matches and seats, one row per seat, to matches.
#pragma once

#include "host/store/interned.hpp"
#include "host/store/stored_match.hpp"

#include <string>

namespace host {

/// The first columns of a query for read_match(); the query must name matches `m` and seats `s`.
extern const std::string match_columns;
/// Their number: the index of a query's first further column.
constexpr int match_column_count = 18;

/// Reads the current row of `rows` and all following rows of the same match. Fills `match`, except its run and place.
/// Returns false if these were the last rows; otherwise `rows` is at the next match. Throws Failure(database).
bool read_match(Use& rows, Interned& interned, Connection& connection, StoredMatch& match);

}  // namespace host
