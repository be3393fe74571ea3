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

/// Packs values, which it does not change, or unpacks them. All functions that unpack throw BadMessage.
template <bool unpacking>
class MessageArchive {
 public:
  static constexpr bool unpacks = unpacking;

  MessageArchive() requires(!unpacking) = default;
  /// `bytes` must exist as long as this object.
  explicit MessageArchive(std::string_view bytes) requires(unpacking) : rest_(bytes) {}

  template <class... Values>
  void operator()(Values&... values) {
    (take(values), ...);
  }
  /// For an enumeration whose enumerators have the values from 0 to `last`.
  template <class Choice>
  void choice(Choice& value, Choice last) {
    auto number = static_cast<std::uint8_t>(value);
    take(number);
    if constexpr (!unpacking) return;
    if (number > static_cast<std::uint8_t>(last)) throw BadMessage();
    value = static_cast<Choice>(number);
  }

  [[nodiscard]] const std::string& bytes() const requires(!unpacking) { return bytes_; }
  /// Requires that all bytes have been read.
  void end() const requires(unpacking) {
    if (!rest_.empty()) throw BadMessage();
  }

 private:
  template <class Value>
  void take(Value& value) {
    if constexpr (std::is_same_v<Value, bool>) {
      auto byte = static_cast<std::uint8_t>(value);
      take(byte);
      if constexpr (unpacking) value = byte != 0;
    } else if constexpr (std::is_arithmetic_v<Value>) {
      take(reinterpret_cast<char*>(&value), sizeof value);
    } else {
      fields(*this, value);
    }
  }
  void take(std::string& text) {
    const std::size_t size = count(text.size(), 1);
    if constexpr (unpacking) text.resize(size);
    take(text.data(), text.size());
  }
  void take(std::filesystem::path& path) {
    std::string text = path.string();
    take(text);
    if constexpr (unpacking) path = text;
  }
  template <class Value>
  void take(std::optional<Value>& value) {
    bool exists = value.has_value();
    take(exists);
    if constexpr (unpacking) value.reset();
    if (exists) take(unpacking ? value.emplace() : *value);
  }
  template <class First, class Second>
  void take(std::pair<First, Second>& pair) {
    (*this)(pair.first, pair.second);
  }
  template <class Value>
  void take(std::vector<Value>& all) {
    const std::size_t size = count(all.size(), least_bytes<Value>());
    if constexpr (unpacking) all = std::vector<Value>(size);
    for (Value& each : all) take(each);
  }
  template <class Key, class Value>
  void take(std::map<Key, Value>& all) {
    std::vector<std::pair<Key, Value>> entries(all.begin(), all.end());
    take(entries);
    if constexpr (!unpacking) return;
    all.clear();
    for (auto& [key, value] : entries) all.insert_or_assign(std::move(key), std::move(value));
  }

  /// Packs the number of elements that follow, or returns the one that is packed. Throws if the rest of the message is
  /// too short for them, so callers may reserve memory for this number.
  std::size_t count(std::size_t size, std::size_t least_each) {
    take(size);
    if (unpacking && size > rest_.size() / least_each) throw BadMessage();
    return size;
  }
  /// Returns how many bytes a value takes at least: those of an empty one.
  template <class Value>
  static std::size_t least_bytes();

  void take(char* raw, std::size_t size) {
    if constexpr (!unpacking) {
      bytes_.append(raw, size);
    } else {
      if (size > rest_.size()) throw BadMessage();
      std::memcpy(raw, rest_.data(), size);
      rest_.remove_prefix(size);
    }
  }

  std::string bytes_;
  std::string_view rest_;
};

using Packer = MessageArchive<false>;
using Unpacker = MessageArchive<true>;

template <class... Values>
std::string pack(const Values&... values) {
  Packer out;
  out(const_cast<Values&>(values)...);
  return out.bytes();
}

template <bool unpacking>
template <class Value>
std::size_t MessageArchive<unpacking>::least_bytes() {
  static const std::size_t bytes = pack(Value{}).size();
  return bytes;
}

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
