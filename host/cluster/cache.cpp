#include "host/cluster/cache.hpp"

#include "host/cluster/payload.hpp"
#include "host/digest.hpp"
#include "host/failure.hpp"
#include "host/replacing_file.hpp"
#include "host/view/output.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <system_error>

namespace host::cluster {

namespace fs = std::filesystem;

namespace {

std::optional<fs::path> cache_folder() {
  const auto folder_in = [](const char* variable) {
    const char* const value = std::getenv(variable);
    return fs::path(value == nullptr ? "" : value);
  };
  if (fs::path cache = folder_in("XDG_CACHE_HOME"); cache.is_absolute()) return cache / "agon/libraries";
  if (fs::path home = folder_in("HOME"); home.is_absolute()) return home / ".cache/agon/libraries";
  return std::nullopt;
}

bool is(const std::string& content, const std::string& sha256) {
  const Digest digest = sha256_of(content);
  return hexadecimal(digest, digest.size()) == sha256;
}

void keep(const fs::path& file, const std::string& content) {
  std::error_code fault;
  fs::create_directories(file.parent_path(), fault);
  try {
    replace_file(file, content);
  } catch (const Failure&) {
    static bool said = false;
    if (!said)
      print_message("warning: " + file.parent_path().string() + " can't be written: libraries are not kept there");
    said = true;
  }
}

}  // namespace

Descriptor fetch_library(Queue& queue, const std::string& sha256) {
  const std::optional<fs::path> folder = cache_folder();
  if (folder) {
    std::ifstream in(*folder / sha256, std::ios::binary);
    const std::string kept((std::istreambuf_iterator<char>(in)), {});
    if (is(kept, sha256)) return sealed_memory(kept);
  }
  const std::optional<std::string> content = queue.library(sha256);
  if (!content) throw Failure(Exit::plugin, "the cluster's database does not have the library " + sha256);
  if (!is(*content, sha256))
    throw Failure(Exit::plugin,
                  "the library " + sha256 + " in the cluster's database does not have the bytes of that SHA-256");
  if (folder) keep(*folder / sha256, *content);
  return sealed_memory(*content);
}

}  // namespace host::cluster
