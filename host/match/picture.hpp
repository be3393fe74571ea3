// A drawing as an SVG picture.
#pragma once

#include "host/match/drawing.hpp"

#include <string>
#include <string_view>

namespace host {

/// The style of boards in pages and pictures: host/web/client/board.css.
extern const std::string_view board_style;

/// Returns an SVG file with the board, its labels and its lines of text. It follows the viewer's choice of light or
/// dark, and its colours are distinguishable for the colour-blind. `title` is for screen readers.
std::string svg_picture(const Drawing& drawing, const std::string& title);

}  // namespace host
