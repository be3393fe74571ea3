// Packs values into bytes and unpacks them, for messages between processes of the same version.
//
// One function describes a struct for both directions:
//
//   template <class Archive>
//   void fields(Archive& archive, MatchRequest& request) {
//     archive(request.seed, request.seating);
//   }
//
// It lives in the namespace of the struct, or in `host`. If packing and unpacking differ, it asks for Archive::unpacks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <map>
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
  BadMessage() : std::runtime_error("a message between processes is damaged") {}
};

class Packer {
 public:
  static constexpr bool unpacks = false;

  template <class... Values>
  void operator()(const Values&... values) {
    (put(values), ...);
  }
  /// For an enumeration whose enumerators have the values from 0 to `last`.
  template <class Choice>
  void choice(const Choice& value, Choice /*last*/) {
    put(static_cast<std::uint8_t>(value));
  }

  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  template <class Value>
  void put(const Value& value) {
    if constexpr (std::is_arithmetic_v<Value>) {
      char raw[sizeof value];
      std::memcpy(raw, &value, sizeof value);
      bytes_.append(raw, sizeof value);
    } else {
      fields(*this, const_cast<Value&>(value));  // a Packer changes nothing
    }
  }
  void put(const std::string& text) {
    put(text.size());
    bytes_.append(text);
  }
  void put(const std::filesystem::path& path) { put(path.string()); }
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
    put_all(all);
  }
  template <class Key, class Value>
  void put(const std::map<Key, Value>& all) {
    put_all(all);
  }
  template <class Container>
  void put_all(const Container& all) {
    put(all.size());
    for (const auto& each : all) put(each);
  }

  std::string bytes_;
};

template <class... Values>
std::string pack(const Values&... values) {
  Packer out;
  out(values...);
  return out.bytes();
}

/// All functions throw BadMessage.
class Unpacker {
 public:
  static constexpr bool unpacks = true;

  /// `bytes` must exist as long as this object.
  explicit Unpacker(std::string_view bytes) : rest_(bytes) {}

  template <class... Values>
  void operator()(Values&... values) {
    (get(values), ...);
  }
  template <class Choice>
  void choice(Choice& value, Choice last) {
    const auto number = static_cast<std::uint8_t>(take(1).front());
    if (number > static_cast<std::uint8_t>(last)) throw BadMessage();
    value = static_cast<Choice>(number);
  }

  /// Requires that all bytes have been read.
  void end() const {
    if (!rest_.empty()) throw BadMessage();
  }

 private:
  template <class Value>
  void get(Value& value) {
    if constexpr (std::is_same_v<Value, bool>) {
      value = take(1).front() != 0;
    } else if constexpr (std::is_arithmetic_v<Value>) {
      std::memcpy(&value, take(sizeof value).data(), sizeof value);
    } else {
      fields(*this, value);
    }
  }
  void get(std::string& text) {
    std::size_t size = 0;
    get(size);
    text = take(size);
  }
  void get(std::filesystem::path& path) {
    std::string text;
    get(text);
    path = text;
  }
  template <class Value>
  void get(std::optional<Value>& value) {
    bool exists = false;
    get(exists);
    value.reset();
    if (exists) get(value.emplace());
  }
  template <class First, class Second>
  void get(std::pair<First, Second>& pair) {
    get(pair.first);
    get(pair.second);
  }
  template <class Value>
  void get(std::vector<Value>& all) {
    const std::size_t size = count(least_bytes<Value>());
    all.clear();
    all.reserve(size);
    for (std::size_t i = 0; i < size; ++i) get(all.emplace_back());
  }
  template <class Key, class Value>
  void get(std::map<Key, Value>& all) {
    const std::size_t size = count(least_bytes<std::pair<Key, Value>>());
    all.clear();
    for (std::size_t i = 0; i < size; ++i) {
      std::pair<Key, Value> entry;
      get(entry);
      all.insert_or_assign(std::move(entry.first), std::move(entry.second));
    }
  }

  /// Returns the number of elements that follow. Throws if the rest of the message is too short for them, so callers
  /// may reserve memory for this number.
  std::size_t count(std::size_t least_each) {
    std::size_t size = 0;
    get(size);
    if (size > rest_.size() / least_each) throw BadMessage();
    return size;
  }
  /// Returns how many bytes a value takes at least: those of an empty one.
  template <class Value>
  static std::size_t least_bytes() {
    static const std::size_t bytes = pack(Value{}).size();
    return bytes;
  }

  std::string_view take(std::size_t size) {
    if (size > rest_.size()) throw BadMessage();
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }

  std::string_view rest_;
};

/// Unpacks values from exactly these bytes. Throws BadMessage.
template <class... Values>
void unpack_to(std::string_view bytes, Values&... values) {
  Unpacker in(bytes);
  in(values...);
  in.end();
}

template <class Value>
Value unpack(std::string_view bytes) {
  Value value{};
  unpack_to(bytes, value);
  return value;
}

}  // namespace host
