#include "host/report/output.hpp"

#include "host/util/escape.hpp"
#include "host/util/own_files.hpp"
#include "host/util/text.hpp"

#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdlib>
#include <iostream>
#include <string>
#include <utility>

namespace host {

namespace {

/// The pictures that boards and tables are made of.
constexpr std::array<std::pair<std::string_view, std::string_view>, 8> pictures = {{
    {"\u2654\u2655\u2656\u2657\u2658\u2659", "KQRBNP"},
    {"\u265a\u265b\u265c\u265d\u265e\u265f", "kqrbnp"},
    {"\u2070\u00b9\u00b2\u00b3\u2074", "01234"},
    {"\u2075\u2076\u2077\u2078\u2079\u02e3", "56789x"},
    {"\u2190\u2191\u2192\u2193", "<^>v"},
    {"\u25a0\u25a1\u25cf\u25cb\u00b7", "X.*o."},
    {"\u2212\u2013\u2014\u2026", "---."},
    {"\u2018\u2019\u201c\u201d", "''\"\""},
}};

/// Returns the text with one ASCII character for each character, so that columns stay: a similar one, or '?'.
std::string in_ascii(std::string_view text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at + 1;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) ++end;
    const std::string_view one = text.substr(at, end - at);
    char shown = one.size() == 1 ? one.front() : '?';
    for (const auto& [known, letters] : pictures) {
      const std::size_t found = one.size() == 1 ? std::string_view::npos : known.find(one);
      if (found != std::string_view::npos) shown = letters[width(known.substr(0, found))];
    }
    plain += shown;
    at = end;
  }
  return plain;
}

/// Passes plain_lines() of its input to another buffer. Holds back an incomplete character until the rest arrives.
class SafeFilter : public std::streambuf {
 public:
  SafeFilter(std::streambuf& to, bool ascii) : to_(to), ascii_(ascii) {}
  SafeFilter(const SafeFilter&) = delete;
  SafeFilter& operator=(const SafeFilter&) = delete;
  ~SafeFilter() override { put(plain_lines(half_)); }

  /// Passes the text unchanged, if the terminal can show it.
  bool put(std::string_view text) {
    const std::string plain = ascii_ ? in_ascii(text) : std::string();
    if (ascii_) text = plain;
    return to_.sputn(text.data(), static_cast<std::streamsize>(text.size())) ==
           static_cast<std::streamsize>(text.size());
  }

 protected:
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    half_.append(text, static_cast<std::size_t>(size));
    const std::string whole = half_.substr(0, half_.size() - unfinished(half_));
    half_.erase(0, whole.size());
    return put(plain_lines(whole)) ? size : 0;
  }

  int_type overflow(int_type next) override {
    if (traits_type::eq_int_type(next, traits_type::eof())) return traits_type::not_eof(next);
    const char c = traits_type::to_char_type(next);
    return xsputn(&c, 1) == 1 ? next : traits_type::eof();
  }

  int sync() override { return to_.pubsync(); }

 private:
  std::streambuf& to_;
  const bool ascii_;
  std::string half_;
};

}  // namespace

bool needs_ascii(int descriptor) {
  if (::isatty(descriptor) == 0) return false;
  for (const char* const name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* const given = std::getenv(name);
    if (given == nullptr || *given == '\0') continue;
    const std::string_view locale = given;
    for (const char* const code : {"UTF-8", "utf-8", "UTF8", "utf8"})
      if (locale.find(code) != std::string_view::npos) return false;
    return true;
  }
  return false;
}

SafeOutput::SafeOutput(std::ostream& stream, bool ascii)
    : stream_(stream),
      filter_(std::make_unique<SafeFilter>(*stream.rdbuf(), ascii)),
      before_(stream.rdbuf(filter_.get())) {}

SafeOutput::~SafeOutput() {
  stream_.flush();
  const std::ios_base::iostate state = stream_.rdstate();
  stream_.rdbuf(before_);  // this clears the stream's error state
  stream_.clear(state);
}

std::ostream& operator<<(std::ostream& out, RawTerminalText steering) {
  auto* const filter = dynamic_cast<SafeFilter*>(out.rdbuf());
  if (filter == nullptr) {
    out.write(steering.text.data(), static_cast<std::streamsize>(steering.text.size()));
  } else if (!filter->put(steering.text)) {
    out.setstate(std::ios_base::badbit);
  }
  return out;
}

void print_message(std::string_view sentence) {
  std::cerr << message_prefix() << printable(sentence) << "\n" << std::flush;
}

}  // namespace host
