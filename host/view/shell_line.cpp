#include "host/view/shell_line.hpp"

#include "host/plain.hpp"
#include "host/text.hpp"

#include <cstddef>

namespace host {

namespace {

/// Reads one word; `at` is at its first character.
class WordReader {
 public:
  WordReader(std::string_view line, std::size_t at) : line_(line), at_(at) {}

  std::size_t read(ShellWord& word) {
    const std::size_t begin = at_;
    while (at_ < line_.size() && line_[at_] != ' ') read_part(word.value);
    word.written = line_.substr(begin, at_ - begin);
    return at_;
  }

 private:
  void read_part(std::string& value) {
    if (line_.substr(at_).starts_with("$'")) {
      at_ += 2;
      read_quoted(value, true);
    } else if (line_[at_] == '\'') {
      ++at_;
      read_quoted(value, false);
    } else {
      if (line_[at_] == '\\' && at_ + 1 < line_.size()) ++at_;
      value += line_[at_++];
    }
  }

  void read_quoted(std::string& value, bool escapes) {
    while (at_ < line_.size() && line_[at_] != '\'') {
      if (escapes && line_[at_] == '\\' && at_ + 1 < line_.size()) {
        ++at_;
        read_escape(value);
      } else {
        value += line_[at_++];
      }
    }
    if (at_ < line_.size()) ++at_;
  }

  /// Reads three octal digits, or one character.
  void read_escape(std::string& value) {
    const auto is_digit = [&](std::size_t at) { return at < line_.size() && line_[at] >= '0' && line_[at] <= '7'; };
    if (!is_digit(at_) || !is_digit(at_ + 1) || !is_digit(at_ + 2)) {
      value += line_[at_++];
      return;
    }
    int code = 0;
    for (int digit = 0; digit < 3; ++digit) code = code * 8 + (line_[at_++] - '0');
    value += static_cast<char>(code & 0xff);
  }

  std::string_view line_;
  std::size_t at_;
};

}  // namespace

std::vector<ShellWord> shell_words(std::string_view line) {
  std::vector<ShellWord> words;
  std::size_t at = 0;
  while ((at = line.find_first_not_of(' ', at)) != std::string_view::npos)
    at = WordReader(line, at).read(words.emplace_back());
  return words;
}

std::vector<std::string> shell_phrases(std::string_view line) {
  std::vector<std::string> phrases;
  bool begins = true;
  for (const ShellWord& word : shell_words(line)) {
    if (begins || word.written.starts_with('-'))
      phrases.push_back(word.written);
    else
      phrases.back().append(" ").append(word.written);
    begins = word.written == "&&";
  }
  return phrases;
}

std::string shell_line(std::vector<std::string> words) {
  for (std::string& word : words) word = shell_word(word);
  return join(words, " ");
}

}  // namespace host
