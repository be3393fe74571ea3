// Calls a game's functions as requested by messages.
#pragma once

#include "host/validate/calls.hpp"
#include "host/worker/room.hpp"

#include <agon/ext/log.h>
#include <agon/ext/model.h>
#include <agon/ext/notation.h>
#include <agon/ext/scene.h>
#include <agon/ext/usage.h>
#include <agon/game.h>

#include <cstdint>
#include <memory>
#include <optional>

namespace host::worker {

/// The state of the memory when a plugin is called.
struct Conditions {
  bool borders = false;                // memory passed in ends at an inaccessible page
  std::uint8_t fill = 0;               // initial value of output buffers
  std::optional<std::uint8_t> dirt{};  // fills free memory and the stack before an object is created
  bool bare = false;                   // the game's host offers no extension
};

/// Reads: whether there are borders, the fill, whether there is dirt, the dirt, whether the host is bare.
Conditions read_conditions(validate::Reader& from);

/// Writes a plugin's error as a text.
void write_error(const agon_error& error, validate::Writer& to);

/// Writes a plugin's output: the size that it reported, and the bytes up to the capacity.
void write_buffer(const agon_buffer& buffer, validate::Writer& to);

class ServedGame {
 public:
  /// Borrows both arguments. Not thread-safe.
  ServedGame(const agon_game_type& type, const Conditions& conditions);
  ServedGame(const ServedGame&) = delete;
  ServedGame& operator=(const ServedGame&) = delete;
  ~ServedGame() = default;

  /// The capacities of observations, actions and replies, the number of parameters, the capacity of texts (0: it has no
  /// notation), whether it draws itself, whether it counts time, and what describe_model() writes.
  void describe(validate::Writer& to) const;

  /// Makes one call. The first field of each request is the state, except for create().
  void answer(validate::Call call, validate::Reader& request, validate::Writer& answer);

 private:
  static const void* extension(const agon_host* host, const char* id);
  void create(validate::Reader& request, validate::Writer& answer);
  void describe_model(validate::Writer& to) const;
  /// A call of the model; `state` is none for determinise().
  void answer_model(validate::Call call, void* state, validate::Reader& request, validate::Writer& answer);
  void write_made(agon_status status, void* state, agon_error& error, validate::Writer& answer) const;
  void list_actions(const void* state, validate::Reader& request, validate::Writer& answer);
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
  const agon_model* model_;
  agon_host host_;
  void* newest_ = nullptr;  // state
  std::unique_ptr<Room> in_;
  std::unique_ptr<Room> out_;
};

}  // namespace host::worker
