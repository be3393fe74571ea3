// The values of `blame` as a picture.
#include "host/escape.hpp"
#include "host/view/blame_report.hpp"
#include "host/view/match_report.hpp"
#include "host/view/numbers.hpp"

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace host {

namespace {

constexpr double picture_width = 640;
constexpr double picture_height = 220;
constexpr double picture_margin = 36;

/// Places turns and values in the picture.
struct PicturePlaces {
  double turns;

  [[nodiscard]] std::string x(double turn) const {
    return fixed(picture_margin + (picture_width - 2 * picture_margin) * turn / turns, 1);
  }
  [[nodiscard]] static std::string y(double value) {
    return fixed(picture_height - picture_margin - (picture_height - 2 * picture_margin) * value, 1);
  }
};

void append(std::string& svg, std::initializer_list<std::string_view> parts) {
  for (const std::string_view part : parts) svg += part;
}

void line(std::string& svg, std::string_view kind, const std::string& x1, const std::string& y1, const std::string& x2,
          const std::string& y2) {
  append(svg, {"<line class='", kind, "' x1='", x1, "' y1='", y1, "' x2='", x2, "' y2='", y2, "'/>\n"});
}

void words(std::string& svg, const std::string& x, const std::string& y, std::string_view text) {
  append(svg, {"<text x='", x, "' y='", y, "'>", text, "</text>\n"});
}

}  // namespace

std::string blame_picture(const BlameReport& report) {
  const std::vector<std::size_t> turns = turns_of(report.task.match, report.task.seat);
  const PicturePlaces at{static_cast<double>(turns.size())};
  std::string svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 640 220' role='img'>\n<title>";
  append(svg, {escaped(title(report.task.match) + ": " + blame_answer(report)), "</title>\n",
               "<style>svg{background:#fff}text{font:12px sans-serif;fill:#333;text-anchor:middle}line{stroke:#999}"
               ".range{stroke:#9bc;stroke-width:3}.found{stroke:#d50;stroke-width:2}.costly{stroke:#d50;"
               "stroke-dasharray:3}polyline{fill:none;stroke:#06a;"
               "stroke-width:2}circle{fill:#06a}</style>\n"});
  for (const double value : {0.0, 0.5, 1.0}) {
    line(svg, "axis", at.x(0), at.y(value), at.x(at.turns), at.y(value));
    words(svg, fixed(picture_margin / 2, 1), at.y(value), fixed(value, 1));
  }
  std::string points;
  std::string dots;
  for (const auto& [turn, value] : report.search.values()) {
    const std::string x = at.x(static_cast<double>(turn));
    const stats::Interval range = value.interval(0.05);
    line(svg, "range", x, at.y(range.low), x, at.y(range.high));
    append(points, {x, ",", at.y(value.mean()), " "});
    append(dots, {"<circle cx='", x, "' cy='", at.y(value.mean()), "' r='3'/>\n"});
  }
  append(points, {at.x(at.turns), ",", at.y(worth(report.task, report.task.match.result))});
  for (const TestedTurn& tested : report.search.tested()) {
    if (!tested.established) continue;
    const bool most = &tested == report.search.found();
    const std::string x = at.x(static_cast<double>(tested.turn));
    line(svg, most ? "found" : "costly", x, at.y(0), x, at.y(1));
    words(svg, x, at.y(1.07), (most ? "turn " : "") + std::to_string(tested.turn + 1) + ": " + fixed(tested.cost(), 2));
  }
  append(svg, {"<polyline points='", points, "'/>\n", dots});
  words(svg, at.x(0), at.y(-0.15), "turn 1");
  words(svg, at.x(at.turns), at.y(-0.15), "end");
  return svg + "</svg>\n";
}

}  // namespace host
