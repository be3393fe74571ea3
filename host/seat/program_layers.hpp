// What this machine lacks for the sandbox of programs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace host {

/// Returns a sentence for each layer that is missing from `layers`, bits of supervisor::Layer; empty if none is.
std::vector<std::string> missing_program_layers(std::uint32_t layers);

}  // namespace host
