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
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace host::worker {

class CallServer {
 public:
  /// `filtered` says whether the first filter is up, `library` what to load the plugin by, `name` what sentences call
  /// it. `shared` is the beginning of the shared memory, borrowed for good.
  CallServer(channel::Channel& shared, const channel::Layout& layout, bool filtered, std::string library,
             std::string name);
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
  std::uint32_t threads_;  // that the library may have at a time
  bool filtered_;
  std::string file_;
  std::string name_;
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
