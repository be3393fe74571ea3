// Writes pages to files.
#pragma once

#include <string>

namespace host {

/// Writes the page to a file. Throws Failure(output).
void write_page(const std::string& path, const std::string& page);

}  // namespace host
