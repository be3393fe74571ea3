#include "host/cli/line_reader.hpp"

#include "host/cli/process.hpp"
#include "host/util/escape.hpp"
#include "host/util/text.hpp"

#include <histedit.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <clocale>
#include <cstddef>
#include <cstdio>
#include <cwchar>
#include <iostream>
#include <set>
#include <utility>

namespace host {

std::vector<std::string> continued(const std::vector<std::string>& lines, const std::string& begun) {
  std::set<std::string> found;
  for (const std::string& line : lines) {
    if (line.starts_with(begun)) found.insert(line.substr(0, line.find(' ', begun.size())));
  }
  std::vector<std::string> sorted(found.begin(), found.end());
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.size() < b.size(); });
  return sorted;  // so that 2 is before 10
}

std::string in_columns(const std::vector<std::string>& words, std::size_t width) {
  std::size_t widest = 1;
  std::vector<std::string> shown;
  shown.reserve(words.size());
  for (const std::string& word : words) {
    shown.push_back(printable(word));
    widest = std::max(widest, host::width(shown.back()));
  }
  const std::size_t columns = std::max<std::size_t>(1, (width + 2) / (widest + 2));
  std::string text;
  for (std::size_t index = 0; index < shown.size(); ++index) {
    text += shown[index];
    const bool last = (index + 1) % columns == 0 || index + 1 == shown.size();
    text += last ? "\n" : std::string(widest + 2 - host::width(shown[index]), ' ');
  }
  return text;
}

namespace {

/// Returns the longest common beginning. `lines` is not empty.
std::string common_beginning(const std::vector<std::string>& lines) {
  std::string common = lines.front();
  for (const std::string& line : lines) {
    const auto [end, other] = std::mismatch(common.begin(), common.end(), line.begin(), line.end());
    common.erase(end, common.end());
  }
  return common;
}

/// Returns the last word of each line.
std::vector<std::string> last_words(const std::vector<std::string>& lines) {
  std::vector<std::string> words;
  words.reserve(lines.size());
  for (const std::string& line : lines) words.push_back(line.substr(line.rfind(' ') + 1));
  return words;
}

/// Waits for input. Returns false if interrupted(). poll() returns when a signal arrives, even if read() would restart.
bool wait_for_input() {
  pollfd input{STDIN_FILENO, POLLIN, 0};
  while (!interrupted()) {
    if (::poll(&input, 1, -1) >= 0 || errno != EINTR) return !interrupted();
  }
  return false;
}

class PlainReader final : public LineReader {
 public:
  std::optional<std::string> read(const std::string& prompt) override {
    if (is_terminal()) std::cout << printable(prompt);
    std::cout.flush();
    for (;;) {
      if (const std::size_t end = buffer_.find('\n'); end != std::string::npos) {
        std::string line = buffer_.substr(0, end);
        buffer_.erase(0, end + 1);
        if (line.ends_with('\r')) line.pop_back();
        return line;
      }
      if (!wait_for_input()) return std::nullopt;
      std::array<char, 4096> some{};
      const ssize_t got = ::read(STDIN_FILENO, some.data(), some.size());
      if (got > 0) {
        buffer_.append(some.data(), static_cast<std::size_t>(got));
      } else if (buffer_.empty()) {
        return std::nullopt;
      } else {
        buffer_ += '\n';  // the last line need not have an end
      }
    }
  }

  /// Only without line editing: TERM=dumb.
  [[nodiscard]] bool is_terminal() const override { return is_terminal_; }

