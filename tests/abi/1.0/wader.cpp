// A strategy for pebbles through the C++ glue: random choices, actions inside its turn, and the log.
#include "beach.h"

#include <agon/random.hpp>
#include <agon/strategy.hpp>

#include <array>
#include <cstring>
#include <string>

namespace {

class Wader : public agon::Strategy {
 public:
  static constexpr const char* protocol = PEBBLES_PROTOCOL;

  explicit Wader(const agon::Session& session)
      : session_(session), random_(session.seed()), quick_(session.seed()), most_(session.options().integer("most")) {
    if (session.options().text("refuse") == "yes please") throw agon::BadSetting("refuse=yes please: as you like");
    if (session.time_left_ns() <= 0 || session.should_stop()) throw agon::Unsupported("a match without time");
  }

  void turn(agon_bytes observation, agon_buffer& action) override {
    beach_observation seen{};
    if (observation.size != sizeof seen) throw agon::Failure(AGON_FAILED, "an observation of another size");
    std::memcpy(&seen, observation.data, sizeof seen);
    beach_action take = choose(seen);
    while (take.stones == 1) {
      beach_reply reply{};
      agon_buffer room{&reply, sizeof reply, 0};
      act({&take, sizeof take}, &room);
      session_.log("the gull took from " + std::to_string(reply.heap));
      --seen.stones[take.heap];
      if (reply.heap >= 0) --seen.stones[reply.heap];
      take = choose(seen);
    }
    std::memcpy(action.data, &take, sizeof take);
    action.size = sizeof take;
  }

 private:
  beach_action choose(const beach_observation& seen) {
    beach_action take{};
    do take.heap = static_cast<std::int32_t>(random_.below(static_cast<std::uint64_t>(seen.heaps)));
    while (seen.stones[take.heap] == 0);
    const std::int64_t most = seen.stones[take.heap] < most_ ? seen.stones[take.heap] : most_;
    take.stones = 1 + static_cast<std::int32_t>(quick_.below(static_cast<std::uint64_t>(most)));
    return take;
  }

  const agon::Session& session_;
  agon::Random random_;
  agon::QuickRandom quick_;
  std::int64_t most_;
};

constexpr std::array options = {agon::integer("most", "stones that it takes at once", "4", 1, 9),
                                agon::text("refuse", "'yes please': it does not play", "")};

}  // namespace

AGON_STRATEGY(Wader, .id = "wader", .version = "1.0.0", .summary = "some stones of some heap", .options = options)
