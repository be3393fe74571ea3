// What the checker and the process that has loaded a plugin say to each other: calls as bytes, and how they are
// written.
//
// The library's code runs in a process that can only answer calls (host/worker/call_server.hpp); the checker makes them
// and judges what comes back (remote.hpp). A message is a sequence of numbers and texts in an order that both know. It
// comes from a process that may hold anything, so whoever reads it checks every size.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace host::validate {

/// The first byte of a request. Behind it stands what the function's comment in call_server.cpp, served_game.cpp or
/// served_strategy.cpp says.
enum class Call : std::uint8_t {
  // The library, and the process itself.
  load,
  unload,
  confine_further,
  surroundings,
  peek,
  extension,
  memory_in_use,
  flush,
  conditions,
  use_game,
  use_strategy,
  in_threads,
  // The game in use.
  create,
  destroy,
  to_move,
  score,
  forfeit,
  spent,
  draw,
  view,
  parameter,
  observe,
  act,
  position,
  action_to_text,
  action_from_text,
  revealed,
  // The strategy in use.
  create_instance,
  turn_instance,
  destroy_instance,
  ruling  // on an action inside a turn
};

/// The first byte of an answer.
enum class Reply : std::uint8_t {
  done,
  failed,  // a text: what was thrown
  acts     // a strategy acts inside its turn: a text, its action; the next request is a ruling
};

/// What a canvas was told, one after the other, in the answer to Call::draw.
enum class Stroke : std::uint8_t { grid, labels, cell, arrow, text };

/// In place of the state that create() made: the last one that this script has made (Call::in_threads).
constexpr std::uint64_t newest_state = 0;

class Writer {
 public:
  Writer() = default;
  /// A request.
  explicit Writer(Call call) { number(call); }

  template <class Number>
  void number(Number value) {
    static_assert(std::is_arithmetic_v<Number> || std::is_enum_v<Number>);
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void text(std::string_view text) {
    number<std::uint64_t>(text.size());
    bytes_.append(text);
  }
  /// A text that may be absent.
  void optional(const char* text) {
    number<std::uint8_t>(text != nullptr ? 1 : 0);
    this->text(text != nullptr ? text : "");
  }
  void clear() { bytes_.clear(); }
  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

/// Reads what a Writer wrote. After a fault everything that is read is 0 or empty.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}
  template <class Number>
  Number number() {
    static_assert(std::is_arithmetic_v<Number> || std::is_enum_v<Number>);
    Number value{};
    if (bytes_.size() < sizeof value) {
      fail();
      return value;
    }
    std::memcpy(&value, bytes_.data(), sizeof value);
    bytes_.remove_prefix(sizeof value);
    return value;
  }
  /// Valid as long as what is read.
  std::string_view text() {
    const auto size = number<std::uint64_t>();
    if (size > bytes_.size()) {
      fail();
      return {};
    }
    const std::string_view text = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return text;
  }
  [[nodiscard]] bool sound() const { return sound_; }
  [[nodiscard]] bool more() const { return !bytes_.empty(); }

 private:
  void fail() {
    sound_ = false;
    bytes_ = {};
  }

  std::string_view bytes_;
  bool sound_ = true;
};

}  // namespace host::validate
