// Packs values into bytes and reads them back, for messages between processes of one machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace host {

/// The bytes of a message ended early, or have an impossible value.
struct BadMessage : std::runtime_error {
  BadMessage() : std::runtime_error("a message of an arena is damaged") {}
};

class WireWriter {
 public:
  template <class Number>
  requires std::is_arithmetic_v<Number>
  void put(Number value) {
    char raw[sizeof value];
    std::memcpy(raw, &value, sizeof value);
    bytes_.append(raw, sizeof value);
  }
  void put(std::string_view text) {
    put(static_cast<std::uint64_t>(text.size()));
    bytes_.append(text);
  }
  void put(const std::string& text) { put(std::string_view(text)); }
  void put(const char* text) { put(std::string_view(text)); }
  template <class Value>
  void put(const std::optional<Value>& value) {
    put(value.has_value());
    if (value) put(*value);
  }
  template <class First, class Second>
  void put(const std::pair<First, Second>& pair) {
    put(pair.first);
    put(pair.second);
  }
  template <class Value>
  void put(const std::vector<Value>& all) {
    put(static_cast<std::uint64_t>(all.size()));
    for (const Value& each : all) put(each);
  }

  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

/// All functions throw BadMessage.
class WireReader {
 public:
  /// `bytes` must exist as long as this object.
  explicit WireReader(std::string_view bytes) : rest_(bytes) {}

  template <class Value>
  [[nodiscard]] Value get() {
    Value value{};
    read(value);
    return value;
  }

  template <class Number>
  requires std::is_arithmetic_v<Number>
  void read(Number& value) {
    const std::string_view raw = take(sizeof value);
    if constexpr (std::is_same_v<Number, bool>) {
      value = raw[0] != 0;
    } else {
      std::memcpy(&value, raw.data(), sizeof value);
    }
  }
  void read(std::string& text) {
    const auto size = get<std::uint64_t>();
    text = take(size);
  }
  template <class Value>
  void read(std::optional<Value>& value) {
    value.reset();
    if (get<bool>()) read(value.emplace());
  }
  template <class First, class Second>
  void read(std::pair<First, Second>& pair) {
    read(pair.first);
    read(pair.second);
  }
  template <class Value>
  void read(std::vector<Value>& all) {
    const auto size = get<std::uint64_t>();
    if (size > rest_.size()) throw BadMessage();  // each value takes a byte at least
    all.clear();
    all.reserve(size);
    for (std::uint64_t i = 0; i < size; ++i) read(all.emplace_back());
  }

  /// Requires that all bytes have been read.
  void end() const {
    if (!rest_.empty()) throw BadMessage();
  }

 private:
  std::string_view take(std::uint64_t size) {
    if (size > rest_.size()) throw BadMessage();
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }

  std::string_view rest_;
};

}  // namespace host
