// Calls a plugin's functions as the plugin checker (host/validate) requests, and answers with the results.
//
// The plugin's code shares this process and may change anything in it. So this process judges nothing. The checker
// judges in its own process, from the answers and by observing this process from outside.
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

/// The library of a game that a strategy needs (AGON_NEEDS_GAME).
struct NeededGame {
  std::string path;  // empty: none
  std::string name;  // its name in messages
  std::string game;  // the game's id
};

class CallServer {
 public:
  /// `close_further` installs the second filter, if one is used. `library` is the path to load the plugin from, `name`
  /// its name in messages, `game` the game that a strategy needs. `shared` is the start of the shared memory; it must
  /// outlive this object.
  CallServer(channel::Channel& shared, const channel::Layout& layout, std::function<void()> close_further,
             std::string library, std::string name, NeededGame game);
  CallServer(const CallServer&) = delete;
  CallServer& operator=(const CallServer&) = delete;
  ~CallServer() = default;

  /// Signals that it is ready, then serves until the host ends the process.
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
  NeededGame needed_;
  std::unique_ptr<SharedObject> needed_library_;
  std::unique_ptr<SharedObject> library_;
  const agon_game_type* game_type_ = nullptr;
  Conditions conditions_;
  std::optional<ServedGame> game_;
  std::optional<ServedStrategy> strategy_;
  validate::Writer answer_;
  channel::Yielding yielding_;
  std::uint32_t heard_ = 0;  // number of the host's rings handled
};

}  // namespace host::worker
