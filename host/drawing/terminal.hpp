// Renders drawings as text, for a terminal or a file.
#pragma once

#include "host/drawing/drawing.hpp"

#include <cstdio>
#include <string>

namespace host {

/// Returns whether output to `stream` should be in colour: it is a terminal that supports colours, and NO_COLOR is not
/// set (no-color.org).
bool wants_colour(std::FILE* stream);

/// Returns the drawing as lines that end with '\n'. Without colour, only a cell's glyph identifies it, and the last
/// action is in brackets.
std::string render(const Drawing& drawing, bool colour);

}  // namespace host
