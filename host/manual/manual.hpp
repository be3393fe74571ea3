// The manual's page agon(1), written from what --help is written from, so that neither can know more than the other.
#pragma once

#include <string>

namespace host {

/// The page in the language of man(7), for the installed program: its commands are called agon.
std::string manual(const std::string& version);

}  // namespace host
