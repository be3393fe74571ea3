// A file that takes the place of another one: a reader, or a machine that loses its power, finds the old content or the
// whole new one.
#pragma once

#include "host/util/descriptor.hpp"

#include <sys/types.h>

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace host {

/// Throws Failure(usage) if the file is there and holds a database or, but for `records`, recorded matches: a path that
/// was typed in the wrong place must not cost them.
void refuse_to_replace(const std::filesystem::path& path, bool records = false);

class ReplacingFile {
 public:
  /// Creates a file in the folder of `path`, with a name that nobody can foresee and that no other file has. If `path`
  /// is there and no regular file, such as a pipe or a link, writes into it instead. Throws Failure(output), as all
  /// functions do, and what refuse_to_replace() throws.
  explicit ReplacingFile(std::filesystem::path path, bool over_records = false, mode_t mode = 0666);
  ReplacingFile(const ReplacingFile&) = delete;
  ReplacingFile& operator=(const ReplacingFile&) = delete;
  /// Removes the file, unless keep() was called.
  ~ReplacingFile();

  void write(std::string_view bytes);
  /// Removes what is behind the first `size` bytes.
  void shorten(std::uintmax_t size);
  /// Gives the file its place, once all of it is on the disk. If that fails, the file stays beside its place. Without
  /// `safe`, does not wait for the disk: then the content may be lost with the machine's power, but to no reader.
  void keep(bool safe = true);

  /// Returns where the file is now; empty if it is written in its place.
  [[nodiscard]] const std::filesystem::path& part() const { return part_; }

 private:
  [[noreturn]] void fail() const;

  std::filesystem::path path_;
  std::filesystem::path part_;
  Descriptor file_;
};

/// Writes a whole file; `safe` as for keep(). A new one has the permissions `mode`, less the umask.
void replace_file(const std::filesystem::path& path, std::string_view content, bool safe = true, mode_t mode = 0666);

}  // namespace host
