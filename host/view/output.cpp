#include "host/view/output.hpp"

#include "host/escape.hpp"
#include "host/own_files.hpp"

#include <cstddef>
#include <iostream>
#include <string>

namespace host {

namespace {

/// Passes plain_lines() of its input to another buffer. Holds back an incomplete character until the rest arrives.
class SafeFilter : public std::streambuf {
 public:
  explicit SafeFilter(std::streambuf& to) : to_(to) {}
  SafeFilter(const SafeFilter&) = delete;
  SafeFilter& operator=(const SafeFilter&) = delete;
  ~SafeFilter() override { put(plain_lines(half_)); }

  /// Passes the text unchanged.
  bool put(std::string_view text) {
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
  std::string half_;
};

}  // namespace

SafeOutput::SafeOutput(std::ostream& stream)
    : stream_(stream), filter_(std::make_unique<SafeFilter>(*stream.rdbuf())), before_(stream.rdbuf(filter_.get())) {}

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
