// A temporary folder for a test or a benchmark, removed at its end.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <system_error>

namespace support {

class TemporaryFolder {
 public:
  /// Creates the folder in `parent`, which must exist.
  explicit TemporaryFolder(const std::filesystem::path& parent = std::filesystem::temp_directory_path()) {
    std::string name = (parent / "agon_test_XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder can be made");
    path_ = std::filesystem::canonical(name);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  /// Writes a file, and creates its parent folders.
  std::filesystem::path write(const std::filesystem::path& name, const std::string& content) const {
    std::filesystem::create_directories((path_ / name).parent_path());
    std::ofstream(path_ / name, std::ios::binary) << content;
    return path_ / name;
  }

  /// The same, of a program, which everybody may execute.
  std::filesystem::path write_program(const std::filesystem::path& name, const std::string& content) const {
    std::filesystem::permissions(write(name, content), std::filesystem::perms{0755});
    return path_ / name;
  }

  /// Copies a file to `name`, and creates its parent folders.
  std::filesystem::path copy(const std::filesystem::path& from, const std::filesystem::path& name) const {
    std::filesystem::create_directories((path_ / name).parent_path());
    std::filesystem::copy_file(from, path_ / name);
    return path_ / name;
  }

  /// Returns the number of the folder's entries.
  [[nodiscard]] std::size_t count() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path_), {}));
  }

 private:
  std::filesystem::path path_;
};

inline std::string content(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace support
