// Which file exactly played: its SHA-256.
#pragma once

#include <filesystem>
#include <string>

namespace host {

/// 64 hexadecimal digits. Throws Failure(plugin) if the file can't be read.
std::string sha256(const std::filesystem::path& path);

}  // namespace host
