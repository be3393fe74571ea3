// A drawing as an SVG picture.
#pragma once

#include "host/view/drawing.hpp"

#include <string>

namespace host {

/// Returns an SVG file with the board, its labels and its lines of text. It follows the viewer's choice of light or
/// dark, and its colours are distinguishable for the colour-blind. `title` is for screen readers.
std::string svg_picture(const Drawing& drawing, const std::string& title);

}  // namespace host
