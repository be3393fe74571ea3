// Matches recorded as bytes: the checks of a game replay them, completely or in part.
#pragma once

#include "host/match/game_state.hpp"
#include "host/match/match.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace host::validate {

/// One action of a match, as the protocol's struct.
struct Step {
  std::int32_t seat = 0;
  std::string action;
};

struct Record {
  Setup setup;
  std::vector<Step> steps;
  bool finished = false;  // the match was over after the last step
};

template <class Archive>
void fields(Archive& archive, Step& step) {
  archive(step.seat, step.action);
}

template <class Archive>
void fields(Archive& archive, Record& record) {
  Setup& setup = record.setup;
  archive(setup.seed, setup.seats, setup.parameters, setup.secret, record.steps, record.finished);
}

/// Records the actions of a match.
class Recorder final : public Spectator {
 public:
  void begun(const GameState& state) override { record_ = {state.setup(), {}, false}; }
  void acted(const GameState& state, std::int32_t seat, agon_bytes action) override {
    record_.finished = state.over();
    record_.steps.push_back({seat, std::string(static_cast<const char*>(action.data), action.size)});
  }
  void forfeited(const GameState& /*state*/, std::int32_t /*seat*/, const Outcome& /*outcome*/) override {}

  [[nodiscard]] const Record& record() const { return record_; }

 private:
  Record record_;
};

}  // namespace host::validate
