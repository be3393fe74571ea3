// What the host shows, on its standard output and as messages.
#pragma once

#include <iosfwd>
#include <memory>
#include <string_view>

namespace host {

/// While it lives, all that is written to a stream goes through plain_lines(): no text of a plugin, a file or a user
/// can steer the terminal, whoever prints it. What is one line by its meaning goes through plain() where it is printed.
class SafeOutput {
 public:
  explicit SafeOutput(std::ostream& stream);
  SafeOutput(const SafeOutput&) = delete;
  SafeOutput& operator=(const SafeOutput&) = delete;
  ~SafeOutput();

 private:
  std::ostream& stream_;
  std::unique_ptr<std::streambuf> filter_;
  std::streambuf* before_;
};

/// Text that is the host's own where it steers the terminal, and plain() everywhere else.
struct Steering {
  std::string_view text;
};

/// Writes it past the SafeOutput.
std::ostream& operator<<(std::ostream& out, Steering steering);

/// Says a sentence on stderr, in a line that begins with who speaks: "host: ". Line ends in it become blanks.
void tell(std::string_view sentence);

}  // namespace host
