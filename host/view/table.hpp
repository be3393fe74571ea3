// Columns of text.
#pragma once

#include <string>
#include <vector>

namespace host {

/// Rows of cells, plain() each, in aligned columns, two blanks between them; lines end with '\n'. The first row is the
/// heading. A column is aligned right if its other cells are numbers, or '-' for none.
std::string table(std::vector<std::vector<std::string>> rows);

/// With `digits` digits behind the point.
std::string fixed(double number, int digits);

}  // namespace host
