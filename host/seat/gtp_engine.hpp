// An engine that speaks GTP, the protocol of Gunnar Farnebäck, draft 2 of version 2 (2002). The host writes: name,
// version, list_commands, protocol_version, the engine's own commands that set a value, what the game says of the
// board, clear_board, set_random_seed, time_settings, time_left, play, genmove, quit. Each has one answer.
#pragma once

#include "host/seat/engine.hpp"

namespace host {

class GtpEngine final : public Engine {
 public:
  explicit GtpEngine(Assignments given) : given_(std::move(given)) {}

  Exchange greeting() override;
  void hear_answer(std::string_view rest) override;
  std::optional<agon_evaluation> hear(std::string_view line) override;
  [[nodiscard]] Exchange settings(const std::string& of_match) const override;
  [[nodiscard]] bool has_limit(const agon_limits& /*limits*/) const override { return true; }
  Exchange begin_match(const std::string& of_match, const agon_limits& limits, std::uint64_t seed) override;
  Exchange begin_turn(std::string_view position, std::int64_t left_ns, const agon_limits& limits) override;
  std::optional<std::string_view> move_in(std::string_view answer) override;

 private:
  [[nodiscard]] bool knows(std::string_view command) const;
  void add_command(std::string_view name);

  Assignments given_;
  int greeted_ = 0;     // answers of the greeting so far
  std::string colour_;  // whose move the engine is asked for
  std::string played_;  // the moves that the engine knows, in small letters
};

}  // namespace host
