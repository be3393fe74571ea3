// The arena: a process that loads a game and plays matches of it for the host. The host starts it with the socket and
// the shared memory of host/arena/messages.hpp. It ends when the host closes the socket.
#include "host/arena/game_child.hpp"
#include "host/arena/job.hpp"
#include "host/arena/job_player.hpp"
#include "host/arena/messages.hpp"
#include "host/arena/stream.hpp"
#include "host/isolation/confinement.hpp"
#include "host/plugin/ticks.hpp"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace {

using namespace host;
using namespace host::arena;

class Server {
 public:
  explicit Server(SharedStatus& status) : status_(status), stream_(Descriptor(socket_descriptor), Peer::host) {}

  int run() {
    return answer_host([this] { serve(); },
                       [this](const std::string& failure) {
                         stream_.add(Kind::failure, failure);
                         stream_.flush();
                       });
  }

 private:
  void serve() {
    std::vector<Descriptor> builds;
    std::optional<Stream::Message> first;
    do {
      first = stream_.receive(-1);
    } while (!first || first->kind == Kind::library);
    if (first->kind != Kind::order) throw BadMessage();
    // Workers inherit them, whose own descriptors have lower numbers.
    for (const Descriptor& each : stream_.take_descriptors()) builds.push_back(each.duplicate(lowest_free_descriptor));
    const Order order = order_from(first->content, std::move(builds));
    const Pinned pinned(order.job.sandbox.pin, order.number, order.count);
    const Game game = load_game(order.job.game);
    JobPlayer player(order.job, game, &status_.watch);
    stream_.add(Kind::ready);
    stream_.flush();
    for (;;) {
      const std::optional<Stream::Message> message = stream_.receive(-1);
      if (!message) continue;
      if (message->kind == Kind::check) {
        stream_.add(Kind::checked, pack(player.refusal(unpack<std::int32_t>(message->content))));
      } else if (message->kind == Kind::play) {
        play(player, unpack<std::vector<MatchRequest>>(message->content));
      } else {
        throw BadMessage();
      }
      stream_.flush();
    }
  }

  void play(JobPlayer& player, const std::vector<MatchRequest>& requests) {
    ArenaHooks hooks;
    hooks.shown = [&](const std::string& text) {
      stream_.add(Kind::shown, text);
      stream_.flush();
    };
    // Short matches share a write.
    constexpr std::int64_t longest_ns = 2'000'000;
    constexpr std::size_t most_bytes = 1 << 16;
    std::uint64_t flushed = ticks.now();
    hooks.should_stop = [this] { return status_.should_stop.load(std::memory_order_relaxed); };
    hooks.tick = [this] { stream_.flush(); };  // while other matches are waited for
    for (const MatchRequest& request : requests) {
      if (!player.may_begin(hooks)) break;
      status_.begun.fetch_add(1, std::memory_order_relaxed);
      const PlayedMatch match = player.play(request, hooks);
      stream_.add(Kind::played, pack(request) + to_bytes(match));
      if (stream_.waiting() < most_bytes && ticks.nanoseconds(ticks.now() - flushed) < longest_ns) continue;
      stream_.flush();
      flushed = ticks.now();
    }
    stream_.add(Kind::stopped);
  }

  SharedStatus& status_;
  Stream stream_;
};

}  // namespace

int main() {
  sandbox::leave_terminal();
  return Server(shared_status()).run();
}
