// Writes pages to files.
#pragma once

#include "host/view/html.hpp"

#include <string>

namespace host {

/// Returns the look of the browser's client, with this module of it; empty: without any script.
PageLook page_look(const std::string& module = "");

/// Writes the page to a file. Throws Failure(output).
void write_page(const std::string& path, const std::string& page);

}  // namespace host
