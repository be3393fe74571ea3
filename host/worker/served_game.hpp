// A game's functions, called as messages ask for it.
#pragma once

#include "host/validate/calls.hpp"
#include "host/worker/room.hpp"

#include <agon/ext/log.h>
#include <agon/ext/notation.h>
#include <agon/ext/scene.h>
#include <agon/ext/usage.h>
#include <agon/game.h>

#include <cstdint>
#include <memory>
#include <optional>

namespace host::worker {

/// What a plugin's memory is like when it is called.
struct Conditions {
  bool borders = false;                // memory handed in ends at a page that nobody may touch
  std::uint8_t fill = 0;               // what is in memory to write to
  std::optional<std::uint8_t> dirt{};  // what free memory and the stack are full of when something is created
  bool bare = false;                   // a game's host has no extension
};

/// Whether there are borders, the fill, whether there is dirt, the dirt, whether the host is bare.
Conditions read_conditions(validate::Reader& from);

/// A plugin's error as a text.
void write_error(const agon_error& error, validate::Writer& to);

/// What a plugin wrote: the size that it said, and the bytes as far as there is room for them.
void write_buffer(const agon_buffer& buffer, validate::Writer& to);

class ServedGame {
 public:
  /// Both are borrowed. Not to be shared by threads.
  ServedGame(const agon_game_type& type, const Conditions& conditions);
  ServedGame(const ServedGame&) = delete;
  ServedGame& operator=(const ServedGame&) = delete;
  ~ServedGame() = default;

  /// The capacities of observations, actions and replies, the number of parameters, the capacity of texts (0: it has no
  /// notation), whether it draws itself, whether it counts time.
  void describe(validate::Writer& to) const;

  /// Makes one call. The first of its request is the state, but for create().
  void answer(validate::Call call, validate::Reader& request, validate::Writer& answer);

 private:
  static const void* extension(const agon_host* host, const char* id);
  void create(validate::Reader& request, validate::Writer& answer);
  void draw(const void* state, std::int32_t seat, validate::Writer& answer) const;
  void view(const void* state, validate::Reader& request, validate::Writer& answer);
  void write(validate::Call call, void* state, validate::Reader& request, validate::Writer& answer);
  [[nodiscard]] agon_status call_writer(validate::Call call, void* state, std::int64_t number, agon_bytes in,
                                        agon_buffer* out, agon_error* error) const;
  agon_buffer writable(std::uint64_t capacity);
  Room& room(std::unique_ptr<Room>& kept, std::uint64_t capacity) const;

  const agon_game_type& type_;
  const Conditions& conditions_;
  const agon_notation* notation_;
  const agon_scene* scene_;
  const agon_usage* usage_;
  agon_host host_;
  void* newest_ = nullptr;  // state
  std::unique_ptr<Room> in_;
  std::unique_ptr<Room> out_;
};

}  // namespace host::worker
