// Escapes text for HTML and builds pages.
#pragma once

#include <string>
#include <string_view>

namespace host {

/// Returns `text`, which may be untrusted, as plain_lines() and escaped: safe as text of an element and in a quoted
/// attribute value.
std::string escaped(std::string_view text);

/// Returns a self-contained page that is not allowed to load anything else. `body` is HTML, `title` is text.
std::string html_page(std::string_view title, std::string_view body);

}  // namespace host
