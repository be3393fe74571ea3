// Drawings as text, for a terminal or a file.
#pragma once

#include "host/view/drawing.hpp"

#include <cstdio>
#include <string>

namespace host {

/// Whether output to `stream` should be in colour: it is a terminal that knows colours, and NO_COLOR is not set
/// (no-color.org).
bool wants_colour(std::FILE* stream);

/// The drawing in lines that end with '\n'. Without colour, a cell's glyph alone tells what it is, and the last action
/// stands in brackets.
std::string render(const Drawing& drawing, bool colour);

}  // namespace host
