// Comma-separated values (RFC 4180, lines that end with "\n").
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace host {

/// Returns one line without its line end. A cell that is no number, but begins like a formula of a spreadsheet, is
/// prefixed with an apostrophe, which marks it as text.
std::string csv_line(const std::vector<std::string>& cells);

/// A column: its heading, and where the JSON of each row has the value. `missing` is the cell of a row without it.
struct CsvColumn {
  std::string heading;
  std::string pointer;  // a JSON pointer (RFC 6901)
  std::string missing{};
};

/// Returns a header line, and a line for each of the `rows`. A number that is not finite is empty, and an object is
/// written as "name=value name=value".
std::string csv_table(const std::vector<CsvColumn>& columns, const nlohmann::ordered_json& rows);

}  // namespace host
