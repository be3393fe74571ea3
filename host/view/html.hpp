// Text in HTML.
#pragma once

#include <string>
#include <string_view>

namespace host {

/// `text`, wherever it comes from, as text of an element or a value in quotes: no part of it is markup, and
/// it is plain_lines().
std::string escaped(std::string_view text);

/// A page that needs nothing beside itself, and is refused anything else; `body` is HTML, `title` is text.
std::string html_page(std::string_view title, std::string_view body);

}  // namespace host
