#include "host/manual/roff.hpp"

#include "host/text.hpp"

namespace host::roff {

std::string escaped(std::string_view text) {
  std::string line = text.starts_with('.') ? "\\&" : "";
  for (const char c : text) {
    switch (c) {
      case '\\':
        line += "\\e";
        break;
      case '-':
        line += "\\-";
        break;
      case '\'':
        line += "\\(aq";
        break;
      case '"':
        line += "\\(dq";
        break;
      case '`':
        line += "\\(ga";
        break;
      case '~':
        line += "\\(ti";
        break;
      case '^':
        line += "\\(ha";
        break;
      default:
        line += c;
    }
  }
  return line;
}

std::string bold(std::string_view text) {
  return std::string("\\fB").append(escaped(text)).append("\\fR");
}

std::string italic(std::string_view text) {
  return std::string("\\fI").append(escaped(text)).append("\\fR");
}

std::string argument(std::string_view text) {
  return std::string("\"").append(escaped(text)).append("\"\n");
}

std::string paragraphs(std::string_view text) {
  enum class Shape { none, filled, kept } shape = Shape::none;
  std::string page;
  const auto change_to = [&](Shape next) {
    if (shape == next) return;
    if (shape == Shape::kept) page += ".fi\n.RE\n";
    if (next == Shape::kept) page += ".RS 4\n.nf\n";
    if (next == Shape::filled && shape == Shape::kept) page += ".PP\n";
    shape = next;
  };
  bool parted = false;
  for (const std::string& line : split(text, '\n')) {
    if (line.empty()) {
      parted = true;
      continue;
    }
    const bool kept = line.starts_with("  ");
    if (!kept && parted && shape == Shape::filled) page += ".PP\n";
    if (kept && parted && shape == Shape::kept) page += "\n";
    if (kept && shape == Shape::filled) page += ".PP\n";
    change_to(kept ? Shape::kept : Shape::filled);
    page += escaped(std::string_view(line).substr(kept ? 2 : 0)) + "\n";
    parted = false;
  }
  change_to(Shape::none);
  return page;
}

}  // namespace host::roff
