// Files that the host reads. Opening one refuses what has no end or may never begin: pipes, devices, sockets, folders.
#pragma once

#include "host/util/descriptor.hpp"
#include "host/util/failure.hpp"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

namespace host {

/// The longest line of a file, and the longest transcript: longer than that of any match in the games that come with
/// the host.
constexpr std::size_t longest_line = std::size_t{64} << 20U;

/// Opens a regular file for reading. Never waits for a writer. On failure, sets errno (EISDIR for a folder, ENODEV for
/// another kind of file), and the result is not open.
Descriptor open_regular(const std::filesystem::path& path);

/// Returns `file` if it is a regular file; else closes it, as open_regular() does.
Descriptor only_regular(Descriptor file);

/// Opens a regular file below `folder` for reading, as open_beneath() and open_regular() do.
Descriptor open_regular_beneath(const Descriptor& folder, const std::filesystem::path& path);

/// Returns why open_regular() has failed, for the end of "NAME: ": "can't be read: No such file or directory".
std::string why_unread();

constexpr std::size_t most_content = std::size_t{1} << 30U;

/// Returns the bytes of a regular file; nothing if it can't be read or has more than 1 GiB.
std::optional<std::string> content_of(const std::filesystem::path& file);

/// Returns the same of an open file, from its first byte on. Does not move its position. errno is EFBIG if it has more
/// than `most` bytes.
std::optional<std::string> read_all(const Descriptor& file, std::size_t most = most_content);

/// Returns the first bytes of a regular file, at most 4 KiB; "" if it can't be read.
std::string beginning_of(const std::filesystem::path& file);

/// A file that is read once, from its start to its end, within bounds.
class InputFile {
 public:
  /// Opens a regular file, or a file that this process has inherited: /dev/stdin and /dev/fd/N, which the shell writes
  /// for <(command). Throws Failure(code), as all functions do; `option` stands before the path in its sentence.
  InputFile(const std::filesystem::path& path, Exit code, const std::string& option = "");
  /// Reads an open file from where it is.
  InputFile(Descriptor file, std::string name, Exit code);

  /// Reads the next line, without its end. Returns false if there is none. Throws if it has more than `longest_line`
  /// bytes.
  bool read_line(std::string& line);
  /// Returns the remaining bytes. Throws if these are more than 1 GiB.
  std::string rest();
  /// Returns whether all bytes have been read.
  bool at_end() { return at_ == buffer_.size() && !fill(); }
  /// Returns whether the last line lacked its end.
  [[nodiscard]] bool was_cut() const { return was_cut_; }

 private:
  /// Reads more bytes, in place of those that were taken. Returns false at the end.
  bool fill();
  [[noreturn]] void refuse(const std::string& why) const;

  Descriptor file_;
  std::string name_;
  Exit code_;
  std::string buffer_;
  std::size_t at_ = 0;
  bool was_cut_ = false;
};

}  // namespace host
