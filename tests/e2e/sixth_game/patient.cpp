// A strategy for crow in C++: takes stones one by one, all inside one turn, and looks where the crow is.
#include "crow.h"

#include <agon/strategy.hpp>

#include <cstring>
#include <string>

namespace {

class Patient : public agon::Strategy {
 public:
  static constexpr const char* protocol = CROW_PROTOCOL;

  explicit Patient(const agon::Session& session) : session_(session) {}

  void turn(agon_bytes observation, agon_buffer& action) override {
    crow_observation seen{};
    std::memcpy(&seen, observation.data, sizeof seen);
    for (;;) {
      int heap = 0;
      int left = 0;
      for (int each = 0; each < seen.heaps; ++each) {
        left += seen.stones[each];
        if (seen.stones[each] > seen.stones[heap]) heap = each;
      }
      const crow_action take{heap, 1};
      if (left <= 4) {  // the end is near: what is left of this heap
        const crow_action last{heap, seen.stones[heap]};
        std::memcpy(action.data, &last, sizeof last);
        action.size = sizeof last;
        return;
      }
      crow_reply reply{};
      agon_buffer room{&reply, sizeof reply, 0};
      act({&take, sizeof take}, &room);
      session_.log("the crow took from " + std::to_string(reply.heap));
      --seen.stones[heap];
      if (reply.heap >= 0) --seen.stones[reply.heap];
    }
  }

 private:
  const agon::Session& session_;
};

}  // namespace

AGON_STRATEGY(Patient, .id = "patient", .version = "0.1.0", .summary = "one stone at a time")
