// Reads the lines that a person types.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace host {

// Completes lines word by word. Pure functions.

/// Returns the beginnings of `lines` that continue `begun` to the end of its current word, or of the next one if it
/// ends with a blank: each once, short ones first. "3 1" and "3 12" continue "3 " and "3 1"; "3 1 x" continues to "3
/// 1".
std::vector<std::string> continued(const std::vector<std::string>& lines, const std::string& begun);

/// Returns the words in columns of equal width, in lines of at most `width` columns that end with '\n'.
std::string in_columns(const std::vector<std::string>& words, std::size_t width = 78);

class LineReader {
 public:
  LineReader() = default;
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;
  virtual ~LineReader() = default;

  /// Returns the next line, without its end. Returns nothing if the input has ended, or if interrupted().
  virtual std::optional<std::string> read(const std::string& prompt) = 0;

  /// Returns whether a person sees the prompt and edits the line.
  [[nodiscard]] virtual bool is_terminal() const = 0;
};

/// Returns the lines that can follow a line's beginning, each as a whole.
using Completion = std::function<std::vector<std::string>(const std::string& begun)>;

/// Returns a reader of standard input. If standard input and output are a terminal, the line can be edited, earlier
/// lines can be recalled, and Tab completes; otherwise lines are read as they are, without a prompt.
std::unique_ptr<LineReader> open_line_reader(Completion completion);

}  // namespace host
