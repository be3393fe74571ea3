// The messages between the checker and the process that has loaded a plugin: calls, encoded as bytes.
//
// The library's code runs in a process that can only answer calls (host/worker/call_server.hpp). The checker makes the
// calls and judges the answers (remote.hpp). A message is a sequence of numbers and texts in a fixed order. The process
// is not trusted, so the reader of a message checks every size.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace host::validate {

/// The first byte of a request. Behind it stands what the function's comment in call_server.cpp, served_game.cpp,
/// served_model.cpp or served_strategy.cpp says.
enum class Call : std::uint8_t {
  // Calls about the library and the process.
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
  // Calls about the game in use.
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
  // The model of the game in use; see served_model.cpp.
  determinise,
  copy,
  assign,
  resample,
  actions,
  sample,
  leads_to_chance,
  undo,
  key,
  score_range,
  preference,
  action_values,
  // The strategy in use.
  create_instance,
  turn_instance,
  destroy_instance,
  ruling  // on an action inside a turn
};

/// The first byte of an answer.
enum class Reply : std::uint8_t {
  done,
  failed,  // a text: the exception's message
  acts     // the strategy plays an action inside its turn: a text; the next request is the ruling
};

/// The calls on a canvas, in order, in the answer to Call::draw.
enum class Stroke : std::uint8_t { grid, labels, cell, arrow, text };

/// Stands for the state that this script created last (Call::in_threads).
constexpr std::uint64_t newest_state = 0;

class Writer {
 public:
  Writer() = default;
  /// Begins a request.
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
  /// Writes a text that may be NULL.
  void optional(const char* text) {
    number<std::uint8_t>(text != nullptr ? 1 : 0);
    this->text(text != nullptr ? text : "");
  }
  void clear() { bytes_.clear(); }
  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

/// Reads what a Writer wrote. After an error, all values read are 0 or empty.
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
  /// Returns a text that is valid as long as the message.
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
