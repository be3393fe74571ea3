// Generates the manual page agon(1) from the same data as --help, so that both agree.
#pragma once

#include <string>

namespace host {

/// Returns the page in the language of man(7), for the installed program: its commands use the name agon.
std::string manual(const std::string& version);

}  // namespace host
