#include "host/view/page_parts.hpp"

#include "host/plain.hpp"
#include "host/view/shell_line.hpp"
#include "host/view/table.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace host {

namespace {

std::string cell_html(const PageCell& cell, const PageColumn& column, bool heads_row) {
  std::string html = heads_row ? "<th scope=\"row\"" : "<td";
  if (!heads_row) html.append(" data-label=\"").append(escaped(column.heading)).append("\"");
  html.append(" class=\"").append(column.text ? "text" : "number").append(cell.bad ? " bad" : "");
  html.append(cell.share ? " share\"" : "\"");
  if (cell.share) html.append(" style=\"--share:").append(fixed(std::clamp(*cell.share, 0.0, 1.0), 2)).append("\"");
  html.append(">").append(escaped(cell.text));
  if (!cell.below.empty()) html.append("<span class=\"below\">").append(escaped(cell.below)).append("</span>");
  return html.append(cell.html).append(heads_row ? "</th>" : "</td>");
}

}  // namespace

std::string page_number(double number) {
  constexpr double large = 10'000;
  return fixed(number, std::abs(number) < large ? 2 : 0);
}

std::string signed_number(double number) {
  return std::string(number > 0 ? "+" : "").append(page_number(number));
}

std::string heading(const std::string& text) {
  return "<h2>" + escaped(text) + "</h2>\n";
}

std::string page_section(const std::string& html) {
  return html.empty() ? "" : "<section class=\"card\">\n" + html + "</section>\n";
}

std::string paragraph(const std::string& text) {
  return "<p class=\"soft\">" + escaped(text) + "</p>\n";
}

std::string page_table(const std::vector<PageColumn>& columns, const std::vector<std::vector<PageCell>>& rows) {
  std::string html = "<div class=\"table\"><table class=\"cards\">\n<thead><tr>";
  for (const PageColumn& column : columns)
    html +=
        std::string("<th scope=\"col\"") + (column.text ? " class=\"text\">" : ">") + escaped(column.heading) + "</th>";
  html += "</tr></thead>\n<tbody>\n";
  for (const std::vector<PageCell>& row : rows) {
    html += "<tr>";
    for (std::size_t column = 0; column < row.size(); ++column)
      html += cell_html(row[column], columns[column], column == 0);
    html += "</tr>\n";
  }
  return html + "</tbody></table></div>\n";
}

std::string command_html(const std::string& line) {
  std::string html = "<pre class=\"command\">";
  const std::vector<std::string> phrases = shell_phrases(line);
  for (std::size_t i = 0; i < phrases.size(); ++i)
    html += (i == 0 ? "<span>" : " <span>") + escaped(phrases[i]) + "</span>";
  return html + "</pre>\n";
}

std::string folded(const std::string& summary, const std::string& html) {
  return "<details><summary>" + escaped(summary) + "</summary>" + html + "</details>\n";
}

}  // namespace host
