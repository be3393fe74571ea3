// The host's output: standard output and messages.
#pragma once

#include <iosfwd>
#include <memory>
#include <string_view>

namespace host {

/// Returns whether the descriptor is a terminal whose locale, by the environment, is not UTF-8. Without any locale
/// there, returns false.
bool needs_ascii(int descriptor);

/// While it exists, everything written to a stream passes through plain_lines(), and is ASCII if asked for. So no text
/// of a plugin, a file or a user can control the terminal. Text that must be a single line is passed through
/// printable() where it is printed.
class SafeOutput {
 public:
  explicit SafeOutput(std::ostream& stream, bool ascii = false);
  SafeOutput(const SafeOutput&) = delete;
  SafeOutput& operator=(const SafeOutput&) = delete;
  ~SafeOutput();

 private:
  std::ostream& stream_;
  std::unique_ptr<std::streambuf> filter_;
  std::streambuf* before_;
};

/// Text with the host's own control sequences; all other parts are printable().
struct RawTerminalText {
  std::string_view text;
};

/// Writes it without the filter of SafeOutput.
std::ostream& operator<<(std::ostream& out, RawTerminalText steering);

/// Prints a sentence on stderr, in one line that begins with "host: ". Line breaks in it become blanks.
void print_message(std::string_view sentence);

}  // namespace host