 private:
  std::string buffer_;  // what was read and not yet returned
  bool is_terminal_ = is_in_terminal();
};

/// Uses libedit. Its functions take no context of their own; it keeps a pointer to this object.
class EditedReader final : public LineReader {
 public:
  explicit EditedReader(Completion completion)
      : completion_(std::move(completion)),
        editor_(::el_init("agon", stdin, stdout, stderr)),
        history_(::history_init()) {
    std::setlocale(LC_CTYPE, "");  // for characters of several bytes
    HistEvent event{};
    constexpr int lines = 1000;
    ::history(history_, &event, H_SETSIZE, lines);
    ::el_set(editor_, EL_CLIENTDATA, this);
    ::el_set(editor_, EL_PROMPT, &EditedReader::prompt_of);
    ::el_set(editor_, EL_EDITOR, "emacs");
    ::el_set(editor_, EL_HIST, ::history, history_);
    ::el_set(editor_, EL_GETCFN, &EditedReader::read_character);
    ::el_set(editor_, EL_ADDFN, "agon-complete", "completes the line", &EditedReader::complete);
    ::el_set(editor_, EL_BIND, "^I", "agon-complete", nullptr);
  }
  EditedReader(const EditedReader&) = delete;
  EditedReader& operator=(const EditedReader&) = delete;
  ~EditedReader() override {
    ::history_end(history_);
    ::el_end(editor_);
  }

  std::optional<std::string> read(const std::string& prompt) override {
    std::cout.flush();
    prompt_ = printable(prompt);
    int count = 0;
    const char* const text = ::el_gets(editor_, &count);
    if (text == nullptr || count <= 0) {
      std::cout << "\n" << std::flush;
      return std::nullopt;
    }
    std::string line(text, static_cast<std::size_t>(count));
    while (line.ends_with('\n') || line.ends_with('\r')) line.pop_back();
    HistEvent event{};
    if (!line.empty()) ::history(history_, &event, H_ENTER, line.c_str());
    return line;
  }

  [[nodiscard]] bool is_terminal() const override { return true; }

 private:
  static constexpr char end_of_input = '\x04';  // Ctrl-D

  static EditedReader& of(EditLine* editor) {
    EditedReader* self = nullptr;
    ::el_get(editor, EL_CLIENTDATA, &self);
    return *self;
  }

  static char* prompt_of(EditLine* editor) { return of(editor).prompt_.data(); }

  /// Returns 1 and a character, 0 at the end of the input, -1 if interrupted.
  static int read_character(EditLine* /*editor*/, wchar_t* character) {
    std::mbstate_t state{};
    for (;;) {
      if (!wait_for_input()) return -1;
      char byte = 0;
      const ssize_t got = ::read(STDIN_FILENO, &byte, 1);
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) return static_cast<int>(got);
      // Ctrl-D that was typed before libedit had set the terminal, for example while a strategy was thinking.
      if (byte == '\0') byte = end_of_input;
      constexpr auto incomplete = static_cast<std::size_t>(-2);
      constexpr auto invalid = static_cast<std::size_t>(-1);
      const std::size_t used = std::mbrtowc(character, &byte, 1, &state);
      if (used == incomplete) continue;
      if (used == invalid) {
        state = {};
        continue;
      }
      return 1;
    }
  }

  static unsigned char complete(EditLine* editor, int /*key*/) {
    const LineInfo* const info = ::el_line(editor);
    const std::string begun(info->buffer, static_cast<std::size_t>(info->cursor - info->buffer));
    const std::vector<std::string> lines = of(editor).completion_(begun);
    if (lines.empty()) return CC_REFRESH_BEEP;
    std::string more = common_beginning(lines).substr(begun.size());
    if (lines.size() == 1 && !more.ends_with(' ')) more += ' ';
    if (!more.empty()) return ::el_insertstr(editor, more.c_str()) == 0 ? CC_REFRESH : CC_REFRESH_BEEP;
    std::cout << "\n" << in_columns(last_words(lines)) << std::flush;
    return CC_REDISPLAY;
  }

  Completion completion_;
  std::string prompt_;
  EditLine* editor_;
  History* history_;
};

}  // namespace

std::unique_ptr<LineReader> open_line_reader(Completion completion) {
  if (!has_screen()) return std::make_unique<PlainReader>();
  return std::make_unique<EditedReader>(std::move(completion));
}

}  // namespace host
