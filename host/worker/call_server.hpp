// Calls a plugin's functions for the checker of plugins (host/validate), as it is told, and says what came of it.
//
// The plugin's code shares this process, and may change all that happens here. So nothing is judged here: the checker
// does that in its own process, from what comes back, and from outside.
#pragma once

#include "host/plugin/shared_object.hpp"
#include "host/seat/channel.hpp"
#include "host/validate/calls.hpp"
#include "host/worker/served_game.hpp"
#include "host/worker/served_strategy.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace host::worker {

/// A library to load, and a game in it.
struct GameFile {
  std::string path;  // empty: none
  std::string name;  // what sentences call it
  std::string game;  // the game's id
};

class CallServer {
 public:
  /// `close_further` puts up the second filter, if there is to be one, `library` what to load the plugin by, `name`
  /// what sentences call it, `game` what a strategy needs beside it. `shared` is the beginning of the shared memory,
  /// borrowed for good.
  CallServer(channel::Channel& shared, const channel::Layout& layout, std::function<void()> close_further,
             std::string library, std::string name, GameFile game);
  CallServer(const CallServer&) = delete;
  CallServer& operator=(const CallServer&) = delete;
  ~CallServer() = default;

  /// Says that it is ready, then serves until the host ends the process.
  [[noreturn]] void serve();

 private:
  std::string_view receive();
  void send(const validate::Writer& answer);
  void answer(std::string_view request);
  void call(validate::Call call, validate::Reader& request);
  [[nodiscard]] const agon_plugin_type& plugin() const;
  void find_extension(validate::Reader& request);
  void use_game(validate::Reader& request);
  void use_strategy(validate::Reader& request);
  void run_in_threads(validate::Reader& request);

  channel::Channel& shared_;
  channel::Slot& slot_;
  std::byte* requests_;
  std::byte* answers_;
  std::size_t most_answer_;
  std::function<void()> close_further_;
  std::string file_;
  std::string name_;
  GameFile needed_;
  std::unique_ptr<SharedObject> needed_library_;
  std::unique_ptr<SharedObject> library_;
  const agon_game_type* game_type_ = nullptr;
  Conditions conditions_;
  std::optional<ServedGame> game_;
  std::optional<ServedStrategy> strategy_;
  validate::Writer answer_;
  channel::Yielding yielding_;
  std::uint32_t heard_ = 0;  // how often the host has rung
};

}  // namespace host::worker
