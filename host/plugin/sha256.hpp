// Identifies the exact file that played: its SHA-256.
#pragma once

#include <filesystem>
#include <string>

namespace host {

/// Returns 64 hexadecimal digits. Throws Failure(plugin) if the file can't be read.
std::string sha256(const std::filesystem::path& path);

}  // namespace host
