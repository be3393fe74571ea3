// Comma-separated values (RFC 4180, lines that end with "\n").
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace host {

/// Returns one line without its line end. A cell that is no number, but begins like a formula of a spreadsheet, is
/// prefixed with an apostrophe, which marks it as text.
std::string csv_line(const std::vector<std::string>& cells);

/// Returns a header line, and a line for each of the `rows`, which are JSON objects. A column is the name of a member,
/// or "heading=path", such as "low=interval/0": a JSON pointer (RFC 6901) without its first '/'. A value that is
/// missing, null or not finite is an empty cell; an object is written as "name=value name=value".
std::string csv_table(const std::vector<std::string>& columns, const nlohmann::ordered_json& rows);

}  // namespace host
