// An engine that speaks UCI, the protocol of Stefan Meyer-Kahlen, version of April 2006. The host writes: uci,
// setoption, isready, ucinewgame, position, go, quit.
#pragma once

#include "host/seat/engine.hpp"

namespace host {

class UciEngine final : public Engine {
 public:
  explicit UciEngine(Assignments given);

  Exchange greeting() override;
  std::optional<agon_evaluation> hear(std::string_view line) override;
  [[nodiscard]] Exchange settings(const std::string& of_match) const override;
  [[nodiscard]] bool has_limit(const agon_limits& limits) const override;
  Exchange begin_match(const std::string& of_match, const agon_limits& limits, std::uint64_t seed) override;
  Exchange begin_turn(std::string_view position, std::int64_t left_ns, const agon_limits& limits) override;
  std::optional<std::string_view> move_in(std::string_view answer) override;

 private:
  Assignments given_;
  std::string search_limits_;  // "nodes 1000", as the user has set them
  std::int64_t threads_ = 1;   // whose CPU time passes at once
};

}  // namespace host
