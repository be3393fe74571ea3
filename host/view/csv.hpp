// Comma-separated values (RFC 4180, lines that end with "\n").
#pragma once

#include "host/view/report.hpp"

#include <string>
#include <vector>

namespace host {

/// Returns one line without its line end. A cell that is no number, but begins like a formula of a spreadsheet, is
/// prefixed with an apostrophe, which marks it as text.
std::string csv_line(const std::vector<std::string>& cells);

/// Returns a header line, and a line for each row.
std::string csv_table(const Columns& columns, const nlohmann::ordered_json& rows);

}  // namespace host
