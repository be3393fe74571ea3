// Builds pages of HTML.
#pragma once

#include <string>
#include <string_view>

namespace host {

/// What a page has in common with those of the browser's client.
struct PageLook {
  std::string style{};    // CSS: colours, texts and frames
  std::string script{};   // a module; empty: none
  std::string allowed{};  // the source expression of a Content-Security-Policy that allows it
};

/// Returns a page up to the start of its body. `allowed`: the directives of a Content-Security-Policy that allow its
/// style and scripts; it may load and run nothing else.
std::string page_head(std::string_view title, std::string_view allowed, std::string_view css);

/// Returns a self-contained page that is not allowed to load anything else. `body` is HTML, `title` is text.
std::string html_page(std::string_view title, std::string_view body, const PageLook& look);

}  // namespace host
